"""What the tests do not reach, against docs/coverage.md.

    coverage.py SOURCE all.json unreached.txt

Reads gcovr's all.json, writes each unreached line and branch to unreached.txt, and compares them with the entries of
docs/coverage.md, which are written `file.c:function` (several functions: `file.c:one, two`). Fails when a line is not reached in
a function that is not listed, when a function that is not listed has more unreached branches than BRANCHES, when a
listed function does not exist, and when the sums fall below LINES and BRANCH_SHARE.
"""
import json
import pathlib
import re
import sys

LINES, BRANCH_SHARE = 97.0, 88.0  # per cent, of all of src/
BRANCHES = 4  # of a function that docs/coverage.md need not name

source, report, to = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
listed, complaints, functions = set(), [], set()
for file, names in re.findall(r"`([\w/]+\.[ch]):([\w, ]+)`", (source / "docs/coverage.md").read_text()):
    listed |= {(file, n.strip()) for n in names.split(",")}

sums = {"line": [0, 0], "branch": [0, 0]}
missing = set()
with open(to, "w") as out:
    for f in json.loads(pathlib.Path(report).read_text())["files"]:
        name = f["file"].removeprefix("src/")
        text = (source / f["file"]).read_text().split("\n")
        # gcovr's own list of functions leaves some out.
        starts = [(n, m[1]) for n, t in enumerate(text, 1) if (m := re.match(r"[A-Za-z_][^=;]*?\b(\w+)\(", t))]
        functions |= {(name, n) for _, n in starts}
        lines, branches = {}, {}
        for x in f["lines"]:
            if x.get("gcovr/noncode"):
                continue
            n = x["line_number"]
            inside = next((s for at, s in reversed(starts) if at <= n), "?")
            taken = [b["count"] > 0 for b in x["branches"]]
            sums["line"][0] += x["count"] > 0
            sums["line"][1] += 1
            sums["branch"][0] += sum(taken)
            sums["branch"][1] += len(taken)
            if x["count"] == 0:
                lines.setdefault(inside, []).append(n)
            if not all(taken):
                branches[inside] = branches.get(inside, 0) + taken.count(False)
            if x["count"] == 0 or not all(taken):
                what = "line" if x["count"] == 0 else f"{taken.count(False)} of {len(taken)} branches"
                out.write(f"{name}:{n}: {inside}: {what}: {text[n - 1].strip()}\n")
        for inside, at in lines.items():
            missing.add((name, inside))
            if (name, inside) not in listed:
                complaints.append(f"{name}:{inside}: not reached and not listed: lines {', '.join(map(str, at))}")
        for inside, n in branches.items():
            if n > BRANCHES:
                missing.add((name, inside))
            if n > BRANCHES and inside not in lines and (name, inside) not in listed:
                complaints.append(f"{name}:{inside}: {n} branches are not reached, and it is not listed")

for what, least in ("line", LINES), ("branch", BRANCH_SHARE):
    got, of = sums[what]
    share = 100 * got / of
    print(f"coverage: {got} of {of} {what}{'s' if what == 'line' else 'es'}, {share:.1f} %")
    if share < least:
        complaints.append(f"fewer than {least} % of each {what}")
complaints += [f"docs/coverage.md: there is no {f}:{n}" for f, n in sorted(listed - functions)]
for f, n in sorted((listed & functions) - missing):
    print(f"coverage: {f}:{n} need not be listed any longer")
for c in complaints:
    print("coverage:", c)
print(f"coverage: {len(complaints)} complaints; coverage/index.html has every line, {to} those not reached")
sys.exit(bool(complaints))
