#!/bin/sh
# make bench: times of whole processes beside `jq . <the ladder>` in one run, and their memory. Nothing here
# fails on a time; it prints ratios to be read.
set -eu
program=$1 source=$2 model=$3
example=$source/examples/kokoro-82m
qmax=$example/qmax-kokoro-82m-response-stream-g5xlarge-8b1b96bc.json
ttotal=$example/ttotal-kokoro-82m-force-desired-g5xlarge-8b1b96bc.json
for tool in hyperfine jq; do
    command -v $tool >/dev/null || { echo "make bench needs $tool (Debian package of that name)"; exit 77; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
pair="--qmax $qmax --ttotal $ttotal --peak-rps 5000 --trough-rps 10"
"$program" plan $pair -o "$dir/plan.json" >/dev/null
i=0
echo hour,rps >"$dir/year.csv"
while [ $i -lt 8760 ]; do
    echo "$i,$((i % 24 * 200))"
    i=$((i + 1))
done >>"$dir/year.csv"

awk 'BEGIN { print "arrival_s,service_s"; for (i = 0; i < 1000000; i++) printf "%.6f,%.6f\n", i * 7919 % 1000000 * 2.000003, i % 16 }' \
    >"$dir/million.csv"

hyperfine --shell=none --warmup 5 --min-runs 40 --style basic --export-json "$dir/times.json" \
    -n "jq . qmax" "jq . $qmax" \
    -n "plan -o plan.json" "$program plan $pair -o $dir/p.json" \
    -n "plan --no-sample" "$program plan $pair --no-sample -o $dir/p.json" \
    -n "verify" "$program verify $dir/plan.json --qmax $qmax --ttotal $ttotal" \
    -n "report" "$program report $dir/plan.json -o $dir/r.pdf" \
    -n "workbook" "$program workbook $dir/plan.json -o $dir/c.xlsx" \
    -n "workbook, a year of hours" "$program workbook $dir/plan.json --profile $dir/year.csv -o $dir/y.xlsx" \
    -n "charts svg" "$program charts $dir/plan.json -o $dir/svg" \
    -n "charts png" "$program charts $dir/plan.json -o $dir/png --type png" >/dev/null 2>&1
jq -r '.results[0].mean as $jq | .results[] | [.command, (.mean * 1e5 | round / 100), (.mean / $jq * 100 | round / 100)] | @tsv' \
    "$dir/times.json" | awk -F'\t' 'BEGIN { printf "%-28s %9s %12s\n", "whole process", "ms", "against jq" }
    { printf "%-28s %9.2f %12.2f\n", $1, $2, $3 }'

if [ -x /usr/bin/time ]; then
    printf '\n%-28s %9s\n' "resident memory" MB
    for what in "plan $pair -o $dir/p.json" "report $dir/plan.json -o $dir/r.pdf" "workbook $dir/plan.json -o $dir/c.xlsx"; do
        # shellcheck disable=SC2086 # the words of a command line
        /usr/bin/time -f %M -o "$dir/mem" "$program" $what >/dev/null
        printf '%-28s %9.1f\n' "${what%% *}" "$(awk '{ print $1 / 1024 }' "$dir/mem")"
    done
    printf '\n%-28s %9s %9s\n' "1,000,000 arrivals, shuffled" "CPU s" MB
    for what in "--format text" "--format csv" "--compare" "--report $dir/s.pdf --workbook $dir/s.xlsx"; do
        # shellcheck disable=SC2086 # the words of a command line
        /usr/bin/time -f '%U %S %M' -o "$dir/mem" "$program" async simulate "$dir/million.csv" --provision 320 $what >/dev/null
        awk -v what="simulate ${what%% /*}" '{ printf "%-28s %9.2f %9.1f\n", what, $1 + $2, $3 / 1024 }' "$dir/mem"
    done
    ls -l "$dir/r.pdf" | awk '{ printf "%-28s %9.0f kB\n", "size of report.pdf", $5 / 1024 }'
fi
echo
"$model"
