#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests of a build and says where the processor time goes.

    times.py BUILD [--jobs N] [--csv FILE] [CTEST OPTIONS...]

CTest measures only the time on the clock, which is another one on a busy machine.  This is the processor time of each
test and of all that it starts.  The tests are those that `ctest CTEST OPTIONS` would run; --jobs is how many at a time
(default 2).  --csv appends one line per test: name, label, result, processor seconds, seconds on the clock.

Exit status 0: no test failed; 1: some did.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path


class Test:
    def __init__(self, described):
        properties = {one["name"]: one["value"] for one in described["properties"]}
        self.name, self.command = described["name"], described["command"]
        self.label = "+".join(label for label in properties.get("LABELS", ["none"]) if not label.startswith("third_"))
        self.locks = set(properties.get("RESOURCE_LOCK", []))
        self.alone = properties.get("RUN_SERIAL", False)
        self.skip = properties.get("SKIP_RETURN_CODE", 77)
        self.environment = dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", []))
        self.folder = properties.get("WORKING_DIRECTORY")
        later = len(properties.get("DEPENDS", []))    # than so many tests
        self.place = not properties.get("FIXTURES_SETUP"), later, -float(properties.get("COST", 0))
        self.result, self.cpu, self.seconds = "", 0.0, 0.0

    def run(self, log):
        begin = time.monotonic()
        with open(log, "wb") as output, \
                subprocess.Popen(self.command, env={**os.environ, **self.environment}, cwd=self.folder,
                                 stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds, self.cpu = time.monotonic() - begin, usage.ru_utime + usage.ru_stime
        self.result = {0: "passed", self.skip: "skipped"}.get(process.returncode, f"FAILED ({process.returncode})")


class Queue:
    """Hands out tests in their order; those that have a lock in common never run at the same time."""

    def __init__(self, tests):
        self.waiting, self.held, self.running = sorted(tests, key=lambda test: test.place), set(), 0
        self.changed = threading.Condition()

    def take(self):
        with self.changed:
            while self.waiting:
                for test in self.waiting:
                    if test.alone and self.running:
                        break
                    if not test.locks & self.held:
                        self.waiting.remove(test)
                        self.held |= test.locks
                        self.running += 1
                        return test
                self.changed.wait()
        return None

    def give_back(self, test):
        with self.changed:
            self.held -= test.locks
            self.running -= 1
            self.changed.notify_all()


def run_all(tests, jobs, csv, logs):
    waiting = Queue(tests)

    def work():
        while test := waiting.take():
            test.run(logs / f"{test.name}.log")
            waiting.give_back(test)
            if csv:
                csv.write(f"{test.name},{test.label},{test.result},{test.cpu:.2f},{test.seconds:.2f}\n")
                csv.flush()

    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def print_table(title, tests, name_of):
    seconds, counts = Counter(), Counter()
    for test in tests:
        seconds[name_of(test)] += test.cpu
        counts[name_of(test)] += 1
    print(f"\n{title:30} {'tests':>6} {'CPU s':>8}")
    for name, value in seconds.most_common():
        print(f"{name:30} {counts[name]:6} {value:8.1f}")
    print(f"{'all':30} {len(tests):6} {sum(seconds.values()):8.1f}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("build", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--csv")
    options, further = parser.parse_known_args()
    listing = subprocess.run(["ctest", "--test-dir", options.build, "--show-only=json-v1", *further], check=True,
                             capture_output=True, text=True).stdout
    tests = [Test(one) for one in json.loads(listing)["tests"] if "command" in one]
    logs = options.build / "Testing/times"
    logs.mkdir(parents=True, exist_ok=True)
    csv = open(options.csv, "a", encoding="utf-8") if options.csv else None
    begin = time.monotonic()
    run_all(tests, options.jobs, csv, logs)
    print_table("label", tests, lambda test: test.label)
    print_table("sample", tests, lambda test: test.name.split(".")[0])
    print(f"\n{time.monotonic() - begin:.0f} s on the clock, {options.jobs} at a time; what they printed: {logs}")
    failed = [test for test in tests if test.result.startswith("FAILED")]
    for test in failed:
        print(f"{test.result}: {test.name}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
