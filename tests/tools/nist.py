#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many digits of the regressions are right, judged by two authorities.

    nist.py PROGRAMS    the folder of the built programs; exit status 1 when digits are missing

NIST certifies the results of its Statistical Reference Datasets to 15 digits.  For all files the exact answer is computed
with fractions.  `doubles` must have 9 digits of everything; `pairs`, which needs no double, must have 6.
"""

import math
import subprocess
import sys
from decimal import Decimal, getcontext
from pathlib import Path

from exact_curves import PROGRAMS, curve_in, exact

DATA = Path(__file__).resolve().parents[2] / "data"
FILES = {"norris.csv": 1, "cars.csv": 1, "anscombe_1.csv": 1, "anscombe_2.csv": 1, "anscombe_3.csv": 1,
         "anscombe_4.csv": 1, "pontius.csv": 2}
# Coefficients, their standard deviations, R squared, residual standard deviation.
CERTIFIED = {
    "norris.csv": ["-0.262323073774029", "1.00211681802045", "0.232818234301152", "0.429796848199937E-03",
                   "0.999993745883712", "0.884796396144373"],
    "pontius.csv": ["0.673565789473684E-03", "0.732059160401003E-06", "-0.316081871345029E-14",
                    "0.107938612033077E-03", "0.157817399981659E-09", "0.486652849992036E-16",
                    "0.999999900178537", "0.205177424076185E-03"],
}
WANTED = {"doubles": 9.0, "pairs": 6.0}
SKIP = 77


def points(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(",")) for line in lines[1:]]


def digits(got, want):
    """The fewest correct digits: minus the logarithm of the relative error."""
    worst = max(abs((Decimal(g) - w) / w) for g, w in zip(got, want))
    return 20.0 if worst == 0 else -math.log10(worst)


def answers(program, path, variant, shape):
    """What the program finds, in the same order; None when the device cannot run the variant."""
    run = subprocess.run([program, "--json", "--repeat", "1", "--variant", variant, "--shape", shape, "--input", path],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0 and "left out" in run.stdout:
        return None
    if run.returncode != 0:
        sys.exit(f"nist.py: {program}: exit status {run.returncode}: {run.stderr.strip()}")
    return curve_in(run.stdout)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    getcontext().prec = 50
    failed = ran = 0
    print("the kernels of each program are compiled when they first run, which may take 10 s", flush=True)
    for name, degree in FILES.items():
        want = exact(points(DATA / name), degree)
        if name in CERTIFIED:
            agreed = digits(CERTIFIED[name], want)
            failed += agreed < 14.0
            print(f"{name:15} certified   {agreed:4.1f} digits", flush=True)
        for variant, least in WANTED.items():
            program = Path(sys.argv[1]) / PROGRAMS[degree]
            got = [answers(program, DATA / name, variant, shape) for shape in ("cpu", "gpu")]
            if None in got:
                continue
            found, ran = min(digits(one, want) for one in got), ran + 1
            failed += not found >= least
            print(f"{name:15} {variant:11} {found:4.1f} digits{'' if found >= least else ': too few'}", flush=True)
    return 1 if failed else 0 if ran else SKIP


if __name__ == "__main__":
    sys.exit(main())
