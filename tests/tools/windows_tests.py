#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests of the samples that tests/tools/windows.sh has built, and keeps what happened.

    windows_tests.py FOLDER [--tests REGEX] [--samples REGEX] [--third N] [--again | --names]

    --tests REGEX     the tests in whose names this is found; without it the default runs, sizes, JSON (spoil), options and the runs
                      of tests/samples
    --samples REGEX   those of samples with such a whole name
    --third N         those of every third sample, by the hash of its name: 0, 1 or 2
    --again           also what has passed before, with the program as it is
    --names           runs nothing: prints a regular expression for the samples of all this

The results are in FOLDER/windows_tests.json after each test: stopped, it goes on there when it is called again.
tests/data/windows_excused.txt names the tests that are left out, each with the reason; so are tests of scripts that
know nothing of Wine.  Prints a line for each sample.  Exit status 0: nothing failed; 1: something did.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
KINDS = {"sample", "spoil", "options", "run", "files", "unit"}
LINE = re.compile(r"^ *(?:\d+/\d+ )?Test +#\d+: (\S+) \.*[ *]*(Passed|Skipped|\w[\w ]*?) +([\d.]+) sec")


def read_excused():
    lines = (TESTS / "data/windows_excused.txt").read_text().splitlines()
    return [line.split(" ", 1) for line in lines if line and not line.startswith("#")]


def read_tests(folder):
    """Number, name, labels and command of each test that can run under Wine."""
    text = subprocess.run(["ctest", "--test-dir", folder, "--show-only=json-v1"], check=True, capture_output=True).stdout
    for number, test in enumerate(json.loads(text)["tests"], 1):
        properties = {one["name"]: one["value"] for one in test["properties"]}
        command = [str(word) for word in test.get("command", [])]
        if any(Path(word).name in ("wine.sh", "sample.py") for word in command):
            yield number, test["name"], set(properties.get("LABELS", [])), command


def sample_of(test):
    return test.partition(".")[0]


def third_of(sample):
    return int(hashlib.md5(sample.encode()).hexdigest()[:6], 16) % 3


def wanted(options, name, labels):
    if options.tests is not None:
        asked = re.search(options.tests, name)
    else:
        asked = labels & KINDS and ".variant." not in name
    return (asked and re.fullmatch(options.samples, sample_of(name))
            and (options.third is None or third_of(sample_of(name)) == options.third))


def program_time(command):
    return max((os.path.getmtime(word) for word in command if word.endswith(".exe") and os.path.exists(word)), default=0.0)


def choose(options, kept):
    """The numbers of the tests to run, and the names of all that are asked for."""
    excused, numbers, names = read_excused(), [], []
    for number, name, labels, command in read_tests(options.folder):
        if not wanted(options, name, labels):
            continue
        why = [why for pattern, why in excused if re.fullmatch(pattern, name)]
        if why:
            print(f"left out: {name}: {why[0]}")
            continue
        names.append(name)
        known = kept.get(name, {"result": "not run"})
        if options.again or known["result"] not in ("passed", "skipped") or known["at"] < program_time(command):
            numbers.append(number)
    return numbers, names


def run_tests(options, numbers, kept, file):
    """Has ctest run the tests with these numbers."""
    command = ["ctest", "--test-dir", options.folder, "-j", str(os.cpu_count()), "--output-on-failure",
               "--repeat", "after-timeout:2", "-I", "0,0,0," + ",".join(map(str, numbers))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        for line in process.stdout:
            found = LINE.match(line)
            if found:
                result = {"Passed": "passed", "Skipped": "skipped"}.get(found[2], "failed")
                kept[found[1]] = {"result": result, "seconds": float(found[3]), "at": time.time()}
                file.write_text(json.dumps(kept, indent=1) + "\n")
            print(line, end="", flush=True)


def print_table(names, kept):
    """One line for each sample; whether all is well."""
    print(f"\n{'sample':26} tests passed skipped failed not run  seconds")
    totals = [0] * 6
    for sample in dict.fromkeys(map(sample_of, names)):
        own = [kept.get(name, {"result": "not run", "seconds": 0.0}) for name in names if sample_of(name) == sample]
        row = [len(own), *(sum(one["result"] == result for one in own) for result in ("passed", "skipped", "failed", "not run")),
               sum(one["seconds"] for one in own)]
        totals = [total + number for total, number in zip(totals, row)]
        print("{:26} {:5} {:6} {:7} {:6} {:7} {:8.0f}".format(sample, *row))
    print("{:26} {:5} {:6} {:7} {:6} {:7} {:8.0f}".format("all", *totals))
    for name in names:
        if kept.get(name, {}).get("result") == "failed":
            print(f"FAILED  {name}")
    return totals[3] + totals[4] == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tests")
    parser.add_argument("--samples", default=".*")
    parser.add_argument("--third", type=int, choices=range(3))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--names", action="store_true")
    options = parser.parse_args()
    file = options.folder / "windows_tests.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    if options.names:
        names = [sample_of(name) for _, name, labels, _ in read_tests(options.folder) if wanted(options, name, labels)]
        print("|".join(dict.fromkeys(names)))
        return
    numbers, names = choose(options, kept)
    if not names:
        sys.exit("no such test")
    print(f"{len(names)} tests, {len(numbers)} to run", flush=True)
    if numbers:
        run_tests(options, numbers, kept, file)
    sys.exit(0 if print_table(names, kept) else 1)


if __name__ == "__main__":
    main()
