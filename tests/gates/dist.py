"""`make dist` gives the same bytes from two copies of the sources, made at different times, under different
masks and names, by whoever."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit  # noqa: E402

if not (kit.SOURCE / ".git").exists():
    kit.skip("not a checkout: only there is a distribution made")
for tool in ("git", "autoreconf", "xz", "pkg-config"):
    if not shutil.which(tool):
        kit.skip(f"no {tool}")


def distribution(top, name, umask):
    """Clones the sources as they are committed, makes a distribution, and returns its path."""
    clone = os.path.join(top, name)
    script = ('git clone -q --no-hardlinks "$1" "$2" && cd "$2" && autoreconf -fi >/dev/null 2>&1 && mkdir b && cd b && '
              '../configure -q --enable-silent-rules >/dev/null && make -s dist')
    r = subprocess.run(["sh", "-c", f"umask {umask}; {script}", "sh", str(kit.SOURCE), clone], capture_output=True,
                       text=True, timeout=600, env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": top,
                                                    "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
                                                    "GIT_CONFIG_VALUE_0": "*"})
    kit.equal(r.returncode, 0, f"make dist in {name}" + (": " + r.stderr[-2000:] if r.returncode else ""))
    found = list(pathlib.Path(clone, "b").glob("headroom-*.tar.xz"))
    kit.equal(len(found), 1, f"one archive in {name}")
    return found[0] if found else None


with tempfile.TemporaryDirectory(prefix="headroom-dist-") as top:
    first = distribution(top, "one", "022")
    second = distribution(top, "a-longer-name", "077")
    if first and second:
        kit.equal(hashlib.sha256(first.read_bytes()).hexdigest(), hashlib.sha256(second.read_bytes()).hexdigest(),
                  "two distributions are the same bytes")
        with tarfile.open(first) as tar:
            members = tar.getmembers()
        names = [m.name for m in members]
        kit.check(names == sorted(names, key=lambda n: n.split("/")), "members are sorted")
        kit.equal({(m.uid, m.gid, m.uname, m.gname) for m in members}, {(0, 0, "", "")}, "no owner")
        kit.equal(len({m.mtime for m in members}), 1, "one date")
        kit.equal({m.mode for m in members} - {0o755, 0o644}, set(), "no mode of somebody's mask")
        inside = {n.split("/", 1)[1] for n in names if "/" in n}
        tracked = set(subprocess.run(["git", "-C", os.path.join(top, "one"), "ls-files"], capture_output=True, text=True,
                                     check=True).stdout.split("\n")) - {""}
        missing = {n for n in tracked - inside if os.path.basename(n) not in (".gitignore", ".gitkeep")}
        kit.equal(missing, set(), "every file of the repository is in the archive")
        version = re.search(r"AC_INIT\(\[headroom\], \[([^]]+)\]", (kit.SOURCE / "configure.ac").read_text()).group(1)
        kit.equal(first.name, f"headroom-{version}.tar.xz", "the archive has the version's name")
kit.done()
