"""Runs the tables in tests/cli/cases/*.case: one headroom command line a case, with its exact output.

    # a comment
    [name of the case]
    @copy PATH [NAME]     a file of the source tree, under NAME in the case's own directory
    @file NAME            a file with the lines that follow, each behind "| "
    @dir NAME             @link NAME TARGET             @mode NAME 0444
    @env NAME=VALUE       @stdin NAME
    $ plan --qmax x.json  (shlex splits it)
    > a line of standard output             ! a line of standard error
    >~ a pattern for one line               !~ the same for standard error
    >* any further lines                    !* the same for standard error
    = 2                                     (the exit code; 0 when left out)
    @is NAME PATH         afterwards NAME equals the source tree's PATH
    @absent NAME          afterwards there is no NAME
    @untouched            afterwards the directory holds what it held, byte for byte

`tests/cli/tables.py --update FILE..` writes what headroom says now into the tables, for review.
"""
import os
import re
import shlex
import shutil
import sys
import tempfile

import kit


class Case:
    def __init__(self, name, where):
        self.name, self.where = name, where
        self.setup, self.after, self.out, self.err = [], [], [], []
        self.command, self.code = None, 0


def read(path):
    cases, case = [], None
    for number, line in enumerate(path.read_text().split("\n"), 1):
        where = "%s:%d" % (path.name, number)
        if line.startswith("["):
            case = Case(line[1:line.rindex("]")], where)
            cases.append(case)
        elif not line or line.startswith("#"):
            continue
        elif line.startswith("$"):
            case.command = shlex.split(line[1:])
        elif line.startswith("|"):
            case.setup[-1][-1].append(line[2:])
        elif line[0] == "@":
            words = line[1:].split()
            if words[0] in ("is", "absent", "untouched"):
                case.after.append(words)
            else:
                case.setup.append(words + [[]])
        elif line[0] in ">!":
            (case.out if line[0] == ">" else case.err).append(line[1:])
        elif line.startswith("= "):
            case.code = int(line[2:])
        else:
            sys.exit("%s: cannot make sense of: %s" % (where, line))
    return cases


def matches(rows, text):
    """Rows are ' exact', '~ pattern' or '*'."""
    pattern = ""
    for row in rows:
        if row.startswith("*"):
            pattern += r"(?:.*\n)*"
        elif row.startswith("~"):
            pattern += "(?:%s)\n" % row[2:]
        else:
            pattern += re.escape(row[1:]) + "\n"
    return re.fullmatch(pattern, text)


def contents(top):
    held = {}
    for root, dirs, files in os.walk(top):
        for name in dirs + files:
            path = os.path.join(root, name)
            if os.path.islink(path):
                held[path] = os.readlink(path)
            elif os.path.isfile(path):
                with open(path, "rb") as f:
                    held[path] = f.read()
            else:
                held[path] = None
    return held


def prepare(case, directory):
    env, stdin = {}, b""
    for words in case.setup:
        verb, args, lines = words[0], words[1:-1], words[-1]
        if verb == "copy":
            name = os.path.join(directory, args[1] if len(args) > 1 else os.path.basename(args[0]))
            shutil.copyfile(kit.SOURCE / args[0], name)
        elif verb == "file":
            with open(os.path.join(directory, args[0]), "w", encoding="utf-8") as f:
                f.write("".join(l + "\n" for l in lines))
        elif verb == "dir":
            os.mkdir(os.path.join(directory, args[0]))
        elif verb == "link":
            os.symlink(args[1], os.path.join(directory, args[0]))
        elif verb == "mode":
            os.chmod(os.path.join(directory, args[0]), int(args[1], 8))
        elif verb == "env":
            name, value = args[0].split("=", 1)
            env[name] = value
        elif verb == "stdin":
            with open(os.path.join(directory, args[0]), "rb") as f:
                stdin = f.read()
        else:
            sys.exit("%s: unknown @%s" % (case.where, verb))
    return env, stdin


def run(case, directory):
    env, stdin = prepare(case, directory)
    before = contents(directory)
    return kit.run(*case.command, cwd=directory, env=env, stdin=stdin), before


def judge(case, directory):
    r, before = run(case, directory)
    label = "%s [%s]" % (case.where, case.name)
    kit.check(r.returncode == case.code, label + ": exit code", "is %d, expected %d" % (r.returncode, case.code))
    for what, rows, text in (("stdout", case.out, r.stdout), ("stderr", case.err, r.stderr)):
        kit.check(matches(rows, text), "%s: %s" % (label, what),
                  "\n--- is\n%s--- expected\n%s" % (text, "".join(row.lstrip(" ") + "\n" for row in rows)))
    for words in case.after:
        if words[0] == "is":
            with open(os.path.join(directory, words[1]), "rb") as is_, open(kit.SOURCE / words[2], "rb") as expected:
                kit.check(is_.read() == expected.read(), "%s: %s equals %s" % (label, words[1], words[2]))
        elif words[0] == "absent":
            kit.check(not os.path.lexists(os.path.join(directory, words[1])), "%s: no %s" % (label, words[1]))
        else:
            kit.check(contents(directory) == before, label + ": untouched")


def update(path):
    """Rewrites the answers of each case in place; comments and set-up stay."""
    answers = {}
    for case in read(path):
        with tempfile.TemporaryDirectory() as d:
            answers[case.where] = run(case, d)[0]
    text, pending = [], None

    def flush():
        if pending is not None:
            text.extend("> " + l for l in pending.stdout.splitlines())
            text.extend("! " + l for l in pending.stderr.splitlines())
            if pending.returncode:
                text.append("= %d" % pending.returncode)

    for number, line in enumerate(path.read_text().split("\n"), 1):
        if line.startswith("["):
            current = answers["%s:%d" % (path.name, number)]
        if line and line[0] in ">!=":
            continue
        if pending is not None:
            flush()
            pending = None
        text.append(line)
        if line.startswith("$"):
            pending = current
    flush()
    path.write_text("\n".join(text))


if sys.argv[1:2] == ["--update"]:
    for name in sys.argv[2:]:
        update(kit.SOURCE / name)
    sys.exit(0)
for table in sorted((kit.SOURCE / "tests/cli/cases").glob("*.case")):
    for one in read(table):
        with tempfile.TemporaryDirectory(prefix="headroom-test-") as where:
            judge(one, where)
kit.done()
