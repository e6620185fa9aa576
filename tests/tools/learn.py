#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests ./learn: learn.py LEARN_RUN, the program that the build has made.

Each solution passes.  Each unsolved form fails with the lines that its text shows.  Each kind of message is seen.  The
commands do what --help says.  With OCL_TEST_CAMPAIGN=1 also: no wrong way of tests/data/learn_wrong.txt passes; minutes.
Exit status 0: all of it; 1: not; 77: there is no device.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "exercises"))
import learn

SIMULATOR = bool(learn.shutil.which("oclgrind"))
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def check_parts(skeletons):
    """What ./learn takes out of a solution is what the build has made of it."""
    for path in ROOT.glob("ch*/solutions/*"):
        made = skeletons / path.name
        if made.exists() and learn.part_of(path.read_text(), "skeleton") != made.read_text():
            failures.append(f"{path.name}: ./learn begins with something else than {made}")


def messages_of(text):
    """The lines below "What you see first ...:", those that are too long put together."""
    part = re.search(r"^What you see first[^:]*:\n\n((?:    .*\n)+)", text, re.M)
    return re.sub(r"\n      +", " ", part[1]).strip("\n").replace("    ", "", 1).split("\n    ") if part else []


def without_simulator(lines):
    return [line for line in lines if SIMULATOR or not line.startswith(("simulator:", "The answers are right here"))]


def check_exercise(folder, exercise):
    text = exercise.text.read_text()
    words = len(text.split())
    expect(150 <= words <= 400, f"{exercise.name}: the text has {words} words")
    expect(max(map(len, text.split("\n"))) <= 80, f"{exercise.name}: a line of the text is longer than 80 columns")
    expect(text.startswith(f"{exercise.name}: "), f"{exercise.name}: the text begins otherwise")
    expect("; - " not in text, f"{exercise.name}: a list became running text")
    expect("best known" not in text or "score" in exercise.facts, f"{exercise.name}: run.txt has no score")
    expect(len(exercise.hints()) == 3, f"{exercise.name}: {len(exercise.hints())} hints")
    solution, start = folder / f"{exercise.name}_solution{exercise.mine.suffix}", folder / f"{exercise.name}{exercise.mine.suffix}"
    solution.write_text(exercise.solution())
    start.write_text(exercise.start())
    solved = learn.attempt(exercise, solution)
    expect(solved.solved and solved.status == 0, f"{exercise.name}: the solution fails: {solved.lines}")
    seen = learn.attempt(exercise, start)
    shown = without_simulator(messages_of(text))
    expect(shown or not SIMULATOR, f"{exercise.name}: the text shows no message")
    expect(not shown or not seen.solved, f"{exercise.name}: the unsolved form passes")
    expect([line for line in shown if line not in seen.lines] == [],
           f"{exercise.name}: the text shows {shown}, and one sees {seen.lines}")


# The exercise, its kernel, and a part of the message.  "simulator" is only wanted where that is installed.
KINDS = [
    ("saxpy", "kernel void saxpy(global float *y, global const float *x, float a, uint n) { y[0] = ; }", "does not build:"),
    ("saxpy", "kernel void saxpy(global float *y, global const float *x, float a, uint n)\n{\n    y[0] = z;\n}\n", "line 3, column"),
    ("saxpy", "kernel void saxpy(global float *y, global const float *x, float a, uint n)\n{\n    y[0] = max(*y, n);\n}\n", "line 3, column"),
    ("count_matches", "kernel void count_matches(global uint *count, global const uint *x, uint wanted, uint n)\n"
     "{\n    atomic_inc(*count);\n}\n", "line 3, column"),
    ("saxpy", "kernel void sapxy(global float *y) {}", "there is no kernel saxpy"),
    ("saxpy", "kernel void saxpy(global float *y) {}", "has 1 argument(s); wanted 4"),
    ("saxpy", "kernel void saxpy(global float *y, global const float *x, float a, ulong n) {}", "argument 3 of the kernel should be uint: "),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n) { }", "element 0 of y is never written; wanted"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i] = 0;\n}\n", "of y is 0; wanted"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i] = NAN;\n}\n", "of y is nan; wanted"),
    ("ragged_end", "kernel void twice(global float *y, global float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i] = x[i] *= 2;\n}\n", "of x is changed to"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i <= n) y[i] = 2 * x[i];\n}\n", "writes past the end of y: element 100 of 100"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    int i = get_global_id(0);\n    if (i < n) y[i - 1] = 2 * x[i];\n}\n", "writes before the start of y: element -1"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i] = x[i + 1] + 2 * x[i] - x[i + 1];\n}\n", "reads outside of x: what lies there changes element"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i] = x[i + 1] + 2 * x[i] - x[i + 1];\n}\n",
     "simulator: work-item 99 reads past the end of x: element 100 of 100 (line 4)"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i] = 2 * x[i];\n    y[0] = i;\n}\n",
     "work-items 0 and 1 both write element 0 of y"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < 70) barrier(CLK_LOCAL_MEM_FENCE);\n    if (i < n) y[i] = 2 * x[i];\n}\n",
     "simulator: only 6 of 64 work-items of a work-group reach the barrier of line 4"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    local float part[64];\n    uint i = get_global_id(0);\n    part[i % 3] = 0;\n    if (i < n) y[i] = 2 * x[i] + part[7];\n}\n",
     "simulator: work-item 0 uses a value that nothing has written (line 6)"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    local float part[65];\n    uint i = get_local_id(0);\n    part[i] = i;\n    if (i > 0) part[i - 1] = 1;\n    y[i] = part[i];\n}\n",
     "of part (line"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    y[(ulong)(get_global_id(0) + 1) << 40] = 1;\n}\n", "crashed"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    printf(\"here is %u\\n\", i);\n    if (i < n) y[i] = 0;\n}\n", "printf: here is "),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    printf(\"here is %u\\n\", i);\n    if (i < n) y[i] = 0;\n}\n", "printf: and 116 more lines"),
    ("ragged_end", "kernel void twice(global float *y, global const float *x, uint n)\n"
     "{\n    local float part[64];\n    uint i = get_global_id(0), item = get_local_id(0);\n    part[item] = i;\n"
     "    barrier(CLK_GLOBAL_MEM_FENCE);\n    if (i < n) y[i] = part[item ^ 1];\n}\n",
     "reads it (line 7) with nothing in between: the barrier for local memory takes CLK_LOCAL_MEM_FENCE"),
    ("lookup_table", "constant uint BARS[] = { 63, 6, 91, 79, 102, 109, 125, 7, 127, 111 };\nkernel void bars_of(global uint *y, global const uint *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i + 1] = BARS[x[i]];\n}\n",
     "simulator: work-item 63 writes past the end of y: element 64 of 64 (line 5)"),
    ("lookup_table", "constant uint BARS[] = { 63, 6, 91, 79, 102, 109, 125, 7, 127, 111 };\nkernel void bars_of(global uint *y, global const uint *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i < n) y[i] = BARS[x[i] + 1];\n}\n",
     "reads past the end of BARS: element 10 (line 5)"),
    ("saxpy", "// threadIdx.x\nkernel void saxpy(global float *y, global const float *x, float a, uint n)\n"
     "{\n    int32_t i = threadIdx.y + blockIdx.x * blockDim.x + threadIdx.x;\n}\n",
     "line 4: blockIdx.x * blockDim.x + threadIdx.x is CUDA's; here it is get_global_id(0)\n"
     "line 4: int32_t is C's; here it is int\nline 4: threadIdx.y is CUDA's; here it is get_local_id(1)"),
    ("saxpy", "kernel void saxpy(global float *y, global const float *x, float a, uint n)\n{\n    atomicMin(y, fabsf(a));\n}\n",
     "line 3: atomicMin is CUDA's; here it is atomic_min\nline 3: fabsf is C's; here it is fabs"),
    ("build_option", "#define RADIUS 3\n" + learn.named("build_option").solution(),
     "line 1: this #define takes the place of the option -DRADIUS=3"),
    ("argument_size", "#include \"host.h\"\nint main(void)\n{\n    return x;\n}\n", "line 4, column"),
    ("argument_size", "#include \"host.h\"\nint main(void)\n{\n    int x\n    CHECK(0);\n    return 0;\n}\n", "error: expected "),
    ("exclusive_scan", "kernel void scan_exclusive(global uint *y, global const uint *x, uint n)\n"
     "{\n    uint i = get_global_id(0);\n    if (i >= n) return;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    y[i] = x[i];\n}\n",
     "simulator: only 36 of 64 work-items of a work-group reach the barrier of line 5"),
    ("argument_size", learn.named("argument_size").start().replace("uint factor)", "uint factor, size_t other)"), "\nline 1, column "),
    ("argument_size", "int main(void)\n{\n    return *(volatile int *)0;\n}\n", "the program has crashed"),
    ("argument_size", "#include <stdio.h>\nint main(void)\n{\n    printf(\"wrong\\n\");\n    return 1;\n}\n", "wrong"),
    ("ragged_end", "kernel __attribute__((reqd_work_group_size(32, 1, 1))) void twice(global float *y, global const float *x, uint n)\n"
     "{\n}\n", "is refused: CL_INVALID_WORK_GROUP_SIZE"),
]


def check_kind(folder, number, name, kernel, wanted):
    file = folder / f"kind_{number}{learn.named(name).mine.suffix}"
    file.write_text(kernel)
    if not SIMULATOR and ("simulator" in wanted or "work-items" in wanted or "(line" in wanted):
        return
    result = learn.attempt(learn.named(name), file)
    expect(not result.solved and wanted in "\n".join(result.lines), f"wanted '{wanted}', and one sees {result.lines}")


def wrong_ways():
    """Exercise, what stands in its solution, and what takes its place, from tests/data/learn_wrong.txt."""
    table = (ROOT / "tests/data/learn_wrong.txt").read_text()
    return [(name, right, wrong) for name, right, lines in re.findall(r"^(\w+)\n<<< (.+)\n((?:>>>.*\n)+)", table, re.M)
            for wrong in re.findall(r"^>>> ?(.*)$", lines, re.M)]


def check_wrong_way(folder, number, name, right, wrong):
    exercise = learn.named(name)
    text = exercise.solution()
    expect(text.count(right) >= 1, f"learn_wrong.txt: {name} has no '{right}'")
    file = folder / f"wrong_{number}{exercise.mine.suffix}"
    file.write_text(text.replace(right, wrong))
    expect(not learn.attempt(exercise, file).solved, f"{name}: passes with '{wrong}' in place of '{right}'")


def run(*words, answer="", **environment):
    done = subprocess.run([ROOT / "learn", *words], input=answer, capture_output=True, text=True, env={**os.environ, **environment})
    expect("\033" not in done.stdout, f"./learn {' '.join(words)} sends colours into a pipe")
    expect("Traceback" not in done.stderr, f"./learn {' '.join(words)}: {done.stderr}")
    return done


def check_commands(mine):
    first, second = learn.exercises()[:2]
    done = run("--help")
    expect(done.returncode == 0 and "./learn hint" in done.stdout, "--help")
    expect(max(map(len, done.stdout.split("\n"))) <= 80, "--help is wider than 80 columns")
    expect("did you mean saxpy?" in run("saxpi").stderr and "needs the name" in run("solution").stderr, "help with a wrong word")
    for words in (["--bad"], ["nothing"], ["reset"], ["reset", "nothing"], ["check", "saxpy"], ["list", "--json"], ["hint", "a", "b"], ["saxpy", "x"]):
        done = run(*words)
        expect(done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, f"./learn {' '.join(words)}: {done}")

    done = run()    # no terminal: once
    expect(done.returncode == 1 and f"{first.name}: not yet" in done.stdout and first.mine.exists(), f"the first run: {done}")
    for number in (1, 2, 3, 3):
        expect(f"{first.name}, hint {number} of 3" in run("hint").stdout, f"hint {number}")
    expect(run("solution", first.name, answer="n\n").returncode == 1, "the solution is asked for")
    expect(run("solution", first.name).returncode == 1, "the solution without an answer")
    done = run("solution", first.name, answer="y\n")
    expect(first.solution() in done.stdout and done.returncode == 0, "the solution")

    first.mine.write_text(first.solution())
    done = run(first.name)
    expect(done.returncode == 0 and f"{first.name}: solved" in done.stdout and f"Next: ./learn {second.name}" in done.stdout, f"solved: {done}")
    done = run("list")
    expect(re.search(rf"^  solved   1  {first.name}", done.stdout, re.M) and "1 of " in done.stdout, f"list: {done.stdout}")
    expect(max(map(len, done.stdout.split("\n"))) <= 80, "the list is wider than 80 columns")
    expect(f"{second.name}: not yet" in run().stdout, "the second exercise comes next")

    first.mine.write_bytes(first.solution().encode() + b"// caf\xe9\n")    # an editor that does not write UTF-8
    done = run(first.name)
    expect(done.returncode == 0 and f"{first.name}: solved" in done.stdout and not done.stderr, f"Latin-1: {done}")
    first.mine.write_text(first.solution())

    done = run("check", "--json")
    facts = json.loads(done.stdout)
    states = {row["name"]: row["state"] for row in facts["exercises"]}
    expect(done.returncode == 1 and facts["solved"] == 1 and states[first.name] == "solved" and states[second.name] == "not yet"
           and states["ragged_end"] == "not begun", f"check --json: {facts}")
    done = run("check", "--why")
    expect("does not build" in done.stdout and "1 of " in done.stdout, f"check --why: {done.stdout}")

    done = run("reset", first.name)
    expect(done.returncode == 0 and first.mine.read_text() == first.start()
           and Path(f"{first.mine}.old").read_text() == first.solution(), f"reset: {done}")
    expect("0 of " in run("list").stdout, "reset takes the mark away")
    (mine / "progress.json").write_text("damaged")
    expect(run("list").returncode == 0, "a damaged progress file")


def check_path():
    """docs/path.md names the exercises of each stop, in their order."""
    path = (ROOT / "docs/path.md").read_text()
    stops = {int(number) for number in re.findall(r"^\| (\d+) \| \[`", path, re.M)}
    named = {int(number): re.findall(r"`(\w+)`", names) for number, names in re.findall(r"^\| (\d+) \| (`.*) \|$", path, re.M)}
    wanted = {}
    for exercise in learn.exercises():
        wanted.setdefault(exercise.stop_number(), []).append(exercise.name)
    expect(set(wanted) <= stops, f"stops that docs/path.md does not have: {set(wanted) - stops}")
    for number in sorted({*named, *wanted}):
        expect(named.get(number) == wanted.get(number), f"docs/path.md, stop {number}: {named.get(number)} and not {wanted.get(number)}")


def check_pictures(mine):
    """Lines from the elements to the work-items; what lies outside of a buffer is red."""
    import xml.etree.ElementTree
    for name, lines, red in (("saxpy", 36, 0), ("off_by_one", 47, 1), ("outer_product", 0, 0), ("histogram_race", 36, 0), ("async_back", 40, 0)):
        exercise = learn.named(name)
        exercise.mine.write_text(exercise.solution() if name == "saxpy" else exercise.start())
        done = run("--picture", name)
        if not SIMULATOR:
            expect(done.returncode == 77 and "Oclgrind" in done.stderr, f"--picture without Oclgrind: {done}")
            continue
        expect(done.returncode == 0 and f"{name}.svg is drawn" in done.stdout, f"--picture: {done}")
        picture = (mine / f"{name}.svg").read_text()
        xml.etree.ElementTree.fromstring(picture)
        expect((picture.count("<line"), picture.count("#f8c8c8")) == (lines, red),
               f"--picture {name}: {picture.count('<line')} lines, {picture.count('#f8c8c8')} red")
        exercise.mine.unlink()
    expect(run("--picture", "argument_size").returncode == 2, "--picture of a program of the host")


def check_score():
    """A kernel that is solved in another way than the best known loads more."""
    exercise = learn.named("local_window")
    exercise.mine.write_text("kernel void window(global uint *y, global const uint *x, uint n)\n{\n    uint i = get_global_id(0);\n    if (i >= n) return;\n"
                             "    uint sum = 0;\n    for (uint k = 0; k < 8; k++)\n        sum += x[i + k];\n    y[i] = sum;\n}\n")
    done = run("local_window")
    expect(done.returncode == 0 and (not SIMULATOR or "loads 8, stores 1; best known 1.11 and 1" in " ".join(done.stdout.split())), f"the score: {done}")
    exercise.mine.unlink()


def check_terminal(mine):
    """On a terminal it waits for saves: a mistake, then the solution, then the next exercise."""
    import pty
    import select
    import time
    controller, terminal = pty.openpty()
    first, second = learn.exercises()[:2]
    first.mine.unlink(missing_ok=True)
    process = subprocess.Popen([ROOT / "learn"], stdin=terminal, stdout=terminal, stderr=terminal)
    os.close(terminal)
    seen, end = "", time.time() + 300
    saves = [(f"{first.name}: not yet", "mistake"), ("does not build", first.solution()), (f"{second.name}: not yet", None)]
    while saves and time.time() < end:
        if select.select([controller], [], [], 0.2)[0]:
            try:
                seen += os.read(controller, 65536).decode(errors="replace")
            except OSError:    # it has ended
                break
        if saves[0][0] in seen and "Ctrl-C" in seen.split(saves[0][0])[1]:
            _, text = saves.pop(0)
            if text:
                (mine / "new.cl").write_text(text)
                os.replace(mine / "new.cl", first.mine)    # as editors save
    expect(not saves, f"on a terminal: {seen}")
    expect("\033[32m" in seen, "a terminal gets colours")
    process.send_signal(2)
    try:
        process.wait(120)    # other tests run beside this one
    except subprocess.TimeoutExpired:
        process.kill()
        expect(False, "Ctrl-C does not end ./learn")
    os.close(controller)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        mine = Path(folder) / "mine"
        os.environ.update(LEARN_RUN=program, LEARN_MINE=str(mine), TERM="xterm")
        os.environ.pop("NO_COLOR", None)
        learn.MINE = mine
        learn.SECONDS = 120    # other tests run beside this one
        first_file = Path(folder) / "first.cl"
        first_file.write_text(learn.named("saxpy").solution())
        first = learn.attempt(learn.named("saxpy"), first_file)
        if first.status in (4, 77):
            print(first.lines)
            return 77
        with ThreadPoolExecutor(3) as pool:
            jobs = [pool.submit(check_exercise, Path(folder), exercise) for exercise in learn.exercises()]
            jobs += [pool.submit(check_kind, Path(folder), number, *kind) for number, kind in enumerate(KINDS)]
            if os.environ.get("OCL_TEST_CAMPAIGN"):
                jobs += [pool.submit(check_wrong_way, Path(folder), number, *way) for number, way in enumerate(wrong_ways())]
            for job in jobs:
                job.result()
        check_parts(Path(program).resolve().parents[1] / "skeletons")
        check_path()
        check_commands(mine)
        check_pictures(mine)
        check_score()
        check_terminal(mine)
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
