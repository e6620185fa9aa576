# SPDX-License-Identifier: MIT
"""sample.py guard, no_kernels: what kernels write, and what answers are when none runs."""

import json
import os
import re
import tempfile
from pathlib import Path

from runner import CAMPAIGN, OTHER_POISON, SECONDS, Broken, expect, layer_file, of_sample, own_cache, run, skip_if_asked, skip_without_layers

GUARD = "guard_layer: a kernel wrote past the end of a buffer of"


def guarded(program, arguments, environment=None, seconds=SECONDS):
    """A run with a guard behind each buffer and with other poison, and the lengths of these buffers; None if the loader takes
    no layers."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        result = run(program, arguments, {**(environment or {}), **OTHER_POISON, "OPENCL_LAYERS": layer_file("OCL_TEST_GUARD_LAYER"),
                                          "OCL_SAMPLES_GUARD_LOG": str(log)}, seconds=seconds)
        return result, (log.read_text().split() if log.exists() else None)


def judgements(result):
    """What --json says was compared, without what differs from run to run."""
    report = json.loads(result.stdout)
    return [(variant["name"], variant["pass"]) for variant in report["variants"]]


def check_one_guard(program, arguments):
    plain = run(program, [*arguments, "--json"])
    skip_if_asked(plain)
    expect(plain.returncode == 0, "it fails without a guard", plain)
    result, buffers = guarded(program, [*arguments, "--json"])
    if buffers is None:
        skip_without_layers()
    expect(result.returncode == 0, "it fails with a guard behind each buffer and other poison", result)
    expect(judgements(result) == judgements(plain), "a guard behind each buffer changes the result", result)
    print(f"{' '.join(arguments)}: {len(buffers)} buffers, nothing is written past the end of any", flush=True)


MAX_GUARDED = 1 << 20    # elements; the layer looks at every guard again and again


def elements(size):
    count = 1
    for extent in size.split("x"):
        unit = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(extent[-1])
        count *= int(extent[:-1]) * unit if unit else int(extent)
    return count


def tallest_and_widest(sizes):
    """Those whose first two extents differ most, either way: a mistake in rows and columns shows there."""
    ratios = {}
    for size in sizes:
        extents = [elements(extent) for extent in size.split("x")]
        if len(extents) > 1 and extents[0] != extents[1]:
            ratios[extents[0] / extents[1]] = size
    return [ratios[ratio] for ratio in sorted({min(ratios), max(ratios)})] if ratios else []


def check_guard(program, arguments):
    """The small size, and the tallest and the widest of NAME.size.SIZE; in a campaign all sizes."""
    check_one_guard(program, arguments)
    if "--size" not in arguments:
        return
    sizes = [size for size in os.environ.get("OCL_TEST_SIZES", "").split() if elements(size) <= MAX_GUARDED]
    if not CAMPAIGN:
        sizes = tallest_and_widest(sizes)
    place = arguments.index("--size") + 1
    for size in sizes:
        check_one_guard(program, [*arguments[:place], size, *arguments[place + 1:]])


# --- no kernels

# What the outputs of kernels hold that do not run: tests/layers/no_kernels_layer.c.
ANSWERS, MORE_ANSWERS = ("nothing", "zeros", "input:1"), ("input:2", "input:3")


def run_without_kernels(program, arguments, answer, folder):
    """A run in which no kernel runs, and how many launches there were."""
    log = Path(folder) / "log"
    log.unlink(missing_ok=True)
    result = run(program, arguments, {"OPENCL_LAYERS": layer_file("OCL_TEST_NO_KERNELS_LAYER"), "OCL_SAMPLES_ANSWER": answer,
                                      "OCL_TEST_LAYER_LOG": str(log), "OCL_SAMPLES_CACHE": own_cache(folder)})
    if not log.exists():
        skip_without_layers()
    return result, len(log.read_text().splitlines())


def ratio(row):
    """How much larger than its bound the error of a wrong row is; infinite for NaN and where a bound is 0."""
    return row["error"] / row["bound"] if row["error"] and row["bound"] else float("inf")


def check_one_answer(program, arguments, answer, right):
    """With that answer each row that has a time is wrong, and the exit status is 1."""
    with tempfile.TemporaryDirectory() as folder:
        result, launches = run_without_kernels(program, [*arguments, "--json"], answer, folder)
    if launches == 0:
        print(f"{' '.join(arguments)}: no kernel is launched", flush=True)
        return
    skip_if_asked(result)
    what = f"{' '.join(arguments)} | {answer} | "
    rows = json.loads(result.stdout)["variants"] if result.stdout.startswith("{") else []
    passed = [row["name"] for row in rows if row["pass"] and row["median_ms"] is not None]
    wrong = [name for name in passed if not any(one.search(what + name) for one in right)]
    expect(not wrong, f"{what}right though no kernel ran: {', '.join(wrong)}", result)
    status = f"{what}status {result.returncode}"
    expect(result.returncode == 1 or any(one.search(status) for one in right), f"{what}the exit status is not 1", result)
    ratios = [ratio(row) for row in rows if not row["pass"]]
    print(f"{what}{launches} launches, {len(ratios)} of {len(rows)} rows wrong, the least error is "
          f"{min(ratios, default=0):.3g} of its bound", flush=True)


def check_no_kernels(program, arguments):
    """The small size; in a campaign all sizes, and copies of more inputs.  One element may be its own answer: it is sorted."""
    sizes = os.environ.get("OCL_TEST_SIZES", "").split() if CAMPAIGN and "--size" in arguments else []
    sizes = [size for size in sizes if elements(size) > 1]
    place = arguments.index("--size") + 1 if sizes else 0
    broken, right = [], [re.compile(one) for one in of_sample(program, "right_without_kernels")]
    for words in [arguments, *([*arguments[:place], size, *arguments[place + 1:]] for size in sizes)]:
        for answer in (*ANSWERS, *MORE_ANSWERS) if CAMPAIGN else ANSWERS:
            try:
                check_one_answer(program, words, answer, right)
            except Broken as one:
                broken.append(str(one))
    if broken:
        raise Broken("\n".join(broken))
