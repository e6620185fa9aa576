#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what every sample promises.

    sample.py json      PROGRAM ARGUMENTS...   --json prints one object of the agreed shape
    sample.py options   PROGRAM ARGUMENTS...   bad options and a missing driver are refused, in one line
    sample.py spoil     PROGRAM ARGUMENTS...   each comparison, spoiled, turns the exit status to 1
    sample.py fault     PROGRAM ARGUMENTS...   a failing call is named, and turns the exit status to 3: some calls
    sample.py refusals  PROGRAM ARGUMENTS...   each call that must be refused, accepted for once, turns the exit status to 1
    sample.py oclgrind  PROGRAM ARGUMENTS...   the simulator finds no race and no bad access
    sample.py guard     PROGRAM ARGUMENTS...   no kernel writes past the end of a buffer
    sample.py no_kernels PROGRAM ARGUMENTS...   when no kernel runs, poison, zeros and copied inputs are wrong answers
    sample.py races     PROGRAM ARGUMENTS...   the simulator finds a race in the variants broken_..., and in no other
    sample.py stress    PROGRAM ARGUMENTS...   with many threads it is always right, and each race of its file shows
    sample.py broken_kernels PROGRAM ARGUMENTS...   each broken kernel of its file is caught
    sample.py same_csv  PROGRAM OTHER ARGUMENTS...   --csv writes the same from both programs
    sample.py each_power PROGRAM OPTION FIRST LAST ARGUMENTS...   right with each power of two as OPTION that the device takes
    sample.py wrong     PROGRAM ARGUMENTS...   with these arguments the answer is wrong, and it says so
    sample.py run       PROGRAM RUN            the run of that name ends as expected

What is special about a sample, its runs, its broken kernels and its races are in tests/samples/NAME.txt.

Exit status 0: as promised; 1: not; 77: the device cannot run the sample.

spoil, fault, guard, no_kernels and broken_kernels try a choice; with OCL_TEST_CAMPAIGN=1 in the environment they try all.
"""

import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sample_file import LAYERS, Malformed, read_sample

TESTS = Path(__file__).resolve().parents[1]
KERNELS = TESTS.parent / "kernels"
SKIP = 77
SECONDS = 240
MAX_COMPARISONS = 400
EMULATOR = shlex.split(os.environ.get("OCL_TEST_EMULATOR", ""))    # what runs programs of another system
ENDING = ".exe" if sys.argv[2:] and sys.argv[2].endswith(".exe") else ""    # of the programs' files
OTHER_POISON = {"OCL_SAMPLES_POISON": "1"}    # a kernel that looks at what it overwrites finds something else
CAMPAIGN = os.environ.get("OCL_TEST_CAMPAIGN", "") not in ("", "0")
ONLY_LATER = os.environ.get("OCL_TEST_CAMPAIGN") == "later"    # fault tries all commands, and nothing else


class Broken(Exception):
    """A promise was not kept."""


def of_sample(program, word):
    """What [special] in the sample's file has for this word: a list, empty without it."""
    return read_sample(Path(program).name).special.get(word, [])


def where_it_hangs(pid):
    """What the threads of a process wait for, as far as gdb is there and may look."""
    if not shutil.which("gdb"):
        return "(with gdb installed the threads are shown here)"
    try:
        return subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 12"], timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              check=False).stdout[-6000:]
    except subprocess.TimeoutExpired:
        return "(gdb hangs, too)"


def children(pid):
    """The processes that this one has started, the oldest first."""
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()]


def kill_all(process):
    """The program and what it started: a child that lives on keeps the pipes open, and they would be read forever."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


LAUNCHER = []    # of a run with ranks:N: what stands before the program


def set_ranks(count):
    """From now on programs are run as so many ranks of MPI.  The build has told Open MPI that cores may be fewer."""
    if not shutil.which("mpiexec"):
        print("mpiexec is missing: install openmpi-bin or mpich")
        sys.exit(SKIP)
    LAUNCHER[:] = ["mpiexec", "-n", str(count)]


def run(program, arguments, environment=None, prefix=(), seconds=SECONDS):
    """Runs the sample; a hang counts as a crash.  Where it hangs is looked up, unless broken kernels may hang."""
    command = [*LAUNCHER, *prefix, *EMULATOR, f"{program}{ENDING}", *arguments]
    with subprocess.Popen(command, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            return subprocess.CompletedProcess(command, process.returncode, out, err)
        except subprocess.TimeoutExpired:
            why = f"no end after {seconds:.0f} s"
            if seconds == SECONDS:
                why += "\n" + where_it_hangs(process.pid)
            kill_all(process)
            process.communicate()
            return subprocess.CompletedProcess(command, -1, "", why)
        except KeyboardInterrupt:    # which does not reach another session
            kill_all(process)
            raise


def expect(condition, what, result):
    if not condition:
        raise Broken(f"{what}\n  command: {' '.join(map(str, result.args))}\n"
                     f"  exit status: {result.returncode}\n"
                     f"  stdout: {result.stdout[-1500:]}\n  stderr: {result.stderr[-6100:]}")


def skip_if_asked(result):
    if result.returncode == SKIP:
        print(result.stderr.strip())
        sys.exit(SKIP)


def layer_file(variable):
    """The layer that a variable of the environment names.  Without the file the loader would say nothing and go on."""
    path = os.environ.get(variable, "")
    if not Path(path).is_file():
        target = Path(path).stem.removeprefix("lib") or "the layers of tests/layers"
        raise Broken(f"{path or variable} is missing: build {target}, or everything")
    return path


def skip_without_layers():
    print("this OpenCL loader takes no layers: ocl-icd 2.3 does, and Khronos' loader since 2021")
    sys.exit(SKIP)


def own_cache(folder):
    """A new cache in that folder, which holds the device's limits: to measure them takes seconds (common/base/cache.c)."""
    own = Path(folder) / "cache"
    own.mkdir(mode=0o700)
    for entry in Path(os.environ.get("OCL_SAMPLES_CACHE") or "/nonexistent").glob("*.bin"):
        if entry.read_bytes().partition(b"\n")[2].startswith(b"limits"):
            shutil.copy(entry, own)
    return str(own)


# --- json

NUMBER = (int, float, type(None))
VARIANT_KEYS = {"name": str, "best_ms": NUMBER, "median_ms": NUMBER, "rate": NUMBER,
                "unit": (str, type(None)), "of_limit": NUMBER, "error": NUMBER, "bound": NUMBER,
                "pass": bool}


def check_json(program, arguments):
    result = run(program, [*arguments, "--json"])
    skip_if_asked(result)
    expect(result.returncode == 0, "--json fails", result)
    try:
        report = json.loads(result.stdout)
    except ValueError as error:
        expect(False, f"--json prints no JSON: {error}", result)
    expect(report.get("sample") == Path(program).name, "the name is wrong", result)
    expect(report.get("pass") is True, "pass is not true", result)
    expect(isinstance(report.get("variants"), list) and report["variants"], "no variants", result)
    for variant in report["variants"]:
        for key, kind in VARIANT_KEYS.items():
            expect(key in variant and isinstance(variant[key], kind), f"bad or no {key}", result)
        expect(variant["best_ms"] is None or variant["best_ms"] <= variant["median_ms"],
               "the best run is slower than the median", result)
    table = run(program, arguments)
    expect(table.returncode == 0 and "PASS" in table.stdout, "the table says no PASS", table)
    quiet = run(program, [*arguments, "--quiet"], OTHER_POISON)
    expect(quiet.returncode == 0 and not quiet.stdout, "--quiet is not quiet, or another poison gives another answer", quiet)


# --- options

def refused(program, arguments, status=2, environment=None):
    """The sample ends with that status, prints nothing to stdout and complains in one line under its name."""
    result = run(program, arguments, environment)
    expect(result.returncode == status, f"exit status is not {status}", result)
    expect(not result.stdout, "something is on standard output", result)
    expect(result.stderr.startswith(Path(program).name + ": "), "no complaint", result)
    expect(result.stderr.count("\n") == 1, "not one line", result)


# A value that each option must refuse, by the name of the value in --help.
BAD_VALUES = {"N": ["0", "-1", "1e9x", "12 ", "", "\u00e9\n", "99999999999999999999"],
              "MxN": ["0x5", "5x", "x5", "1x2x3"], "MxNxK": ["0x5x6", "5x6", "5x6x", "1x2x3x4"],
              "X": ["", "nan", "1.5y"],
              "SPEC": ["nothing", "999", "cpu:99", "\u00e9\n"], "FILE": [""], "NAME": ["nonsense", "x"]}


def check_list(program):
    """--list has a line for each device; --list --json the same devices, numbered."""
    text = run(program, ["--list"])
    expect(text.returncode == 0, "--list fails", text)
    listing = run(program, ["--list", "--json"])
    expect(listing.returncode == 0, "--list --json fails", listing)
    try:
        devices = [device for platform in json.loads(listing.stdout)["platforms"]
                   for device in platform["devices"]]
    except (ValueError, KeyError) as error:
        expect(False, f"--list --json prints no list: {error!r}", listing)
    expect(devices, "an empty --list --json", listing)
    for number, device in enumerate(devices):
        expect(device["number"] == number, "devices are not numbered in turn", listing)
        line = rf"^ +{number}  {device['type']} +{re.escape(device['name'])}, {re.escape(device['version'])}$"
        expect(re.search(line, text.stdout, re.M), f"device {number} is another in --list", text)


def check_missing_kernel(program, arguments):
    """A --kernel file without the kernel that the sample needs is named, and so is the kernel."""
    if of_sample(program, "any_kernel_file"):
        return
    variants = re.search(r"run one variant only: (\w+)(?:.*?(\w+))? or all", run(program, ["--help"]).stdout)
    chosen = "--variant" in arguments and "all" not in arguments
    one = ["--variant", variants[2] or variants[1]] if variants and not chosen else []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "other.cl"
        file.write_text("kernel void another(global int *a) { a[0] = 1; }\n")
        result = run(program, [*arguments, *one, "--kernel", str(file)])
        if result.returncode == 77 and one:    # the last variant may be for other devices
            result = run(program, [*arguments, "--variant", variants[1], "--kernel", str(file)])
        skip_if_asked(result)
        expect(result.returncode == 2 and result.stderr.count("\n") == 1 and
               re.search(r"other\.cl\b.*'\w+'", result.stderr), "a --kernel file without the kernel is not named", result)


def check_options(program, arguments):
    name = Path(program).name
    text = run(program, ["--help"])
    expect(text.returncode == 0 and text.stdout.startswith(f"Usage: {name}"), "no --help", text)
    version = run(program, ["--version"])
    expect(version.returncode == 0 and name in version.stdout, "no --version", version)
    check_list(program)

    for bad in (["--frobnicate"], ["--devise", "0"], ["--hel"], ["-Z"], ["stray"], ["--json=yes"], ["--"], ["--\u00e9\n"]):
        refused(program, bad)
    accepted = re.findall(r"^  (?:-(\w), |    )--([\w-]+)(?: (\w+))?  ", text.stdout, re.M)
    expect(len(accepted) >= 5, "--help shows too few options", text)
    for letter, option, metavar in accepted:
        if not metavar:
            continue
        refused(program, [f"--{option}"])
        if option == "seed":
            refused(program, ["--seed", "-1"])
            continue
        for value in BAD_VALUES.get(metavar, []):
            refused(program, [f"--{option}", value])
        if option == "pattern" and "--pattern NAME: of the picture that --size makes" in text.stdout:
            refused(program, ["--pattern", "photo"])    # without --size the picture comes from a file
        if option in ("input", "kernel"):
            refused(program, [f"--{option}", "/nonexistent/file"])
        if option == "input":
            refused(program, ["--input", __file__])    # a file, but not of a kind that any sample reads
        if option == "kernel":
            check_missing_kernel(program, arguments)
    # A default that --help shows is a value that the program takes.
    defaults = re.findall(r"^ .*--([\w-]+) \w+ .*\(default (\S+)\)$", text.stdout, re.M)
    again = run(program, [f"--{option}={value}" for option, value in defaults] + ["--help"])
    expect(again.returncode == 0 and again.stdout == text.stdout, "--help offers a default that is refused", again)
    with tempfile.TemporaryDirectory() as empty:
        no_driver = {"OCL_ICD_VENDORS": empty}
        if os.environ.get("OCL_TEST_NO_OPENCL"):    # the sample calls no OpenCL
            result = run(program, arguments, no_driver)
            skip_if_asked(result)
            expect(result.returncode == 0, "it needs an OpenCL driver", result)
        elif run(program, ["--list"], no_driver).returncode == 0:
            print("this OpenCL loader ignores OCL_ICD_VENDORS: exit status 4 is not tested")
        else:
            refused(program, arguments, status=4, environment=no_driver)


# --- spoil

def spoiled(program, arguments, k):
    """Whether there is a k-th comparison; spoiled, it must turn the exit status to 1."""
    result = run(program, arguments, {"OCL_SAMPLES_SPOIL": str(k)})
    skip_if_asked(result)
    if f"comparison {k} is spoiled" not in result.stderr:
        expect(k > 1, "nothing is compared", result)
        expect(result.returncode == 0, "it fails without being spoiled", result)
        return False
    expect(result.returncode == 1, f"comparison {k} does not reach the exit status", result)
    return True


def check_spoil(program, arguments):
    """In a campaign each comparison; else those that a search for the last one meets, the first and the last among them."""
    tried, first_missing = 0, MAX_COMPARISONS
    while tried + 1 < first_missing:
        if CAMPAIGN:
            k = tried + 1
        elif first_missing == MAX_COMPARISONS:
            k = min(2 * tried or 1, MAX_COMPARISONS - 1)
        else:
            k = (tried + first_missing) // 2
        if spoiled(program, arguments, k):
            tried = k
        else:
            first_missing = k
    if first_missing == MAX_COMPARISONS:
        raise Broken(f"more than {MAX_COMPARISONS - 2} comparisons with {arguments}")
    print(f"{tried} comparisons, {'each' if CAMPAIGN else 'each that was tried'} reaches the exit status")


# --- fault

FAULT = "CL_OUT_OF_RESOURCES"
# Refused, a cached binary is built again.
BUILDS = ("clCreateProgramWithBinary", "clBuildProgram")

MEMORY = re.compile(r"no memory for bytes: (\d+)")
# Options that lead to code that a plain run does not reach.  @ is an empty folder.
FAULT_OPTIONS = (["--limits"], ["--tune", "--tune-seconds", "0.2"], ["--json"], ["--csv", "@/table.csv"],
                 ["--output", "@/out.svg"], ["--output", "@/out.png"], ["--output", "@/out.jpg"], ["--output", "@/out.bin"])
FAULT_SEED = 1


def names_of(program, word):
    """The names behind a word of [special]."""
    return [name for value in of_sample(program, word) for name in value.split()]


def aborts_of_a_runtime(program, result):
    """It was a call of the runtime's own."""
    return result.returncode == -signal.SIGABRT and any(re.search(words, result.stderr)
                                                        for words in of_sample(program, "runtime_aborts"))


def noticed(program, name, result):
    """Exit status 3 and the error's name; or 1, or the name in the result, where statuses are the topic."""
    who, status = Path(program).name, result.returncode
    if aborts_of_a_runtime(program, result):
        return True
    if name in names_of(program, {0: "runtime_ignores", SKIP: "runtime_skips"}.get(status)):
        return True
    if of_sample(program, "destructors"):    # and a failed build fails once more for its log
        if name.startswith("clRelease") and status == 0 or name == "clBuildProgram" and status == 3:
            return True
    if name in ("clGetExtensionFunctionAddressForPlatform", "clSVMAlloc"):    # give NULL, and no error's name
        if status == 0:    # a table of what is tried
            return of_sample(program, "null_is_topic") and "NULL" in result.stdout
        if status == 1:    # an address that should be there
            return of_sample(program, "null_is_topic") and f"{who}: " in result.stderr
        return status == 3 and re.search(rf"^{who}: .*{name}", result.stderr, re.M)
    if status == 3 or (status == 4 and name == "clGetDeviceIDs"):    # a platform that fails is left out
        return re.search(rf"^{who}: .*{FAULT}", result.stderr, re.M)
    if status == 1 and not of_sample(program, "status_is_topic") and name == "clCreateKernel":
        return False
    if status == 1:
        return f"{who}: " in result.stderr
    if name in of_sample(program, "attribute_is_row") and status == 0 and "--json" in result.args:    # such an attribute is null
        return "null" in result.stdout
    return status == 0 and (name in BUILDS or FAULT in result.stdout)


# Without an event nobody learns that a command has failed; only what it should have done is missing.  These may be missing:
# what is filled or written is poison, or the answer is wrong without it; the others move no data on the devices here.
MAY_BE_MISSING = ("clEnqueueFillBuffer", "clEnqueueFillImage", "clEnqueueSVMMemFill", "clEnqueueWriteBuffer",
                  "clEnqueueMapBuffer", "clEnqueueUnmapMemObject", "clEnqueueMarkerWithWaitList", "clEnqueueBarrierWithWaitList",
                  "clEnqueueMigrateMemObjects", "clEnqueueSVMMigrateMem", "clEnqueueSVMUnmap", "empty")


def noticed_later(program, command, is_mistake, result):
    """An event that failed must not end in success, unless it is that of a marker, which does nothing.  Without an event
    a wrong result tells."""
    who, status = Path(program).name, result.returncode
    if aborts_of_a_runtime(program, result):
        return True
    if status == 3:
        return re.search(rf"^{who}: .*\bCL_\w+", result.stderr, re.M)
    if status == 1:
        return f"{who}: " in result.stderr
    if status != 0:
        return False
    if command.endswith(" without event"):
        what = command.removesuffix(" without event").removeprefix("clEnqueueNDRangeKernel ")
        return is_mistake or what in MAY_BE_MISSING or what in names_of(program, "may_be_missing")
    return is_mistake or of_sample(program, "goes_on") or FAULT in result.stdout or command.startswith("clEnqueueMarker")


def noticed_memory(program, result):
    """Exit status 2, and a last line that says why; or a run that can do without."""
    who = Path(program).name
    lines = [line for line in result.stderr.splitlines() if not MEMORY.fullmatch(line)]
    if result.returncode == 0:
        return True
    return result.returncode in (2, 3) and lines and lines[-1].startswith(f"{who}: ")    # compilers may say more before


MANY_BUILDS = 4    # PoCL takes a tenth of a second for a build, also of a program that it has compiled before


def calls_to_fail(calls):
    """Numbers, from 1, of one call of every third function: the first, after which a run ends early, or the last."""
    first = {name: number for number, name in reversed(list(enumerate(calls, 1)))}
    last = {name: number for number, name in enumerate(calls, 1)}
    choose = random.Random(len(calls))    # so that samples differ
    firsts = 3 if calls.count("clBuildProgram") >= MANY_BUILDS else 1
    some_names = choose.sample(list(first), (len(first) + 2) // 3)    # other samples try the other functions
    return sorted(choose.choice((*[first[name]] * firsts, last[name])) for name in some_names)


class Faults:
    """Runs of one program, in each of which something fails."""

    def __init__(self, program, folder):
        self.program, self.folder, self.counts, self.later = program, Path(folder), {}, []
        self.log, self.scratch = self.folder / "log", self.folder / "scratch"
        # Where binaries are kept, a program from the cache is seen, too; else the driver's kernels of other tests are used.
        keeps = CAMPAIGN or of_sample(program, "keeps_programs")
        self.environment = {"OPENCL_LAYERS": layer_file("OCL_TEST_FAULT_LAYER"),
                            "OCL_SAMPLES_CACHE": own_cache(folder),
                            "OCL_SAMPLES_KEEP_PROGRAMS": "1" if keeps else ""}
        self.memory = os.environ.get("OCL_TEST_FAULT_MEMORY")

    def run(self, arguments, seconds=SECONDS / 2, **more):
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        words = [word.replace("@", str(self.scratch)) for word in arguments]
        return run(self.program, words, {**self.environment, **more}, seconds=seconds)

    def calls(self, arguments, need_success=True):
        """What a run without fault calls, enqueues and requests: three lists of names, or None if it fails."""
        self.run(arguments, seconds=2 * SECONDS)    # so that nothing is measured or built any more
        self.log.unlink(missing_ok=True)
        result = self.run(arguments, OCL_SAMPLES_FAULT_LOG=str(self.log), **self.preload())
        if need_success:
            skip_if_asked(result)
            expect(result.returncode == 0, "it fails without a fault", result)
        elif result.returncode != 0:
            return None
        if not self.log.exists():
            skip_without_layers()
        lines = self.log.read_text().splitlines()
        memory = [line.split()[1] for line in lines if line.startswith("memory ")]
        self.later = [line.removeprefix("later ") for line in lines if line.startswith("later ")]
        return [line for line in lines if " " not in line], self.later, memory

    def preload(self):
        return {"LD_PRELOAD": self.memory} if self.memory else {}

    def count(self, kind):
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def expect_whole_files(self, result):
        left = [path.name for path in self.scratch.iterdir() if path.name.startswith(".") or ".tmp" in path.name]
        expect(not left, f"the file {left} is left over", result)

    def fail_call(self, arguments, number):
        result = self.run(arguments, OCL_SAMPLES_FAULT=str(number))
        failing = re.search(rf"^call {number} fails: (\w+)$", result.stderr, re.M)
        if failing:    # else there were fewer calls this time
            self.count("calls")
            expect(noticed(self.program, failing[1], result), "a failing call is not noticed", result)
            self.expect_whole_files(result)

    def fail_later(self, arguments, number):
        # Who does the piece again does not wait for ever for what waits for the failed command either.
        kind = "alone" if of_sample(self.program, "goes_on") else "later"
        result = self.run(arguments, seconds=LATER_SECONDS, OCL_SAMPLES_FAULT=f"{kind}:{number}")
        failing = re.search(rf"^command {number} fails later: (.*)$", result.stderr, re.M)
        if failing or result.returncode == -1:
            self.count("commands")
            is_mistake = number > len(self.later) - sum(map(int, of_sample(self.program, "mistakes")))
            expect(failing and noticed_later(self.program, failing[1], is_mistake, result),
                   f"command {number}, which ends with an error, is not noticed", result)
            if result.returncode == 0:
                self.count("of them without event or effect")

    def fail_memory(self, arguments, number):
        result = self.run(arguments, OCL_SAMPLES_FAULT=f"memory:{number}", **self.preload())
        if MEMORY.search(result.stderr):
            self.count("requests for memory")
            expect(noticed_memory(self.program, result), "missing memory is not noticed", result)
            self.expect_whole_files(result)


def option_runs(program):
    """The further arguments that this program takes."""
    text = run(program, ["--help"]).stdout
    return [words for words in FAULT_OPTIONS if re.search(rf"{words[0]}\b", text)
            and ("--limits" not in words or of_sample(program, "measures_limits"))]


def check_fault(program, arguments):
    """Some of all faults: those of the plain run that differ most, and a seeded choice of the others.  In a campaign all of
    the plain run, and those of each place of a run with each option."""
    if CAMPAIGN:
        return check_all_faults(program, arguments)
    rng = random.Random(FAULT_SEED)
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(program, folder)
        calls, later, memory = faults.calls(arguments)
        for number in calls_to_fail(calls):
            faults.fail_call(arguments, number)
        for number in ends_of_each_kind(later):
            faults.fail_later(arguments, number)
        for number in some(rng, memory, 2):
            faults.fail_memory(arguments, number)
        for words in some_of(rng, option_runs(program), 1):
            if found := faults.calls([*arguments, *words], need_success=False):
                for number in some(rng, found[0], 2):
                    faults.fail_call([*arguments, *words], number)
        expect_faults(faults, len(calls))


LATER_SECONDS = 60


# --- refusals

def mistakes_of(result):
    """The calls that must be refused, by their names; none where the run ended early."""
    try:
        return {one["mistake"]: one for one in json.loads(result.stdout)["details"]["mistakes"]}
    except (ValueError, KeyError):
        return {}


def check_refusals(program, arguments):
    """A driver that refuses all, and one that accepts one of them: once for each call that is refused."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        environment = {"OPENCL_LAYERS": layer_file("OCL_TEST_FAULT_LAYER"), "OCL_SAMPLES_FAULT": "accept:0"}
        result = run(program, [*arguments, "--json"], {**environment, "OCL_SAMPLES_FAULT_LOG": str(log)})
        skip_if_asked(result)
        expect(result.returncode == 0, "a mistake is not refused as it should be", result)
        if not log.exists():
            skip_without_layers()
        lines = log.read_text().splitlines()
        count = sum(line.startswith("refused ") for line in lines)
        compared = {name for name, one in mistakes_of(result).items()
                    if one["wanted"] != "CL_SUCCESS" and not one["excused"]}
        expect(compared, "no mistake is compared", result)
    found = set()
    for number in range(1, count + 1):
        result = run(program, [*arguments, "--json"], {**environment, "OCL_SAMPLES_FAULT": f"accept:{number}"})
        for name in compared:
            if mistakes_of(result).get(name, {}).get("answer") == "CL_SUCCESS":
                expect(result.returncode == 1 and name in result.stderr, f"'{name}' succeeds, and nobody says so", result)
                found.add(name)
    if not found and "clGetExtensionFunctionAddressForPlatform" in lines:
        print("its calls are those of an extension, which go past the layer")
        sys.exit(SKIP)
    if found != compared:
        raise Broken(f"these calls were never accepted, so nobody knows whether it would be seen: {sorted(compared - found)}")
    print(f"{len(compared)} calls must be refused; each, accepted, turns the exit status to 1")


MANY_CALLS = 2000    # of a sample with many launches; a picture of nearest neighbours takes 655706


def one_of_each_place(names):
    """Numbers, from 1, of the first, the last and a middle one of the calls that stand between the same others.  A loop
    makes the same calls each time: to fail all of them takes hours and shows nothing new."""
    places, around = {}, [None, None, *names, None]
    for number in range(1, len(names) + 1):
        places.setdefault(tuple(around[number - 1:number + 3]), []).append(number)
    return sorted({number for same in places.values() for number in (same[0], same[len(same) // 2], same[-1])})


def check_all_faults(program, arguments):
    """All of the plain run; of a run with an option those of each place."""
    with tempfile.TemporaryDirectory() as folder:
        faults, calls, broken = Faults(program, folder), [], []
        for words in [[]] if ONLY_LATER else [[], *option_runs(program)]:
            found = faults.calls([*arguments, *words], need_success=not words)
            for names, fail in zip(found or [], (faults.fail_call, faults.fail_later, faults.fail_memory)):
                calls = calls or names
                if ONLY_LATER and fail != faults.fail_later:
                    continue
                every = not words and len(names) <= MANY_CALLS
                for number in range(1, len(names) + 1) if every else one_of_each_place(names):
                    try:
                        fail([*arguments, *words], number)
                    except Broken as one:
                        broken.append(str(one))
                        print(one, flush=True)
        expect_faults(faults, len(calls))
        if broken:
            raise Broken(f"{len(broken)} faults are not noticed")


def ends_of_each_kind(names):
    """Numbers, from 1, of the first and the last command of each kind: the same call, the same kernel, with an event or
    without one.  What the first should have made was never there; what the last should have made may be there from before."""
    kinds = {}
    for number, name in enumerate(names, 1):
        kinds.setdefault(name, []).append(number)
    return sorted({number for same in kinds.values() for number in (same[0], same[-1])})


def some_of(rng, things, most):
    return rng.sample(things, min(most, len(things)))


def some(rng, names, most):
    """Numbers, from 1, of names: at most that many."""
    return sorted(rng.sample(range(1, len(names) + 1), min(most, len(names))))


def expect_faults(faults, calls):
    if not faults.counts and (faults.later or not ONLY_LATER):
        raise Broken("no call failed")
    print(f"{calls} calls in a plain run; noticed: " + ", ".join(f"{n} {kind}" for kind, n in faults.counts.items()))


# --- guard

GUARD = "guard_layer: a kernel wrote past the end of a buffer of"


def guarded(program, arguments, environment=None, seconds=SECONDS):
    """A run with a guard behind each buffer and with other poison, and the lengths of these buffers; None if the loader takes
    no layers."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        result = run(program, arguments, {**(environment or {}), **OTHER_POISON, "OPENCL_LAYERS": layer_file("OCL_TEST_GUARD_LAYER"),
                                          "OCL_SAMPLES_GUARD_LOG": str(log)}, seconds=seconds)
        return result, (log.read_text().split() if log.exists() else None)


def judgements(result):
    """What --json says was compared, without what differs from run to run."""
    report = json.loads(result.stdout)
    return [(variant["name"], variant["pass"]) for variant in report["variants"]]


def check_one_guard(program, arguments):
    plain = run(program, [*arguments, "--json"])
    skip_if_asked(plain)
    expect(plain.returncode == 0, "it fails without a guard", plain)
    result, buffers = guarded(program, [*arguments, "--json"])
    if buffers is None:
        skip_without_layers()
    expect(result.returncode == 0, "it fails with a guard behind each buffer and other poison", result)
    expect(judgements(result) == judgements(plain), "a guard behind each buffer changes the result", result)
    print(f"{' '.join(arguments)}: {len(buffers)} buffers, nothing is written past the end of any", flush=True)


MAX_GUARDED = 1 << 20    # elements; the layer looks at every guard again and again


def elements(size):
    count = 1
    for extent in size.split("x"):
        unit = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(extent[-1])
        count *= int(extent[:-1]) * unit if unit else int(extent)
    return count


def tallest_and_widest(sizes):
    """Those whose first two extents differ most, either way: a mistake in rows and columns shows there."""
    ratios = {}
    for size in sizes:
        extents = [elements(extent) for extent in size.split("x")]
        if len(extents) > 1 and extents[0] != extents[1]:
            ratios[extents[0] / extents[1]] = size
    return [ratios[ratio] for ratio in sorted({min(ratios), max(ratios)})] if ratios else []


def check_guard(program, arguments):
    """The small size, and the tallest and the widest of NAME.size.SIZE; in a campaign all sizes."""
    check_one_guard(program, arguments)
    if "--size" not in arguments:
        return
    sizes = [size for size in os.environ.get("OCL_TEST_SIZES", "").split() if elements(size) <= MAX_GUARDED]
    if not CAMPAIGN:
        sizes = tallest_and_widest(sizes)
    place = arguments.index("--size") + 1
    for size in sizes:
        check_one_guard(program, [*arguments[:place], size, *arguments[place + 1:]])


# --- no kernels

# What the outputs of kernels hold that do not run: tests/layers/no_kernels_layer.c.
ANSWERS, MORE_ANSWERS = ("nothing", "zeros", "input:1"), ("input:2", "input:3")


def run_without_kernels(program, arguments, answer, folder):
    """A run in which no kernel runs, and how many launches there were."""
    log = Path(folder) / "log"
    log.unlink(missing_ok=True)
    result = run(program, arguments, {"OPENCL_LAYERS": layer_file("OCL_TEST_NO_KERNELS_LAYER"), "OCL_SAMPLES_ANSWER": answer,
                                      "OCL_TEST_LAYER_LOG": str(log), "OCL_SAMPLES_CACHE": own_cache(folder)})
    if not log.exists():
        skip_without_layers()
    return result, len(log.read_text().splitlines())


def ratio(row):
    """How much larger than its bound the error of a wrong row is; infinite for NaN and where a bound is 0."""
    return row["error"] / row["bound"] if row["error"] and row["bound"] else float("inf")


def check_one_answer(program, arguments, answer, right):
    """With that answer each row that has a time is wrong, and the exit status is 1."""
    with tempfile.TemporaryDirectory() as folder:
        result, launches = run_without_kernels(program, [*arguments, "--json"], answer, folder)
    if launches == 0:
        print(f"{' '.join(arguments)}: no kernel is launched", flush=True)
        return
    skip_if_asked(result)
    what = f"{' '.join(arguments)} | {answer} | "
    rows = json.loads(result.stdout)["variants"] if result.stdout.startswith("{") else []
    passed = [row["name"] for row in rows if row["pass"] and row["median_ms"] is not None]
    wrong = [name for name in passed if not any(one.search(what + name) for one in right)]
    expect(not wrong, f"{what}right though no kernel ran: {', '.join(wrong)}", result)
    status = f"{what}status {result.returncode}"
    expect(result.returncode == 1 or any(one.search(status) for one in right), f"{what}the exit status is not 1", result)
    ratios = [ratio(row) for row in rows if not row["pass"]]
    print(f"{what}{launches} launches, {len(ratios)} of {len(rows)} rows wrong, the least error is "
          f"{min(ratios, default=0):.3g} of its bound", flush=True)


def check_no_kernels(program, arguments):
    """The small size; in a campaign all sizes, and copies of more inputs.  One element may be its own answer: it is sorted."""
    sizes = os.environ.get("OCL_TEST_SIZES", "").split() if CAMPAIGN and "--size" in arguments else []
    sizes = [size for size in sizes if elements(size) > 1]
    place = arguments.index("--size") + 1 if sizes else 0
    broken, right = [], [re.compile(one) for one in of_sample(program, "right_without_kernels")]
    for words in [arguments, *([*arguments[:place], size, *arguments[place + 1:]] for size in sizes)]:
        for answer in (*ANSWERS, *MORE_ANSWERS) if CAMPAIGN else ANSWERS:
            try:
                check_one_answer(program, words, answer, right)
            except Broken as one:
                broken.append(str(one))
    if broken:
        raise Broken("\n".join(broken))


# --- oclgrind

def oclgrind_checks(program, arguments=()):
    """What the simulator can look for: at random it takes for uninitialised what image functions return, and vectors of 16
    whose upper half is put together from others' elements.  [special] has what else it cannot judge."""
    for words in of_sample(program, "no_uninitialized"):
        given = {*arguments, *([] if "--variant" in arguments else ["no-variant"])}
        if not words or given & set(words.split()):
            return ["--data-races"]
    text = own_kernels((of_sample(program, "kernels_of") or [Path(program).name])[0])
    if re.search(r"\bimage[123]d_\w*t\b|\.s[89a-f]\b|\.s[0-9a-f]{16}\b", text):
        return ["--data-races"]
    return ["--data-races", "--uninitialized"]


def complaints_of_oclgrind(program, arguments, environment=None, seconds=SECONDS):
    """What the simulator has to say of a run, and the run itself."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        result = run(program, arguments, environment,
                     ["oclgrind", *oclgrind_checks(program, arguments), "--log", str(log)], seconds)
        return (log.read_text(errors="replace") if log.exists() else ""), result


def check_oclgrind(program, arguments):
    complaints, result = complaints_of_oclgrind(program, arguments)
    skip_if_asked(result)
    expect(result.returncode == 0, "it fails under oclgrind", result)
    if complaints.strip():
        raise Broken(f"oclgrind complains:\n{complaints[:3000]}")


def check_races(program, arguments):
    text = run(program, ["--help"])
    names = re.search(r"run one variant only: (.*) or all", text.stdout)
    variants = names[1].split(", ") if names else []
    broken = [name for name in variants if name.startswith("broken_")]
    without = of_sample(program, "no_race")
    expect(broken and len(broken) < len(variants), "no broken or no other variants", text)
    for name in variants:
        complaints, result = complaints_of_oclgrind(program, [*arguments, "--variant", name])
        skip_if_asked(result)
        if name in broken and name not in without:
            expect("data race" in complaints, f"no race is found in {name}", result)
        else:
            expect(not complaints.strip() and result.returncode == 0,
                   f"oclgrind complains of {name}: {complaints[:1000]}", result)
    print(f"{len(set(broken) - set(without))} of {len(variants)} variants have a race")


# --- broken kernels

KERNEL_START = r"\bkernel\s+(?:__attribute__\(\(.*?\)\)\s*)?void\s+(\w+)\s*\("


def own_kernels(name):
    """The text of NAME.cl and NAME_fast.cl; a sample may run another one's kernels instead."""
    files = [KERNELS / f"{name}{part}.cl" for part in ("", "_fast")]
    return "\n".join(file.read_text() for file in files if file.exists())


def with_edits(edits, small_run):
    """Each broken kernel of a sample's file, with the text of its file of kernels/ and the arguments of the run."""
    for edit in edits:
        text = (KERNELS / edit.file).read_text()
        if text.count(edit.old) != 1:
            raise Broken(f"{edit.file} holds {text.count(edit.old)} times: {edit.old}")
        yield edit, text, small_run if edit.arguments is None else edit.arguments


def kernel_at(source, position):
    """The name of the kernel function that the position lies in."""
    names = re.findall(KERNEL_START, source[:position + 1])
    return names[-1] if names else None


def survives(program, arguments, environment, seconds):
    """A kernel that corrupts memory may hang the driver: past `seconds` it is caught, too."""
    result = run(program, arguments, environment, seconds=seconds)
    if result.returncode == SKIP:
        return False, "not tried: the device lacks it"
    if result.returncode != 0:
        return False, f"exit status {result.returncode}"
    if os.environ.get("OCL_TEST_GUARD_LAYER"):    # a write past the end may hit nothing that is in use
        result, _ = guarded(program, arguments, environment, seconds)
        if GUARD in result.stderr:
            return False, "guard behind a buffer"
        if result.returncode != 0:
            return False, f"exit status {result.returncode} with other poison"
    if not shutil.which("oclgrind"):
        return True, "passes"
    complaints, result = complaints_of_oclgrind(program, arguments, environment)
    if result.returncode == SKIP:
        return True, "passes, and does not run under oclgrind"
    if result.returncode == 0 and not complaints.strip():
        return True, "passes, and oclgrind is silent"
    return False, "oclgrind"


CHOICE = 3    # broken kernels per sample when there is no campaign


def choose_broken_kernels(broken, text):
    """All in a campaign.  Else CHOICE of them, others when `text` changes: what is tried depends on what is in the files."""
    if CAMPAIGN or len(broken) <= CHOICE:
        return broken
    chosen = set(random.Random(text).sample(range(len(broken)), CHOICE))
    return [kernel for number, kernel in enumerate(broken) if number in chosen]


def own_variant(program):
    """A function: the options for the variant that a kernel is.  One kernel is compiled then, and not all."""
    names = re.search(r"run one variant only: (.*) or all", run(program, ["--help"]).stdout)

    def options(kernel):
        fitting = [name for name in names[1].split(", ") if kernel.endswith(f"_{name}")] if names else []
        return ["--variant", max(fitting, key=len)] if fitting else []

    return options


def chosen_device(program, arguments):
    """The type of the device that the program takes, and the name of its platform; None for a unit test."""
    listing = run(program, ["--list", "--json"])
    if listing.returncode != 0 or not listing.stdout.startswith("{"):
        return None, None
    devices = [(platform["name"], device) for platform in json.loads(listing.stdout)["platforms"]
               for device in platform["devices"]]
    if os.environ.get("OCL_DEVICE") or "--device" in arguments:
        report = json.loads(run(program, [*arguments, "--json"]).stdout or "{}")
        fitting = [one for one in devices if (one[0], one[1]["name"]) == (report.get("platform"), report.get("device"))]
    else:
        fitting = [one for one in devices if one[1]["type"] == "gpu"] or devices
    return (fitting[0][1]["type"], fitting[0][0]) if fitting else (None, None)


def check_broken_kernels(program, arguments):
    if chosen_device(program, arguments)[0] not in ("cpu", None):
        print("broken kernels are a test for CPUs: on other devices a write past the end or a missing barrier may not show")
        sys.exit(SKIP)
    name = Path(program).name.removeprefix("test_")    # a unit test stands for a kernel without a sample
    source = own_kernels(name)
    kernels = re.findall(KERNEL_START, source)
    counts, survivors = dict.fromkeys(kernels, 0), []
    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder) / "kernels"
        shutil.copytree(KERNELS, broken)
        # The cache, too: what a broken kernel measures must not be remembered.
        environment = {"OCL_SAMPLES_KERNELS": str(broken), "OCL_SAMPLES_CACHE": own_cache(folder)}
        begin = time.monotonic()
        result = run(program, arguments, environment)
        seconds = 20 + 5 * (time.monotonic() - begin)    # the first run builds everything
        skip_if_asked(result)
        expect(result.returncode == 0, "it fails before anything is broken", result)
        every = []
        for edit, text, own in with_edits(read_sample(name).broken_kernels, arguments):
            kernel = kernel_at(text, text.index(edit.old) + len(edit.old)) or edit.file
            counts[kernel] = counts.get(kernel, 0) + 1
            every.append((edit, text, own, kernel))
        chosen = choose_broken_kernels(every, source + repr([(edit.what, edit.old, edit.new) for edit, *_ in every]))
        print(f"{len(chosen)} of {len(every)} broken kernels")
        variant_of = own_variant(program)
        for edit, text, own, kernel in chosen:
            (broken / edit.file).write_text(text.replace(edit.old, edit.new))
            variant = variant_of(kernel) if own is arguments and kernel in kernels else []
            alive, how = survives(program, [*own, *variant], environment, seconds)
            if alive and variant:    # another variant may use the kernel, too
                alive, how = survives(program, own, environment, seconds)
            (broken / edit.file).write_text(text)
            what_came = "SURVIVES" if alive else "skipped " if how.startswith("not tried") else "caught  "
            print(f"{what_came}  {kernel}: {edit.what} ({how})", flush=True)
            if alive:
                survivors.append(edit.what)
    empty = re.findall(r"\bkernel\s+void\s+(\w+)\s*\([^)]*\)\s*\{\s*\}", source)
    few = [kernel for kernel in kernels if counts[kernel] < 3 and kernel not in empty]
    if few:
        raise Broken(f"fewer than three broken kernels of {', '.join(few)}")
    if survivors:
        raise Broken(f"{len(survivors)} broken kernels are not caught")


# --- stress

# PoCL makes as many threads, also on fewer cores: then they interrupt each other in the middle of a kernel.
STRESS_THREADS = (2, 3, 8, 16)
STRESS_RUNS = 40    # a race that shows in one run of three is missed once in ten million times


def check_stress(program, arguments):
    """The right kernels pass with each number of threads.  A kernel with a race fails in one of STRESS_RUNS runs."""
    name, survivors = Path(program).name, []
    if chosen_device(program, arguments)[1] != "Portable Computing Language":
        print("only PoCL makes more threads than there are cores")
        sys.exit(SKIP)
    with tempfile.TemporaryDirectory() as folder:
        kernels = Path(folder) / "kernels"
        shutil.copytree(KERNELS, kernels)
        environment = {"OCL_SAMPLES_KERNELS": str(kernels), "OCL_SAMPLES_CACHE": f"{folder}/cache"}

        def stressed(own, turn):
            threads = STRESS_THREADS[turn % len(STRESS_THREADS)]
            return run(program, own, {**environment, "POCL_MAX_PTHREAD_COUNT": str(threads)})

        for edit, text, own in with_edits(read_sample(name).races, arguments):
            for turn in range(len(STRESS_THREADS)):
                result = stressed(own, turn)
                skip_if_asked(result)
                expect(result.returncode == 0, "the right kernel fails with many threads", result)
            (kernels / edit.file).write_text(text.replace(edit.old, edit.new))
            caught = next((turn for turn in range(STRESS_RUNS) if stressed(own, turn).returncode != 0), None)
            (kernels / edit.file).write_text(text)
            print(f"{'SURVIVES' if caught is None else f'caught in run {caught + 1}'}: {edit.what}", flush=True)
            if caught is None:
                survivors.append(edit.what)
    if survivors:
        raise Broken(f"{len(survivors)} races never show")


# --- wrong

def check_wrong(program, arguments):
    result = run(program, arguments)
    skip_if_asked(result)
    expect(result.returncode == 1, "a wrong answer is not reported", result)
    expect(result.stderr.startswith(Path(program).name + ": "), "no complaint", result)


# --- each_power

def check_each_power(program, arguments):
    """The device may refuse the largest ones: then it names the largest that it takes, and takes all up to this one."""
    option, first, last, *arguments = arguments
    tried, taken, most = int(first), [], None
    while tried <= int(last):
        result = run(program, [*arguments, option, str(tried)])
        skip_if_asked(result)
        if result.returncode == 2:
            most = most or re.search(rf"{option} {tried}: .* at most (\d+)$", result.stderr.strip())
            expect(most and [int(most[1])] == taken[-1:], f"{tried} is refused after {taken}", result)
        else:
            expect(result.returncode == 0, f"{option} {tried} is wrong", result)
            expect(not most, f"{option} {tried} is taken, and less was refused", result)
            taken.append(tried)
        tried *= 2
    print(f"right with {option} {', '.join(map(str, taken))}")


# --- same_csv

def check_same_csv(program, arguments):
    other, *arguments = arguments
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        for which in (program, other):
            table = Path(folder) / f"{Path(which).name}.csv"
            result = run(which, [*arguments, "--csv", str(table)])
            skip_if_asked(result)
            expect(result.returncode == 0 and table.exists(), "no --csv", result)
            tables.append(table.read_text())
    expect(tables[0] == tables[1], f"another table than that of {Path(program).name}", result)


# --- run

def settings_of(words):
    """Takes the settings off the front of the words: variables, and key:value for only, in, ranks, solution, says and file."""
    variables, settings = {}, {"only": [], "in": [], "ranks": [], "solution": [], "says": [], "file": []}
    while words and (setting := re.fullmatch(r"([A-Z_]+)=(.*)|(only|in|ranks|solution|says|file):(.*)", words[0], re.S)):
        words.pop(0)
        if setting[1]:
            variables[setting[1]] = setting[2]
        else:
            settings[setting[3]].append(setting[4])
    return variables, settings


def skip_if_layers_are_ignored(program, variables, scratch):
    """Some loaders, such as that of CUDA, do not know OPENCL_LAYERS: the run would be one without the layer."""
    log = Path(scratch) / "layer_log"
    run(program, ["--list"], {**variables, "OCL_TEST_LAYER_LOG": str(log)})
    if not log.exists():
        skip_without_layers()
    log.unlink()


def check_run(program, arguments):
    sample = Path(program).name
    found = [one for one in read_sample(sample).runs or [] if one.name == arguments[0]]
    if not found:
        raise Broken(f"tests/samples/{sample}.txt has no run '{arguments[0]}'")
    expected, words = found[0].expected, found[0].words
    with tempfile.TemporaryDirectory() as scratch:
        places = {"@SOURCE@": str(TESTS.parent), "@DATA@": str(TESTS.parent / "data"), "@SCRATCH@": scratch,
                  "@PROGRAMS@": str(Path(program).parent),
                  **{f"@{layer}@": os.environ.get(f"OCL_TEST_{layer}", "") for layer in LAYERS}}
        for layer in LAYERS:
            if any(f"@{layer}@" in word for word in words):
                layer_file(f"OCL_TEST_{layer}")
        words = [re.sub(r"@[A-Z_]+@", lambda name: places.get(name[0], name[0]), word) for word in words]
        variables, settings = settings_of(words)
        if "OPENCL_LAYERS" in variables:
            skip_if_layers_are_ignored(program, variables, scratch)
        os.environ.update(variables)
        for folder in settings["in"]:
            os.chdir(TESTS.parent / folder)
        for name in settings["solution"]:
            program = str(Path(program).parents[1] / "solutions" / name)
        given = {}
        for name, _, content in (file.partition("=") for file in settings["file"]):
            given[Path(scratch, name)] = content.replace("\\n", "\n").encode()
        for path, content in given.items():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        print("command:", *(f"{name}={shlex.quote(value)}" for name, value in variables.items()),
              shlex.join([program, *words]), flush=True)
        devices = run(program, ["--list"]).stdout if settings["only"] else ""
        for word in settings["only"]:
            if word not in devices:
                print(f"no device of --list is called {word}")
                sys.exit(SKIP)

        for count in settings["ranks"]:
            set_ranks(int(count))
        if not expected.isdigit():
            CHECKS[expected](program, words)
        else:
            result = run(program, words)
            print(result.stdout + result.stderr)
            if expected == "0":
                skip_if_asked(result)
            expect(result.returncode == int(expected), f"the exit status is not {expected}", result)
            for text in settings["says"]:
                expect(text in result.stderr, f"the complaint lacks: {text}", result)
        for path, content in given.items():
            if path.read_bytes() != content:
                raise Broken(f"{path.name} is no longer what it was")


CHECKS = {"json": check_json, "options": check_options, "spoil": check_spoil,
          "fault": check_fault, "refusals": check_refusals, "guard": check_guard, "no_kernels": check_no_kernels, "oclgrind": check_oclgrind, "races": check_races,
          "broken_kernels": check_broken_kernels, "stress": check_stress, "wrong": check_wrong, "each_power": check_each_power,
          "same_csv": check_same_csv, "run": check_run}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    try:
        CHECKS[sys.argv[1]](sys.argv[2].removesuffix(ENDING), sys.argv[3:])
    except (Broken, Malformed) as broken:
        sys.exit(f"{Path(sys.argv[2]).name}: {broken}")


if __name__ == "__main__":
    main()
