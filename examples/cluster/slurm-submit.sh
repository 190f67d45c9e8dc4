#!/bin/sh
# Plans on a Slurm cluster: an array of PARTS tasks, then a job that puts their answers together.
#   slurm-submit.sh LINES DIR PARTS [SBATCH-OPTION...]
# DIR, on a file system that the nodes share, gets the parts, their logs and answers.jsonl. Prints the numbers of the
# array and of the last job. The environment may set HEADROOM (the program).
set -eu
[ $# -ge 3 ] || { echo "slurm-submit: usage: slurm-submit.sh LINES DIR PARTS [SBATCH-OPTION...]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
lines=$1 dir=$2 parts=$3
shift 3
mkdir "$dir"

array=$(sbatch --parsable --array="1-$parts" --output="$dir/part-%a.log" "$@" \
    "$here/slurm-task.sh" "$lines" "$dir" "$parts")
array=${array%%;*}

# By their names: in the order of the parts.
names=$(i=1; while [ "$i" -le "$parts" ]; do printf '%s/part-%06d.jsonl\n' "$dir" "$i"; i=$((i + 1)); done)
IFS='
'
# shellcheck disable=SC2086 # one argument a line
merge=$(sbatch --parsable --job-name=headroom-merge --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    --output="$dir/merge.log" "$@" "$here/merge.sh" "$lines" "$dir/answers.jsonl" $names)
echo "$array ${merge%%;*}"
