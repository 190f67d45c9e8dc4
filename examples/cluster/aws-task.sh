#!/bin/sh
# One task of an AWS Batch array, in a container that has headroom and the AWS CLI:
#   aws-task.sh s3://BUCKET/LINES s3://BUCKET/ANSWERS-DIR [s3://BUCKET/ARTIFACTS-DIR or none]
# headroom takes its part of the lines by AWS_BATCH_JOB_ARRAY_INDEX and _SIZE. A part takes its name in the bucket
# only when it is complete, so that an attempt that ended in the middle leaves nothing behind.
set -eu
[ $# -ge 2 ] || { echo "aws-task: usage: aws-task.sh LINES ANSWERS-DIR [ARTIFACTS-DIR]" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Paths in the lines are relative to ARTIFACTS-DIR.
artifacts=${3:-none}
[ "$artifacts" = none ] || aws s3 cp --quiet --recursive "$artifacts" . || exit 3
aws s3 cp --quiet "$1" .lines.jsonl || exit 3

# AWS Batch sends SIGTERM before it takes the instance away: no part is better than half of one.
stopped=
trap 'stopped=yes' TERM INT
status=0
"${HEADROOM:-headroom}" batch -j "$(nproc)" -o .answers.jsonl .lines.jsonl || status=$?
[ -z "$stopped" ] || exit 3
# Status 1 says that some answers are errors; so does merge.sh.
[ "$status" -le 1 ] || exit "$status"
aws s3 cp --quiet .answers.jsonl "$2/$(printf 'part-%06d.jsonl' $((AWS_BATCH_JOB_ARRAY_INDEX + 1)))" || exit 4
