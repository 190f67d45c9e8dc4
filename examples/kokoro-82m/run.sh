#!/bin/sh
# The worked example: run.sh [PROGRAM [OUT]]. Plans kokoro-82m for 5,000 requests a second at peak and 10 at
# trough, from the artifacts beside this file, and leaves every output in OUT.
set -eu
program=${1:-headroom}
out=${2:-out}
here=$(dirname "$0")
qmax=$here/qmax-kokoro-82m-response-stream-g5xlarge-8b1b96bc.json
ttotal=$here/ttotal-kokoro-82m-force-desired-g5xlarge-8b1b96bc.json
mkdir -p "$out"
"$program" plan --qmax "$qmax" --ttotal "$ttotal" --peak-rps 5000 --trough-rps 10 \
    --validate "$here/validate-kokoro-82m.json" --output "$out/plan.json" --snippet "$out/config.py.txt" \
    --report "$out/report.pdf" --workbook "$out/cost.xlsx" --charts "$out/charts"
"$program" plan --qmax "$qmax" --ttotal "$ttotal" --peak-rps 5000 --trough-rps 10 \
    --validate "$here/validate-kokoro-82m.json" --format markdown >"$out/plan.md"
"$program" verify "$out/plan.json" --qmax "$qmax" --ttotal "$ttotal"
