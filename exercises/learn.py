#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Exercises in OpenCL C that check themselves.

  ./learn                  the first not solved: tries your file at each save
  ./learn NAME             the same with the exercise of your choice
  ./learn list             all exercises, and which you have solved
  ./learn hint [NAME]      the next of three hints
  ./learn reset NAME       begins again; your file is kept as NAME.cl.old
  ./learn solution NAME    shows the solution; asks once
  ./learn --picture [NAME] draws which work-item of your kernel reads and writes
                           which element: NAME.svg; needs Oclgrind
  ./learn check [--why] [--json]
                           tries all that you have begun: for a class.  --why
                           says what is wrong, --json prints one object

Your files are in exercises/mine/.  Ctrl-C ends ./learn.  Exit status 0: solved
(check: all are); 1: not yet; 2: wrong use; 3: the runner cannot be built;
4: there is no OpenCL device; 77: this device cannot run the exercise.
"""

import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import access_picture
import other_words

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
MINE = Path(os.environ.get("LEARN_MINE", HERE / "mine"))    # the test has its own
SECONDS = 20        # of one try
SECONDS_MORE = 5    # of the simulator, after a try that did not end: it finds a barrier at once, and a loop never
POLL = 0.2          # seconds between two looks at the learner's file
WIDTH = 78
SKIP = 77
# Command: its options, and the least and the largest number of names behind it.
COMMANDS = {"check": ({"--why", "--json"}, 0, 0), "list": (set(), 0, 0), "hint": (set(), 0, 1), "reset": (set(), 1, 1),
            "solution": (set(), 1, 1), "--picture": (set(), 0, 1)}


class Exercise:
    def __init__(self, folder):
        self.folder = folder
        self.stop, self.name = folder.name.split("_", 1)    # "08b": the second one of stop 8 of docs/path.md
        self.text = folder / "text.txt"
        self.run = folder / "run.txt"
        # The words behind each key of run.txt.  A program of the host has no run.txt.
        lines = self.run.read_text().split("\n") if self.run.exists() else []
        self.facts = {words[0]: words[1:] for words in (line.split() for line in lines) if words}
        self.is_host = not lines
        self.mine = MINE / f"{self.name}.{'c' if self.is_host else 'cl'}"

    def title(self):
        return self.text.read_text().split("\n", 1)[0]

    def hints(self):
        return [hint.strip() for hint in (self.folder / "hints.txt").read_text().strip().split("\n\n")]

    def start(self):
        """The text that one begins with."""
        return self._code("start")

    def solution(self):
        return self._code("solution")

    def _code(self, stem):
        """Of the exercise's folder, or of a chapter's solutions where run.txt names a file of these."""
        if "file" not in self.facts:
            return (self.folder / f"{stem}{self.mine.suffix}").read_text()
        path, *words = self.facts["file"]
        text = part_of((ROOT / f"{path}.cl").read_text(), "skeleton" if stem == "start" else stem)
        if not words:
            return text
        # One kernel of several: the block of lines that it stands in.
        return next(block for block in text.split("\n\n") if f"kernel void {words[0]}(" in block).strip("\n") + "\n"

    def stop_number(self):
        return int(self.stop[:2])

    def is_flat(self):
        return len(self.facts.get("global", [""])) == 1

    def begin(self):
        if not self.mine.exists():
            MINE.mkdir(parents=True, exist_ok=True)
            self.mine.write_text(self.start())


def part_of(text, wanted):
    """The skeleton or the solution that a file of solutions/ has: cmake/OclExercises.cmake explains its marks."""
    lines, part = [], ""
    for line in text.split("\n"):
        mark = line.strip().removeprefix("//: ")
        if line.strip() in ("//: skeleton", "//: solution", "//: end"):
            part = mark.removesuffix("end")
        elif part in ("", wanted):
            lines.append(re.sub(r" *//:$|//: ", "", line, count=1) if part == "skeleton" else line)
    return "\n".join(lines)


def exercises():
    return [Exercise(folder) for folder in sorted((HERE / "course").iterdir()) if folder.is_dir()]


def leave(status, text):
    print(f"learn: {text}", file=sys.stderr)
    sys.exit(status)


def named(name):
    for exercise in exercises():
        if exercise.name == name:
            return exercise
    near = difflib.get_close_matches(name, [exercise.name for exercise in exercises()] + list(COMMANDS), 1)
    leave(2, f"there is no exercise '{name}'; {f'did you mean {near[0]}?  ' if near else ''}./learn list shows all")


# --- What is said

def colour(code, text):
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        return f"\033[{code}m{text}\033[0m"
    return text


def good(text):
    return colour("32", text)


def bad(text):
    return colour("31", text)


def say(text="", indent=""):
    for line in text.split("\n"):
        print(textwrap.fill(line, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ",
                            break_long_words=False, break_on_hyphens=False))
    sys.stdout.flush()


def shown(path):
    """A path as the reader would type it here."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("../..") else relative


# --- What is remembered: exercises/mine/progress.json

def progress():
    try:
        found = json.loads((MINE / "progress.json").read_text())
        return {"solved": [str(name) for name in found["solved"]], "hints": {str(k): int(v) for k, v in found["hints"].items()}}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {"solved": [], "hints": {}}


def remember(state):
    MINE.mkdir(parents=True, exist_ok=True)
    new = MINE / "progress.json.new"
    new.write_text(json.dumps(state, indent=1) + "\n")
    os.replace(new, MINE / "progress.json")


def mark(exercise, result):
    if result.status == SKIP:    # says nothing about the kernel
        return
    solved, state = result.solved, progress()
    if solved != (exercise.name in state["solved"]):
        state["solved"] = [name for name in state["solved"] if name != exercise.name] + ([exercise.name] if solved else [])
        remember(state)


def first_unsolved():
    solved = progress()["solved"]
    return next((exercise for exercise in exercises() if exercise.name not in solved), None)


# --- The runner

def runner():
    """The program that runs kernels; built where it is missing or older than its sources."""
    if os.environ.get("LEARN_RUN"):
        return Path(os.environ["LEARN_RUN"])
    program = ROOT / "build/learn/learn_run"
    sources = [*HERE.glob("*.[ch]"), HERE / "CMakeLists.txt"]
    if program.exists() and all(program.stat().st_mtime >= source.stat().st_mtime for source in sources):
        return program
    print("Building the runner: a minute, the first time ...", file=sys.stderr)
    commands = [["cmake", "--build", "build", "--target", "learn_run"]]
    if not (ROOT / "build/CMakeCache.txt").exists() or not program.exists():
        commands.insert(0, ["cmake", "--preset", "default"])
    for command in commands:
        try:
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except FileNotFoundError:
            leave(3, "cmake is missing; ./demo.sh hello installs what is needed")
        if done.returncode != 0:
            print(done.stdout, file=sys.stderr)
            leave(3, f"'{' '.join(command)}' has failed; ./demo.sh hello installs what is needed")
    program.touch()    # what was built and not changed is new enough
    return program


def of_build_log(text):
    """The compiler's errors without the names of the files that drivers make of a kernel; all that it says where none has a place."""
    # Some drivers put "error: " before the name of the file, and behind the place the one in their own header.  There
    # atomic_inc is a macro for _cl_atomic_inc.
    text = re.sub(r"^((?:error|warning): )?(?:.*?(?:\.cl|<source>|<stdin>|<kernel>)|1):(\d+):(\d+)(?: <Spelling=[^>]*>)?: ",
                  lambda found: f"line {found[2]}, column {found[3]}: {found[1] or ''}", text, flags=re.M)
    text = re.sub(r"'_cl_(\w+)'", r"'\1'", text)
    text = re.sub(r"__private ?", "", text)    # of a variable: nobody has written it
    lines = [line for line in text.split("\n") if line.strip() and not re.match(r"\d+ (error|warning)s? |Device .* failed to build", line)]
    return [line for line in lines if re.match(r"line \d+, column \d+: (fatal )?error:", line)][:8] or lines[:16]


class Result:
    """Of one try: whether all is right, and the lines that say what is not.  The status is that of learn_run."""
    def __init__(self, status, lines):
        self.status = status
        self.lines = lines
        self.solved = status == 0
        self.ends = True

    def state(self):
        return "solved" if self.solved else "cannot run here" if self.status == SKIP else "not yet"


def text_of(file):
    try:
        return Path(file).read_text(errors="replace")
    except OSError:    # an editor is replacing it
        return ""


def attempt(exercise, file):
    result = run_host(file) if exercise.is_host else run_natively(exercise, file)
    if not exercise.is_host and (result.status in (0, 1) or result.status < 0):
        complaint = simulated(exercise, file, SECONDS if result.ends else SECONDS_MORE)
        if complaint:
            if result.solved:
                result.lines.append("The answers are right here, but may be wrong elsewhere:")
            result.lines.append(f"simulator: {complaint}")
            result.solved = False
    redefined = other_words.redefinitions(text_of(file), exercise.facts.get("options", [])) if result.status in (0, 1) else []
    if redefined:
        result.lines += redefined
        result.solved = False
    if result.solved and text_of(file) == exercise.start():
        result.solved = False
        what = "program" if exercise.is_host else "kernel"
        where = "" if exercise.is_host or shutil.which("oclgrind") else ", and the simulator Oclgrind is not installed"
        result.lines.append(f"the answers are right, but the {what} is as it was: this device does not show the mistake{where}. "
                            f"Read {shown(exercise.text)}, and mend it")
    return result


def cached(name):
    """A setting of the build that the runner is from."""
    cache = runner().resolve().parents[1] / "CMakeCache.txt"
    found = re.search(rf"^{name}:\w+=(.+)$", cache.read_text(), re.M)
    return found[1] if found and "NOTFOUND" not in found[1] else None


def of_compiler(text):
    """What a C compiler says of the learner's file.  What it finds in a macro of host.h is said of the line that uses the macro."""
    lines, elsewhere = [], None
    for line in text.split("\n"):
        place = re.search(r"\.([ch]):(\d+):(\d+): (.*)", line)
        if not place:
            if "undefined reference" in line:
                lines.append(re.sub(r"^.*undefined reference", "undefined reference", line))
        elif place[1] == "h":
            elsewhere = None if place[4].startswith("note:") else place[4]
        elif place[4].startswith("note:"):
            if elsewhere and "expan" in place[4]:    # gcc: in expansion of macro; clang: expanded from macro
                lines.append(f"line {place[2]}, column {place[3]}: {elsewhere}")
            elsewhere = None
        else:
            lines.append(f"line {place[2]}, column {place[3]}: {place[4]}")
    errors = [line for line in lines if ": error: " in line]
    return (errors or lines)[:8]


def run_host(file):
    """Compiles a program of the host, and runs it."""
    include, library = cached("OpenCL_INCLUDE_DIR"), cached("OpenCL_LIBRARY")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program"
        command = [cached("CMAKE_C_COMPILER") or "cc", "-std=c11", "-Wall", "-Wextra", f"-I{HERE}", *([f"-I{include}"] if include else []),
                   str(file), "-o", str(program), library or "-lOpenCL"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            return Result(3, ["does not build:", *of_compiler(done.stderr)])
        warnings = of_compiler(done.stderr)    # of a program that is wrong: they may be the reason
        try:
            done = subprocess.run([program], capture_output=True, text=True, errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return Result(1, [f"the program does not end within {SECONDS} seconds"])
    lines = [line for line in (done.stdout + done.stderr).split("\n") if line.strip()]
    if "the kernel does not build:" in lines:
        at = lines.index("the kernel does not build:") + 1
        lines[at:] = of_build_log("\n".join(lines[at:]))
    if done.returncode == 4:
        leave(4, lines[-1] if lines else "there is no OpenCL device")
    if done.returncode < 0:
        lines.append("the program has crashed: most often by a pointer that leads nowhere")
    return Result(done.returncode, [] if done.returncode == 0 else warnings[:4] + lines[:16])


def run_natively(exercise, file):
    program = runner()
    try:
        done = subprocess.run([program, exercise.run, file], capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        result = Result(1, [f"the kernel does not end within {SECONDS} seconds: look for a loop without an end, "
                            "and for a barrier that not all work-items reach"])
        result.ends = False
        return result
    if done.returncode == 4 or done.returncode == 2 and Path(file).exists():    # no device, a wrong OCL_DEVICE
        leave(done.returncode, done.stderr.strip().removeprefix("learn_run: "))
    out = done.stdout.strip("\n").split("\n") if done.stdout.strip() else []
    if done.returncode < 0:
        return Result(done.returncode, ["the kernel has crashed the program: most often by an index far outside of a buffer"])
    if "does not build:" in out:
        at = out.index("does not build:")
        return Result(done.returncode, ["does not build:", *of_build_log("\n".join(out[at + 1:])), *other_words.translations(text_of(file))])
    lines = [line for line in out if not line.endswith(": right")]
    if done.returncode not in (0, 1) and done.stderr.strip():    # a call has failed: what stdout has may end within a line
        lines = [line for line in lines if not line.endswith(": ")] + done.stderr.strip().split("\n")
    return Result(done.returncode, lines)


# --- The simulator, where it is installed

SIZES = {"i8": 1, "i16": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}
TYPE_SIZES = {"uchar": 1, "ulong": 8}


def simulate(exercise, file, *options, mode=("simulated",), seconds=None):
    """What Oclgrind writes into its log, and standard output; None where it is missing or too slow."""
    if not shutil.which("oclgrind"):
        return None
    environment = {key: value for key, value in os.environ.items() if key != "OCL_DEVICE"}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        try:
            done = subprocess.run(["oclgrind", *options, "--num-threads", "1", "--log", log, runner(), exercise.run, file, *mode],
                                  capture_output=True, text=True, errors="replace", timeout=seconds or SECONDS, env=environment)
        except subprocess.TimeoutExpired:
            return None
        return log.read_text(errors="replace") if log.exists() else "", done.stdout


def simulated(exercise, file, seconds):
    """What Oclgrind finds in a run of one size; None without a finding or without Oclgrind."""
    # Oclgrind takes a vector that is put together from parts for one that nothing has written.
    options = ["--data-races"] + ([] if "ignore" in exercise.facts else ["--uninitialized"])
    said = simulate(exercise, file, *options, "--max-errors", "1000", seconds=seconds)
    return explain(*said, file, exercise.is_flat()) if said else None


def accesses(exercise, file):
    """Loads and stores of global and of local memory for each work-item, as Oclgrind counts them; None without it."""
    said = simulate(exercise, file, "--inst-counts", mode=("simulated", *exercise.facts["score"]))
    items = re.search(r"^items (\d+) (\d+)$", said[1], re.M) if said else None
    if not items:
        return None
    counted = dict.fromkeys(("load global", "store global", "load local", "store local"), 0)
    for count, what in re.findall(r"^\s*(\d+) - ((?:load|store) (?:global|local))\b", said[1], re.M):
        counted[what] += int(count)
    return [count / (int(items[1]) * int(items[2])) for count in counted.values()]


def score(exercise, file):
    """Lines that compare a solved kernel with the best known one; none where that says nothing."""
    if "score" not in exercise.facts:
        return []
    with tempfile.TemporaryDirectory() as folder:
        best = Path(folder) / "best.cl"
        best.write_text(exercise.solution())
        yours, known = accesses(exercise, file), accesses(exercise, best)
    if not yours or not known:
        return []
    return [f"{memory} memory, for each work-item: loads {yours[k]:.3g}, stores {yours[k + 1]:.3g}; "
            f"best known {known[k]:.3g} and {known[k + 1]:.3g}"
            for k, memory in ((0, "global"), (2, "local")) if yours[k] + yours[k + 1] + known[k] + known[k + 1] > 0]


def explain(log, buffers, file, is_flat=True):
    """The first finding of a log that says most: a bound before a barrier before a race before a value."""
    buffers = [line.split()[1:] for line in buffers.split("\n") if line.startswith("buffer ")]
    blocks = re.split(r"\n(?=Invalid |Work-group divergence|\S+ data race|Uninitialized )", log)
    for begin, form in (("Invalid", bound), ("Work-group divergence", divergence), ("data race", race), ("Uninitialized", uninitialised)):
        for block in blocks:
            if begin in block.strip().split("\n")[0]:
                said = form(block, buffers, file)
                return re.sub(ITEM, lambda found: found[1] if is_flat else f"({found[1]}, {found[2]})", said)
    return None


def line_of(text):
    found = re.search(r"At line (\d+)", text)
    return f" (line {found[1]})" if found else ""


# A work-item within a message, until explain() writes it with one number or with two.
ITEM = r"<(\d+),(\d+)>"


def item_of(text):
    found = re.search(r"Global\((\d+),(\d+),(\d+)\)", text)
    return f"work-item {item_number(found)}" if found else "a work-item"


def item_number(found):
    return f"<{found[1]},{found[2]}>"


def place_of(block, buffers, file):
    """Name, element, and number of elements (None where it is not known) of an address."""
    found = re.search(r"(global|local|private|constant) memory address 0x([0-9a-f]+)", block)
    if not found:
        return "memory", 0, None
    address = int(found[2], 16)
    number, offset = address >> 48, address & ((1 << 48) - 1)
    if offset >= 1 << 47:    # before the start of the next one
        number, offset = number + 1, offset - (1 << 48)
    if found[1] == "global" and 1 <= number <= len(buffers):
        name, kind, count = buffers[number - 1]
        return name, offset // TYPE_SIZES.get(kind, 4), int(count)
    access = re.search(r"(?:load|store) (?:<\d+ x )?(\w+)", block)
    space = "constant" if found[1] == "global" else found[1]    # a table of the program lies behind the buffers
    arrays = re.findall(rf"\b{space}\s+(?!sampler_t)\w+\s+\*?(\w+)", re.sub(r"//.*", "", text_of(file)))
    name = arrays[0] if space in ("local", "constant") and len(set(arrays)) == 1 else f"{space} memory"
    return name, offset // SIZES.get(access[1] if access else "", 4), None


def bound(block, buffers, file):
    name, element, count = place_of(block, buffers, file)
    verb = "reads" if block.strip().startswith("Invalid read") else "writes"
    if element < 0:
        return f"{item_of(block)} {verb} before the start of {name}: element {element}{line_of(block)}"
    if count is not None and element < count:    # a vector that begins inside
        return f"{item_of(block)} {verb} past the end of {name}: from element {element} of {count} on{line_of(block)}"
    return f"{item_of(block)} {verb} past the end of {name}: element {element}{f' of {count}' if count is not None else ''}{line_of(block)}"


def divergence(block, _buffers, _file):
    found = re.search(r"Only (\d+) out of (\d+) work-items", block)
    counts = f"only {found[1]} of {found[2]}" if found else "not all"
    line = re.search(r"At line (\d+)", block)
    return f"{counts} work-items of a work-group reach the barrier{f' of line {line[1]}' if line else ''}"


def race(block, buffers, file):
    name, element, _ = place_of(block, buffers, file)
    first, second = block.split("Second entity", 1)
    one, two = (re.search(r"Global\((\d+),(\d+),(\d+)\)", part) for part in (first, second))
    if not one or not two:
        return f"two work-items use element {element} of {name} at the same time, and one of them writes{line_of(block)}"
    numbers = [item_number(one), item_number(two)]
    if "Write-write" in block:
        lower, upper = sorted(numbers, key=lambda number: [int(part) for part in re.findall(r"\d+", number)][::-1])
        lines = sorted({line_of(first), line_of(second)})
        return f"work-items {lower} and {upper} both write element {element} of {name}{' and'.join(lines)}"
    parts = sorted(zip(("write" if re.search(r"^\s+store", part, re.M) else "read" for part in (first, second)),
                       numbers, (line_of(first), line_of(second))), reverse=True)
    (_, writer, at), (_, reader, there) = parts
    said = f"work-item {writer} writes element {element} of {name}{at}, and work-item {reader} reads it{there} with nothing in between"
    if "local memory address" in block and "CLK_GLOBAL_MEM_FENCE" in text_of(file):
        said += ": the barrier for local memory takes CLK_LOCAL_MEM_FENCE"
    return said


def uninitialised(block, _buffers, _file):
    return f"{item_of(block)} uses a value that nothing has written{line_of(block)}"


# --- Commands

def report(exercise, result):
    said = f"{exercise.name}: {result.state()}"
    say(good(said) if result.solved else said if result.status == SKIP else bad(said))
    for line in result.lines:
        say(line, "  ")
    for line in score(exercise, exercise.mine) if result.solved else []:
        say(line, "  ")


def introduce(exercise):
    say()
    say(colour("1", exercise.title()))
    say(f"Stop    {exercise.stop_number()} of {shown(ROOT / 'docs/path.md')}")
    say(f"Read    {shown(exercise.text)}")
    say(f"Change  {shown(exercise.mine)}")
    say()


def stamp(path):
    try:
        status = path.stat()
        return status.st_mtime_ns, status.st_size, status.st_ino
    except OSError:    # an editor is replacing it
        return None


def work(exercise):
    """Tries the file, and on a terminal again at each save, until it is right."""
    exercise.begin()
    introduce(exercise)
    while True:
        before = stamp(exercise.mine)
        result = attempt(exercise, exercise.mine)
        mark(exercise, result)
        report(exercise, result)
        if result.solved or result.status == SKIP or not sys.stdout.isatty():
            return result
        say(colour("2", f"Save the file to try again; ./learn hint {exercise.name} helps; Ctrl-C ends."))
        gone = 0
        while (now := stamp(exercise.mine)) in (before, None):
            gone = gone + 1 if now is None else 0
            if gone == 10:    # longer than an editor needs to replace it
                say(f"{shown(exercise.mine)} is gone; ./learn reset {exercise.name} makes it again")
            time.sleep(POLL)
        say()


def command_work(name=None):
    exercise = named(name) if name else first_unsolved()
    if exercise is None:
        say("All exercises are solved.")
        return 0
    while True:
        result = work(exercise)
        if not result.solved:
            return SKIP if result.status == SKIP else 1
        following = first_unsolved()
        if following is None:
            say(good("All exercises are solved."))
            return 0
        if name or not sys.stdout.isatty():
            say(f"Next: ./learn {following.name}")
            return 0
        exercise = following


def command_list():
    state = progress()
    print("          the numbers are stops of docs/path.md; * means: find the mistake")
    for exercise in exercises():
        sign = good("solved") if exercise.name in state["solved"] else "begun " if exercise.mine.exists() else "      "
        title = exercise.title().split(": ", 1)[1].replace(" (debugging)", " *")
        print(f"  {sign}  {exercise.stop_number():2}  {exercise.name:<16} {title}"[:WIDTH + (len(sign) - 6)])
    print(f"{sum(exercise.name in state['solved'] for exercise in exercises())} of {len(exercises())} are solved.")
    return 0


def command_hint(name=None):
    exercise = named(name) if name else first_unsolved()
    if exercise is None:
        say("All exercises are solved.")
        return 0
    state, hints = progress(), exercise.hints()
    number = min(state["hints"].get(exercise.name, 0), len(hints) - 1)
    say(f"{exercise.name}, hint {number + 1} of {len(hints)}")
    say(hints[number].replace("\n", " "), "  ")
    if number == len(hints) - 1:
        say(f"That was the last one; ./learn solution {exercise.name} shows the solution.")
    state["hints"][exercise.name] = number + 1
    remember(state)
    return 0


def command_picture(name=None):
    exercise = named(name) if name else first_unsolved() or exercises()[0]
    if exercise.is_host:
        leave(2, f"{exercise.name} is a program of the host, and has no kernel to draw")
    if not shutil.which("oclgrind"):
        leave(SKIP, "the picture is drawn from what the simulator Oclgrind sees, and it is not installed; docs/install.md has it")
    exercise.begin()
    size = exercise.facts.get("picture", ["12" if exercise.is_flat() else "4x3"])[0]
    # One run for each buffer: it is a null pointer then, so that the simulator names each access to it.
    arguments = [words for words in (line.split() for line in exercise.run.read_text().split("\n"))
                 if words and words[0] in ("in", "out", "inout", "image", "value", "local") and not words[1].isdigit()]
    buffers = []
    for number, (kind, element, label, *_) in enumerate(arguments):
        if kind not in ("in", "out", "inout"):
            continue
        said = simulate(exercise, exercise.mine, "--max-errors", "100000", mode=("watch", str(number), size))
        count = re.search(rf"^buffer {label} \w+ (\d+)$", said[1], re.M) if said else None
        if not count:
            leave(1, f"the kernel does not run: ./learn {exercise.name} says why")
        buffers.append((label, int(count[1]), access_picture.accesses_of(said[0], TYPE_SIZES.get(element, 4))))
    picture = MINE / f"{exercise.name}.svg"
    columns = f"n = {size}" if exercise.is_flat() else "{} columns, {} rows".format(*size.split("x"))
    picture.write_text(access_picture.draw(f"{exercise.name}, {columns}", buffers, exercise.is_flat()))
    say(f"{shown(picture)} is drawn.")
    return 0


def command_reset(name):
    exercise = named(name)
    if exercise.mine.exists():
        os.replace(exercise.mine, f"{exercise.mine}.old")
        say(f"Your file is now {shown(exercise.mine)}.old")
    exercise.begin()
    state = progress()
    state["solved"] = [one for one in state["solved"] if one != name]
    state["hints"].pop(name, None)
    remember(state)
    say(f"{shown(exercise.mine)} is as in the beginning.")
    return 0


def command_solution(name):
    exercise = named(name)
    print(f"Show the solution of {name}? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        print()
        return 1
    print()
    print(exercise.solution(), end="")
    return 0


def command_check(why, as_json):
    rows = []
    for exercise in exercises():
        row = {"name": exercise.name, "stop": exercise.stop_number(), "state": "not begun", "messages": []}
        if exercise.mine.exists():
            result = attempt(exercise, exercise.mine)
            row["state"] = result.state()
            row["messages"] = [] if result.solved else result.lines
            mark(exercise, result)
        rows.append(row)
        if not as_json:
            print(f"  {exercise.name:<20} {good(row['state']) if row['state'] == 'solved' else row['state']}", flush=True)
            for line in row["messages"] if why else []:
                say(line, "      ")
    solved = sum(row["state"] == "solved" for row in rows)
    if as_json:
        print(json.dumps({"solved": solved, "of": len(rows), "exercises": rows}, indent=1))
    else:
        print(f"{solved} of {len(rows)} are solved.")
    return 0 if solved == len(rows) else 1


def main(words):
    sys.stdout.reconfigure(errors="replace")    # a terminal may lack letters of a kernel
    command, *rest = words or [None]
    options = {word for word in rest if word.startswith("-")}
    names = [word for word in rest if not word.startswith("-")]
    if command in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    flags, least, most = COMMANDS.get(command, (set(), 0, 0))
    if command in COMMANDS and not options and len(names) < least:
        leave(2, f"{command} needs the name of an exercise; ./learn list shows all")
    if options - flags or not least <= len(names) <= most or (command and command.startswith("-") and command not in COMMANDS):
        leave(2, f"'{' '.join(words)}' is no command; ./learn --help lists them")
    if command == "check":
        return command_check("--why" in options, "--json" in options)
    if command in COMMANDS:
        return {"list": command_list, "hint": command_hint, "reset": command_reset, "solution": command_solution,
                "--picture": command_picture}[command](*names)
    return command_work(command)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print()
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:    # the learner's folder or file cannot be written
        leave(2, f"{error.filename}: {error.strerror}; LEARN_MINE names another folder for your files")
