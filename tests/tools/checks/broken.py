# SPDX-License-Identifier: MIT
"""sample.py broken_kernels, stress: kernels that a person broke, and kernels with a race."""

import os
import random
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from runner import CAMPAIGN, SKIP, Broken, chosen_device, expect, own_cache, run, skip_if_asked, variants_of
from sample_file import read_sample
from tree import KERNELS

from checks.guards import GUARD, guarded
from checks.simulator import complaints_of_oclgrind, own_kernels

KERNEL_START = r"\bkernel\s+(?:__attribute__\(\(.*?\)\)\s*)?void\s+(\w+)\s*\("


def with_edits(edits, small_run):
    """Each broken kernel of a sample's file, with the text of its file of kernels/ and the arguments of the run."""
    for edit in edits:
        yield edit, (KERNELS / edit.file).read_text(), small_run if edit.arguments is None else edit.arguments


def kernel_at(source, position):
    """The name of the kernel function that the position lies in."""
    names = re.findall(KERNEL_START, source[:position + 1])
    return names[-1] if names else None


def survives(program, arguments, environment, seconds):
    """A kernel that corrupts memory may hang the driver: past `seconds` it is caught, too."""
    result = run(program, arguments, environment, seconds=seconds)
    if result.returncode == SKIP:
        return False, "not tried: the device lacks it"
    if result.returncode != 0:
        return False, f"exit status {result.returncode}"
    if os.environ.get("OCL_TEST_GUARD_LAYER"):    # a write past the end may hit nothing that is in use
        result, _ = guarded(program, arguments, environment, seconds)
        if GUARD in result.stderr:
            return False, "guard behind a buffer"
        if result.returncode != 0:
            return False, f"exit status {result.returncode} with other poison"
    if not shutil.which("oclgrind"):
        return True, "passes"
    complaints, result = complaints_of_oclgrind(program, arguments, environment)
    if result.returncode == SKIP:
        return True, "passes, and does not run under oclgrind"
    if result.returncode == 0 and not complaints.strip():
        return True, "passes, and oclgrind is silent"
    return False, "oclgrind"


CHOICE = 3    # broken kernels per sample when there is no campaign


def choose_broken_kernels(broken, text):
    """All in a campaign.  Else CHOICE of them, others when `text` changes: what is tried depends on what is in the files."""
    if CAMPAIGN or len(broken) <= CHOICE:
        return broken
    chosen = set(random.Random(text).sample(range(len(broken)), CHOICE))
    return [kernel for number, kernel in enumerate(broken) if number in chosen]


def own_variant(program):
    """A function: the options for the variant that a kernel is.  One kernel is compiled then, and not all."""
    names = variants_of(program)

    def options(kernel):
        fitting = [name for name in names if kernel.endswith(f"_{name}")]
        return ["--variant", max(fitting, key=len)] if fitting else []

    return options


def check_broken_kernels(program, arguments):
    if chosen_device(program, arguments)[0] not in ("cpu", None):
        print("broken kernels are a test for CPUs: on other devices a write past the end or a missing barrier may not show")
        sys.exit(SKIP)
    name = Path(program).name.removeprefix("test_")    # a unit test stands for a kernel without a sample
    source = own_kernels(name)
    kernels = re.findall(KERNEL_START, source)
    counts, survivors = dict.fromkeys(kernels, 0), []
    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder) / "kernels"
        shutil.copytree(KERNELS, broken)
        # The cache, too: what a broken kernel measures must not be remembered.
        environment = {"OCL_SAMPLES_KERNELS": str(broken), "OCL_SAMPLES_CACHE": own_cache(folder)}
        begin = time.monotonic()
        result = run(program, arguments, environment)
        seconds = 20 + 5 * (time.monotonic() - begin)    # the first run builds everything
        skip_if_asked(result)
        expect(result.returncode == 0, "it fails before anything is broken", result)
        every = []
        for edit, text, own in with_edits(read_sample(name).broken_kernels, arguments):
            kernel = kernel_at(text, edit.place(text) + len(edit.old)) or edit.file
            counts[kernel] = counts.get(kernel, 0) + 1
            every.append((edit, text, own, kernel))
        chosen = choose_broken_kernels(every, source + repr([(edit.what, edit.old, edit.new) for edit, *_ in every]))
        print(f"{len(chosen)} of {len(every)} broken kernels")
        variant_of = own_variant(program)
        for edit, text, own, kernel in chosen:
            (broken / edit.file).write_text(edit.broken(text))
            variant = variant_of(kernel) if own is arguments and kernel in kernels else []
            alive, how = survives(program, [*own, *variant], environment, seconds)
            if alive and variant:    # another variant may use the kernel, too
                alive, how = survives(program, own, environment, seconds)
            (broken / edit.file).write_text(text)
            what_came = "SURVIVES" if alive else "skipped " if how.startswith("not tried") else "caught  "
            print(f"{what_came}  {kernel}: {edit.what} ({how})", flush=True)
            if alive:
                survivors.append(edit.what)
    empty = re.findall(r"\bkernel\s+void\s+(\w+)\s*\([^)]*\)\s*\{\s*\}", source)
    few = [kernel for kernel in kernels if counts[kernel] < 3 and kernel not in empty]
    if few:
        raise Broken(f"fewer than three broken kernels of {', '.join(few)}")
    if survivors:
        raise Broken(f"{len(survivors)} broken kernels are not caught")


# --- stress

# PoCL makes as many threads, also on fewer cores: then they interrupt each other in the middle of a kernel.
STRESS_THREADS = (2, 3, 8, 16)
STRESS_RUNS = 40    # a race that shows in one run of three is missed once in ten million times


def check_stress(program, arguments):
    """The right kernels pass with each number of threads.  A kernel with a race fails in one of STRESS_RUNS runs."""
    name, survivors = Path(program).name, []
    if chosen_device(program, arguments)[1] != "Portable Computing Language":
        print("only PoCL makes more threads than there are cores")
        sys.exit(SKIP)
    with tempfile.TemporaryDirectory() as folder:
        kernels = Path(folder) / "kernels"
        shutil.copytree(KERNELS, kernels)
        environment = {"OCL_SAMPLES_KERNELS": str(kernels), "OCL_SAMPLES_CACHE": f"{folder}/cache"}

        def stressed(own, turn):
            threads = STRESS_THREADS[turn % len(STRESS_THREADS)]
            return run(program, own, {**environment, "POCL_MAX_PTHREAD_COUNT": str(threads)})

        for edit, text, own in with_edits(read_sample(name).races, arguments):
            for turn in range(len(STRESS_THREADS)):
                result = stressed(own, turn)
                skip_if_asked(result)
                expect(result.returncode == 0, "the right kernel fails with many threads", result)
            (kernels / edit.file).write_text(edit.broken(text))
            caught = next((turn for turn in range(STRESS_RUNS) if stressed(own, turn).returncode != 0), None)
            (kernels / edit.file).write_text(text)
            print(f"{'SURVIVES' if caught is None else f'caught in run {caught + 1}'}: {edit.what}", flush=True)
            if caught is None:
                survivors.append(edit.what)
    if survivors:
        raise Broken(f"{len(survivors)} races never show")
