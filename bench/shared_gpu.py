#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs many programs at once on one device, and looks at the verdict of each.

    shared_gpu.py [OPTION...] ['SAMPLE ARGUMENTS...'...]

A work-group that needs results of another one may find them by luck.  While one program has the device to itself, the luck
can hold for a year.  When several programs share the device, their work-groups are interrupted in other places, and
additions stay under way for longer: then a missing order shows.  Without samples the script runs those whose work-groups
exchange something within one launch, and some others.

    --bin FOLDER       the built programs (default: build/bin)
    -p, --programs K   programs at once (default: 14)
    -n, --runs N       runs of each sample (default: 56)
    -d, --device SPEC  the device, as for the samples
    -k, --kernel FILE  this kernel file instead of the installed one
    --seconds S        a run that takes longer has failed (default: 120)

A sample runs once alone first, so that its kernels are compiled and the device's limits are known.  Then K of its runs are
always under way, until N have ended.  Each program compares its own answer.

Exit status 0: all runs were right; 1: at least one was wrong or failed; 77: no sample can run on this device.
"""

import argparse
import collections
import concurrent.futures
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

RIGHT, WRONG, SKIP = 0, 1, 77
SAMPLES = ["histogram_ladder -V last_group", "histogram_ladder -V merged_atomic", "min_reduce_ladder", "fences",
           "atomics_list -r 30", "histogram", "histogram_sub_buffers", "radix_sort_ladder", "radix_sort_unstable", "knn_ladder",
           "knn_queries", "jpeg_entropy", "iir_blocks", "matmul_blocked"]


def run(command, seconds):
    """The exit status and the first complaint."""
    try:
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None, f"no end after {seconds} s"
    except OSError as error:
        sys.exit(f"shared_gpu.py: {command[0]}: {error.strerror}; --bin names the folder of the programs")
    complaints = [line for line in result.stderr.splitlines() if line.strip()]
    return result.returncode, complaints[0] if complaints else f"exit status {result.returncode}"


def share(command, options):
    """The verdicts of all runs: how many had which exit status, and how often each complaint came first."""
    statuses, complaints = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.programs) as programs:
        for status, complaint in programs.map(lambda _: run(command, options.seconds), range(options.runs)):
            statuses[status] += 1
            if status != RIGHT:
                complaints[complaint] += 1
    return statuses, complaints


def check(sample, options):
    """Runs one sample alone and then shared, and prints its row.  None: this device cannot run it."""
    program, *arguments = shlex.split(sample)
    command = [str(options.bin / program), *arguments]
    if options.device:
        command += ["--device", options.device]
    if options.kernel:
        command += ["--kernel", str(options.kernel)]
    status, complaint = run(command, options.seconds)
    if status == SKIP:
        print(f"{sample:<36} left out: {complaint}", flush=True)
        return None
    if status != RIGHT:
        print(f"{sample:<36} fails alone: {complaint}", flush=True)
        return False
    begin = time.monotonic()
    statuses, complaints = share(command, options)
    right, wrong = statuses[RIGHT], statuses[WRONG]
    print(f"{sample:<36} {options.runs:>5} {right:>6} {wrong:>6} {options.runs - right - wrong:>6} "
          f"{time.monotonic() - begin:>8.1f}", flush=True)
    for complaint, count in complaints.most_common(3):
        print(f"    {count} x {complaint}", flush=True)
    return right == options.runs


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="*", default=SAMPLES, metavar="SAMPLE")
    parser.add_argument("--bin", type=Path, default=Path("build/bin"))
    parser.add_argument("-p", "--programs", type=int, default=14)
    parser.add_argument("-n", "--runs", type=int, default=56)
    parser.add_argument("-d", "--device")
    parser.add_argument("-k", "--kernel", type=Path)
    parser.add_argument("--seconds", type=float, default=120.0)
    options = parser.parse_args()
    if options.programs < 1 or options.runs < 1:
        parser.error("--programs and --runs are at least 1")
    if options.kernel and not os.access(options.kernel, os.R_OK):
        parser.error(f"--kernel: cannot read {options.kernel}")
    return options


def main():
    options = read_options()
    print(f"{options.programs} programs at once\n\n{'sample':<36} {'runs':>5} {'right':>6} {'wrong':>6} {'failed':>6} "
          f"{'seconds':>8}", flush=True)
    verdicts = [check(sample, options) for sample in options.samples]
    if False in verdicts:
        sys.exit(1)
    if True not in verdicts:
        sys.exit(SKIP)


if __name__ == "__main__":
    main()
