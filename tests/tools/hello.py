#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what hello.c promises, which shares no code with the other samples.

    hello.py hello.c PROGRAM

The `cc` line of its header compiles it without a warning.  It ends with 4 without a driver and with 3
when a call fails.  With a broken kernel it says so.  Exit status 0: as promised; 1: not.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from runner import layer_file

# A wrong answer is exit status 1; a kernel that does not compile is 3.
MUTATIONS = {
    "x[i] = x[i] * x[i];": [("x[i] = x[i] + x[i];", 1), ("if (i > 0) x[i] = x[i] * x[i];", 1),
                            ("if (i + 1 < 10010) x[i] = x[i] * x[i];", 1), ("", 1), ("x[i] = y;", 3)],
    "get_global_id(0)": [("get_local_id(0)", 1), ("0", 1), ("get_global_id(0) / 2 * 2", 1)],
    "void square": [("void cube", 3)],
}


def run(command, environment=None, folder=None):
    return subprocess.run(command, env={**os.environ, **(environment or {})}, cwd=folder, timeout=100,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          check=False)


def expect(condition, what, result):
    if not condition:
        sys.exit(f"hello: {what}\n  command: {result.args}\n  exit status: {result.returncode}\n"
                 f"  stdout: {result.stdout}\n  stderr: {result.stderr}")


def complains(result, status):
    expect(result.returncode == status, f"exit status is not {status}", result)
    expect(re.search("^hello: .+$", result.stderr, re.M), "no complaint", result)


def compile_line(source):
    line = re.search(r"^//     (cc .*)$", source, re.M)
    return line[1].split()[1:] if line else sys.exit("hello: no cc line in the header")


def check_compilers(source, folder):
    compilers = [compiler for compiler in ("gcc", "clang", "cc") if shutil.which(compiler)]
    for compiler in compilers:
        result = run([compiler, *compile_line(source)], folder=folder)
        expect(result.returncode == 0 and not result.stderr, f"{compiler} complains", result)
        result = run(["./hello"], folder=folder)
        expect(result.returncode == 0, f"compiled by {compiler} it fails", result)
    return compilers


def check_mutations(source, folder, compiler):
    for old, mutants in MUTATIONS.items():
        for new, status in mutants:
            if source.count(old) != 1:
                sys.exit(f"hello: '{old}' is not in hello.c once")
            (folder / "hello.c").write_text(source.replace(old, new))
            run([compiler, *compile_line(source)], folder=folder)
            complains(run(["./hello"], folder=folder), status)


def check_faults(program, folder):
    if "OCL_TEST_FAULT_LAYER" not in os.environ:
        print("no fault_layer in this build: no failing calls")
        return []
    layer = layer_file("OCL_TEST_FAULT_LAYER")
    log = folder / "log"
    run([program], {"OPENCL_LAYERS": layer, "OCL_SAMPLES_FAULT_LOG": str(log)})
    lines = log.read_text().splitlines() if log.exists() else []    # some loaders take no layers
    calls = [line for line in lines if " " not in line]    # the others tell what could fail later
    for number, name in enumerate(calls, 1):
        result = run([program], {"OPENCL_LAYERS": layer, "OCL_SAMPLES_FAULT": str(number)})
        complains(result, 4 if name in ("clGetPlatformIDs", "clGetDeviceIDs") else 3)
    return calls


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path, program = sys.argv[1:]
    source = Path(path).read_text()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "none").mkdir()
        without = run([program], {"OCL_ICD_VENDORS": str(folder / "none")})
        if without.returncode == 0:
            print("this OpenCL loader ignores OCL_ICD_VENDORS: exit status 4 is not tested")
        else:
            complains(without, 4)
        (folder / "hello.c").write_text(source)
        compilers = check_compilers(source, folder)
        calls = check_faults(program, folder)
        if compilers:
            check_mutations(source, folder, compilers[0])
    print(f"compiled by {', '.join(compilers)}; {len(calls)} failing calls and the broken kernels are noticed")


if __name__ == "__main__":
    main()
