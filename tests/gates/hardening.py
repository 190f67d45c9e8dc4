"""The built program is hardened: what `configure` asks of compiler and linker has arrived in the file."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import kit  # noqa: E402

makefile = pathlib.Path(os.environ.get("top_builddir", "build"), "Makefile")
if not makefile.is_file() or not shutil.which("readelf"):
    kit.skip("no Makefile of a build, or no readelf (Debian package binutils)")
settings = dict(re.findall(r"^(\w+) = ?(.*)$", makefile.read_text(), re.M))
if not settings.get("HARDEN_CFLAGS"):
    kit.skip("this build is without hardening (--disable-hardening, sanitizers, coverage or fuzzing)")
PROGRAM = pathlib.Path(os.path.dirname(os.path.abspath(makefile)), "headroom")


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options, str(PROGRAM)], capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, check=True).stdout


head, segments, dynamic, symbols = readelf("-h"), readelf("-l"), readelf("-d"), readelf("--dyn-syms")
kit.check(re.search(r"Type:\s+DYN", head), "PIE: the file can be loaded anywhere", head)
kit.check(re.search(r"\(FLAGS_1\).*\bPIE\b", dynamic), "PIE: the linker says so", dynamic)
kit.check("GNU_RELRO" in segments, "RELRO: there is such a segment", segments)
kit.check(re.search(r"\(FLAGS\).*\bBIND_NOW\b|\(FLAGS_1\).*\bNOW\b", dynamic), "full RELRO: all is bound at the start", dynamic)
kit.check(".got.plt" not in readelf("-S"), "full RELRO: no table of addresses stays writable")
stack = re.search(r"GNU_STACK\s+(?:0x\w+\s+){5}(\S+(?: \S)?)\s", segments)
kit.check(stack and "E" not in stack.group(1), "NX: the stack is not executable", segments)
wx = [l for l in segments.splitlines() if re.match(r"\s+LOAD\b", l) and re.search(r"\bRWE\b|\bWE\b", l)]
kit.check(not wx, "no segment is writable and executable", str(wx))
kit.check("(TEXTREL)" not in dynamic and "(RPATH)" not in dynamic and "(RUNPATH)" not in dynamic,
          "no relocations in the code, no search path of its own", dynamic)
kit.check("__stack_chk_fail" in symbols, "stack protector: its failure is linked", "")
optimized = re.search(r"-O[1-3s]", settings.get("CFLAGS", ""))
if optimized:
    # gcc replaces what it can bound; snprintf and memcpy into arrays are all over the program.
    kit.check(re.search(r"__(snprintf|vsnprintf|fprintf|memcpy)_chk", symbols), "FORTIFY: checked calls are linked", symbols[-2000:])
else:
    print("not tested: without optimization there is no FORTIFY")
kit.done()
