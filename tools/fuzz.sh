#!/usr/bin/env bash
# Runs fuzz targets for a while: tools/fuzz.sh TARGET|all SECONDS. See docs/fuzzing.md.
# BUILD is a build directory of `configure --enable-fuzz CC=clang` (build-fuzz), CORPUS where inputs that were found
# are kept between runs (BUILD/corpus; never committed).
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build-fuzz} corpus=${CORPUS:-$build/corpus}

if [ $# -ne 2 ] || ! [ "$2" -gt 0 ] 2>/dev/null; then
    echo "usage: tools/fuzz.sh TARGET|all SECONDS" >&2
    exit 2
fi
if [ "$1" = all ]; then
    targets=$(sed -n 's|^fuzz_targets += tests/fuzz/fuzz_||p' tests/fuzz/local.mk)
else
    targets=$1
fi

# A target makes nothing outside its own directories, whatever the input.
export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 LC_ALL=C TZ=UTC
unset SOURCE_DATE_EPOCH NO_COLOR

finds=0 done=0
for target in $targets; do
    program=$(realpath "$build/tests/fuzz/fuzz_$target" 2>/dev/null)
    if ! [ -x "$program" ] || ! grep -q LLVMFuzzer "$program"; then
        echo "$build/tests/fuzz/fuzz_$target: not built; configure --enable-fuzz CC=clang, make check TESTS=" >&2
        exit 2
    fi
    mkdir -p "$corpus/$target" "$corpus/finds/$target"
    here=$(realpath "$corpus/$target") found=$(realpath "$corpus/finds/$target")/
    seeds=$(realpath "tests/fuzz/seeds/$target") past=
    [ ! -d "tests/fuzz/finds/$target" ] || past=$(realpath "tests/fuzz/finds/$target")
    # shellcheck disable=SC2086 # no past finds are no argument
    if "$program" -max_total_time="$2" -timeout=25 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$found" "$here" "$seeds" $past >"$here.log" 2>&1; then
        done=$((done + 1))
    else
        finds=$((finds + 1))
        tail -n 60 "$here.log"
    fi
    printf '%-12s %s\n' "$target" "$(awk '/^stat::number_of_executed_units/ { runs = $2 }
        /cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") cov = $(i + 1) }
        /^Done / { seconds = $5 } END { printf "%d inputs, %d edges, %s s", runs, cov, seconds }' "$here.log")"
done
printf '%d passed, %d failed\n' "$done" "$finds"
[ "$finds" -eq 0 ]
