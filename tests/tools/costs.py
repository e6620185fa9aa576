#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What can be counted of the speed: the kernels' code and the host's instructions.

    costs.py check BIN COMPILER    says what costs more than tests/data/costs.txt has
    costs.py write BIN COMPILER    writes that file

BIN has the built programs; COMPILER names the compiler of the host and its version.

bench/ratios.py measures times, which takes a quiet machine and ten minutes.  A count is the same on each machine, and with
other programs beside it.  It does not say how fast a kernel is; but where it jumps, somebody should look.

    kernel   PoCL compiles it for a processor with AVX2, whatever this one is: bytes of its code, and how often it stores a
             vector register on the stack, which is a spill or a private array
    host     instructions of the program itself, by valgrind's callgrind: without OpenCL, without kernels

The counts belong to the compilers in the first line of the file.  With others the exit status is 77.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from runner import EMULATOR, SKIP, run
from tree import ROOT

FILE = ROOT / "tests/data/costs.txt"
PROCESSOR = {"POCL_LLVM_CPU_NAME": "haswell", "POCL_KERNELLIB_NAME": "kernel-x86_64-pc-linux-gnu-avx2",
             "POCL_MAX_PTHREAD_COUNT": "1", "OCL_DEVICE": "Portable"}
KERNELS = ["saxpy_ladder -n 4103", "histogram_ladder -n 64x48 -V private_runs", "transpose_ladder -n 64x96 -V strips",
           "matmul_blocked -n 65 -V cpu_blocked", "nbody_ladder -n 257 -V wide", "sobel_filter_ladder -n 64x48 -V bands",
           "median_filter_ladder -n 64x48 -V bands", "convolution_ladder -n 64x48 -f random -w 5 -V vector_block",
           "jpeg_decode -V pipelined", "bitonic_sort_ladder -n 20011 -V vectors", "radix_sort_msd -n 20011",
           "knn_ladder -n 20011 -V wide", "min_reduce_ladder -n 20011", "scan_ladder -n 20011 -V long_items",
           "iir_blocks -n 1031 -V channels", "fft_ladder -n 4096 -V vectors"]
HOST = ["saxpy -n 1031", "jpeg_decode -V sequential -r 1", "jpeg_encode -V sequential -r 1", "radix_sort_msd -n 20011 -r 1",
        "matmul_blocked -n 65 -V cpu_blocked -r 1"]
MORE = {"bytes": (1.15, 256), "spills": (1.15, 16), "instructions": (1.05, 100000)}    # a factor, and at least so many


def folders(temporary):
    """The variables for caches of this test's own: what PoCL compiles for another processor is nobody else's."""
    names = {"POCL_CACHE_DIR": "pocl", "OCL_SAMPLES_CACHE": "cache"}
    for folder in names.values():
        (temporary / folder).mkdir(mode=0o700, exist_ok=True)
    return {**PROCESSOR, **{variable: str(temporary / folder) for variable, folder in names.items()}}


def passes(programs, line, environment, prefix=()):
    name, *arguments = line.split()
    result = run(programs / name, [*arguments, "--quiet"], environment, prefix)
    if result.returncode != 0:
        sys.exit(f"costs: {line}: exit status {result.returncode}: {result.stderr.strip()[-500:]}")


# --- kernels

def code_of(library):
    """Bytes of code, and stores of vector registers on the stack."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "-j", ".text", library], capture_output=True, text=True, check=True).stdout
    size = subprocess.run(["objdump", "-h", "-j", ".text", library], capture_output=True, text=True, check=True).stdout
    spills = re.findall(r"\sv?mov\w+ +%[xyz]mm\d+,-?(?:0x[0-9a-f]+)?\(%r[sb]p", text)
    return int(re.search(r"\.text +([0-9a-f]+)", size)[1], 16), len(spills)


def kernels_of(programs, line, environment):
    """{"kernel SAMPLE KERNEL bytes": count} for the kernels that a run compiles; of several forms of one, the largest."""
    cache = Path(environment["POCL_CACHE_DIR"])
    before = set(cache.rglob("*.so"))
    passes(programs, f"{line} --repeat 1", environment)
    found = {}
    for library in set(cache.rglob("*.so")) - before:
        if not re.match(line.split()[0].split("_")[0], library.stem):
            continue    # of common/
        for what, count in zip(("bytes", "spills"), code_of(library)):
            key = f"kernel {line.split()[0]} {library.stem} {what}"
            found[key] = max(count, found.get(key, 0))
    return found


# --- the host

def instructions_of(profile, program):
    """Sums the lines of a callgrind file that belong to the program itself.  Behind "calls=" stands what a callee took."""
    names, total, own, skip = {}, 0, False, False
    for line in profile.read_text(errors="replace").splitlines():
        if line.startswith("ob="):
            number, _, name = line[3:].partition(" ")
            own = names.setdefault(number, name).endswith(f"/{program}")
        elif line.startswith("calls="):
            skip = True
        elif line[:1] in "+-*" or line[:1].isdigit():
            if own and not skip:
                total += int(line.split()[1])
            skip = False
    return total


def host_of(programs, line, environment, temporary):
    passes(programs, line, environment)    # its kernels are compiled before
    profile = temporary / "callgrind.out"
    passes(programs, line, environment, ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "-q"])
    return {f"host {line.split()[0]} instructions": instructions_of(profile, line.split()[0])}


# --- the file

def compilers(programs, compiler):
    result = run(programs / "saxpy", ["-n", "1", "--json"], PROCESSOR)
    driver = re.search(r'"driver": *"([^"]*)"', result.stdout)
    return f"PoCL {driver[1] if driver else 'none'}; {compiler}"


def read_file():
    lines = FILE.read_text().splitlines()
    return lines[0].removeprefix("# "), {line.rpartition(" ")[0]: int(line.rpartition(" ")[2]) for line in lines[1:] if line}


def measure(programs):
    with tempfile.TemporaryDirectory() as temporary:
        environment, found = folders(Path(temporary)), {}
        for line in KERNELS:
            if (programs / line.split()[0]).exists():
                found |= kernels_of(programs, line, environment)
        for line in HOST:
            if shutil.which("valgrind") and (programs / line.split()[0]).exists():
                found |= host_of(programs, line, environment, Path(temporary))
    return found


def check(found, old):
    """How many counts are larger than the file says."""
    worse = 0
    for key, before in old.items():
        factor, least = MORE[key.rpartition(" ")[2]]
        now = found.get(key)
        if now is not None and now > max(before * factor, before + least):
            print(f"{key}: {now}, before {before}")
            worse += 1
    missing = sorted(key for key in found if key not in old)
    if missing:
        print(f"not in {FILE.relative_to(ROOT)}: {', '.join(missing)}")
    return worse + len(missing)


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("check", "write"):
        sys.exit(__doc__)
    programs = Path(sys.argv[2])
    now = compilers(programs, sys.argv[3])
    if EMULATOR or not shutil.which("objdump") or now.startswith("PoCL none"):
        print("costs: it needs PoCL, and objdump of the package binutils")
        return SKIP
    if sys.argv[1] == "write":
        FILE.write_text("\n".join([f"# {now}", *(f"{key} {count}" for key, count in sorted(measure(programs).items()))]) + "\n")
        return 0
    known, old = read_file()
    if known != now:
        print(f"costs: the file was made with {known}, and this is {now}")
        return SKIP
    worse = check(measure(programs), old)
    if worse:
        print(f"{worse} counts are larger, or new. If that is meant: tests/tools/costs.py write BIN COMPILER")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
