#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a sample with new_sample.sh in a copy of the tree, builds it and runs its tests.

    new_sample.py CMAKE CTEST
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import ROOT

CHAPTER, NAME = "ch08_matmul", "my_sample2"
WARNINGS = "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
# What new_sample.sh must refuse, and a word of the reason.
REFUSED = [([], "CHAPTER NAME"), ([CHAPTER], "CHAPTER NAME"), ([CHAPTER, "a", "b"], "CHAPTER NAME"),
           (["ch99_nothing", "new"], "no chapter"), (["common", "new"], "no chapter"), (["", "new"], "no chapter"),
           (["../" + CHAPTER, "new"], "no chapter"),
           *(([CHAPTER, name], "no name")
             for name in ("", "New", "2d", "a-b", "a b", "a__b", "a_", "../a", "a/b", "a.c")),
           *(([CHAPTER, name], "another meaning") for name in ("all", "test", "shared", "test_x", "x_parts")),
           *(([CHAPTER, name], "taken") for name in ("saxpy", "saxpy_cpp", "matmul", "template", "device_limits", "vectors_packed",
                                                   "device_attributes_agree", "rect_random"))]


def call(*command, right=(0,), **options):
    """A command that must end with one of the exit statuses `right`: its end, with standard error in its output."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **options)
    if done.returncode not in right:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout[-5000:]}")
    return done


def check_refusals(script, refused, folder):
    """The script, started in the folder, refuses these arguments in one line with that reason, and changes no file there."""
    def files():
        return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}

    before = files()
    for arguments, reason in refused:
        done = subprocess.run([script, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              cwd=folder)
        if done.returncode != 2 or done.stdout or done.stderr.count("\n") != 1 or reason not in done.stderr:
            sys.exit(f"{script.name} {arguments}: exit status {done.returncode}, no one line with '{reason}':\n"
                     f"{done.stdout}{done.stderr}")
    if files() != before:
        sys.exit(f"{script.name} refuses and yet writes a file")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cmake, ctest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        tree, build = Path(folder) / "tree [a] b", Path(folder) / "build"    # a folder as people name theirs
        shutil.copytree(ROOT, tree, symlinks=True, ignore=lambda where, names: [
            name for name in names if Path(where) == ROOT and re.fullmatch(r"\.git|build(-.*)?", name)])
        check_refusals(tree / "new_sample.sh", REFUSED, tree)
        print(call(tree / "new_sample.sh", CHAPTER, NAME).stdout)
        for path in tree.glob(f"**/{NAME}.*"):
            if "template" in path.read_text():
                sys.exit(f"{path.relative_to(tree)} still speaks of the template")
        if shutil.which("clang-format"):
            call("clang-format", "--dry-run", "-Werror", tree / CHAPTER / f"{NAME}.c", tree / "kernels" / f"{NAME}.cl")
        call(cmake, "-S", tree, "-B", build, WARNINGS)
        targets = call(cmake, "--build", build, "--target", "help").stdout
        wanted = [target for target in (NAME, "saxpy_ladder", "fault_layer", "guard_layer", "no_kernels_layer") if target in targets]
        call(cmake, "--build", build, "--parallel", "2", "--target", *wanted)
        out = call(ctest, "--test-dir", build, "--output-on-failure", "-R", rf"^{NAME}($|\.)").stdout
        print(out)
        for test in ("options", "spoil", "size.257", "broken_kernels"):
            if f"{NAME}.{test} " not in out:
                sys.exit(f"{NAME}.{test} is not among its tests")


if __name__ == "__main__":
    main()
