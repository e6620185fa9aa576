#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the samples of chapter 14 on Intel's OpenCL runtime for CPUs, which has most of what PoCL 3.1 lacks; and gl_info,
which asks it for a function that it has not.  Kernels that PoCL 3.1 does not start are broken there.

    intel_runtime.py BUILD FOLDER

FOLDER becomes a virtual environment of Python with the packages intel-opencl-rt and intel-cmplr-lib-rt of PyPI, where it
is none yet.  Exit status 0: each sample passed, or skipped with a sentence, and each broken kernel was caught; 1: at least one
was not; 77: the packages cannot be had here.
"""

import os
import subprocess
import sys
from pathlib import Path

from small_runs import read_small_runs

CHAPTER = "ch14_opencl2"
KERNELS_OF = ["pipes", "pipes_reservations", "program_scope", "srgb_image", "device_enqueue",
              "device_enqueue_search", "device_enqueue_events", "atomics_functions", "nonuniform_groups",
              "work_group_functions", "work_group_collectives", "generic_address_space", "sub_groups",
              "sub_group_functions", "sub_group_queries", "svm_atomics", "unified_svm", "unified_svm_commands",
              "mutable_assertions", "mutable_commands", "kernel_clock"]
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


def breaks_kernels(build, run, environment):
    """Whether the broken kernels of a sample are caught."""
    return subprocess.run([sys.executable, "-B", Path(__file__).with_name("sample.py"), "broken_kernels",
                           build / "bin" / run.sample, *run.arguments], env=environment, check=False).returncode in (0, SKIP)


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
    runs = list(read_small_runs(build))
    samples = [run.sample for run in runs if run.chapter == CHAPTER]
    gl_info = build / "bin/gl_info"
    if gl_info.exists():    # with the loader of this system, which may give the address of a function that is none
        status = subprocess.run([gl_info, "--force", "--quiet"], check=False,
                                env={**os.environ, "OCL_ICD_VENDORS": str(vendors)}).returncode
        if status not in (0, SKIP):
            return f"gl_info --force: exit status {status}"
    # The loader beside the driver is Khronos'.
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder / "lib")}
    status = subprocess.run([sys.executable, "-B", Path(__file__).with_name("implementations.py"), "--build", build,
                             "--samples", "|".join(samples), f"Intel's runtime={vendors}"],
                            env=environment, check=False).returncode
    environment["OCL_ICD_VENDORS"] = str(vendors)
    caught = [breaks_kernels(build, run, environment) for run in runs if run.sample in KERNELS_OF]
    return status if all(caught) else 1


if __name__ == "__main__":
    sys.exit(main())
