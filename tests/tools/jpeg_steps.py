#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives jpeg_entropy data that never falls into step: the time may not grow faster than the data.

    jpeg_steps.py PROGRAM    PROGRAM is jpeg_entropy

Exit status 0: the answers are right, and four times the data take less than eight times the processor time; 1: not so.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from jpeg_files import out_of_step

SMALL_ROWS, TIMES, MAX_RATIO = 512, 4, 8.0
OPTIONS = "-q -r 1 -V synchronise --subsequence 64 --group 16 --lead 1 -i".split()


def seconds_of(program, path):
    """Processor time of a run, the best of three."""
    best = None
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([program, *OPTIONS, path], check=False)
        if done.returncode != 0:
            sys.exit(f"{path.name}: exit status {done.returncode}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = seconds if best is None else min(best, seconds)
    return best


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for rows in (SMALL_ROWS, SMALL_ROWS * TIMES):
            path = Path(folder) / f"rows_{rows}.jpg"
            path.write_bytes(out_of_step(rows))
            times.append(seconds_of(sys.argv[1], path))
            print(f"{path.stat().st_size} bytes: {times[-1]:.2f} s")
    return 0 if times[1] < MAX_RATIO * times[0] else 1


if __name__ == "__main__":
    sys.exit(main())
