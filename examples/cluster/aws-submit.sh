#!/bin/sh
# Plans in an AWS Batch array of PARTS tasks:
#   aws-submit.sh QUEUE PARTS s3://BUCKET/LINES s3://BUCKET/ANSWERS-DIR [s3://BUCKET/ARTIFACTS-DIR]
# Registers aws-job-definition.json (put your account, image and role into it first), submits the array and prints the
# job's id. ANSWERS-DIR is empty before; aws-collect.sh fetches what is there when the job has ended.
set -eu
[ $# -ge 4 ] || { echo "aws-submit: usage: aws-submit.sh QUEUE PARTS LINES ANSWERS-DIR [ARTIFACTS-DIR]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
if ! { [ "$2" -ge 2 ] && [ "$2" -le 10000 ]; } 2>/dev/null; then
    echo "aws-submit: $2 parts: AWS Batch takes 2 to 10000" >&2
    exit 2
fi

definition=$(aws batch register-job-definition --cli-input-json "file://$here/aws-job-definition.json" \
    --query jobDefinitionArn --output text)
parameters=$(printf '{"lines": "%s", "answers": "%s", "artifacts": "%s"}' "$3" "${4%/}" "${5:-none}")
aws batch submit-job --job-name headroom --job-queue "$1" --job-definition "$definition" \
    --array-properties "size=$2" --parameters "$parameters" --query jobId --output text
