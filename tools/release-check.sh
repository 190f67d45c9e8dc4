#!/bin/sh
# May this commit be released? tools/release-check.sh [quick]
#   clean tree; one version in configure.ac, CHANGELOG.md and the program; the tag, when there is one, is of this
#   version and commit; documents are current; two distributions are the same bytes; distcheck passes.
# quick leaves distcheck out. Builds in a directory of its own and changes nothing here.
set -u
cd "$(dirname "$0")/.."
top=$(pwd)
passed=0 failed=0

check() {
    what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
        printf 'ok    %s\n' "$what"
    else
        failed=$((failed + 1))
        printf 'FAIL  %s\n' "$what"
        tail -n 20 "$work/log"
    fi
}

work=$(mktemp -d)
trap 'chmod -R u+w "$work" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

clean() { test -z "$(git status --porcelain)" || { git status --short; return 1; }; }
check "the tree is clean" clean

version=$(sed -n 's/^AC_INIT(\[headroom\], \[\([0-9.]*\)\].*/\1/p' configure.ac)
first=$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
check "configure.ac has a version ($version)" test -n "$version"
check "CHANGELOG.md begins with it ($first)" test "$version" = "$first"
dated() { grep -Eq "^## $version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)" CHANGELOG.md; }
check "CHANGELOG.md says when $version was released" dated

# A tag is v and the version; the newest belongs to an older version or to this commit.
tag() {
    if git rev-parse -q --verify "refs/tags/v$version" >/dev/null; then
        test "$(git rev-list -n 1 "v$version")" = "$(git rev-parse HEAD)" || { echo "v$version is another commit"; return 1; }
        test "$(git cat-file -t "v$version")" = tag || { echo "v$version is not annotated"; return 1; }
    fi
    for t in $(git tag --list); do
        printf '%s\n' "$t" | grep -Eq '^v[0-9]+\.[0-9]+\.[0-9]+$' || { echo "$t is no version"; return 1; }
    done
    newest=$(git tag --list 'v*' | sort -V | tail -n 1)
    test -z "$newest" || test "$(printf '%s\nv%s\n' "$newest" "$version" | sort -V | tail -n 1)" = "v$version" ||
        { echo "$newest is newer than v$version"; return 1; }
}
check "the tags agree" tag

build() {
    git clone -q "$top" "$work/tree" && cd "$work/tree" && autoreconf -fi && mkdir build && cd build &&
        ../configure --quiet --enable-werror && make -j"$(nproc)"
}
in_build() { (build); }
check "it builds from a clone, without warnings" in_build
says() { test "$("$work/tree/build/headroom" --version)" = "headroom $version"; }
check "the program says its version" says
docs() { make -C "$work/tree/build" check TESTS=tests/cli/docs.py; }
check "man page, completion and README are current" docs
same() { make -C "$work/tree/build" check TESTS=tests/gates/dist.py && ! grep -q '^SKIP' "$work/tree/build/tests/gates/dist.log"; }
check "make dist twice gives the same bytes" same
if [ "${1:-}" != quick ]; then
    distcheck() { make -C "$work/tree/build" distcheck DISTCHECK_CONFIGURE_FLAGS=--enable-werror; }
    check "distcheck" distcheck
    if command -v sha256sum >/dev/null; then
        (cd "$work/tree/build" && sha256sum "headroom-$version.tar.xz" 2>/dev/null)
    fi
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
