# SPDX-License-Identifier: MIT
"""Runs one program, for the checks of a sample and for other tools."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from sample_file import read_sample
from tree import ROOT

TESTS = ROOT / "tests"
SKIP = 77
SECONDS = 240
EMULATOR = shlex.split(os.environ.get("OCL_TEST_EMULATOR", ""))    # what runs programs of another system
ENDING = ".exe" if any(word.endswith(".exe") for word in sys.argv[2:4]) else ""    # of the programs' files
OTHER_POISON = {"OCL_SAMPLES_POISON": "1"}    # a kernel that looks at what it overwrites finds something else
CAMPAIGN = os.environ.get("OCL_TEST_CAMPAIGN", "") not in ("", "0")


class Broken(Exception):
    """A promise was not kept."""


def of_sample(program, word):
    """What [special] in the sample's file has for this word: a list, empty without it."""
    return read_sample(Path(program).name).special.get(word, [])


def where_it_hangs(pid):
    """What the threads of a process wait for, as far as gdb is there and may look."""
    if not shutil.which("gdb"):
        return "(with gdb installed the threads are shown here)"
    try:
        return subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 12"], timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              check=False).stdout[-6000:]
    except subprocess.TimeoutExpired:
        return "(gdb hangs, too)"


def children(pid):
    """The processes that this one has started, the oldest first."""
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()]


def kill_all(process):
    """The program and what it started: a child that lives on keeps the pipes open, and they would be read forever."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


LAUNCHER = []    # of a run with ranks:N: what stands before the program


def set_ranks(count):
    """From now on programs are run as so many ranks of MPI.  The build has told Open MPI that cores may be fewer."""
    if not shutil.which("mpiexec"):
        print("mpiexec is missing: install openmpi-bin or mpich")
        sys.exit(SKIP)
    LAUNCHER[:] = ["mpiexec", "-n", str(count)]


def run(program, arguments, environment=None, prefix=(), seconds=SECONDS):
    """Runs the sample; a hang counts as a crash.  Where it hangs is looked up, unless broken kernels may hang."""
    command = [*LAUNCHER, *prefix, *EMULATOR, f"{program}{ENDING}", *arguments]
    with subprocess.Popen(command, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            return subprocess.CompletedProcess(command, process.returncode, out, err)
        except subprocess.TimeoutExpired:
            why = f"no end after {seconds:.0f} s"
            if seconds == SECONDS:
                why += "\n" + where_it_hangs(process.pid)
            kill_all(process)
            process.communicate()
            return subprocess.CompletedProcess(command, -1, "", why)
        except KeyboardInterrupt:    # which does not reach another session
            kill_all(process)
            raise


def expect(condition, what, result):
    if not condition:
        raise Broken(f"{what}\n  command: {' '.join(map(str, result.args))}\n"
                     f"  exit status: {result.returncode}\n"
                     f"  stdout: {result.stdout[-1500:]}\n  stderr: {result.stderr[-6100:]}")


def skip_if_asked(result):
    if result.returncode == SKIP:
        print(result.stderr.strip())
        sys.exit(SKIP)


def layer_file(variable):
    """The layer that a variable of the environment names.  Without the file the loader would say nothing and go on."""
    path = os.environ.get(variable, "")
    if not Path(path).is_file():
        target = Path(path).stem.removeprefix("lib") or "the layers of tests/layers"
        raise Broken(f"{path or variable} is missing: build {target}, or everything")
    return path


def skip_without_layers():
    print("this OpenCL loader takes no layers: ocl-icd 2.3 does, and Khronos' loader since 2021")
    sys.exit(SKIP)


def own_cache(folder):
    """A new cache in that folder, which holds the device's limits: to measure them takes seconds (common/base/cache.c)."""
    own = Path(folder) / "cache"
    own.mkdir(mode=0o700)
    for entry in Path(os.environ.get("OCL_SAMPLES_CACHE") or "/nonexistent").glob("*.bin"):
        if entry.read_bytes().partition(b"\n")[2].startswith(b"limits"):
            shutil.copy(entry, own)
    return str(own)


def fnv1a(data):
    """The checksum in the files that common/ and chapter 5 write."""
    checksum = 0xcbf29ce484222325
    for byte in data:
        checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
    return checksum


# --- what a program says of itself

def variants_of(program):
    """What --variant takes besides "all"; nothing where there is no such option."""
    names = re.search(r"run one variant only: (.*) or all", run(program, ["--help"]).stdout)
    return names[1].split(", ") if names else []


def chosen_device(program, arguments):
    """The type of the device that the program takes, and the name of its platform; None for a unit test."""
    listing = run(program, ["--list", "--json"])
    if listing.returncode != 0 or not listing.stdout.startswith("{"):
        return None, None
    devices = [(platform["name"], device) for platform in json.loads(listing.stdout)["platforms"]
               for device in platform["devices"]]
    if os.environ.get("OCL_DEVICE") or "--device" in arguments:
        report = json.loads(run(program, [*arguments, "--json"]).stdout or "{}")
        fitting = [one for one in devices if (one[0], one[1]["name"]) == (report.get("platform"), report.get("device"))]
    else:
        fitting = [one for one in devices if one[1]["type"] == "gpu"] or devices
    return (fitting[0][1]["type"], fitting[0][0]) if fitting else (None, None)
