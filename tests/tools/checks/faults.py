# SPDX-License-Identifier: MIT
"""sample.py fault: calls of OpenCL that fail, commands that fail later, memory that is missing."""

import os
import random
import re
import shutil
import signal
import tempfile
from pathlib import Path

from runner import (CAMPAIGN, SECONDS, SKIP, Broken, expect, layer_file, of_sample, own_cache, run, skip_if_asked,
                     skip_without_layers)

ONLY_LATER = os.environ.get("OCL_TEST_CAMPAIGN") == "later"    # all commands that fail later, and nothing else

FAULT = "CL_OUT_OF_RESOURCES"
# Refused, a cached binary is built again.
BUILDS = ("clCreateProgramWithBinary", "clBuildProgram")

MEMORY = re.compile(r"no memory for bytes: (\d+)")
# Options that lead to code that a plain run does not reach.  @ is an empty folder.
FAULT_OPTIONS = (["--limits"], ["--json"], ["--csv", "@/table.csv"], ["--output", "@/out.svg"],
                  ["--output", "@/out.png"], ["--output", "@/out.jpg"], ["--output", "@/out.bin"])
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
