#!/bin/sh
# Plans on several machines with GNU parallel:
#   parallel.sh LINES ANSWERS [HOST...]
# A HOST is what ssh takes, or N/HOST for N processes there; without one, every core of this machine. Each needs
# headroom and, at the same paths, the artifacts that LINES name by path. The environment may set HEADROOM (the
# program), BLOCK (bytes handed out at a time) and PARALLEL_SSH (ssh with its options). Exit: as of merge.sh.
set -eu
[ $# -ge 2 ] || { echo "parallel: usage: parallel.sh LINES ANSWERS [HOST...]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
lines=$1 answers=$2
shift 2
: "${HEADROOM:=headroom}" "${BLOCK:=1M}"

# The options for the hosts, in place of their names.
for host in "$@"; do
    shift
    set -- "$@" --sshlogin "$host"
done
[ $# -eq 0 ] || set -- "$@" --workdir "$PWD"

trap 'rm -f "$answers.part"' EXIT
# Exit status 1 says that some answers are errors, which is no reason to do a block again elsewhere.
parallel --pipe --keep-order --block "$BLOCK" --retries 3 --halt now,fail=1 "$@" \
    "'$HEADROOM' batch || test \$? -eq 1" <"$lines" >"$answers.part" ||
    { echo "parallel: a block could not be answered; see above" >&2; exit 3; }
sh "$here/merge.sh" "$lines" "$answers" "$answers.part"
