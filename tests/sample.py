#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what every sample promises.

    sample.py json      PROGRAM ARGUMENTS...   --json prints one object of the agreed shape
    sample.py options   PROGRAM ARGUMENTS...   bad options and a missing driver are refused, in one line
    sample.py spoil     PROGRAM ARGUMENTS...   each comparison, spoiled, turns the exit status to 1
    sample.py fault     PROGRAM ARGUMENTS...   a failing call is named, and turns the exit status to 3
    sample.py oclgrind  PROGRAM ARGUMENTS...   the simulator finds no race and no bad access
    sample.py guard     PROGRAM ARGUMENTS...   no kernel writes past the end of a buffer
    sample.py races     PROGRAM ARGUMENTS...   the simulator finds a race in each variant broken_..., and in no other
    sample.py mutations PROGRAM ARGUMENTS...   each broken kernel of mutations/NAME.txt is caught
    sample.py same_csv  PROGRAM OTHER ARGUMENTS...   --csv writes the same from both programs
    sample.py wrong     PROGRAM ARGUMENTS...   with these arguments the answer is wrong, and it says so
    sample.py run       PROGRAM RUN            the run of that name in runs/NAME.txt ends as expected

Exit status 0: as promised; 1: not; 77: the device cannot run the sample.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent
KERNELS = TESTS.parent / "kernels"
SKIP = 77
SECONDS = 240
MAX_COMPARISONS = 400


class Broken(Exception):
    """A promise was not kept."""


def run(program, arguments, environment=None, prefix=(), seconds=SECONDS):
    """Runs the sample; a hang counts as a crash."""
    command = [*prefix, program, *arguments]
    try:
        return subprocess.run(command, env={**os.environ, **(environment or {})}, timeout=seconds,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1, "", f"no end after {seconds:.0f} s")


def expect(condition, what, result):
    if not condition:
        raise Broken(f"{what}\n  command: {' '.join(map(str, result.args))}\n"
                     f"  exit status: {result.returncode}\n"
                     f"  stdout: {result.stdout[-1500:]}\n  stderr: {result.stderr[-1500:]}")


def skip_if_asked(result):
    if result.returncode == SKIP:
        print(result.stderr.strip())
        sys.exit(SKIP)


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
    quiet = run(program, [*arguments, "--quiet"])
    expect(quiet.returncode == 0 and not quiet.stdout, "--quiet is not quiet", quiet)


# --- options

def refused(program, arguments, status=2, environment=None, lines=1):
    """The sample ends with that status, prints nothing to stdout and complains under its name."""
    result = run(program, arguments, environment)
    expect(result.returncode == status, f"exit status is not {status}", result)
    expect(not result.stdout, "something is on standard output", result)
    expect(result.stderr.startswith(Path(program).name + ": "), "no complaint", result)
    expect(lines is None or result.stderr.count("\n") == lines, "not one line", result)


# A value that each option must refuse, by the name of the value in --help.
BAD_VALUES = {"N": ["0", "-1", "1e9x", "12 ", "", "99999999999999999999"],
              "MxN": ["0x5", "5x", "x5", "1x2x3"], "MxNxK": ["0x5x6", "5x6", "5x6x", "1x2x3x4"],
              "X": ["", "nan", "1.5y"],
              "SPEC": ["nothing", "999", "cpu:99"], "FILE": [""], "NAME": ["nonsense", "x"]}


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


def check_options(program, arguments):
    name = Path(program).name
    text = run(program, ["--help"])
    expect(text.returncode == 0 and text.stdout.startswith(f"Usage: {name}"), "no --help", text)
    version = run(program, ["--version"])
    expect(version.returncode == 0 and name in version.stdout, "no --version", version)
    check_list(program)

    for bad in (["--frobnicate"], ["--hel"], ["-Z"], ["stray"], ["--json=yes"], ["--"]):
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
            refused(program, [f"--{option}", value], lines=None if option == "device" else 1)
        if option in ("input", "kernel"):
            refused(program, [f"--{option}", "/nonexistent/file"])
        if option == "input":
            refused(program, ["--input", __file__])    # a file, but not of a kind that any sample reads
    with tempfile.TemporaryDirectory() as empty:
        no_driver = {"OCL_ICD_VENDORS": empty}
        if run(program, ["--list"], no_driver).returncode == 0:
            print("this OpenCL loader ignores OCL_ICD_VENDORS: exit status 4 is not tested")
        else:
            refused(program, arguments, status=4, environment=no_driver)


# --- spoil

def check_spoil(program, arguments):
    for k in range(1, MAX_COMPARISONS):
        result = run(program, arguments, {"OCL_SAMPLES_SPOIL": str(k)})
        skip_if_asked(result)
        if f"comparison {k} is spoiled" not in result.stderr:
            expect(k > 1, "nothing is compared", result)
            expect(result.returncode == 0, "it fails without being spoiled", result)
            print(f"{k - 1} comparisons, each reaches the exit status")
            return
        expect(result.returncode == 1, f"comparison {k} does not reach the exit status", result)
    raise Broken(f"more than {MAX_COMPARISONS} comparisons with {arguments}")


# --- fault

FAULT = "CL_OUT_OF_RESOURCES"
MAX_FAULTS = 60
# Refused, a cached binary is built again.
BUILDS = ("clCreateProgramWithBinary", "clBuildProgram")


def noticed(program, name, result):
    """Exit status 3 and the error's name; or 1, or the name in the result, where statuses are the topic."""
    who, status = Path(program).name, result.returncode
    if who.endswith("_cpp"):    # destructors cannot tell, and a failed build fails once more for its log
        if name.startswith("clRelease") and status == 0 or name == "clBuildProgram" and status == 3:
            return True
    if status == 3 or (status == 4 and name == "clGetDeviceIDs"):    # a platform that fails is left out
        return re.search(rf"^{who}: .*{FAULT}", result.stderr, re.M)
    if status == 1:
        return f"{who}: " in result.stderr
    return status == 0 and (name in BUILDS or FAULT in result.stdout)


def calls_to_fail(calls):
    """Numbers, from 1, of the first and last call of each function, and of some in between."""
    first = {name: number for number, name in reversed(list(enumerate(calls, 1)))}
    last = {name: number for number, name in enumerate(calls, 1)}
    chosen = {*first.values(), *last.values()}
    room = max(MAX_FAULTS - len(chosen), 1)
    return sorted(chosen.union(range(1, len(calls) + 1, -(-len(calls) // room))))


def check_fault(program, arguments):
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        environment = {"OPENCL_LAYERS": os.environ["OCL_TEST_FAULT_LAYER"],
                       "OCL_SAMPLES_CACHE": f"{folder}/cache"}
        run(program, arguments, environment)    # so that nothing is measured or built any more
        result = run(program, arguments, {**environment, "OCL_SAMPLES_FAULT_LOG": str(log)})
        skip_if_asked(result)
        expect(result.returncode == 0, "it fails without a fault", result)
        if not log.exists():
            print("this OpenCL loader takes no layers")
            sys.exit(SKIP)
        calls = log.read_text().split()
        faults = 0
        for number in calls_to_fail(calls):
            result = run(program, arguments, {**environment, "OCL_SAMPLES_FAULT": str(number)})
            failing = re.search(rf"^call {number} fails: (\w+)$", result.stderr, re.M)
            if failing:    # else there were fewer calls this time
                faults += 1
                expect(noticed(program, failing[1], result), "a failing call is not noticed", result)
        expect(faults > 0, "no call failed", result)
        print(f"{faults} of {len(calls)} calls failed, each was noticed")


# --- guard

GUARD = "guard_layer: a kernel wrote past the end of a buffer of"


def guarded(program, arguments, environment=None, seconds=SECONDS):
    """A run with a guard behind each buffer, and the lengths of these buffers; None if the loader takes no layers."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        result = run(program, arguments, {**(environment or {}), "OPENCL_LAYERS": os.environ["OCL_TEST_GUARD_LAYER"],
                                          "OCL_SAMPLES_GUARD_LOG": str(log)}, seconds=seconds)
        return result, (log.read_text().split() if log.exists() else None)


def judgements(result):
    """What --json says was compared, without what differs from run to run."""
    report = json.loads(result.stdout)
    return [(variant["name"], variant["pass"]) for variant in report["variants"]]


def check_guard(program, arguments):
    plain = run(program, [*arguments, "--json"])
    skip_if_asked(plain)
    expect(plain.returncode == 0, "it fails without a guard", plain)
    result, buffers = guarded(program, [*arguments, "--json"])
    if buffers is None:
        print("this OpenCL loader takes no layers")
        sys.exit(SKIP)
    expect(result.returncode == 0, "it fails with a guard behind each buffer", result)
    expect(judgements(result) == judgements(plain), "a guard behind each buffer changes the result", result)
    print(f"{len(buffers)} buffers, nothing is written past the end of any")


# --- oclgrind

def oclgrind_checks(name):
    """What the simulator can look for: at random it takes for uninitialised what image functions return, and
    vectors of 16 whose upper half is put together from others' elements."""
    kernel = KERNELS / f"{name}.cl"
    if kernel.exists() and re.search(r"\bimage[123]d_\w*t\b|\.s[89a-f]\b", kernel.read_text()):
        return ["--data-races"]
    return ["--data-races", "--uninitialized"]


def complaints_of_oclgrind(program, arguments, environment=None):
    """What the simulator has to say of a run, and the run itself."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        result = run(program, arguments, environment,
                     ["oclgrind", *oclgrind_checks(Path(program).name), "--log", str(log)])
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
    expect(broken and len(broken) < len(variants), "no broken or no other variants", text)
    for name in variants:
        complaints, result = complaints_of_oclgrind(program, [*arguments, "--variant", name])
        skip_if_asked(result)
        if name in broken:
            expect("data race" in complaints, f"no race is found in {name}", result)
        else:
            expect(not complaints.strip() and result.returncode == 0,
                   f"oclgrind complains of {name}: {complaints[:1000]}", result)
    print(f"{len(broken)} of {len(variants)} variants have a race")


# --- mutations

KERNEL_START = r"\bkernel\s+(?:__attribute__\(\(.*?\)\)\s*)?void\s+(\w+)\s*\("


def read_mutations(path, default_arguments):
    """Blocks between lines of ---: # what, <<< old, >>> new, args: arguments, file: another of kernels/."""
    for block in re.split(r"^---$", path.read_text(), flags=re.M):
        what, old, new, arguments, file = "", [], [], default_arguments, f"{path.stem}.cl"
        for line in block.strip("\n").split("\n"):
            if line.startswith("<<< "):
                old.append(line[4:])
            elif line.startswith(">>>"):
                new.append(line[4:])
            elif line.startswith("args:"):
                arguments = line[5:].split()
            elif line.startswith("file:"):
                file = line[5:].strip()
            elif line.startswith("#"):
                what = line[1:].strip()
            elif line.strip():
                raise Broken(f"{path.name}: cannot read the line '{line}'")
        if old:
            yield what, "\n".join(old), "\n".join(new), arguments, file


def kernel_at(source, position):
    """The name of the kernel function that the position lies in."""
    names = re.findall(KERNEL_START, source[:position + 1])
    return names[-1] if names else None


def survives(program, arguments, environment, seconds):
    """A kernel that corrupts memory may hang the driver: past `seconds` it is caught, too."""
    result = run(program, arguments, environment, seconds=seconds)
    if result.returncode != 0:
        return False, f"exit status {result.returncode}"
    if not shutil.which("oclgrind"):
        return True, "passes"
    complaints, result = complaints_of_oclgrind(program, arguments, environment)
    if result.returncode == 0 and not complaints.strip():
        return True, "passes, and oclgrind is silent"
    return False, "oclgrind"


def check_mutations(program, arguments):
    name = Path(program).name.removeprefix("test_")    # a unit test stands for a kernel without a sample
    source = (KERNELS / f"{name}.cl").read_text()
    kernels = re.findall(KERNEL_START, source)
    mutants, survivors = dict.fromkeys(kernels, 0), []
    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder) / "kernels"
        shutil.copytree(KERNELS, broken)
        # The cache, too: what a broken kernel measures must not be remembered.
        environment = {"OCL_SAMPLES_KERNELS": str(broken), "OCL_SAMPLES_CACHE": f"{folder}/cache"}
        begin = time.monotonic()
        result = run(program, arguments, environment)
        seconds = 20 + 5 * (time.monotonic() - begin)    # the first run builds everything
        skip_if_asked(result)
        expect(result.returncode == 0, "it fails before anything is broken", result)
        for what, old, new, own, file in read_mutations(TESTS / "mutations" / f"{name}.txt", arguments):
            text = (KERNELS / file).read_text()
            if text.count(old) != 1:
                raise Broken(f"{file} holds {text.count(old)} times: {old}")
            kernel = kernel_at(text, text.index(old) + len(old)) or file
            mutants[kernel] = mutants.get(kernel, 0) + 1
            (broken / file).write_text(text.replace(old, new))
            alive, how = survives(program, own, environment, seconds)
            (broken / file).write_text(text)
            print(f"{'SURVIVES' if alive else 'caught  '}  {kernel}: {what} ({how})", flush=True)
            if alive:
                survivors.append(what)
    empty = re.findall(r"\bkernel\s+void\s+(\w+)\s*\([^)]*\)\s*\{\s*\}", source)
    few = [kernel for kernel in kernels if mutants[kernel] < 3 and kernel not in empty]
    if few:
        raise Broken(f"fewer than three mutations of {', '.join(few)}")
    if survivors:
        raise Broken(f"{len(survivors)} broken kernels are not caught")


# --- wrong

def check_wrong(program, arguments):
    result = run(program, arguments)
    skip_if_asked(result)
    expect(result.returncode == 1, "a wrong answer is not reported", result)
    expect(result.stderr.startswith(Path(program).name + ": "), "no complaint", result)


# --- same_csv

def check_same_csv(program, arguments):
    other, *arguments = arguments
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        for which in (program, other):
            table = Path(folder) / Path(which).name
            result = run(which, [*arguments, "--csv", str(table)])
            skip_if_asked(result)
            expect(result.returncode == 0 and table.exists(), "no --csv", result)
            tables.append(table.read_text())
    expect(tables[0] == tables[1], f"another table than that of {Path(program).name}", result)


# --- run

def read_run(sample, wanted):
    """What is expected of that run, and its further words.  cmake/OclSample.cmake explains the format."""
    path = TESTS / "runs" / f"{sample}.txt"
    for line in path.read_text().splitlines():
        if line.partition(" ")[0] == wanted:
            try:
                _, expected, *words = shlex.split(line)
            except ValueError as error:
                raise Broken(f"{path.name}: {wanted}: {error}") from error
            if not expected.isdigit() and expected not in CHECKS:
                raise Broken(f"{path.name}: {wanted}: '{expected}' is neither an exit status nor a check")
            return expected, words
    raise Broken(f"{path.name} has no line '{wanted}'")


def settings_of(words):
    """Takes the settings off the front of the words: variables, and key:value for only, in and file."""
    variables, settings = {}, {"only": [], "in": [], "file": []}
    while words and (setting := re.fullmatch(r"([A-Z_]+)=(.*)|(only|in|file):(.*)", words[0], re.S)):
        words.pop(0)
        if setting[1]:
            variables[setting[1]] = setting[2]
        else:
            settings[setting[3]].append(setting[4])
    return variables, settings


def check_run(program, arguments):
    sample = Path(program).name
    expected, words = read_run(sample, arguments[0])
    with tempfile.TemporaryDirectory() as scratch:
        places = {"@SOURCE@": str(TESTS.parent), "@DATA@": str(TESTS.parent / "data"), "@SCRATCH@": scratch,
                  "@PROGRAMS@": str(Path(program).parent),
                  "@BUILTIN_LAYER@": os.environ.get("OCL_TEST_BUILTIN_LAYER", "")}
        words = [re.sub(r"@[A-Z_]+@", lambda name: places.get(name[0], name[0]), word) for word in words]
        variables, settings = settings_of(words)
        os.environ.update(variables)
        for folder in settings["in"]:
            os.chdir(TESTS.parent / folder)
        given = {}
        for name, _, content in (file.partition("=") for file in settings["file"]):
            given[Path(scratch, name)] = content.replace("\\n", "\n").encode()
        for path, content in given.items():
            path.write_bytes(content)
        print("command:", *(f"{name}={shlex.quote(value)}" for name, value in variables.items()),
              shlex.join([program, *words]), flush=True)
        devices = run(program, ["--list"]).stdout if settings["only"] else ""
        for word in settings["only"]:
            if word not in devices:
                print(f"no device of --list is called {word}")
                sys.exit(SKIP)

        if not expected.isdigit():
            CHECKS[expected](program, words)
        else:
            result = run(program, words)
            print(result.stdout + result.stderr)
            if expected == "0":
                skip_if_asked(result)
            expect(result.returncode == int(expected), f"the exit status is not {expected}", result)
        for path, content in given.items():
            if path.read_bytes() != content:
                raise Broken(f"{path.name} is no longer what it was")


CHECKS = {"json": check_json, "options": check_options, "spoil": check_spoil,
          "fault": check_fault, "guard": check_guard, "oclgrind": check_oclgrind, "races": check_races, "mutations": check_mutations,
          "wrong": check_wrong, "same_csv": check_same_csv, "run": check_run}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    try:
        CHECKS[sys.argv[1]](sys.argv[2], sys.argv[3:])
    except Broken as broken:
        sys.exit(f"{Path(sys.argv[2]).name}: {broken}")


if __name__ == "__main__":
    main()
