#!/bin/sh
# Puts the answers of the parts together, in their order:
#   merge.sh LINES ANSWERS PART...
# ANSWERS takes its name only when there is an answer for each line of LINES. Exit: 0 done, 1 some answers are
# errors, as of `headroom batch`; 2 usage; 3 a part is missing or not complete; 4 ANSWERS cannot be written.
set -eu
export LC_ALL=C
say() { printf '%s\n' "merge: $*" >&2; }
[ $# -ge 3 ] || { say "usage: merge.sh LINES ANSWERS PART..."; exit 2; }
lines=$1 answers=$2
shift 2

[ -r "$lines" ] || { say "$lines: cannot be read"; exit 3; }
for part in "$@"; do
    [ -r "$part" ] || { say "$part: is missing; run that part again"; exit 3; }
done

# Blank lines have no answer. grep's exit status 1 is a count of 0.
blank=$(printf ' \t\r')
want=$(grep -acv "^[$blank]*\$" "$lines") || [ "$want" = 0 ]
trap 'rm -f "$answers.merging"' EXIT
cat "$@" >"$answers.merging" || exit 4
have=$(wc -l <"$answers.merging")
if [ "$have" -ne "$want" ]; then
    say "$((have)) answers for $want lines: a part is not complete, or was made from other lines"
    exit 3
fi
errors=$(grep -c '"error": {"exit": ' "$answers.merging") || [ "$errors" = 0 ]
mv "$answers.merging" "$answers" || exit 4
[ "$errors" = 0 ] || { say "$errors of $want answers are errors"; exit 1; }
