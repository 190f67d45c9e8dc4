"""A Slurm array: munged, slurmctld and slurmd of this machine alone, set up in a directory of the test."""
import contextlib, json, os, pathlib, shutil, socket, subprocess, sys, tempfile, time
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import clusterkit, kit
from clusterkit import environment, expect, parts_of, script

PATH = os.environ["PATH"] + ":/usr/local/sbin:/usr/sbin:/sbin"
TOOLS = {tool: shutil.which(tool, path=PATH)
         for tool in ("munged", "munge", "slurmctld", "slurmd", "sbatch", "scontrol", "sinfo", "scancel")}
for tool, at in TOOLS.items():
    if not at:
        kit.skip(f"{tool} is not installed (./bootstrap heavy)")
if os.getuid() != 0:
    kit.skip("slurmd starts jobs as root only")


def ports(n):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(n)]
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]


def daemon(stack, log, *args, **kw):
    with open(log, "wb") as f:
        p = subprocess.Popen([str(a) for a in args], stdin=subprocess.DEVNULL, stdout=f, stderr=f, **kw)

    def stop():
        p.terminate()
        try:
            p.wait(timeout=30)
        except subprocess.TimeoutExpired:
            p.kill()
            p.wait()
    stack.callback(stop)
    return p


def wait_for(what, seconds=120):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.1)
    return False


with contextlib.ExitStack() as stack:
    d = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headroom-slurm-")))
    d.chmod(0o755)
    for name in ("munge", "state", "spool"):
        (d / name).mkdir(mode=0o755)
    key, sock = d / "munge" / "key", d / "munge" / "socket"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    daemon(stack, d / "munged.log", TOOLS["munged"], "--foreground", "--force", "--num-threads=2", f"--key-file={key}",
           f"--socket={sock}", f"--pid-file={d}/munge/pid", f"--seed-file={d}/munge/seed", f"--log-file={d}/munge/log")
    if not wait_for(lambda: subprocess.run([TOOLS["munge"], "-n", "-S", sock], capture_output=True).returncode == 0, 30):
        kit.skip(f"munged does not start here: {(d / 'munged.log').read_text()[-300:]!r}")

    host, (control, node) = socket.gethostname().split(".")[0], ports(2)
    (d / "slurm.conf").write_text(f"""ClusterName=headroom
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={sock}
CredType=cred/munge
StateSaveLocation={d}/state
SlurmdSpoolDir={d}/spool
SlurmctldPidFile={d}/slurmctld.pid
SlurmdPidFile={d}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
KillWait=5
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={node} CPUs=2 State=UNKNOWN
PartitionName=main Nodes=n1 Default=YES MaxTime=INFINITE State=UP
""")
    env = environment(SLURM_CONF=str(d / "slurm.conf"), PATH=PATH)
    daemon(stack, d / "slurmctld.log", TOOLS["slurmctld"], "-D", "-c", "-f", d / "slurm.conf", env=env)
    daemon(stack, d / "slurmd.log", TOOLS["slurmd"], "-D", "-N", "n1", "-f", d / "slurm.conf", env=env)

    def ask(tool, *args):
        r = subprocess.run([TOOLS[tool], *map(str, args)], capture_output=True, text=True, env=env, timeout=60)
        return r.stdout.strip() if r.returncode == 0 else ""

    if not wait_for(lambda: ask("sinfo", "-h", "-o", "%T") == "idle", 60):
        logs = {x: (d / f"{x}.log").read_text()[-500:] for x in ("slurmctld", "slurmd")}
        kit.skip(f"Slurm does not start here: {logs}")

    def states(job):
        """The states of a job's tasks, by their index (None: no array)."""
        out = {}
        for line in ask("scontrol", "-o", "show", "job", job).splitlines():
            words = dict(w.split("=", 1) for w in line.split() if "=" in w)
            out[words.get("ArrayTaskId")] = words["JobState"]
        return out

    OVER = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE"}

    def ended(job):
        return wait_for(lambda: bool(s := states(job)) and set(s.values()) <= OVER, clusterkit.LONGEST)

    def submit(lines, jobs, count, *more, **variables):
        r = expect(script("slurm-submit.sh", lines, jobs, count, "--cpus-per-task=1", *more, env=env | variables), 0,
                   f"slurm-submit.sh {jobs.name}")
        return r.stdout.split() if r.returncode == 0 else [None, None]

    def logs(jobs):
        return {f.name: f.read_text()[-300:] for f in sorted(jobs.glob("*.log"))}

    lines = d / "lines.jsonl"
    lines.write_text(clusterkit.mixed(1500), newline="")
    want = clusterkit.whole(lines)

    # --- an array and its merge -------------------------------------------------------------------------------

    jobs = d / "whole"
    array, merge = submit(lines, jobs, 7)
    kit.check(ended(array) and set(states(array).values()) == {"COMPLETED"} and len(states(array)) == 7, "seven tasks end",
              f"{states(array)} {logs(jobs)}")
    # Some lines are errors, on purpose: so says the status of the merge.
    kit.check(ended(merge) and set(states(merge).values()) == {"FAILED"}, "the merge ends", f"{states(merge)} {logs(jobs)}")
    kit.check("answers are errors" in (jobs / "merge.log").read_text(), "and says why", str(logs(jobs)))
    kit.check((jobs / "answers.jsonl").read_bytes() == want, "the array writes what one process writes", str(logs(jobs)))
    kit.check([p for p in parts_of(jobs, 7) if not p.exists()] == [] and not list(jobs.glob("*.unfinished")), "every part is there")
    expect(script("slurm-submit.sh", lines, jobs, 7, env=env), 1, "a directory that was used", "exists")

    clean = d / "clean.jsonl"
    clean.write_text("".join(f'{{"id": {i}, "qmax": "{kit.QMAX}", "ttotal": "{kit.TTOTAL}", "peak_rps": {100 + i}, "no_sample": true}}\n'
                             for i in range(100)))
    jobs = d / "clean"
    array, merge = submit(clean, jobs, 3)
    kit.check(ended(merge) and set(states(merge).values()) == {"COMPLETED"}, "without errors the merge completes",
              f"{states(merge)} {logs(jobs)}")
    kit.check((jobs / "answers.jsonl").read_bytes() == kit.run("batch", clean, binary=True).stdout, "and the answers are right")

    # --- headroom's own reading of Slurm's variables -----------------------------------------------------------

    own = d / "own"
    own.mkdir()
    r = subprocess.run([TOOLS["sbatch"], "--parsable", "--array=4-12:2%2", f"--output={own}/%a.log", f"--wrap='{kit.PROGRAM}' batch "
                        f"'{lines}' >'{own}/'$SLURM_ARRAY_TASK_ID.jsonl"], capture_output=True, text=True, env=env, timeout=60)
    kit.check(ended(r.stdout.strip()), "an array of 4-12:2", f"{states(r.stdout.strip())} {r.stderr}")
    got = [(own / f"{i}.jsonl").read_bytes() if (own / f"{i}.jsonl").exists() else b"" for i in (4, 6, 8, 10, 12)]
    kit.check(b"".join(got) == want and all(got), "takes its parts by itself", str([len(x) for x in got]) + str(logs(own)))
    kit.check("part 2 of 5" in (own / "6.log").read_text(), "and says so", str(logs(own)))

    # --- a task that is stopped, and goes on ---------------------------------------------------------------------

    slow = d / "slow.jsonl"
    slow.write_text("".join(json.dumps({"id": i, "qmax": str(kit.QMAX), "ttotal": str(kit.TTOTAL), "peak_rps": 100 + i}) + "\n"
                            for i in range(6000)))
    calm = kit.run("batch", "-j", "2", slow, binary=True, timeout=clusterkit.LONGEST).stdout
    jobs = d / "stopped"
    array, merge = submit(slow, jobs, 2)
    unfinished = jobs / "part-000002.jsonl.unfinished"
    kit.check(wait_for(lambda: unfinished.exists() and unfinished.stat().st_size > 0), "the second task begins", str(logs(jobs)))
    ask("scancel", "--full", f"{array}_2")
    kit.check(ended(array) and states(array)["2"] in ("CANCELLED", "FAILED") and states(array)["1"] == "COMPLETED",
              "a task is cancelled", f"{states(array)} {logs(jobs)}")
    kept = unfinished.read_bytes()
    kit.check(kept and kept in calm, "what it wrote is kept, and right", f"{len(kept)}")
    kit.check(ended(merge) and set(states(merge).values()) == {"CANCELLED"} and not (jobs / "answers.jsonl").exists(),
              "nothing is merged", f"{states(merge)} {logs(jobs)}")
    expect(script("merge.sh", slow, jobs / "answers.jsonl", *parts_of(jobs, 2), env=env), 3, "merge by hand", "part-000002.jsonl: is missing")
    again = subprocess.run([TOOLS["sbatch"], "--parsable", "--array=2", "--cpus-per-task=1", f"--output={jobs}/again-%a.log",
                            clusterkit.SCRIPTS / "slurm-task.sh", slow, jobs, "2"], capture_output=True, text=True, env=env).stdout.strip()
    kit.check(ended(again) and states(again) == {"2": "COMPLETED"}, "the task alone is run again", f"{states(again)} {logs(jobs)}")
    expect(script("merge.sh", slow, jobs / "answers.jsonl", *parts_of(jobs, 2), env=env), 0, "then it can be merged")
    kit.check((jobs / "answers.jsonl").read_bytes() == calm, "to what one process writes")

    # --- a task that fails ---------------------------------------------------------------------------------------

    jobs = d / "fails"
    array, merge = submit(clean, jobs, 2, HEADROOM=str(d / "none"))
    kit.check(ended(array) and set(states(array).values()) == {"FAILED"}, "tasks without their program fail", f"{states(array)}")
    kit.check(ended(merge) and set(states(merge).values()) == {"CANCELLED"} and not (jobs / "answers.jsonl").exists(),
              "and nothing is merged", f"{states(merge)}")
kit.done()
