"""The man page, the completion and the README's made parts say what the program says today."""
import pathlib, re, shutil, subprocess, sys
import kit

r = subprocess.run([sys.executable, str(kit.SOURCE / "tools" / "mkdocs.py"), kit.PROGRAM, str(kit.SOURCE), "--check"],
                   capture_output=True, text=True)
kit.check(r.returncode == 0, "made documents are current", r.stdout + r.stderr[-400:])

man = kit.SOURCE / "docs" / "headroom.1"
if shutil.which("mandoc"):
    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "error", str(man)], capture_output=True, text=True)
    kit.equal(lint.stdout, "", "mandoc finds no error in the man page")
else:
    print("SKIP: mandoc is not installed; the man page was not linted")

script = kit.SOURCE / "docs" / "completion.bash"
ask = f"source {script}; COMP_WORDS=(headroom {{}}); COMP_CWORD={{}}; _headroom; printf '%s\\n' \"${{{{COMPREPLY[@]}}}}\""
for words, at, want in [("pl", 1, "plan"), ("plan --qm", 2, "--qmax"), ("explain peak", 2, "peak_flow"),
                        ("verify --ceil", 2, "--ceiling-s")]:
    out = subprocess.run(["bash", "-c", ask.format(words, at)], capture_output=True, text=True).stdout.split()
    kit.check(want in out, f"completion of '{words}'", str(out))

# what the README tells a reader to type exists
readme = (kit.SOURCE / "README.md").read_text()
helps = kit.run("--help").stdout
for command in set(re.findall(r"^headroom ([a-z]+)(?= )", readme, re.M)):
    kit.check(re.search(rf"^  {command}\b", helps, re.M), f"README: headroom {command} exists")
for path in set(re.findall(r"\]\(([\w./-]+)\)", readme)):
    kit.check((kit.SOURCE / path).exists(), f"README: {path} exists")
kit.done()
