"""Rules that a machine can keep: which room includes which, calls that are not made, variables of the
environment that are read, headers that compile alone, files that stay readable."""
import fnmatch
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit  # noqa: E402

LINES, COLUMNS = 900, 120


def rows(name):
    for line in (kit.SOURCE / "tests/gates" / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def code_only(text):
    """The text with comments and the insides of strings blanked, lines kept."""
    def blank(m):
        s = m.group(0)
        return re.sub(r"[^\n]", " ", s) if s[0] not in "\"'" else s[0] + " " * (len(s) - 2) + s[-1]
    return re.sub(r'^\s*#\s*include[^\n]*|/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S | re.M)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


sources = {p.relative_to(kit.SOURCE).as_posix(): p.read_text() for p in sorted((kit.SOURCE / "src").rglob("*.[ch]"))}
kit.check(len(sources) > 20, "sources are found", str(kit.SOURCE))

rooms, owners = {}, {}
for row in rows("includes.txt"):
    left, right = row.split(":", 1)
    (owners if left.startswith("<") else rooms)[left] = right.split()
for path, text in sources.items():
    parts = path.split("/")
    room = parts[1] if len(parts) > 2 else "cmd"
    if not kit.check(room in rooms, path, f"room {room} is not in tests/gates/includes.txt"):
        continue
    for m in re.finditer(r'^\s*#\s*include\s*(["<])([^">]+)[">]', text, re.M):
        where = f"{path}:{line_of(text, m.start())}"
        if m.group(1) == '"':
            there = m.group(2).split("/")[0]
            kit.check("/" in m.group(2) and there in rooms[room], where,
                      f'{room} must not include "{m.group(2)}"; tests/gates/includes.txt says what it may')
        else:
            for pattern, allowed in owners.items():
                if fnmatch.fnmatch(f"<{m.group(2)}>", pattern):
                    kit.check(room in allowed, where, f"only {' and '.join(allowed)} may include <{m.group(2)}>")

for row in rows("banned.txt"):
    pattern, reason = re.split(r"\s{2,}", row, maxsplit=1)
    reason, _, excepted = reason.partition(" | ")
    for path, text in sources.items():
        if any(fnmatch.fnmatch(path, e) for e in excepted.split()):
            continue
        # What a comment must not say is looked for in comments as well.
        text = text if "TODO" in pattern else code_only(text)
        hits = [m for m in re.finditer(pattern, text) if not re.search(r"(->|\.|\bapi\.)\s*$", text[:m.start()])]
        kit.check(not hits, f"{path}:{line_of(text, hits[0].start()) if hits else 0}",
                  f"{hits[0].group(0) if hits else ''}: {reason}")

# The sandbox opens what is marked < or >: a path without its mark could not be read or written.
for path, text in sources.items():
    if path.startswith("src/cmd/"):
        for m in re.finditer(r'\{"([a-z-]+)",\s*(?:0|\'.\'),\s*"(F|FILE|DIR|CSV|PATH|TRACE|PLAN)"', text):
            kit.check(False, f"{path}:{line_of(text, m.start())}", f'--{m.group(1)}: say "<{m.group(2)}" (read) or ">{m.group(2)}" (written)')
        for m in re.finditer(r'\.synopsis =\s*"([^"]*)"(?:(?!\n};).)*', text, re.S):
            operand = re.search(r"\b(PLAN|DIR|FILE|TRACE|F)\b", re.sub(r"-[-a-z]+[ =](\(?[A-Z]+\b)", "", m.group(1)))
            kit.check(not operand or ".operands" in m.group(0), f"{path}:{line_of(text, m.start())}",
                      ".operands must say whether they are read ('<') or written ('>')")

read = {name for text in sources.values() for name in re.findall(r'\bgetenv\s*\(\s*"([^"]*)"', text)}
known = set(re.findall(r'^    "([A-Z_]+)",$', sources["src/base/process.c"], re.M))
kit.check({"TERM"} <= known and read <= known, "environment", f"{sorted(read - known)}: src/base/process.c has all that may be read")

for path in [*(kit.SOURCE / "src").rglob("*.[ch]"), *(kit.SOURCE / "tests").rglob("*.[ch]"),
             *(kit.SOURCE / "tests").rglob("*.py")]:
    lines = path.read_text().splitlines()
    name = path.relative_to(kit.SOURCE).as_posix()
    kit.check(len(lines) <= LINES, name, f"{len(lines)} lines; split it ({LINES} are allowed)")
    for number, line in enumerate(lines, 1):
        # A message stays in one piece, so that it can be searched for.
        long = len(line) > (140 if name.endswith(".py") else COLUMNS) and not re.search(r'"[^"]{30,}', line)
        if long or "\t" in line or line != line.rstrip():
            kit.check(False, f"{name}:{number}", f"over {COLUMNS} columns, a tab, or a blank at its end")

flags = shlex.split(os.environ.get("HEADER_CFLAGS", ""))
compiler = shlex.split(os.environ.get("CC", "cc"))
for path in sources:
    if path.endswith(".h"):
        r = subprocess.run([*compiler, "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                            "-fsyntax-only", "-I", str(kit.SOURCE / "src"), *flags, "-x", "c", "-"],
                           input=f'#include "{path[4:]}"\n#include "{path[4:]}"\nextern int unit;\n', text=True, capture_output=True)
        kit.check(r.returncode == 0, f"{path} compiles alone, and twice", r.stderr)
        guard = "HEADROOM_" + re.sub(r"\W", "_", path[4:]).upper()
        kit.check(f"#ifndef {guard}\n#define {guard}\n" in sources[path], f"{path} has the guard {guard}")

# A static library takes the first of two functions of one name, and nobody is told.
library = pathlib.Path(os.environ.get("top_builddir", "build")) / "libheadroom.a"
if library.is_file() and shutil.which("nm"):
    symbols = subprocess.run(["nm", "--defined-only", "--extern-only", str(library)], text=True, capture_output=True).stdout
    names = [line.split()[-1] for line in symbols.splitlines() if re.match(r"[0-9a-f]+ [TDBRC] ", line)]
    twice = sorted({n for n in names if names.count(n) > 1})
    kit.check(len(names) > 100 and not twice, "each global name is defined once", str(twice))
else:
    print("SKIP: no libheadroom.a or no nm; global names were not compared")

# Another version of clang-format breaks lines elsewhere.
formatter = shutil.which("clang-format")
if formatter and " 14." in subprocess.run([formatter, "--version"], capture_output=True, text=True).stdout:
    files = [p for p in sorted([*(kit.SOURCE / "src").rglob("*.[ch]"), *(kit.SOURCE / "tests").rglob("*.[ch]")])]
    r = subprocess.run([formatter, "--dry-run", "--Werror", "--ferror-limit=1", *files], capture_output=True, text=True)
    kit.check(r.returncode == 0, "the code reads as .clang-format writes it (clang-format -i FILE)", r.stderr[:600])
else:
    print("not run: clang-format 14 is not installed")

kit.done()
