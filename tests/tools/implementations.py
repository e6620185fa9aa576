#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every sample on several OpenCL implementations.

    implementations.py [OPTION...] 'NAME=VENDORS [VARIABLE=VALUE...]'...
    implementations.py --merge FILE... [--markdown DOCUMENT]

NAME is the title of a column.  VENDORS is what OCL_ICD_VENDORS names: an .icd file, a folder of such files, or a
driver's library.  The variables are for that driver.

    --build FOLDER       the built suite (default: build)
    --samples REGEX      only the samples whose whole name matches
    --emulator PROGRAM   what runs the programs of another system: a script that starts Wine
    --not-built RE=WHY   samples that are not in this build, and why; may be given several times
    --seconds N          a sample that runs longer has failed (default: 100)
    --json FILE          write what happened to FILE; results that FILE has already stay, where they are not made anew
    --missing            without the samples that have passed or were skipped in FILE
    --merge FILE...      read such files, also of other machines, instead of running or after running
    --markdown DOCUMENT  write the table between the two marker comments of DOCUMENT

Each sample makes its small run (BUILD/small.txt).  The programs of tests/proof (BUILD/proofs.txt) run, too; the table does
not show them.  Exit status 0: each sample passed, or skipped with a sentence
that says why; 1: at least one did not.
"""

import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from small_runs import read_small_runs
from tree import chapters, lessons, write_made

PASS, SKIP = 0, 77


def run(command, environment, seconds):
    """Exit status (None: killed, too slow), standard output, standard error, time."""
    start = time.monotonic()
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)    # the compilers that a driver has started, too
            out, err = process.communicate()
            status = None
    return status, out, err, time.monotonic() - start


def last_line(*texts):
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def outcome(name, status, out, err, seconds):
    """What happened in words: passed, skipped with the reason, failed with the exit status and the last line."""
    if status == PASS:
        result, says = "passed", ""
    elif status == SKIP:
        # Not who has it: that is what the table is about.
        result, says = "skipped", re.sub(r"; [^;]* (has|have) it\b.*", "", last_line(err).removeprefix(f"{name}: "))
        if not says:
            result, says = "failed", "exit status 77 without a sentence"
    else:
        result = "failed"
        if status is None:
            how = "no end"
        elif status < 0:
            how = signal.Signals(-status).name
        else:
            how = f"exit status {status}"
        says = f"{how}: {last_line(out, err)}" if last_line(out, err) else how
    return {"result": result, "says": says, "seconds": round(seconds, 1)}


@cache
def proofs(build):
    """The programs of tests/proof, by the samples that they belong to."""
    return {name.rpartition("_")[0]: name for name in (build / "proofs.txt").read_text().split()}


def is_proof(build, name):
    return name in proofs(build).values()


def command_of(options, sample):
    """What starts a sample."""
    program = options.build / ("bin" if not is_proof(options.build, sample) else "proof") / sample
    windows = program.with_name(f"{sample}.exe")
    return [*filter(None, [options.emulator]), windows if windows.exists() else program]


def read_samples(build, wanted):
    """Name and arguments of each sample."""
    for small in read_small_runs(build):
        if re.fullmatch(wanted, small.sample) and small.chapter.startswith("ch"):
            yield small.sample, small.arguments
            if small.sample in proofs(build):
                yield proofs(build)[small.sample], []


def not_known(samples, name, file):
    """The samples about which the file says nothing yet, or nothing good."""
    kept = read_results([file] if file.exists() else []).get(name, {"samples": {}})["samples"]
    return [(sample, words) for sample, words in samples
            if kept.get(sample, {}).get("result") not in ("passed", "skipped")]


def try_implementation(text, options, samples, temporary):
    """Runs the samples on one implementation; prints a line for each."""
    name, _, rest = text.partition("=")
    vendors, *variables = shlex.split(rest)
    # Caches of its own: nothing comes from another implementation, and nothing is left behind.
    environment = {**os.environ, "OCL_SAMPLES_CACHE": f"{temporary}/cache", "POCL_CACHE_DIR": f"{temporary}/pocl",
                   "OCL_ICD_VENDORS": vendors, **dict(variable.split("=", 1) for variable in variables)}
    status, out, err, _ = run([*command_of(options, "platform_info"), "--list", "--json"], environment, options.seconds)
    if status != PASS:
        sys.exit(f"{name}: no device: {last_line(out, err)}")
    device = [{**device, "platform": platform["name"]} for platform in json.loads(out)["platforms"]
              for device in platform["devices"]][0]
    print(f"\n{name}: {device['platform']}, {device['name']}, {device['version']}", flush=True)
    results = {}
    for sample, arguments in samples:
        results[sample] = outcome(sample, *run([*command_of(options, sample), *arguments], environment, options.seconds))
        print("  {:24} {:8} {:6.1f} s  {}".format(sample, *(results[sample][key] for key in
                                                          ("result", "seconds", "says"))), flush=True)
    results.update(not_built(options))
    return {name: {"platform": device["platform"], "device": device["name"], "version": device["version"],
                   "samples": results}}


def all_samples():
    """Chapter and name of each sample of the suite, in its order; for some systems not all are built."""
    return [(chapter.name, lesson.stem) for chapter in chapters() if chapter.name != "template" for lesson in lessons(chapter)]


def not_built(options):
    """Results of the samples that are not in the build, as far as the options say why."""
    built = {small.sample for small in read_small_runs(options.build)}
    reasons = [text.partition("=")[::2] for text in options.not_built]
    results = {}
    for chapter, name in all_samples():
        why = [why for pattern, why in reasons if re.fullmatch(pattern, f"{chapter}/{name}")]
        if name not in built and why and re.fullmatch(options.samples, name):
            results[name] = {"result": "not built", "says": why[0], "seconds": 0.0}
            print("  {:24} {:8} {}".format(name, "not built:", why[0]))
    return results


def merge(into, other):
    for name, implementation in other.items():
        samples = {**into.get(name, {}).get("samples", {}), **implementation["samples"]}
        into[name] = {**implementation, "samples": samples}


def read_results(paths):
    results = {}
    for path in paths:
        merge(results, json.loads(path.read_text()))
    return results


def sample_order(results):
    """The samples in the order of the suite, those that it no longer has left out."""
    return [name for _, name in all_samples() if any(name in one["samples"] for one in results.values())]


def markdown(results):
    """One row per sample, one column per implementation; below, why samples were skipped."""
    mark = {"passed": "passed", "skipped": "skipped", "failed": "**failed**", "not built": "not built"}
    lines = [f"| sample | {' | '.join(results)} |", "|---" * (len(results) + 1) + "|"]
    reasons = {}
    for sample in sample_order(results):
        cells = []
        for name, implementation in results.items():
            one = implementation["samples"].get(sample)
            cells.append(mark[one["result"]] if one else "not run")
            if one and one["says"]:
                reasons.setdefault((sample, one["says"]), []).append(name)
        lines.append(f"| `{sample}` | {' | '.join(cells)} |")
    if reasons:
        lines.append("")
        lines += [f"- `{sample}` on {', '.join(names)}: {says}" for (sample, says), names in reasons.items()]
    return "\n".join(lines)


def print_summary(results):
    print(f"\n{'implementation':24} passed skipped failed  seconds")
    for name, implementation in results.items():
        samples = implementation["samples"].values()
        counts = [sum(one["result"] == result for one in samples) for result in ("passed", "skipped", "failed")]
        print("{:24} {:6} {:7} {:6}  {:7.0f}".format(name, *counts, sum(one["seconds"] for one in samples)))
    for name, implementation in results.items():
        for sample, one in implementation["samples"].items():
            if one["result"] == "failed":
                print(f"FAILED  {name}: {sample}: {one['says']}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("implementations", nargs="*")
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--samples", default=".*")
    parser.add_argument("--emulator", type=Path)
    parser.add_argument("--not-built", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--merge", type=Path, nargs="+", default=[])
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    options.build = options.build.resolve()
    if options.missing and not options.json:
        parser.error("--missing is about the results of --json FILE")
    if any("=" not in text for text in options.implementations):
        parser.error("an implementation is NAME=VENDORS")

    results = read_results(options.merge)
    if options.implementations:
        samples = list(read_samples(options.build, options.samples))
        for text in options.implementations:
            wanted = not_known(samples, text.partition("=")[0], options.json) if options.missing else samples
            with tempfile.TemporaryDirectory() as temporary:
                one = try_implementation(text, options, wanted, temporary)
            merge(results, one)
            if options.json:    # after each implementation: a long run may be stopped
                kept = read_results([options.json] if options.json.exists() else [])
                merge(kept, one)
                options.json.write_text(json.dumps(kept, indent=2) + "\n")
    if not results:
        parser.error("nothing to run and nothing to merge")
    print_summary(results)
    if options.markdown:
        write_made(options.markdown, "implementations.py", markdown(results))
    failed = any(one["result"] == "failed" for implementation in results.values()
                 for one in implementation["samples"].values())
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
