"""GNU parallel over two hosts: two ssh servers on loopback with keys made for the test, examples/cluster/parallel.sh."""
import contextlib, os, pathlib, pwd, shutil, socket, subprocess, sys, tempfile, time
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import clusterkit, kit
from clusterkit import environment, expect, script

SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/sbin")
for tool, at in (("sshd", SSHD), ("ssh", shutil.which("ssh")), ("ssh-keygen", shutil.which("ssh-keygen")),
                 ("parallel", shutil.which("parallel"))):
    if not at:
        kit.skip(f"{tool} is not installed (./bootstrap heavy)")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def serve(d, name):
    """Starts a server that lets in whoever has the test's key; its port and process."""
    port = free_port()
    (d / f"{name}.conf").write_text(f"""ListenAddress 127.0.0.1
Port {port}
HostKey {d}/host
PidFile none
AuthorizedKeysFile {d}/key.pub
AuthenticationMethods publickey
PermitRootLogin yes
StrictModes no
UsePAM no
MaxStartups 100
LogLevel VERBOSE
""")
    log = open(d / f"{name}.log", "wb")
    p = subprocess.Popen([SSHD, "-D", "-e", "-f", d / f"{name}.conf"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    log.close()
    for _ in range(500):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return port, p
        if p.poll() is not None:
            break
        time.sleep(0.02)
    kit.skip(f"sshd does not start here: {(d / f'{name}.log').read_text()[-300:]!r}")


with contextlib.ExitStack() as stack:
    d = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headroom-ssh-")))
    d.chmod(0o755)  # the key file is read as the user who comes in
    for key in ("host", "key"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", d / key], check=True)
    if os.getuid() == 0:  # the server wants its empty directory
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    servers = {}
    for name in ("one", "two"):
        servers[name] = serve(d, name)
        stack.callback(lambda p: (p.terminate(), p.wait(timeout=30)), servers[name][1])
    user = pwd.getpwuid(os.getuid()).pw_name
    (d / "config").write_text("".join(f"Host {name}\n  HostName 127.0.0.1\n  Port {port}\n" for name, (port, _) in servers.items())
                              + f"Host gone\n  HostName 127.0.0.1\n  Port {free_port()}\n"
                              + f"Host *\n  User {user}\n  IdentityFile {d}/key\n  IdentitiesOnly yes\n  BatchMode yes\n"
                              + f"  UserKnownHostsFile {d}/known\n  StrictHostKeyChecking accept-new\n  ConnectTimeout 20\n"
                              + "  LogLevel ERROR\n")
    ssh = f"ssh -F {d}/config"
    env = environment(PARALLEL_SSH=ssh, BLOCK="40k")
    r = subprocess.run([*ssh.split(), "one", "echo in"], capture_output=True, text=True, timeout=60)
    if r.stdout != "in\n":
        kit.skip(f"no session over ssh here: {r.stderr[-300:]!r} {(d / 'one.log').read_text()[-300:]!r}")

    def sessions(name):
        return (d / f"{name}.log").read_text().count("Starting session")

    lines, answers = d / "lines.jsonl", d / "answers.jsonl"
    lines.write_text(clusterkit.mixed(2000), newline="")
    want = clusterkit.whole(lines)
    before = {name: sessions(name) for name in servers}
    expect(script("parallel.sh", lines, answers, "2/one", "2/two", env=env), 1, "two hosts", "answers are errors")
    kit.check(answers.read_bytes() == want, "two hosts write what one process writes")
    for name in servers:
        kit.check(sessions(name) > before[name], f"host {name} had a share", str(sessions(name)))

    # Paths that are relative to the directory of whoever starts it.
    shutil.copy(kit.QMAX, d / "q.json")
    shutil.copy(kit.TTOTAL, d / "t.json")
    near = d / "near.jsonl"
    near.write_text(clusterkit.mixed(300, qmax="q.json", ttotal="t.json"), newline="")
    r = kit.run("batch", near, cwd=d, binary=True)
    expect(script("parallel.sh", "near.jsonl", "answers.jsonl", "one", "two", env=env, cwd=d), 1, "relative paths", "errors")
    kit.check(answers.read_bytes() == r.stdout and b'"id": 299' in r.stdout, "mean the same files")

    # A host that cannot be reached: its blocks are done elsewhere.
    answers.unlink()
    expect(script("parallel.sh", lines, answers, "2/gone", "2/one", env=env), 1, "a host that is gone", "answers are errors")
    kit.check(answers.read_bytes() == want, "costs nothing but time")

    # A host that goes away in the middle: its sessions are cut, and it comes back no more.
    slow = d / "slow.jsonl"
    slow.write_text("".join(f'{{"id": {i}, "qmax": "{kit.QMAX}", "ttotal": "{kit.TTOTAL}", "peak_rps": {100 + i}}}\n'
                            for i in range(1200)))
    calm = kit.run("batch", slow, binary=True).stdout
    answers.unlink()
    before = sessions("two")
    p = subprocess.Popen(["sh", clusterkit.SCRIPTS / "parallel.sh", slow, answers, "1/one", "1/two"], env=env | {"BLOCK": "20k"},
                         stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while sessions("two") == before and p.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    server = servers["two"][1]
    kids = [int(x.name) for x in pathlib.Path("/proc").glob("[0-9]*")
            if (x / "stat").exists() and int((x / "stat").read_text().rsplit(")", 1)[1].split()[1]) == server.pid]
    server.kill()
    for kid in kids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(kid, 9)
    err = p.communicate(timeout=clusterkit.LONGEST)[1].decode()
    kit.check(len(kids) > 0 and p.returncode == 0 and answers.read_bytes() == calm, "a host that dies in the middle loses nothing",
              f"{len(kids)} sessions cut, exit {p.returncode} {err[-400:]}")

    answers.unlink()
    expect(script("parallel.sh", lines, answers, "2/gone", "2/two", env=env), 3, "no host at all", "could not be answered")
    kit.check(not answers.exists(), "leaves nothing")
kit.done()
