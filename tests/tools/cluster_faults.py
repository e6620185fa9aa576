#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What goes wrong in one rank of chapter 15 ends all of them: soon, with a status that is not 0, and with one line that
says which rank and why.  Of a rank that is killed, only the end and the status are looked at.

    cluster_faults.py PROGRAM ARGUMENTS...    a sample of the chapter, and a run of some seconds with --repeat

Exit status 0: so it is; 1: not; 77: there is no mpiexec.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import runner

SECONDS = 60
RANKS = 3
DRIVER = re.compile(r"pocl|intelocl|Rusticl|nvidia-opencl", re.I)
LARGE_MATMUL = ["--size", "16384x12288x1"]    # a rank's block of C has 268 MB
LARGE_TILE = ["--size", "16384x12288x1", "--tile", "16384"]


def job(program, arguments, other, odd=(), environment=()):
    """A command: RANKS ranks, of which the last one has other variables or arguments."""
    variables = [f"{name}={value}" for name, value in environment]
    return ["mpiexec", "-n", str(RANKS - 1), program, *arguments,
            ":", "-n", "1", "env", *variables, program, *(odd or arguments), *other]


def ends(command, what, statuses, text):
    """Runs it.  Of the program's own lines there is one."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    name = Path(command[command.index("-n") + 2]).name
    lines = [line for line in result.stderr.splitlines() if line.startswith(f"{name}: ")]
    ok = result.returncode in statuses and len(lines) == 1 and text in lines[0]
    print(f"{'ok   ' if ok else 'WRONG'}  {what}: status {result.returncode}, {lines}", flush=True)
    return ok


def has_driver(rank):
    """Whether it has loaded a driver.  By then it watches its --deadline, and MPI_Init, which nobody watches, has ended."""
    try:
        return DRIVER.search(Path(f"/proc/{rank}/maps").read_text())
    except OSError:    # it has ended
        return True


def with_signal(command, what, number, text):
    """The last rank gets a signal while all of them run."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        begin = time.monotonic()
        while ((len(ranks := runner.children(process.pid)) < RANKS or not all(map(has_driver, ranks)))
               and time.monotonic() < begin + SECONDS / 2):
            time.sleep(0.1)
        time.sleep(1.5)    # they have begun
        os.kill(ranks[-1], number)
        ended = True
        try:
            _, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            ended = False
            where = "\n".join(runner.where_it_hangs(rank) for rank in ranks)
            process.kill()
            err = f"no end\n{where}"
    for rank in ranks:    # one that is stopped may outlive mpiexec
        try:
            os.kill(rank, signal.SIGKILL)
        except ProcessLookupError:
            pass
    ok = ended and process.returncode != 0 and text in err
    print(f"{'ok   ' if ok else 'WRONG'}  {what}: status {process.returncode}, {err[:2000]!r}", flush=True)
    return ok


def listed(program, **environment):
    """What --list prints; nothing where there is no device."""
    return subprocess.run([program, "--list"], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment}).stdout


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, arguments = sys.argv[1], sys.argv[2:]
    name = Path(program).name
    runner.set_ranks(RANKS)
    data = runner.TESTS.parent / "data"
    with tempfile.TemporaryDirectory() as empty:
        small = ["--size", "9x9x9" if "matmul" in name else "9x9", "--repeat", "1"]
        good = []
        if listed(program, OCL_ICD_VENDORS=empty):
            print("this OpenCL loader ignores OCL_ICD_VENDORS: a rank without a device is not tested")
        else:
            good.append(ends(job(program, small, [], environment=[("OCL_ICD_VENDORS", empty)]),
                             "no device on one rank", (4,), f"rank {RANKS - 1}: no OpenCL device"))
        good += [
            ends(job(program, small, ["--frobnicate"]), "a wrong option of one rank", (2,), f"rank {RANKS - 1}: unknown"),
            with_signal([*runner.LAUNCHER, program, *arguments], "a killed rank", signal.SIGKILL, ""),
            with_signal([*runner.LAUNCHER, program, *arguments, "--deadline", "4"], "a rank that hangs", signal.SIGSTOP,
                        "no end after 4 s"),
        ]
        if "stencil" not in name and "Portable" in listed(program):
            large = (LARGE_TILE if "starpu" in name else LARGE_MATMUL if "matmul" in name
                     else ["--size", "16384x8192"])
            good.append(ends(job(program, [*large, "--device", "Portable", "--repeat", "1"], [],
                                 environment=[("POCL_MEMORY_LIMIT", "1")]),
                             "too little memory on one rank", (2,), f"rank {RANKS - 1}: one buffer"))
        if "histogram" not in name:
            good.append(ends(job(program, small, ["--seed", "7"]), "other options of one rank", (2,),
                             f"options: rank {RANKS - 1} has another one"))
        else:
            one, other = (["--input", str(data / file), "--repeat", "1"] for file in ("rocket.bmp", "coffee.bmp"))
            missing = ["--input", f"{empty}/none.bmp", "--repeat", "1"]
            good += [ends(job(program, one, [], odd=other), "another file on one rank", (2,), f"rank {RANKS - 1} has"),
                     ends(job(program, one, [], odd=missing), "no file on one rank", (2,), f"rank {RANKS - 1}: {empty}")]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
