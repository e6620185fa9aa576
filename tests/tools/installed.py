#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The helper library in projects that are not of this suite: found after its installation by CMake and by pkg-config, and as
a folder within another project, which may have programs with the names of samples.

    installed.py CMAKE BUILD CC
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from new_sample import call
from tree import ROOT

HEAD = "cmake_minimum_required(VERSION 3.21)\nproject(other C)\nset(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})\n"
PROGRAM = "add_executable(scan scan.c)\ntarget_link_libraries(scan PRIVATE opencl-samples::ocl)\n"
# A program that forgets ocl_parse is told so.
FORGETS = '#include "ocl.h"\nint main(void)\n{\n    ocl_options o = { .n = { 1 } };\n    ocl_open(&o);\n    return 0;\n}\n'


def project(folder, lines):
    """A folder with the program `scan`, its kernel, and a CMakeLists.txt."""
    (folder / "kernels").mkdir(parents=True)
    shutil.copy(ROOT / "ch12_reduction/scan.c", folder)
    shutil.copy(ROOT / "kernels/scan.cl", folder / "kernels")
    (folder / "CMakeLists.txt").write_text(HEAD + lines)
    return folder


def build_and_run(cmake, folder, *options):
    call(cmake, "-S", folder, "-B", folder / "build", *options)
    call(cmake, "--build", folder / "build", "--target", "scan", "--parallel", "2")
    (folder / "build" / "kernels").symlink_to(folder / "kernels")
    call(folder / "build" / "scan", "--quiet")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    cmake, build, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        prefix = folder / "prefix"
        call(cmake, "--install", build, "--component", "devel", "--prefix", prefix)

        found = project(folder / "found", "find_package(opencl-samples 1 REQUIRED)\n" + PROGRAM)
        build_and_run(cmake, found, f"-DCMAKE_PREFIX_PATH={prefix}")
        print("find_package: scan passes")

        within = project(folder / "within", f"add_subdirectory(\"{ROOT}\" suite)\n" + PROGRAM)
        build_and_run(cmake, within)
        print("add_subdirectory: scan passes, though the suite has a program of that name")

        if shutil.which("pkg-config"):
            environment = {**os.environ, "PKG_CONFIG_PATH": os.pathsep.join(
                str(path.parent) for path in prefix.rglob("opencl-samples.pc"))}
            flags = call("pkg-config", "--cflags", "--libs", "opencl-samples", env=environment).stdout.split()
            call(compiler, "-std=c11", found / "scan.c", *flags, "-o", folder / "scan")
            (folder / "kernels").symlink_to(found / "kernels")
            call(folder / "scan", "--quiet")
            print("pkg-config: scan passes")

            (folder / "forgets.c").write_text(FORGETS)
            call(compiler, "-std=c11", folder / "forgets.c", *flags, "-o", folder / "forgets")
            done = subprocess.run([folder / "forgets"], capture_output=True, text=True, check=False)
            if done.returncode != 2 or "ocl_parse" not in done.stderr:
                sys.exit(f"without ocl_parse: exit status {done.returncode}, {done.stderr}")
            print("without ocl_parse: one line says so")


if __name__ == "__main__":
    main()
