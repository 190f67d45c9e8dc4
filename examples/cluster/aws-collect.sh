#!/bin/sh
# Fetches the parts that an array of PARTS tasks left and puts them together:
#   aws-collect.sh s3://BUCKET/ANSWERS-DIR PARTS LINES ANSWERS
# LINES is the local copy of what was planned. Exit: as of merge.sh.
set -eu
[ $# -eq 4 ] || { echo "aws-collect: usage: aws-collect.sh ANSWERS-DIR PARTS LINES ANSWERS" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
aws s3 cp --quiet --recursive "$1" "$work" || exit 3

count=$2 lines=$3 answers=$4 i=1
set --
while [ "$i" -le "$count" ]; do
    set -- "$@" "$work/$(printf 'part-%06d.jsonl' "$i")"
    i=$((i + 1))
done
sh "$here/merge.sh" "$lines" "$answers" "$@"
