#!/usr/bin/env python3
"""Writes what is made from the program's own words: docs/headroom.1, docs/completion.bash and the parts of
README.md between its <!-- made: ... --> marks. `make docs` runs it; tests/cli/docs.py checks that nothing is
stale. usage: mkdocs.py PROGRAM SOURCE [--check]"""
import csv, pathlib, re, subprocess, sys

program, source = sys.argv[1], pathlib.Path(sys.argv[2])


def say(*args):
    return subprocess.run([program, *args], capture_output=True, text=True, check=True).stdout


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\u2009", " ")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


commands = re.findall(r"^  (\S+(?: \S+)?)  +(\S.*)$", say("--help").split("Commands:\n")[1], flags=re.M)
commands = [(name.strip(), summary) for name, summary in commands]


def parse(help_text):
    """Synopsis lines, paragraphs, option groups [(title, [(spelling, text)])] and examples of one --help."""
    lines = help_text.splitlines()
    synopsis = []
    while lines and lines[0].strip():
        line = re.sub(r"^(usage:|      ) ", "", lines.pop(0))
        if line.startswith(" "):  # folded
            synopsis[-1] += " " + line.strip()
        else:
            synopsis.append(line)
    groups, about, examples, where = [], [], [], "about"
    for before, line in zip([""] + lines, lines):
        # A title stands behind an empty line; text may be wrapped behind a colon.
        m = None if before.strip() else re.match(r"^(\S[^:]*(?:\([^)]*\))?):$", line)
        if line == "Examples:":
            where = "examples"
        elif m and where != "examples":
            where = "options"
            groups.append((m.group(1), []))
        elif where == "examples":
            examples.append(line)
        elif where == "options" or re.match(r"^  -h, --help", line):
            o = re.match(r"^  (?:(-\w), )? *(--[\w-]+(?: [A-Z][^ ]*| full)?)(?: +(\S.*))?$", line)
            if o:
                if not groups:
                    groups.append(("Options", []))
                groups[-1][1].append([", ".join(filter(None, (o.group(1), o.group(2)))), (o.group(3) or "").strip()])
            elif line.strip() and groups and groups[-1][1]:
                groups[-1][1][-1][1] += " " + line.strip()
        else:
            about.append(line)
    return synopsis, "\n".join(about).strip(), groups, [e for e in examples if e.strip()]


helps = {name: parse(say(*name.split(), "--help")) for name, _ in commands}
version = say("--version").split()[1]


def man():
    out = [f'.TH HEADROOM 1 "" "headroom {version}" "User Commands"', ".SH NAME",
           "headroom \\- plan autoscaling from committed measurements, offline", ".SH SYNOPSIS",
           ".B headroom", ".I COMMAND", "[\\fIOPTION\\fR]...", ".SH DESCRIPTION",
           "headroom reads measurement artifacts that are committed to a repository, proves that they belong together,",
           "derives an autoscaling plan from them, says what is wrong with it, and renders text, plan.json, a PDF, a",
           "spreadsheet and configuration to deploy. It never opens a network connection.",
           "Every command takes \\fB\\-h\\fR and \\fB\\-\\-help\\fR.", ".SH COMMANDS"]
    for name, summary in commands:
        synopsis, about, groups, examples = helps[name]
        out += [f".SS {roff('headroom ' + name)}", roff(summary[0].upper() + summary[1:]) + "."]
        for s in synopsis:
            out += [".PP", ".nf", f"\\fB{roff(s)}\\fR", ".fi"]
        for paragraph in about.split("\n\n"):
            out += [".PP", roff(" ".join(paragraph.split()))]
        for title, options in groups:
            options = [o for o in options if o[0] != "-h, --help"]
            if options:
                out += [".PP", f"{roff(title)}:"]
            for spelling, text in options:
                out += [".TP", f"\\fB{roff(spelling)}\\fR", roff(text)]
        if examples:
            out += [".PP", "Examples:", ".PP", ".nf", *[roff(e) for e in examples], ".fi"]
    out += [".SH FINDINGS AND CHECKS", "What", ".B headroom explain", "says of each:"]
    topics = [line.split()[0] for line in say("explain").splitlines()]
    for topic in topics:
        text = say("explain", topic).splitlines()
        out += [".SS " + roff(text[0].split(" (")[0]), roff(text[0].split(": ", 1)[1])]
        body = re.sub(r"\n {11}", " ", "\n".join(text[1:]))
        for line in body.splitlines():
            label, rest = line.split(None, 1)
            out += [".TP", f"\\fI{label}\\fR", roff(rest)]
    out += [".SH EXIT STATUS", ".TP", "0", "Done, warnings included.", ".TP", "1",
            "The answer is no: infeasible, differs, drifted, gate shut, stop under \\fB\\-\\-strict\\fR.", ".TP", "2", "Usage.",
            ".TP", "3", "An input was refused, missing or unreadable; nothing was written.", ".TP", "4",
            "An output could not be written.", ".SH ENVIRONMENT", ".TP", "SOURCE_DATE_EPOCH",
            "The date that outputs carry, in seconds since 1970; else the newest measurement's.", ".TP", "NO_COLOR, TERM",
            "Whether text on a terminal is coloured.", ".TP",
            "SLURM_ARRAY_TASK_*, AWS_BATCH_JOB_ARRAY_INDEX", "Which shard \\fBbatch\\fR works on."]
    return "\n".join(out) + "\n"


def completion():
    words = {}
    for name, _ in commands:
        flags = re.findall(r"--[\w-]+", " ".join(o[0] for _, options in helps[name][2] for o in options))
        words[name] = " ".join(sorted(set(flags) | {"--help"}))
    first = " ".join(dict.fromkeys(n.split()[0] for n, _ in commands))
    asynchronous = " ".join(n.split()[1] for n, _ in commands if " " in n)
    topics = " ".join(line.split()[0] for line in say("explain").splitlines())
    cases = "\n".join(f"    '{n}') flags='{w}' ;;" for n, w in words.items())
    return f"""# bash completion for headroom; made by tools/mkdocs.py
_headroom() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} flags=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '{first} --help --version' -- "$cur")
        return
    fi
    if [ "$command" = async ]; then
        if [ "$COMP_CWORD" -eq 2 ]; then
            mapfile -t COMPREPLY < <(compgen -W '{asynchronous}' -- "$cur")
            return
        fi
        command="async ${{COMP_WORDS[2]}}"
    fi
    if [ "$command" = explain ] && [[ $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '{topics}' -- "$cur")
        return
    fi
    case $command in
{cases}
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}}
complete -F _headroom headroom
"""


def swept(pair):
    """The README's sweep as a table of a few of its columns."""
    rows = list(csv.DictReader(say("sweep", *pair, "--peak-rps", "5000", "share=0.1:0.7:4").splitlines()))
    return "\n".join(["| share of Q_max | C_scale_max | instances | P(Q_max reached) | per hour, USD |", "|---|---|---|---|---|"] +
                     [f"| {r['share']} | {float(r['c_scale_max']):.2f} | {r['max_instances']} "
                      f"| {float(r['shed_probability_exact'])* 100:.1f} % | {float(r['peak_cost_per_hour']):.2f} |" for r in rows])


def shortened(text):
    """What the README shows of the worked example: the answer whole, then of findings and checks the worst ones."""
    answer, findings = text.split("\nFindings of the published method", 1)
    findings, audit = findings.split("\nAudit: ", 1)
    audit = audit.split("\nMeasured\n", 1)[0]

    def first(block, n):
        items = re.split(r"\n(?=  \S)", block.rstrip("\n"))
        return "\n".join(items[:n + 1]) + f"\n  ... and {len(items) - 1 - n} more\n"
    return (answer + "\nFindings of the published method" + first(findings, 2) + "\nAudit: " + first(audit, 1) +
            "\nMeasured, Chosen, Derived, Alarm, Inputs (SHA-256) ...\n")


def readme(old):
    example = source / "examples" / "kokoro-82m"
    pair = ["--qmax", str(next(example.glob("qmax-*"))), "--ttotal", str(next(example.glob("ttotal-*"))),
            "--validate", str(example / "validate-kokoro-82m.json")]
    made = {
        "example": "```\n" + shortened(say("plan", *pair, "--peak-rps", "5000", "--trough-rps", "10")).replace("\u2009", " ") + "```",
        "sweep": swept(pair[:4]),
        "explain": say("explain", "--format", "markdown").strip(),
        "commands": "| command | what it does |\n|---|---|\n" + "\n".join(f"| `{n}` | {s} |" for n, s in commands),
    }
    for key, text in made.items():
        pattern = rf"(<!-- made: {key} -->\n).*?(\n<!-- end -->)"
        assert re.search(pattern, old, flags=re.S), f"README.md has no place for '{key}'"
        old = re.sub(pattern, lambda m: m.group(1) + text + m.group(2), old, flags=re.S)
    return old


files = {source / "docs" / "headroom.1": man(), source / "docs" / "completion.bash": completion(),
         source / "README.md": readme((source / "README.md").read_text())}
stale = [p.relative_to(source).as_posix() for p, text in files.items() if not p.is_file() or p.read_text() != text]
if "--check" in sys.argv:
    if stale:
        print("stale:", ", ".join(stale), "- run `make docs`")
    sys.exit(bool(stale))
for p, text in files.items():
    p.write_text(text)
print("written:", ", ".join(stale) if stale else "nothing new")
