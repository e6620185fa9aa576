#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Points that are hard for the regressions: every digit that is printed must be right.

    exact_curves.py PROGRAMS [--count N] [--seed N]

The exact answer is computed with fractions.  A printed number may be off by one in its last digit; "< 1e-5" must be true;
"none" must stand where the number is not defined, and nowhere else.  Points that are neither huge nor tiny nor close to
each other must not be refused.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

PROGRAMS = {1: "regression_accuracy", 2: "parabolic_regression"}
VARIANTS = ["book", "centred", "tree", "pairs", "doubles"]
# The three points whose parabola was once printed with fifteen digits, of which four were right; x near the smallest
# floats and doubles.
KNOWN = [
    (2, [(-0.00021681102488079374, 1.594616166094908), (-0.0005069230257889889, 1.7873503538499536),
         (642.5649057435485, 640.0887948020508)]),
    (2, [(0.0, 1e-12), (2e-12, 1.0), (5e-12, 3.0), (9e-12, 2.0)]),
    (2, [(1e-310, 1.0), (2e-310, 1.0), (5e-310, 3.0), (9e-310, 2.0)]),
    (1, [(1e-310, 1.0), (2e-310, 1.0), (5e-310, 3.0), (9e-310, 2.0)]),
    (1, [(1.0, 0.1), (2.0, 0.1), (3.0, 0.1)]),
    (1, [(1.0, 1e-40), (2.0, 1e-40), (3.0, 1e-40)]),
    (1, [(1e38, 2.0), (2e38, 2.0), (4e38, 3.0)]),
]


def hard_points(random, degree):
    """Some points: far away or close to each other, large or small, level or on a curve."""
    n = random.choice([degree + 1, degree + 2, random.randint(degree + 1, 40)])
    wide = 10.0 ** random.choice([0, 0, random.uniform(-30, 30), random.uniform(-99, 99)])
    offset = wide * random.choice([0.0, 1.0, 10.0 ** random.uniform(0, 14)])
    xs = [offset + wide * random.uniform(-1, 1) for _ in range(n)]
    kind = random.choice(["any", "any", "pair", "outlier", "tenths"])
    if kind == "pair":
        xs[0] = xs[1] * (1.0 + 10.0 ** random.uniform(-15, -2))
    elif kind == "outlier":
        xs = [x * 10.0 ** random.uniform(-6, 0) for x in xs[1:]] + [wide]
    elif kind == "tenths":
        xs = [round(x / wide, 1) * wide for x in xs]
    high = 10.0 ** random.choice([0, 0, random.uniform(-30, 30), random.uniform(-99, 99)])
    up = high * random.choice([0.0, 1.0, 10.0 ** random.uniform(0, 14)])
    kind = random.choice(["any", "any", "curve", "near", "level"])
    if kind == "level":
        ys = [up + high] * n
    else:
        noise = {"any": 1.0, "near": 10.0 ** random.uniform(-15, -1), "curve": 0.0}[kind]
        ys = [up + high * (x / wide + (degree - 1) * (x / wide) ** 2 + noise * random.uniform(-1, 1)) for x in xs]
    points = [(x, y) for x, y in zip(xs, ys) if abs(x) <= 1e100 and abs(y) <= 1e100]
    return points if len(points) >= degree + 1 else hard_points(random, degree)


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def root(value):
    return decimal(value).sqrt()


def exact(points, degree):
    """Coefficients, their deviations, R squared, residual deviation; None where not defined.  None for fewer x.
    In rational numbers: Gauss and Jordan on the normal equations, with the inverse beside them."""
    data, terms = [(Fraction(x), Fraction(y)) for x, y in points], degree + 1
    if len({x for x, _ in data}) < terms:
        return None
    rows = [[sum(x ** (i + j) for x, _ in data) for j in range(terms)] +
            [Fraction(i == j) for j in range(terms)] + [sum(x ** i * y for x, y in data)] for i in range(terms)]
    for i in range(terms):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(terms):
            if k != i:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i])]
    a = [row[-1] for row in rows]
    mean = sum(y for _, y in data) / len(data)
    squares = sum((y - sum(c * x ** k for k, c in enumerate(a))) ** 2 for x, y in data)
    total = sum((y - mean) ** 2 for _, y in data)
    spare = len(data) - terms
    deviations = [root(squares / spare * rows[i][terms + i]) if spare else None for i in range(terms)]
    return [*map(decimal, a), *deviations, decimal(1 - squares / total) if total else None,
            root(squares / spare) if spare else None]


def curve_in(text):
    """What a program found, as --json tells it, in the same order."""
    details = json.loads(text)["details"]
    return [*(row["value"] for row in details["curve"]), *(row["standard_deviation"] for row in details["curve"]),
            details["r2"], details["residual_standard_deviation"]]


def wrong(text, want):
    """What is wrong with a printed number, or None."""
    if text == "none" or want is None:
        return None if text == "none" and want is None else "not defined, or not said so"
    if text == "unknown":
        return None
    if text.startswith("<"):
        return None if abs(want) <= Decimal(text[1:].strip()) else "larger"
    got = Decimal(text)
    unit = Decimal(1).scaleb(got.as_tuple().exponent)
    if got == got.to_integral_value() and "e" not in text and "." not in text:
        unit = Decimal(1)    # %g prints no digits behind the last certain one, unless they are zeros
    return None if abs(got - want) <= unit else "off by %.1f in the last digit" % (abs(got - want) / unit)


def is_tame(points, degree):
    """Points that have to be taken."""
    for values in zip(*points):
        if max(map(abs, values)) > 1e9 or 0 < max(map(abs, values)) < 1e-9:
            return False
    xs = sorted({x for x, _ in points})
    ys = {y for _, y in points}
    return (max(xs) - min(xs) > 1e-9 and min(b - a for a, b in zip(xs, xs[1:])) > 1e-3 * (xs[-1] - xs[0]) and
            (len(ys) == 1 or max(ys) - min(ys) > 1e-9))


def check(program, points, degree, variant, folder):
    """Complaints about one run, and whether it found a curve."""
    path = folder / "points.csv"
    path.write_text("".join("%r,%r\n" % point for point in points))
    choice = ["--variant", variant] if variant else []
    run = subprocess.run([program, "--json", "--repeat", "1", *choice, "--input", path], capture_output=True, text=True,
                         check=False)
    if run.returncode == 77:
        return [], False
    if run.returncode == 2:
        tame = is_tame(points, degree) and variant != "book"
        return (["refused: " + run.stderr.strip()] if tame else []), False
    if run.returncode != 0:
        return ["exit status %d: %s" % (run.returncode, run.stderr.strip())], False
    want = exact(points, degree)
    if want is None:
        return ["too few different x are taken"], False
    got = curve_in(run.stdout)
    names = [*("a%d" % i for i in range(degree + 1)), *("deviation of a%d" % i for i in range(degree + 1)), "R2",
             "residual"]
    return ["%s is %s, exactly %s: %s" % (name, g, "none" if w is None else "%.17g" % w, wrong(g, w))
            for name, g, w in zip(names, got, want) if wrong(g, w)], True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("programs", type=Path)
    parser.add_argument("--count", type=int, default=1000 if os.environ.get("OCL_TEST_CAMPAIGN") else 60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    getcontext().prec = 60
    chosen = random.Random(options.seed)
    cases = [(degree, points, None) for degree, points in KNOWN]
    for i in range(options.count):
        degree = 1 + i % 2
        cases.append((degree, hard_points(chosen, degree), chosen.choice([None, *VARIANTS])))
    failed = taken = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (degree, points, variant) in enumerate(cases):
            complaints, found = check(options.programs / PROGRAMS[degree], points, degree, variant, Path(folder))
            taken += found
            failed += bool(complaints)
            for complaint in complaints:
                print(f"case {number}, {PROGRAMS[degree]} {variant or 'all'}: {complaint}\n    {points[:6]}")
    print(f"{len(cases)} sets of points, {taken} curves, {failed} wrong")
    return 1 if failed or taken < len(cases) // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
