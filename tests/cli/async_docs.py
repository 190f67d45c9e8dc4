"""The terminal sessions in examples/async/README.md and in the README's section on scaling to zero show what the
program prints today. UPDATE_GOLDENS=1 writes them anew."""
import os, pathlib, re, subprocess, tempfile
import kit

def session(block, where, path):
    """The block with what its commands print now; a command is a line that begins with '$ '."""
    out = []
    for part in re.split(r"^(?=\$ )", block, flags=re.M)[1:]:
        command = re.match(r"\$ ((?:.*\\\n)*.*)\n", part)
        r = subprocess.run(["sh", "-c", command[1]], cwd=where, capture_output=True, text=True, timeout=120,
                           env={"PATH": f"{path}:/usr/bin:/bin"})
        out.append(command[0] + r.stdout + r.stderr)
    return "".join(out)


with tempfile.TemporaryDirectory() as path:
    os.symlink(kit.PROGRAM, os.path.join(path, "headroom"))
    for name, where in [("examples/async/README.md", "examples/async"), ("README.md", ".")]:
        file = pathlib.Path(kit.SOURCE / name)
        text = file.read_text()
        blocks = [b for b in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S) if "headroom async" in b]
        kit.check(len(blocks) >= 1, f"{name}: sessions", str(len(blocks)))
        for block in blocks:
            now = session(block, kit.SOURCE / where, path)
            if os.environ.get("UPDATE_GOLDENS"):
                text = text.replace(block, now)
                continue
            kit.equal(block, now, f"{name}: {block.splitlines()[0]}")
        if os.environ.get("UPDATE_GOLDENS"):
            file.write_text(text)

    # The committed day is what the commands beside it make.
    r = kit.run("async", "simulate", "--office-hours", 6, "--hours", 24, "--seed", 7, "--service", 45,
                "--provision", 320,
                "--format", "csv")
    made = "".join(",".join(x.split(",")[:2]) + "\n" for x in r.stdout.splitlines())
    kit.equal((kit.SOURCE / "examples/async/day.csv").read_text(), made, "examples/async/day.csv")
kit.done()
