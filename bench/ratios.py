#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs of bench/ at their standard sizes, and says which ratio has changed.

    bench/ratios.py [--build FOLDER] [--device SPEC] [--only REGEX] [--rounds N] [--json FILE] [--csv FILE]
                    [--compare FILE] [--keep] [--draw FOLDER] [--scaling] [--small]

A ratio is how many times as fast as a peer a kernel is, or its rate as a share of the device's limit.  Each round runs
every program once, so that a slow minute of the machine meets all of them.  Printed are the median of the rounds, the
least and the greatest.  Compare ratios, not times: the peers of a program ran in the same minute.

Beside them stand the ratios of the last file of this device, bench/results/DEVICE.json, where there is one: "worse" where
the range of this run lies below that one's and the medians are more than 3 % apart, "better" where it lies above.

    --build FOLDER   the built suite (default build)
    --device SPEC    as for the samples
    --only REGEX     only programs whose command line matches, for example 'radix_sort|scan'
    --rounds N       (default 3)
    --json FILE      write what was measured to FILE
    --csv FILE       the same as a table: one line for each ratio
    --compare FILE   another file of --json to compare with; "none": with no file
    --keep           what was measured goes into the file of this device: look at the table first.  What this run has not
                     measured stays there, as long as driver and number of processors are the same
    --add            as --keep, but the rounds that are in the file count, too: run this after an interrupted run, or to
                     make three rounds of three short runs of the same programs
    --draw FOLDER    ladders and a roofline of the device: FOLDER/bench.html and FOLDER/roofline.svg; bench/draw.py
                     makes them of a file of --json
    --scaling        in place of the standard sizes: seven programs with sizes from 16K to 16M; --draw then also draws the rates
                     over the size
    --small          runs of a second each, to see that everything ends; their ratios say nothing

Ctrl-C ends the measuring; what was measured until then is printed.  Files are written after each program: also a run that is
killed loses no more than one program.

Exit status: 0; 1: a program failed, or a ratio is worse; 2: a wrong option or file; 77: nothing is built.
"""

import argparse
import csv
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

from draw import draw

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"    # a file for each device

# For every device; then what is worth its time on a CPU and on a GPU.
EVERYWHERE = ["saxpy", "histogram", "matmul", "nbody", "iir", "knn", "jpeg", "jpeg_encoder", "min_reduce", "regression",
              "filters --format float", "filters --format rgba", "convolution", "mandelbrot", "monte_carlo", "tridiagonal", "merge_sort",
              "hash_table", "matvec", "matmul_low_precision", "sparse_matvec", "graph_search", "all_pairs", "canny", "particles", "life",
              "ocean", "neural_net", "digits", "page_rank", "shortest_paths", "stereo", "volume_render", "bilateral", "string_search", "waves_3d"]
ON_A_CPU = ["regression --size 64M", "scan --size 16M", "bitonic", "radix_sort", "radix_sort --size 16M",
            "fft --variant vectors", "stencil --variant lines"]
ON_A_GPU = ["scan --size 1M", "scan --size 16M", "scan --size 64M", "bitonic --size 16M", "radix_sort --size 1M",
            "radix_sort --size 16M", "radix_sort --size 64M", "radix_sort --size 16M --pairs",
            "radix_sort --size 16M --pattern skewed", "filters --format grey --size 16384x16384",
            "min_reduce --size 256M", "saxpy --size 256M", "fft --size 16M --variant four_step",
            "stencil --size 8192x8192", "waves_3d --size 512", "ocean --size 1024", "matvec --size 16384x16384"]
SCALED = [f"{program} --size {size}" for size in ("16K", "128K", "1M", "4M", "16M")
          for program in ("saxpy", "min_reduce", "scan", "bitonic", "radix_sort", "merge_sort", "hash_table")]
LONGEST_S = 300    # of one program
NOISE = 0.03       # a smaller difference is none
SMALL = ["saxpy --size 100K --repeat 1", "saxpy --size 200K --repeat 1", "min_reduce --size 100K --repeat 1"]

# Threads of OpenMP and OpenBLAS that wait in a loop take the cores from the next contender.
FAIR = {"OMP_WAIT_POLICY": "passive", "OPENBLAS_THREAD_TIMEOUT": "18"}


def fail(text):
    print(f"ratios.py: {text}", file=sys.stderr)
    sys.exit(2)


def run(build, words, device):
    """What the program prints with --json, or why it did not."""
    program = build / "bin" / f"bench_{words[0]}"
    command = [program, *words[1:], "--json", *(["--device", device] if device else [])]
    try:
        result = subprocess.run(command, env={**FAIR, **os.environ}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                timeout=LONGEST_S, check=False)
        if result.returncode == 0:
            return json.loads(result.stdout), ""
    except subprocess.TimeoutExpired:
        return None, f"no end after {LONGEST_S} s"
    except ValueError as error:
        return None, f"no JSON: {error}"
    last = (result.stderr.strip().splitlines() or ["no word"])[-1]
    return None, f"exit status {result.returncode}: {last}"


def is_gpu(build, device):
    """Whether the device that SPEC names, else $OCL_DEVICE, else the programs themselves, is one of the GPUs."""
    def on(spec):
        command = [build / "bin" / "bench_saxpy", "--size", "1K", "--repeat", "1", "--json", *(["--device", spec] if spec else [])]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return None, done.stderr.strip()
        facts = json.loads(done.stdout)
        return (facts["platform"], facts["device"]), ""

    wanted, why = on(device)
    if device and not wanted:
        fail((why.splitlines() or [f"no device {device}"])[-1])
    for number in range(1, 17):
        gpu, _ = on(f"gpu:{number}")
        if not gpu or gpu == wanted:
            return gpu is not None
    return False


def ratios_of(line, facts):
    """Each ratio with its name."""
    for row in facts.get("details", {}).get("speed", []):
        yield f"{line}: {' '.join(filter(None, [row.get('data'), row['contender']]))} / {row['peer']}", row["times_as_fast_as"]
    for row in facts["variants"]:
        if row["of_limit"] is not None:
            yield f"{line}: {row['name']} / limit", row["of_limit"]


def kernels_of(line, facts):
    """What was timed: the kernels, and the peers beside them."""
    peers = {row["peer"] for row in facts.get("details", {}).get("speed", [])}
    for row in facts["variants"]:
        if row.get("rate") is not None:
            yield (line, row["name"], row["unit"]), {"problem": facts.get("problem", {}), "is_peer": row["name"].split()[-1] in peers, "rate": row["rate"]}


def kernels_in(timed):
    return [{"line": key[0], "name": key[1], "unit": key[2], **rows[0], "rate": statistics.median(row["rate"] for row in rows)}
            for key, rows in timed.items()]


def limits_of(build, device):
    """The limits of the device, in a moment without other work of this script; None where they cannot be had."""
    command = [build / "bin" / "saxpy", "--limits", "--json", *(["--device", device] if device else [])]
    try:
        return json.loads(subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout)
    except (OSError, ValueError):
        return None


def measure(build, lines, device, rounds, save):
    """Name of the ratio -> its value in each round; what was timed; the device; what failed.  Calls save after each program."""
    found, timed, failed, on = {}, {}, {}, {}
    for number, line in ((number, line) for number in range(rounds) for line in lines):
        if sys.stderr.isatty():
            print(f"\r\033[Kround {number + 1} of {rounds}: bench_{line}", end="", file=sys.stderr, flush=True)
        try:
            facts, why = run(build, line.split(), device)
        except KeyboardInterrupt:
            failed[line] = f"interrupted in round {number + 1}; what was measured before stands above"
            break
        if facts is None:
            failed[line] = why
            continue
        on = {key: facts[key] for key in ("platform", "device", "driver")}
        for name, value in ratios_of(line, facts):
            found.setdefault(name, []).append(value)
        for key, kernel in kernels_of(line, facts):
            timed.setdefault(key, []).append(kernel)
        save(found, kernels_in(timed), on)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return found, kernels_in(timed), on, failed


def cpus_of_this_run():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def read_old(path):
    try:
        old = json.loads(Path(path).read_text())
        return {row["name"]: row["rounds"] for row in old["ratios"]}, old
    except (OSError, ValueError, KeyError, TypeError) as error:
        fail(f"{path} is no file of --json: {error}")


def model_of(device):
    """A processor's family and model, where the device is this machine's processor: virtual machines call many "AMD EPYC"."""
    try:
        facts = dict(map(str.strip, line.split(":", 1)) for line in Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines() if ":" in line)
        return f"family {facts['cpu family']} model {facts['model']}" if facts["model name"] in device else ""
    except (OSError, KeyError):
        return ""


def file_of(on):
    """The file of a device in bench/results.  One processor has a file for each driver, but not for each version of it."""
    words = f"{on['platform']} {on['device']} {model_of(on['device'])}".lower()
    return RESULTS / (re.sub(r"[^a-z0-9]+", "-", re.sub(r"\((r|tm|c)\)", " ", words)).strip("-") + ".json")


def line_of(row):
    return row.get("line") or row["name"].split(": ")[0]


class Files:
    """The files of a run, and what they held before it."""

    def __init__(self, opt, lines):
        self.opt, self.lines = opt, lines    # all lines of this kind of device, also those that this run leaves out
        self.kept, self.before = None, {}
        self.facts = {"cpus": cpus_of_this_run(), "date": time.strftime("%Y-%m-%d"), "load": os.getloadavg()[0]}

    def opened(self, on):
        """The first program has said which device it is."""
        if not self.kept:
            self.kept = file_of(on)
            self.before = read_old(self.kept)[1] if self.kept.exists() else {}

    def joined(self, key, rows):
        """These rows of this run, and those of the file that it did not measure; with --add, the rounds of both."""
        if any(self.before.get(fact) != self.facts[fact] for fact in ("driver", "cpus")):
            return rows
        old, measured = self.before.get(key, []), {line_of(row) for row in rows}
        if self.opt.add and key == "ratios":
            rounds = {row["name"]: row["rounds"] for row in old}
            rows = rows_of({row["name"]: rounds.get(row["name"], []) + row["rounds"] for row in rows})
        return rows + [row for row in old if line_of(row) in self.lines and line_of(row) not in measured]

    def save(self, found, kernels, on, limits=None):
        self.opened(on)
        rows = rows_of(found)
        self.facts |= {**on, "rounds": max(map(len, found.values()), default=0)}
        if limits:
            self.facts["limits"] = limits
        facts = {**self.facts, "ratios": rows, "kernels": kernels}
        if self.opt.json:
            write(self.opt.json, facts)
        if self.opt.keep:
            ratios = self.joined("ratios", rows)
            facts |= {"rounds": max(len(row["rounds"]) for row in ratios), "ratios": ratios, "kernels": self.joined("kernels", kernels)}
            self.kept.parent.mkdir(exist_ok=True)
            write(self.kept, {"limits": self.before["limits"], **facts} if "limits" in self.before else facts)


def rows_of(found):
    return [{"name": name, "median": statistics.median(values), "rounds": values} for name, values in found.items()]


def write(path, facts):
    """All of it or nothing: a run that is killed meanwhile leaves the old file."""
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(facts, indent=1) + "\n")
    new.replace(path)


def old_of(opt, files):
    """The ratios to compare with, all facts of their file, and its name; nothing where there is no such file."""
    if opt.compare == "none" or not files.kept:
        return {}, {}, None
    if opt.compare:
        return *read_old(opt.compare), Path(opt.compare)
    if opt.small or not files.before:
        return {}, {}, None
    return {row["name"]: row["rounds"] for row in files.before["ratios"]}, files.before, files.kept


def print_old(before, path, facts):
    """Which file stands in the last column, and what else than the programs is another."""
    print(f"before  {path}, {before.get('date', 'no date')}, load {before.get('load', 0.0):.2f}")
    for key in ("device", "driver", "cpus"):
        if before.get(key) not in (None, facts[key]):
            print(f"before  on another {key}: {before[key]}")


def print_table(found, old, lines):
    """The number of ratios that are worse than before."""
    worse = 0
    width = max(map(len, found), default=0)
    print(f"{'ratio':{width}}  median   least   most" + ("   before" if old else ""))
    for name, values in found.items():
        line = f"{name:{width}} {statistics.median(values):7.3f} {min(values):7.3f} {max(values):7.3f}"
        if name in old:
            line += f"  {statistics.median(old[name]):7.3f}"
            change = statistics.median(values) / statistics.median(old[name]) - 1.0
            if max(values) < min(old[name]) and change < -NOISE:
                line += "  worse"
                worse += 1
            elif min(values) > max(old[name]) and change > NOISE:
                line += "  better"
        print(line)
    gone = [name for name in old if name not in found and name.split(": ")[0] in lines]
    if gone:
        print(f"not measured this time: {'; '.join(gone)}")
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, add_help=False)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--device", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--compare")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--add", action="store_true")
    parser.add_argument("--draw", type=Path)
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    opt = parser.parse_args()
    if opt.help:
        print(__doc__.strip())
        return 0
    if opt.rounds < 1:
        fail(f"--rounds {opt.rounds}: at least 1")
    try:
        only = re.compile(opt.only)
    except re.error as error:
        fail(f"--only {opt.only}: {error}")
    if opt.compare and opt.compare != "none":
        read_old(opt.compare)    # wrong files are refused before ten minutes of measuring
    opt.keep = opt.keep or opt.add
    if opt.keep and (opt.small or opt.scaling):
        fail("--keep is for the standard sizes")
    if not (opt.build / "bin" / "bench_saxpy").exists():
        print(f"ratios.py: no bench_saxpy in {opt.build}/bin: build the suite with OpenMP, or name the folder with --build", file=sys.stderr)
        return 77

    everything = SMALL if opt.small else SCALED if opt.scaling else EVERYWHERE + (ON_A_GPU if is_gpu(opt.build, opt.device) else ON_A_CPU)
    lines = [line for line in everything if only.search(line)]
    absent = [line for line in lines if not (opt.build / "bin" / f"bench_{line.split()[0]}").exists()]
    lines = [line for line in lines if line not in absent]
    if not lines:
        fail(f"--only {opt.only}: no program that is built matches")

    for path in filter(None, (opt.json, opt.csv)):    # not after ten minutes of measuring
        try:
            path.open("a").close()
        except OSError as error:
            fail(f"{path}: {error.strerror}")

    signal.signal(signal.SIGTERM, signal.default_int_handler)    # as Ctrl-C: what was measured is not lost
    files, start = Files(opt, everything), time.time()
    found, kernels, on, failed = measure(opt.build, lines, opt.device, opt.rounds, files.save)
    facts = files.facts
    print(f"device  {on.get('device')} ({on.get('platform')}), driver {on.get('driver')}")
    print(f"load    {facts['load']:.2f} before, {len(lines)} programs, {opt.rounds} rounds, {time.time() - start:.0f} s")
    if facts["cpus"] < (os.cpu_count() or 1) and "POCL_AFFINITY" not in os.environ:
        print("note    not all processors are allowed: then nothing keeps the threads of PoCL on cores of their own (bench/README.md)")
    old, before, path = old_of(opt, files)
    if old:
        print_old(before, path, facts)
    print()
    worse = print_table(found, old, lines)
    for line, why in failed.items():
        print(f"FAIL  bench_{line}: {why}")
    for line in absent:
        print(f"not built: bench_{line}")

    rows = rows_of(found)
    if found and (opt.json or opt.draw or opt.keep):
        files.save(found, kernels, on, limits_of(opt.build, opt.device))
        facts = {**files.facts, "ratios": rows, "kernels": kernels}
    if opt.draw and "limits" in facts and kernels:
        print(f"drawn: {draw(facts, opt.draw)}")
    elif opt.draw:
        print("not drawn: saxpy --limits has no answer, or nothing was timed")
    if opt.csv:
        with opt.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["ratio", "median", "least", "most"])
            writer.writerows([row["name"], row["median"], min(row["rounds"]), max(row["rounds"])] for row in rows)
    if worse:
        print(f"{worse} of {len(found)} ratios are worse than before")
    return 1 if failed or worse else 0


if __name__ == "__main__":
    sys.exit(main())
