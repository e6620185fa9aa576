#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables whose numbers floats hold badly: the classes of knn_ladder and knn_queries must be right, or refused.

    exact_neighbours.py PROGRAMS [--count N] [--seed N]

The nearest neighbour of each point is found with fractions.  A point that has one of another class within a thousandth of
the distance may get either class.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

CLOSE = Fraction(1003, 1000) ** 2    # of two squared distances
VARIANTS = ["each", "tiles", None]
# Seconds since 1970; a spread near 1e-25; a cluster beside a point that is far away.
KNOWN = [
    [([float(1700000000 + 10 * i)], "aabab"[i]) for i in range(5)],
    [([float(1700000000 + 10 * i + i * i)], "abaabbab"[i]) for i in range(8)],
    [([1.0 + 1e-9 * i * i], "abaabbab"[i]) for i in range(8)],
    [([3e-25 * i * i, 1e-25 * i], "abaabbab"[i]) for i in range(8)],
    [([float(i), 0.0], "abaabbab"[i]) for i in range(8)] + [([1e18, 0.0], "a")],
    [([x], name) for x, name in ((0.0, "a"), (1.0, "a"), (2.0, "a"), (3.0, "a"), (1e12, "b"), (1e12 + 1, "a"), (1e12 + 3, "a"))],
    [([1000.0 + 0.001 * i * i, 0.0], "abaabbab"[i]) for i in range(8)] + [([-1e17, 0.0], "a")],
]


def hard_table(random):
    """Rows of numbers and a class: far from 0, close to each other, small, or with points far away."""
    features = random.randint(1, 3)
    wide = 10.0 ** random.choice([0, 0, random.uniform(-140, 15)])
    offset = random.choice([0.0, 1.7e9, wide * 10.0 ** random.uniform(0, 12)])
    rows = [[offset + wide * random.uniform(-1, 1) for _ in range(features)] for _ in range(random.randint(2, 30))]
    if random.random() < 0.3:
        rows = [[round(x / wide, 1) * wide for x in row] for row in rows]
    if random.random() < 0.3:
        rows[0] = [x + wide * 10.0 ** random.uniform(0, 9) for x in rows[0]]
    if random.random() < 0.3:
        rows.append(list(random.choice(rows)))
    if random.random() < 0.2:    # a cluster that is far away, with numbers close to each other
        rows += [[x + wide * 1e9 + wide * i for x in rows[-1]] for i in range(random.randint(2, 5))]
    return [(row, random.choice("abc")) for row in rows if max(map(abs, row)) <= 1e18]


def squared(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


def exact(table):
    """How many rows surely have a nearest neighbour of their own class, how many may have one, the nearest of row 0."""
    points = [([Fraction(x) for x in row], name) for row, name in table]
    surely = perhaps = 0
    for i, (row, name) in enumerate(points):
        others = [(squared(row, other), j, points[j][1]) for j, (other, _) in enumerate(points) if j != i]
        nearest = min(others)[0]
        close = {kind for distance, _, kind in others if distance <= nearest * CLOSE}
        if nearest == 0:    # points at the same place: the first of them
            close = {min(others)[2]}
        surely += close == {name}
        perhaps += name in close
    row = points[0][0]
    return surely, perhaps, min(squared(row, other) for other, _ in points[1:])


def check(folder, programs, table, variant):
    """A complaint or None, and whether the table was taken."""
    path = folder / "table.csv"
    path.write_text("".join(",".join("%r" % x for x in row) + "," + name + "\n" for row, name in table))
    choice = ["--variant", variant] if variant else []
    run = subprocess.run([programs / "knn_queries", "--json", "--repeat", "1", "--neighbours", "1", *choice, "--input",
                          path], capture_output=True, text=True, check=False)
    if run.returncode == 2 and ("far away" in run.stderr or "multiply them" in run.stderr):
        return None, False
    if run.returncode != 0:
        return "exit status %d: %s" % (run.returncode, run.stderr.strip()), False
    details = json.loads(run.stdout)["details"]
    surely, perhaps, nearest = exact(table)
    got = details["points_that_get_their_own_class"]
    if not surely <= got <= perhaps:
        return "%d points get their own class, exactly %d to %d" % (got, surely, perhaps), True
    distance = Fraction(details["neighbours"][0]["squared_distance"])
    blurred = any("do not hold" in note for note in details.get("notes", []))
    if not blurred and not abs(distance - nearest) <= nearest / 500:
        return "the squared distance is %g, exactly %g" % (distance, nearest), True
    return None, True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("programs", type=Path)
    parser.add_argument("--count", type=int, default=1000 if os.environ.get("OCL_TEST_CAMPAIGN") else 40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    tables = [(table, None) for table in KNOWN]
    while len(tables) < options.count + len(KNOWN):
        table = hard_table(chosen)
        if len(table) >= 2:
            tables.append((table, chosen.choice(VARIANTS)))
    failed = taken = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (table, variant) in enumerate(tables):
            complaint, found = check(Path(folder), options.programs, table, variant)
            taken += found
            failed += complaint is not None
            if complaint:
                print(f"table {number}: {complaint}\n    {table[:6]}")
    print(f"{len(tables)} tables, {taken} taken, {failed} wrong")
    return 1 if failed or taken < len(tables) // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
