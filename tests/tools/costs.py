#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What can be counted of the speed: the kernels' code and the host's instructions.

    costs.py check BIN COMPILER    says what costs more than tests/data/costs.txt has
    costs.py write BIN COMPILER    writes that file

BIN has the built programs; COMPILER names the compiler of the host and its version.  OCL_TEST_AVX2_ONLY names the library of
tests/layers/avx2_only.c.

bench/ratios.py measures times, which takes a quiet machine and ten minutes.  A count is the same on each machine, and with
other programs beside it.  It does not say how fast a kernel is; but where it jumps, somebody should look.

    kernel   PoCL compiles it for a processor with AVX2, whatever this one is: bytes of its code, and how often it stores a
             vector register on the stack, which is a spill or a private array
    host     instructions of the program itself and of what it calls in the C library, by valgrind's callgrind: options, files,
             input, reference, comparison, report; without OpenCL, without kernels.  Valgrind shows each program the same
             processor, so that the C library takes the same functions

So no figure depends on the width of this processor's vectors, on its caches or on its number of cores.  They depend on the
compilers, which the first line of the file names.  With others, or without AVX2, the exit status is 77.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from runner import EMULATOR, SKIP, layer_file, run
from tree import ROOT

FILE = ROOT / "tests/data/costs.txt"
PROCESSOR = {"POCL_KERNELLIB_NAME": "kernel-x86_64-pc-linux-gnu-avx2", "POCL_MAX_PTHREAD_COUNT": "1", "OCL_DEVICE": "Portable",
             "OMP_NUM_THREADS": "1", "HWLOC_THISSYSTEM": "1", "LD_BIND_NOW": "1",
             "HWLOC_SYNTHETIC": "pack:1 l3:1(size=16777216) l2:1(size=1048576) l1d:1(size=32768) core:1 pu:1"}
KERNELS = ["saxpy_ladder -n 4103", "histogram_ladder -n 64x48 -V private_runs", "transpose_ladder -n 64x96 -V strips",
           "matmul_blocked -n 65 -V cpu_blocked", "nbody_ladder -n 257 -V wide", "sobel_filter_ladder -n 64x48 -V bands",
           "median_filter_ladder -n 64x48 -V bands", "convolution_ladder -n 64x48 -f random -w 5 -V vector_block",
           "jpeg_decode -V pipelined", "radix_sort_msd -n 20011", "knn_ladder -n 20011 -V wide", "min_reduce_ladder -n 20011 -V vectors",
           "scan_ladder -n 20011 -V long_items", "iir_blocks -n 1031 -V channels", "fft_ladder -n 4096 -V vectors"]
HOST = ["saxpy -n 100003", f"histogram -i {ROOT}/data/coffee.bmp", "jpeg_encode -V sequential -r 1"]
MORE = {"bytes": (1.15, 256), "spills": (1.15, 8), "instructions": (1.02, 20000)}    # a factor, and at least so many
NOT_ITS_OWN = re.compile(r"__libc_start|exit|dl|pthread|atexit|qsort")    # they call the program, or other libraries


def passes(programs, line, environment, prefix=()):
    name, *arguments = line.split()
    result = run(programs / name, [*arguments, "--quiet"], environment, prefix)
    if result.returncode != 0:
        sys.exit(f"costs: {line}: exit status {result.returncode}: {result.stderr.strip()[-500:]}")


# --- kernels

def objdump(library, *options):
    return subprocess.run(["objdump", *options, "-j", ".text", library], capture_output=True, text=True, check=True).stdout


def code_of(library):
    """Bytes of code, and stores of vector registers on the stack."""
    size = re.search(r"\.text +([0-9a-f]+)", objdump(library, "-h"))[1]
    stores = re.findall(r"\sv?mov\w+ +%[xyz]mm\d+,-?(?:0x[0-9a-f]+)?\(%r[sb]p", objdump(library, "-d", "--no-show-raw-insn"))
    return {"bytes": int(size, 16), "spills": len(stores)}


def kernels_of(programs, line, environment):
    """{"kernel SAMPLE KERNEL bytes": count} for the kernels that a run compiles; of several forms of one, the largest."""
    name, cache, found = line.split()[0], Path(environment["POCL_CACHE_DIR"]), {}
    before = set(cache.rglob("*.so"))
    passes(programs, line + " --repeat 1", environment)
    for library in set(cache.rglob("*.so")) - before:
        if library.stem.startswith(name.split("_")[0]):    # not of common/
            for what, count in code_of(library).items():
                key = f"kernel {name} {library.stem} {what}"
                found[key] = max(count, found.get(key, 0))
    return found


# --- the host

def instructions_of(profile, program):
    """What the program did itself, and what its calls of the C library took.  The file gives a name once, then its number."""
    names, at = {"ob": {}, "fn": {}}, {}
    total, is_call = 0, False
    for line in profile.read_text(errors="replace").splitlines():
        key, _, rest = line.partition("=")
        if key in ("ob", "fn", "cob", "cfn"):
            number, _, name = rest.partition(" ")
            at[key] = names[key[-2:]].setdefault(number, name)
            if key == "ob":
                at["cob"] = at["ob"]
        elif key == "calls":
            is_call = True
        elif re.match(r"[-+*\d]\S* \d+$", line):
            its_own = re.search(r"/lib[cm]\.so", at["cob"]) and not NOT_ITS_OWN.match(at["cfn"]) if is_call else True
            if at["ob"].endswith(f"/{program}") and its_own:
                total += int(line.split()[1])
            is_call, at["cob"] = False, at["ob"]
    return total


def host_of(programs, line, environment):
    passes(programs, line, environment)    # its kernels are compiled before
    profile = Path(environment["POCL_CACHE_DIR"]) / "callgrind.out"
    passes(programs, line, environment, ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "-q"])
    return {f"host {line.split()[0]} instructions": instructions_of(profile, line.split()[0])}


# --- the file

def measure(programs, environment):
    found = {}
    for line in KERNELS:
        if (programs / line.split()[0]).exists():
            found |= kernels_of(programs, line, environment)
    for line in HOST:
        if shutil.which("valgrind") and (programs / line.split()[0]).exists():
            found |= host_of(programs, line, environment)
    return found


def check(found, old):
    """How many counts are larger than the file says, or are not in it."""
    worse = 0
    for key, now in sorted(found.items()):
        factor, least = MORE[key.rpartition(" ")[2]]
        if key not in old or now > max(old[key] * factor, old[key] + least):
            print(f"{key}: {now}, before {old.get(key, 'none')}")
            worse += 1
    return worse


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("check", "write"):
        sys.exit(__doc__)
    programs = Path(sys.argv[2])
    os.environ.pop("HWLOC_COMPONENTS", None)    # of the tests; with it HWLOC_SYNTHETIC would count for nothing
    with tempfile.TemporaryDirectory() as temporary:
        environment = {**PROCESSOR, "LD_PRELOAD": layer_file("OCL_TEST_AVX2_ONLY")}
        for variable in ("POCL_CACHE_DIR", "OCL_SAMPLES_CACHE"):    # what is compiled for another processor is nobody else's
            environment[variable] = f"{temporary}/{variable}"
            os.mkdir(environment[variable], 0o700)
        first = run(programs / "saxpy", ["-n", "1", "--json"], environment)
        driver = re.search(r'"device": *"pthread-haswell-.*?"driver": *"([^"]*)"', first.stdout, re.S)
        if EMULATOR or not shutil.which("objdump") or not driver:
            print("costs: it needs PoCL 3.1 with LLVM 15, a processor with AVX2, and objdump of the package binutils")
            return SKIP
        compilers = f"# PoCL {driver[1]}; {sys.argv[3]}"
        if sys.argv[1] == "write":
            counts = sorted(measure(programs, environment).items())
            FILE.write_text("\n".join([compilers, *(f"{key} {count}" for key, count in counts)]) + "\n")
            return 0
        known, *lines = FILE.read_text().splitlines()
        if known != compilers:
            print(f"costs: the file was made with {known[2:]}, and this is {compilers[2:]}")
            return SKIP
        worse = check(measure(programs, environment), {key: int(count) for key, _, count in (line.rpartition(" ") for line in lines)})
    if worse:
        print(f"{worse} counts are larger, or new. If that is meant: tests/tools/costs.py write BIN COMPILER")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
