#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes samples home with new_project.sh, builds them where they are then, and runs them.

    new_project.py CMAKE CC

All first programs that the small header is enough for are built with CC alone, as docs/reuse.md says.  With the whole helper
library: two samples, with OCL_TEST_CAMPAIGN=1 in the environment twenty.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from new_sample import call, check_refusals
from tree import ROOT

WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
# What new_project.sh must refuse, and a word of the reason.
REFUSED = [([], "NAME FOLDER"), (["scan"], "NAME FOLDER"), (["nothing", "x"], "no sample"), (["../scan", "x"], "no sample"),
           (["--plain", "histogram", "x"], "without --plain"), (["--plain", "saxpy_cpp", "x"], "is C++"),
           (["--plain", "command_buffer_graph", "x"], "shared/functions/command_buffers.h"), (["gl_buffer", "x"], "OpenGL"), (["scan", "."], "already")]
WITH_LIBRARY = ["scan", "histogram"]
MORE = ["saxpy_ladder", "ndrange", "sub_buffers", "image_rotate", "create_binary", "compile_link", "event_graph_queues", "vectors", "atomics",
        "transpose", "convolution_1d", "jpeg_decode", "knn_ladder", "bitonic_sort", "compact_ladder", "iir", "svm_list", "digits"]


def first_programs():
    """Those whose page has the short form."""
    for page in sorted(ROOT.glob("ch[0-9][0-9]_*/*.md")):
        if page.with_suffix(".c").exists() and re.search(r"^## Change it$", page.read_text(), re.MULTILINE):
            yield page.stem


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cmake, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "full").mkdir()
        (folder / "full" / "file").touch()
        check_refusals(ROOT / "new_project.sh", REFUSED, folder / "full")
        taken = 0
        for name in first_programs():
            home = folder / "plain" / name
            done = subprocess.run([ROOT / "new_project.sh", "--plain", name, home], capture_output=True, text=True, check=False)
            if done.returncode == 2 and "without --plain" in done.stderr:
                print(f"{name}: needs the helper library")
                continue
            call(compiler, *WARNINGS, "-DOCL_KERNELS=\"kernels/\"", f"{name}.c", "-lOpenCL", "-lm", "-o", name, cwd=home)
            print(f"{name}: exit status {call(home / name, right=(0, 77), cwd=home).returncode}", flush=True)
            # A kernel that does nothing is found out without the suite, too.
            kernels = list((home / "kernels").glob("*.cl"))
            for kernel in kernels:
                kernel.write_text(re.sub(r"(\bkernel\b[^{]*\{)", r"\1 if (get_global_id(0) < 0xffffffff) return;", kernel.read_text()))
            broken = subprocess.run([home / name], cwd=home, capture_output=True, text=True, check=False)
            if kernels and broken.returncode not in (1, 77):
                sys.exit(f"{name}: exit status {broken.returncode} with kernels that do nothing\n{broken.stdout}{broken.stderr}")
            taken += 1
        if taken < 35:
            sys.exit(f"only {taken} first programs were taken home with the small header")
        for name in [*WITH_LIBRARY, *(MORE if os.environ.get("OCL_TEST_CAMPAIGN") else [])]:
            home = folder / "a [b] c" / name
            call(ROOT / "new_project.sh", name, home)
            call(cmake, "-S", home, "-B", home / "build")
            call(cmake, "--build", home / "build", "--parallel", "2")
            print(f"{name}: exit status {call(home / 'build' / name, '--quiet', right=(0, 77)).returncode}, with the library", flush=True)


if __name__ == "__main__":
    main()
