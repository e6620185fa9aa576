#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks which mutants mutate.py makes of a small kernel: all that it should, and none in what is not code.  Checks also
which of them it takes of a sample that was tried in part.

Exit status 0: these; 1: others.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

import mutate
import sample_file
from mutate import mutants_of

KERNEL = """\
// a + b, 1 < 2: a comment; /* so is this */
#if TILE + 1 > 2
#define AT(row, x) ((row) * 8 + (x))
#define EMPTY 3
#endif
typedef uint2 pair __attribute__((aligned(8)));

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void sum(global float *restrict out,
                                                                global const float *in, ulong n)
{
    local float part[64];    // i + 1
    size_t i = get_local_id(0);
    global const float4 *in4 = (global const float4 *)in;
    part[i] = in4[i].x;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n || i == 5) return;
    *out = part[i] - 0.5f;
    const int two[2] = { 1, 1 };
    printf("a * b");
}
"""

# How many mutants of each kind on which line.
EXPECTED = {
    3: {"* to /": 1, "8 to 9": 1, "8 to 7": 1, "8 to 0": 1, "+ to -": 1},
    11: {"64 to 63": 1, "64 to 0": 1},
    12: {"get_local_id to get_global_id": 1, "get_local_id to get_group_id": 1, "0 to 1": 1, "0 to (-1)": 1},
    14: {"statement deleted": 1, "written only over poison": 1, "index + 1": 2, "index - 1": 2, ".x to .y": 1},
    15: {"barrier deleted": 1},
    16: {">= to >": 1, ">= to <": 1, "|| to &&": 1, "== to !=": 1, "5 to 6": 1, "5 to 4": 1, "5 to 0": 1,
         "statement deleted": 1},
    17: {"statement deleted": 1, "written only over poison": 1, "index + 1": 1, "index - 1": 1, "- to +": 1,
         "0.5f to 1.5f": 1, "0.5f to (-0.5f)": 1, "0.5f to 0.0f": 1},
    18: {"2 to 1": 1, "2 to 0": 1, "1 to 2": 2, "1 to 0": 2},
    19: {"statement deleted": 1},
}


def check_tried(folder):
    """With --explained, of a sample that was tried in part only these mutants are taken."""
    sample_file.FOLDER = folder    # of the explanations
    path = folder / "saxpy_ladder.txt"

    def chosen(head, **options):
        path.write_text(f"[survivors]\n{head}")
        sample_file.read_path.cache_clear()
        given = {"sample": None, "explained": False, "seed": 1, "count": None, **options}
        return [str(mutant) for mutant in mutate.choose(argparse.Namespace(**given), {"saxpy_ladder": None, "scaling": None})[0]]

    mine = {"sample": ["saxpy_ladder"]}
    for head, wanted in (("", chosen("", **mine)),
                         ("tried: --seed 2 --count 7\n", chosen("", seed=2, count=7, **mine)),
                         ("tried: --seed 2 --count 9999\n", chosen("", seed=2, count=9999, **mine))):
        if chosen(head, explained=True) != wanted:
            sys.exit(f"mutate_check.py: others are taken than those of the line {head}")
    if len(chosen("tried: --seed 2 --count 7\n", explained=True)) != 7 or len(chosen("")) <= len(chosen("", **mine)):
        sys.exit("mutate_check.py: not as many as asked for")
    try:
        chosen("tried: --count 7\n", explained=True)
    except sample_file.Malformed:
        return
    sys.exit("mutate_check.py: a line `tried:` without a seed is accepted")


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sum.cl"
        path.write_text(KERNEL)
        mutants = mutants_of(path)
        check_tried(Path(folder))
    found = {}
    for mutant in mutants:
        change = mutant.change.removesuffix(" (2)")
        found.setdefault(mutant.line, Counter())[change] += 1
        if mutant.source == KERNEL:
            sys.exit(f"mutate_check.py: nothing is changed: {mutant}")
        if mutant.function != ("AT" if mutant.line == 3 else "sum"):
            sys.exit(f"mutate_check.py: not in that function: {mutant}")
    for line in sorted({*found, *EXPECTED}):
        if found.get(line, {}) != EXPECTED.get(line, {}):
            sys.exit(f"mutate_check.py: line {line}: {dict(found.get(line, {}))}, wanted {EXPECTED.get(line, {})}")


if __name__ == "__main__":
    main()
