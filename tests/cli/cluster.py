"""The scripts of examples/cluster without a cluster: every split, put together, is what one process writes."""
import json, os, pathlib, re, shutil, signal, subprocess, tempfile, time
import clusterkit, kit
from clusterkit import environment, expect, parts_of, script

with tempfile.TemporaryDirectory(prefix="headroom-test-") as d:
    d = pathlib.Path(d)
    lines, answers = d / "lines.jsonl", d / "answers.jsonl"
    lines.write_text(clusterkit.mixed(600), newline="")
    want = clusterkit.whole(lines)

    # --- parts and merge.sh ---------------------------------------------------------------------------------

    for count in (1, 3, 8):
        parts = parts_of(d, count)
        for i, part in enumerate(parts, 1):
            r = kit.run("batch", "-j", i % 3 + 1, "--shard", f"{i}/{count}", "-o", part, lines)
            kit.check(r.returncode in (0, 1), f"part {i} of {count}", r.stderr)
        expect(script("merge.sh", lines, answers, *parts), 1, f"merge of {count} parts", "answers are errors")
        kit.check(answers.read_bytes() == want, f"{count} parts are what one process writes")
    answers.unlink()
    full = parts[3].read_bytes()
    parts[3].write_bytes(full[:full.rindex(b"\n", 0, -1) + 1])
    expect(script("merge.sh", lines, answers, *parts), 3, "merge of a part that lacks an answer", "is not complete")
    kit.check(not answers.exists() and not list(d.glob("*.merging")), "leaves nothing")
    parts[3].unlink()
    expect(script("merge.sh", lines, answers, *parts), 3, "merge without a part", parts[3].name, "is missing")
    expect(script("merge.sh", d / "none", answers, *parts), 3, "merge without its lines", "cannot be read")
    expect(script("merge.sh", lines, answers), 2, "merge of nothing", "usage")
    clean, empty = d / "clean.jsonl", d / "empty.jsonl"
    clean.write_text(json.dumps(dict(id=1, qmax=str(kit.QMAX), ttotal=str(kit.TTOTAL), peak_rps=9, no_sample=True)) + "\n\r\n \t\n\n")
    kit.run("batch", "-o", parts[0], clean)
    expect(script("merge.sh", clean, answers, parts[0]), 0, "merge without errors")
    empty.write_text("\n\n")
    parts[0].write_text("")
    expect(script("merge.sh", empty, answers, parts[0]), 0, "merge of no answers")
    kit.check(answers.read_bytes() == b"", "is empty")

    # --- GNU parallel on this machine ------------------------------------------------------------------------

    if shutil.which("parallel"):
        for block in ("1k", "20k", "1M"):
            expect(script("parallel.sh", lines, answers, env=environment(BLOCK=block)), 1, f"parallel.sh, blocks of {block}",
                   "answers are errors")
            kit.check(answers.read_bytes() == want, f"blocks of {block} are what one process writes")
        expect(script("parallel.sh", clean, answers), 0, "parallel.sh without errors")
        answers.unlink()
        expect(script("parallel.sh", lines, answers, env=environment(HEADROOM=str(d / "none"))), 3,
               "parallel.sh without its program", "could not be answered")
        kit.check(not answers.exists() and not list(d.glob("answers.jsonl.*")), "leaves nothing")
    else:
        print("no GNU parallel here: parallel.sh was not run")

    # --- the task of a Slurm array, its variables set by hand ------------------------------------------------

    jobs = d / "jobs"
    jobs.mkdir()

    def task(i, count, *, data=lines, **env):
        return script("slurm-task.sh", data, jobs, count, env=environment(SLURM_ARRAY_TASK_ID=str(i), SLURM_CPUS_PER_TASK="2", **env))

    for i in (2, 1, 4, 3):  # in any order
        expect(task(i, 4, SLURM_ARRAY_TASK_MIN="1", SLURM_ARRAY_TASK_COUNT="4"), 0, f"task {i}")
    parts = parts_of(jobs, 4)
    expect(script("merge.sh", lines, answers, *parts), 1, "merge of tasks", "answers are errors")
    kit.check(answers.read_bytes() == want, "tasks are what one process writes")
    right = parts[2].read_bytes()
    parts[2].rename(str(parts[2]) + ".unfinished")
    os.truncate(str(parts[2]) + ".unfinished", len(right) // 2)
    # Alone, the task is an array of one, and still the third part.
    expect(task(3, 4, SLURM_ARRAY_TASK_MIN="3", SLURM_ARRAY_TASK_MAX="3", SLURM_ARRAY_TASK_COUNT="1"), 0, "a task run again")
    kit.check(parts[2].read_bytes() == right, "goes on and gives the same part")
    expect(task(3, 4, data=d / "none"), 0, "a task that is done has nothing to do")
    expect(task(5, 4), 2, "a task beyond the parts", "part 5 of 4")
    expect(task(4, 5, data=d / "none"), 0, "a part that is there stays")
    kit.check(not parts_of(jobs, 5)[4].exists(), "a task that fails leaves no part")

    slow = d / "slow.jsonl"  # sampled: some milliseconds each
    slow.write_text("".join(json.dumps(dict(id=i, qmax=str(kit.QMAX), ttotal=str(kit.TTOTAL), peak_rps=9 + i)) + "\n" for i in range(50000)))
    part = parts_of(jobs, 5)[4]
    unfinished = pathlib.Path(f"{part}.unfinished")
    p = subprocess.Popen(["sh", clusterkit.SCRIPTS / "slurm-task.sh", slow, jobs, "5"], stderr=subprocess.PIPE, start_new_session=True,
                         env=environment(SLURM_ARRAY_TASK_ID="5"))
    while p.poll() is None and not (unfinished.exists() and unfinished.stat().st_size):
        time.sleep(0.005)
    os.killpg(p.pid, signal.SIGTERM)  # as Slurm does at the end of the time limit
    err = p.communicate(timeout=clusterkit.LONGEST)[1].decode()
    kit.check(p.returncode == 3 and "interrupted" in err and not part.exists() and unfinished.stat().st_size > 0,
              "a task that is told to stop keeps what it has, unfinished", f"exit {p.returncode} {err}")

    # --- headroom's own reading of the variables --------------------------------------------------------------

    array = {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_COUNT": "2"}
    kit.expect(["batch", "--shard", "/4", lines], 2, "a part of an array that counts differently", out="", env=array,
               err_has=["SLURM_ARRAY_TASK_ID has 2 tasks", "--shard I/N"])
    kit.expect(["batch", "--shard", "/2", lines], 1, "--shard /N that agrees", env=array, err_has=["part 1 of 2"])
    kit.expect(["batch", "--shard", "/4", lines], 2, "the same of AWS Batch", out="", err_has=["has 3 tasks"],
               env={"AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "3"})
    kit.expect(["batch"], 2, "an array's part of a pipe", stdin="{}\n", env=array, out="", err_has=["--shard 1/1 for all"])
    r = kit.run("batch", "--shard", "1/1", stdin=lines.read_bytes(), env=array)
    kit.check(r.returncode == 1 and r.stdout.encode() == want and r.stderr == "", "--shard 1/1 of a pipe", r.stderr)

    # --- an AWS Batch array, with a store and a service that are a directory -----------------------------------

    store, calls, tools = d / "store", d / "calls", d / "tools"
    for x in (store, calls, tools):
        x.mkdir()
    fake = tools / "aws"
    fake.write_text("""#!/bin/sh
# aws s3 cp as cp, s3://BUCKET being $STORE/BUCKET; aws batch notes its call.
set -eu
place() { case $1 in s3://*) printf '%s/%s' "$STORE" "${1#s3://}" ;; *) printf '%s' "$1" ;; esac; }
case "$1 $2" in
"s3 cp")
    shift 2
    [ "$1" = --quiet ] && shift
    if [ "$1" = --recursive ]; then cp -R "$(place "$2")/." "$(place "$3")/"; else
        to=$(place "$2"); mkdir -p "$(dirname "$to")"; cp "$(place "$1")" "$to"; fi ;;
"batch "*) printf '%s\\n' "$@" >"$CALLS/$2"; case $2 in register*) echo arn:aws:batch:us-east-1:111122223333:job-definition/headroom-batch:1 ;; *) echo job-7 ;; esac ;;
*) exit 64 ;;
esac
""")
    fake.chmod(0o755)
    aws = environment(PATH=f"{tools}:{os.environ['PATH']}", STORE=str(store), CALLS=str(calls))
    (store / "plans/artifacts/deep").mkdir(parents=True)
    shutil.copy(kit.QMAX, store / "plans/artifacts/deep/q.json")
    shutil.copy(kit.TTOTAL, store / "plans/artifacts/t.json")
    remote = store / "plans/lines.jsonl"
    remote.write_text(clusterkit.mixed(200, qmax="deep/q.json", ttotal="t.json"), newline="")
    r = kit.run("batch", remote, cwd=store / "plans/artifacts", binary=True)
    cloud = r.stdout
    where = ["s3://plans/lines.jsonl", "s3://plans/answers", "s3://plans/artifacts"]
    for i in range(3):
        r = script("aws-task.sh", *where, cwd=d, env=aws | {"AWS_BATCH_JOB_ARRAY_INDEX": str(i), "AWS_BATCH_JOB_ARRAY_SIZE": "3"})
        expect(r, 0, f"task {i} of AWS Batch", f"part {i + 1} of 3")
    expect(script("aws-collect.sh", "s3://plans/answers", 3, remote, answers, env=aws), 1, "aws-collect.sh", "answers are errors")
    kit.check(answers.read_bytes() == cloud and b'"id": 199' in cloud, "AWS Batch writes what one process writes")
    expect(script("aws-collect.sh", "s3://plans/answers", 4, remote, answers, env=aws), 3, "aws-collect.sh of a part too many",
           "part-000004.jsonl", "is missing")
    one = aws | {"AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "2"}
    expect(script("aws-task.sh", "s3://plans/no.jsonl", "s3://plans/other", env=one), 3, "a task without its lines")
    shutil.copy(lines, store / "plans/whole.jsonl")  # with paths that hold everywhere
    expect(script("aws-task.sh", "s3://plans/whole.jsonl", "s3://plans/other", "none", env=one), 0, "a task without artifacts")
    kit.check(want.endswith((store / "plans/other/part-000002.jsonl").read_bytes()), "gives its part")

    r = expect(script("aws-submit.sh", "queue", "16", *where, env=aws), 0, "aws-submit.sh")
    kit.equal(r.stdout, "job-7\n", "prints the job")
    for n in ("1", "10001", "x"):
        expect(script("aws-submit.sh", "queue", n, *where, env=aws), 2, f"aws-submit.sh of {n} parts", "2 to 10000")

    def call(name):
        """Options of a noted call; values that are JSON as documents."""
        words = (calls / name).read_text().splitlines()[2:]
        return dict(zip(words[::2], words[1::2]))

    submit, register = call("submit-job"), call("register-job-definition")
    definition = kit.load(register["--cli-input-json"].removeprefix("file://"))
    key, _, size = submit["--array-properties"].partition("=")
    job = {"jobName": submit["--job-name"], "jobQueue": submit["--job-queue"], "jobDefinition": submit["--job-definition"],
           "arrayProperties": {key: int(size)}, "parameters": json.loads(submit["--parameters"])}
    kit.equal(job["arrayProperties"], {"size": 16}, "the array")
    kit.equal(job["parameters"], {"lines": where[0], "answers": where[1], "artifacts": where[2]}, "the parameters")
    kit.equal({x[5:] for x in definition["containerProperties"]["command"] if x.startswith("Ref::")}, set(job["parameters"]),
              "the command takes every parameter")
    kit.equal(definition["containerProperties"]["command"][0], "aws-task.sh", "the command is the script")
    try:
        import botocore.session, botocore.validate
        service = botocore.session.Session().get_service_model("batch")
    except ImportError:
        print("no botocore here: the calls were not compared with the service's shapes")
    else:
        for operation, document in (("RegisterJobDefinition", definition), ("SubmitJob", job)):
            shape = service.operation_model(operation).input_shape
            report = botocore.validate.ParamValidator().validate(document, shape)
            kit.check(not report.has_errors(), f"{operation} has the service's shape", report.generate_report())
            kit.equal(set(document) - set(shape.members), set(), f"{operation} has no member of another name")
        shape = service.operation_model("RegisterJobDefinition").input_shape.members["retryStrategy"].members["evaluateOnExit"]
        for rule in definition["retryStrategy"]["evaluateOnExit"]:
            kit.check(rule["action"] in ("RETRY", "EXIT") and set(rule) <= set(shape.member.members), f"retry rule {rule}")
            kit.check(re.fullmatch(r"\d*\*?", rule.get("onExitCode", "")) is not None, f"exit code of {rule}")

    # --- the scripts themselves --------------------------------------------------------------------------------

    every = sorted(clusterkit.SCRIPTS.glob("*.sh"))
    text = (clusterkit.SCRIPTS / "README.md").read_text()
    for f in every:
        kit.check(f.name in text and os.access(f, os.X_OK), f"{f.name} is in the README and can be run")
        kit.check(subprocess.run(["sh", "-n", f]).returncode == 0, f"{f.name} is a script")
    if shutil.which("shellcheck"):
        r = subprocess.run(["shellcheck", *every], capture_output=True, text=True)
        kit.check(r.returncode == 0, "shellcheck of the scripts", r.stdout)
    else:
        print("no shellcheck here: the scripts were not read by it")
kit.done()
