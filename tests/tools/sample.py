#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what every sample promises.

    sample.py options   PROGRAM ARGUMENTS...   its own bad options, bad files and a missing driver are refused, in one line
    sample.py options_of_kinds FOLDER SAMPLE...   the common options, with one sample of each kind
    sample.py spoil     PROGRAM ARGUMENTS...   each comparison, spoiled, turns the exit status to 1; tables and JSON say so
    sample.py json      PROGRAM ARGUMENTS...   --json prints one object of the agreed shape
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

import sys
from pathlib import Path

from checks import answers, broken, faults, guards, options, refusals, runs, simulator
from runner import ENDING, Broken
from sample_file import Malformed

CHECKS = {"options": options.check_options, "options_of_kinds": options.check_options_of_kinds,
          "spoil": answers.check_spoil, "json": answers.check_json, "wrong": answers.check_wrong,
          "each_power": answers.check_each_power, "same_csv": answers.check_same_csv,
          "fault": faults.check_fault, "refusals": refusals.check_refusals,
          "guard": guards.check_guard, "no_kernels": guards.check_no_kernels,
          "oclgrind": simulator.check_oclgrind, "races": simulator.check_races,
          "broken_kernels": broken.check_broken_kernels, "stress": broken.check_stress, "run": runs.check_run}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    try:
        CHECKS[sys.argv[1]](sys.argv[2].removesuffix(ENDING), sys.argv[3:])
    except (Broken, Malformed) as why:
        sys.exit(f"{Path(sys.argv[2]).name}: {why}")


if __name__ == "__main__":
    main()
