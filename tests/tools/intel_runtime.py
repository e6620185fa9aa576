#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the samples of chapter 14 on Intel's OpenCL runtime for CPUs, which has most of what PoCL 3.1 lacks; and gl_info,
which asks it for a function that it has not.

    intel_runtime.py BUILD FOLDER

FOLDER becomes a virtual environment of Python with the packages intel-opencl-rt and intel-cmplr-lib-rt of PyPI, where it
is none yet.  Exit status 0: each sample passed, or skipped with a sentence; 1: at least one did not; 77: the packages
cannot be had here.
"""

import os
import subprocess
import sys
from pathlib import Path

from small_runs import read_small_runs

CHAPTER = "ch14_opencl2"
PACKAGES = ["intel-opencl-rt", "intel-cmplr-lib-rt"]
DRIVER = "libintelocl.so"
DOWNLOAD_SECONDS = 300
SKIP = 77


def install(folder):
    """Why the runtime is not there; None when it is."""
    if (folder / "lib" / DRIVER).exists():
        return None
    steps = ([sys.executable, "-m", "venv", folder],
             [folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "20", *PACKAGES])
    try:
        for step in steps:
            subprocess.run(step, check=True, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS)
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or error.stdout).strip().splitlines()
        return lines[-1] if lines else f"exit status {error.returncode}"
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if (folder / "lib" / DRIVER).exists() else f"the packages have no {DRIVER}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, folder = (Path(argument).resolve() for argument in sys.argv[1:])
    missing = install(folder)
    if missing:
        print(f"Intel's runtime cannot be had here: {missing}")
        return SKIP
    vendors = folder / "vendors"
    vendors.mkdir(exist_ok=True)
    (vendors / "intel.icd").write_text(f"{folder / 'lib' / DRIVER}\n")
    samples = [run.sample for run in read_small_runs(build) if run.chapter == CHAPTER]
    gl_info = build / "bin/gl_info"
    if gl_info.exists():    # with the loader of this system, which may give the address of a function that is none
        status = subprocess.run([gl_info, "--force", "--quiet"], check=False,
                                env={**os.environ, "OCL_ICD_VENDORS": str(vendors)}).returncode
        if status not in (0, SKIP):
            return f"gl_info --force: exit status {status}"
    # The loader beside the driver is Khronos'.
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder / "lib")}
    return subprocess.run([sys.executable, "-B", Path(__file__).with_name("implementations.py"), "--build", build,
                           "--samples", "|".join(samples), f"Intel's runtime={vendors}"],
                          env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
