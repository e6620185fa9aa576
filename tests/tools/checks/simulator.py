# SPDX-License-Identifier: MIT
"""sample.py oclgrind, races: what the simulator oclgrind finds."""

import re
import tempfile
from pathlib import Path

from runner import SECONDS, Broken, expect, of_sample, run, skip_if_asked, variants_of
from tree import KERNELS

def own_kernels(name):
    """The text of NAME.cl and NAME_fast.cl; a sample may run another one's kernels instead."""
    files = [KERNELS / f"{name}{part}.cl" for part in ("", "_fast")]
    return "\n".join(file.read_text() for file in files if file.exists())


def oclgrind_checks(program, arguments=()):
    """What the simulator can look for: at random it takes for uninitialised what image functions return, and vectors of 16
    whose upper half is put together from others' elements.  [special] has what else it cannot judge."""
    for words in of_sample(program, "no_uninitialized"):
        given = {*arguments, *([] if "--variant" in arguments else ["no-variant"])}
        if not words or given & set(words.split()):
            return ["--data-races"]
    text = own_kernels((of_sample(program, "kernels_of") or [Path(program).name])[0])
    if re.search(r"\bimage[123]d_\w*t\b|\.s[89a-f]\b|\.s[0-9a-f]{16}\b", text):
        return ["--data-races"]
    return ["--data-races", "--uninitialized"]


def complaints_of_oclgrind(program, arguments, environment=None, seconds=SECONDS):
    """What the simulator has to say of a run, and the run itself."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        result = run(program, arguments, environment,
                     ["oclgrind", *oclgrind_checks(program, arguments), "--log", str(log)], seconds)
        return (log.read_text(errors="replace") if log.exists() else ""), result


def check_oclgrind(program, arguments):
    complaints, result = complaints_of_oclgrind(program, arguments)
    skip_if_asked(result)
    expect(result.returncode == 0, "it fails under oclgrind", result)
    if complaints.strip():
        raise Broken(f"oclgrind complains:\n{complaints[:3000]}")


def check_races(program, arguments):
    variants = variants_of(program)
    broken = [name for name in variants if name.startswith("broken_")]
    without = of_sample(program, "no_race")
    if not 0 < len(broken) < len(variants):
        raise Broken("no broken or no other variants")
    for name in variants:
        complaints, result = complaints_of_oclgrind(program, [*arguments, "--variant", name])
        skip_if_asked(result)
        if name in broken and name not in without:
            expect("data race" in complaints, f"no race is found in {name}", result)
        else:
            expect(not complaints.strip() and result.returncode == 0,
                   f"oclgrind complains of {name}: {complaints[:1000]}", result)
    print(f"{len(set(broken) - set(without))} of {len(variants)} variants have a race")
