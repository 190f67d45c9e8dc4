#!/bin/sh
#SBATCH --job-name=headroom
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --requeue
#SBATCH --open-mode=append
# One task of a Slurm array: part SLURM_ARRAY_TASK_ID of PARTS.
#   sbatch --array=1-PARTS slurm-task.sh LINES DIR PARTS
# slurm-submit.sh does that. Parts that failed are run again with --array=3,7 and the same PARTS; they go on where
# they stopped. DIR holds the parts of these LINES only.
set -eu
[ $# -eq 3 ] || { echo "slurm-task: usage: slurm-task.sh LINES DIR PARTS" >&2; exit 2; }
lines=$1 parts=$3
part=$2/$(printf 'part-%06d.jsonl' "$SLURM_ARRAY_TASK_ID")
[ ! -e "$part" ] || exit 0

# The end of the time limit, or a requeue: the lines in work are finished, and the part keeps its other name.
stopped=
trap 'stopped=yes' TERM INT
status=0
"${HEADROOM:-headroom}" batch -j "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$parts" \
    -o "$part.unfinished" --resume "$lines" || status=$?
[ -z "$stopped" ] || exit 3
# Status 1 says that some answers are errors; so does merge.sh.
[ "$status" -le 1 ] || exit "$status"
mv "$part.unfinished" "$part"
