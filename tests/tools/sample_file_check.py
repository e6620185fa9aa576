#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that sample_file.py reads a file of tests/samples as tests/README.md explains it, and refuses what is none.

Exit status 0: it does; 1: not.
"""

import sys
import tempfile
from pathlib import Path

import sample_file
from sample_file import ROOT, Edit, Malformed, read_path

TEXT = """\
# About this sample.
[special]
may_be_missing: one two  # a reason: with a colon
goes_on  # done again

[runs]
# A comment.
plain   0     --size 7
quoted  2     says:--x "file:a b=1\\n" --csv @SCRATCH@/b
all: POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
late    json  POCL_MAX_WORK_GROUP_SIZE=8 OPENCL_LAYERS=@GL_LAYER@
all: POCL_DEBUG=error
last    0
[broken kernels]
off by one :: if (i < n) ==> if (i <= n)
nothing is stored :: c[i] = sum; ==>

args: --input @SOURCE@/x --size 5
# the first pass begins
# before the tile is loaded
     tile[item] = in[i];
-    barrier(CLK_LOCAL_MEM_FENCE);
-
+    // nothing
# two pieces in a row
-a
+b

in: mine_fast
the guard of this function :: if (i < n) ==>

file: include/keys.h
args: @SMALL@
in a header :: a ? b : c ==> a ? c : b
[survivors]
tried: --seed 1 --count 40
open :: f :: < to <= :: if (x < y) z; :: because
"""
HERE = ["--input", f"{ROOT}/x", "--size", "5"]
EDITS = [Edit("off by one", "if (i < n)", "if (i <= n)", None, "mine.cl"),
         Edit("nothing is stored", "c[i] = sum;", "", None, "mine.cl"),
         Edit("the first pass begins before the tile is loaded", "    tile[item] = in[i];\n    barrier(CLK_LOCAL_MEM_FENCE);\n",
              "    tile[item] = in[i];\n    // nothing", HERE, "mine.cl"),
         Edit("two pieces in a row", "a", "b", HERE, "mine.cl"),
         Edit("the guard of this function", "if (i < n)", "", HERE, "mine.cl", "mine_fast"),
         Edit("in a header", "a ? b : c", "a ? c : b", None, "include/keys.h")]
FOR_CMAKE = ['set(OCL_WITH_BROKEN_KERNELS mine)', 'set(OCL_WITH_RACES )', 'function(ocl_runs_of_mine)',
             '  ocl_run(mine plain run mine "" )', '  ocl_run(mine quoted files mine "" )',
             '  ocl_run(mine late run mine.late "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable" gl_layer)',
             '  ocl_run(mine last run mine.runs "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable;POCL_DEBUG=error" )', 'endfunction()']

# A file that is refused, and the number of the line.
REFUSED = [("[run]\n", 1), ("[runs]\n[races]\n[runs]\n", 3), ("plain 0\n", 1), ("[runs]\nplain\n", 2), ("[runs]\nplain maybe\n", 2),
           ("[runs]\nplain 0 'x\n", 2), ("[runs]\nall: x=1\n", 2), ("[special]\ngoes_on\n", 2),
           ("[special]\nunheard_of  # why\n", 2), ("[broken kernels]\nx :: a = b\n", 2), ("[broken kernels]\na ==> b\n", 2),
           ("[broken kernels]\nargs --size 5\n", 2), ("[races]\n-a\n+b\n\n", 4), ("[survivors]\nopen :: f :: x :: y\n", 2),
           ("[survivors]\nother :: f :: x :: y :: z\n", 2), ("[survivors]\ntried: --count 7\n", 2)]

# Where in: looks for a text: in the function of this name, not where it is called, nor in one whose name begins so.
KERNELS = """\
float mine(float x) { return x + 1.0f; }

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void
mine_fast(global float *c, uint n)
{
    uint i = get_global_id(0);
    if (i < n) c[i] = mine(i);
}

kernel void mine_slow(global float *c, uint n)
{
    for (uint i = 0; i < n; i++)
        if (i < n) c[i] = mine(i);
}
"""
# Function, text, and the line where it is found, or None.
PLACES = [("mine", "x + 1.0f", 1), ("mine_fast", "if (i < n) c", 7), ("mine_slow", "if (i < n) c", 13), ("", "if (i < n) c", None),
          ("mine", "c[i]", None), ("fast", "if (i < n) c", None), ("mine_slow", "i < n", None), ("", "uint i = get", 6)]


def expect(condition, what):
    if not condition:
        sys.exit(f"sample_file_check.py: {what}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.txt"
        path.write_text(TEXT)
        read = read_path(path)
        expect(read.special == {"may_be_missing": ["one two"], "goes_on": [""]}, f"[special]: {read.special}")
        expect([run.name for run in read.runs] == ["plain", "quoted", "late", "last"], f"[runs]: {read.runs}")
        expect(read.runs[1].words == ["says:--x", "file:a b=1\\n", "--csv", "@SCRATCH@/b"], f"words: {read.runs[1].words}")
        for found, wanted in zip(read.broken_kernels, EDITS, strict=True):
            expect(found == wanted, f"{found}, wanted {wanted}")
        for function, old, wanted in PLACES:
            try:
                found = KERNELS[:Edit("", old, "", None, "mine.cl", function).place(KERNELS)].count("\n") + 1
            except Malformed:
                found = None
            expect(found == wanted, f"in: {function}: {old} is in line {found}")
        edit = Edit("", "c[i] = mine(i)", "", None, "mine.cl", "mine_slow")
        expect(edit.broken(KERNELS).splitlines()[6:13:6] == ["    if (i < n) c[i] = mine(i);", "        if (i < n) ;"], "broken()")
        expect(read.races is None, "[races], though there is none")
        expect(read.survivors.tried == (1, 40), "the line tried:")
        expect(read.survivors.explained == {("f", "< to <=", "if (x < y) z;"): ("open", "because")}, "[survivors]")
        sample_file.FOLDER = Path(folder)
        written = list(sample_file.lines_for_cmake())
        expect(written == FOR_CMAKE, f"for CMake: {written}")
        for number, (text, line) in enumerate(REFUSED):
            path = Path(folder) / f"refused{number}.txt"
            path.write_text(text)
            try:
                read_path(path)
            except Malformed as malformed:
                expect(f"{path.name}:{line}: " in str(malformed), f"another line than {line}: {malformed}")
            else:
                sys.exit(f"sample_file_check.py: this is read: {text!r}")


if __name__ == "__main__":
    main()
