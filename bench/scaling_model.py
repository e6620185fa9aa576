#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A model of what mpi_matmul costs on many devices, for docs/scaling.md.

    scaling_model.py measure FILE COMMAND...    runs mpi_matmul on two ranks, with several sizes; fits the costs to its times
                                                and writes them to FILE.  COMMAND is what starts it, up to its own options
    scaling_model.py show FILE [PICTURE]        what the model says for 1 to 4096 devices with the costs in FILE, as a table,
                                                and as a chart (PNG, by gnuplot)

Three costs, each a fixed part and a part that grows:

    launch     a launch + operations / rate of the device
    bus        two writes to the device + bytes / rate of the bus
    network    a message + bytes / rate of the network; a broadcast to s ranks is ceil(log2 s) messages, one after the other

Costs may have "near", of a message between ranks of one machine, and "per_machine", how many devices one has.  Then there are
two more ways: shared, where a row or a column of the grid that is within a machine sends nothing; and one_copy, where each
machine receives a panel once and all its ranks read it there.

Exit status 0: done; 1: a run failed.
"""

import json
import math
import subprocess
import sys
from pathlib import Path

SIZES = [(512, 64), (512, 256), (1024, 64), (1024, 128), (1536, 64), (1536, 256)]    # m = n = k, and columns of a panel
RUNS = 5
DEVICES = [4 ** e for e in range(7)]
STRONG = 32768      # the same matrices for all numbers of devices
WEAK = 16384        # rows and columns of C per device
PANEL = 256
BYTES = 4


def run(command, size, panel, *more):
    """The run's JSON."""
    arguments = ["--size", str(size), "--panel", str(panel), "--check", "freivalds", "--repeat", "5", "--json", *more]
    result = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"scaling_model.py: {' '.join([*command, *arguments])}: {result.stderr or result.stdout}")
    return json.loads(result.stdout)


def fitted(points):
    """(a, b) of the line a + b x which is nearest to the points (x, y), by relative error; neither is negative."""
    weights = [1.0 / (y * y) for _, y in points]
    total = sum(weights)
    x_mean = sum(w * x for w, (x, _) in zip(weights, points)) / total
    y_mean = sum(w * y for w, (_, y) in zip(weights, points)) / total
    xx = sum(w * (x - x_mean) ** 2 for w, (x, _) in zip(weights, points))
    b = sum(w * (x - x_mean) * (y - y_mean) for w, (x, y) in zip(weights, points)) / xx
    a = y_mean - b * x_mean
    if a < 0.0:
        a, b = 0.0, sum(w * x * y for w, (x, y) in zip(weights, points)) / sum(w * x * x for w, (x, _) in zip(weights, points))
    return a, max(b, 0.0)


def measure(path, command):
    """The fixed parts are in seconds; the rates in operations or bytes per second."""
    points = {"kernels": [], "bus": [], "network": []}
    checks = []
    for size, panel in SIZES:
        panels = size // panel
        reports = [run(command, size, panel) for _ in range(RUNS)]
        best = {name: min(reports, key=lambda r, row=row: r["variants"][row]["best_ms"])["variants"][row]["best_ms"]
                for row, name in enumerate(("in_turn", "hidden"))}
        details = min(reports, key=lambda r: r["variants"][0]["best_ms"])["details"]
        for part in points:
            best[part] = details[f"in_turn__{part}__ms"] * 1e-3 / panels
        # The grid is 2 x 1: a rank receives or sends all columns of B.
        part_of_b = size * panel * BYTES
        points["kernels"].append((size * size / 2 * panel * 2, best["kernels"]))
        points["bus"].append((details["in_turn__bus__mb"] * 1e6 / panels, best["bus"]))
        points["network"].append((part_of_b, best["network"]))
        checks.append((size, panel, best["in_turn"], best["hidden"]))
    costs = {"name": "two ranks: costs measured"}
    for part, key in (("kernels", "launch"), ("bus", "bus"), ("network", "network")):
        a, b = fitted(points[part])
        costs[key] = {"fixed_s": a, "per_s": 1.0 / b if b else math.inf}
    Path(path).write_text(json.dumps([costs], indent=1) + "\n", encoding="utf-8")
    print_costs(costs)
    print("\n size  panel  in_turn ms  model  hidden ms  model")
    for size, panel, in_turn, hidden in checks:
        model = times(costs, 2, size, panel)
        print(f"{size:5} {panel:6} {in_turn:11.1f} {model['in_turn'] * 1e3:6.1f} {hidden:10.1f} {model['hidden'] * 1e3:6.1f}")


def print_costs(costs):
    print(costs["name"])
    for key, unit in (("launch", "GFLOP/s"), ("bus", "GB/s"), ("network", "GB/s"), ("near", "GB/s")):
        if key in costs:
            print(f"{key:8} {costs[key]['fixed_s'] * 1e6:8.1f} us + 1 / ({costs[key]['per_s'] / 1e9:.4g} {unit})")


def grid(devices):
    """Rows and columns, as MPI_Dims_create chooses them."""
    columns = max(c for c in range(1, int(math.isqrt(devices)) + 1) if devices % c == 0)
    return devices // columns, columns


def times(costs, devices, size, panel):
    """Seconds of each way."""
    def cost(key, amount):
        return costs[key]["fixed_s"] + amount / costs[key]["per_s"]

    def levels(ranks):
        return math.ceil(math.log2(ranks))

    rows, columns = grid(devices)
    per_machine = min(costs.get("per_machine", 1), devices)
    near_columns = min(columns, per_machine)              # ranks of a row of the grid that are on one machine
    near_rows = max(1, min(rows, per_machine // columns))    # those of a column
    parts = ((size / rows * panel * BYTES, columns, near_columns), (size / columns * panel * BYTES, rows, near_rows))

    def network(way):
        total = 0.0
        for amount, ranks, near in parts:
            far = levels(ranks / near) * cost("network", amount)
            inside = levels(near) * cost("near", amount) if near > 1 else 0.0
            if way == "one_copy":
                total += far
            elif way != "shared" or near < ranks:
                total += far + inside
        return total

    bus = cost("bus", sum(amount for amount, _, _ in parts))
    kernel = cost("launch", 2.0 * size / rows * size / columns * panel)
    panels = size / panel
    result = {"in_turn": panels * (network("in_turn") + bus + kernel)}
    for way in ("hidden", "shared", "one_copy"):
        slowest = max(network(way), bus, kernel)
        result[way] = network(way) + bus + kernel + (panels - 1.0) * slowest
    return result


def share(costs, devices, size, seconds):
    """Of the devices' rate, in percent."""
    return 100.0 * 2.0 * size ** 3 / costs["launch"]["per_s"] / devices / seconds


def ways_of(costs):
    return ["in_turn", "hidden", "shared", "one_copy"] if "near" in costs else ["in_turn", "hidden"]


def shares(costs, devices):
    """Of the same problem, all ways; then of the larger problem."""
    return [share(costs, devices, size, times(costs, devices, size, PANEL)[way])
            for size in (STRONG, WEAK * math.sqrt(devices)) for way in ways_of(costs)]


COLOURS = {"in_turn": "#e69f00", "hidden": "#0072b2", "shared": "#009e73", "one_copy": "#cc79a7"}


def plot_of(costs, index, count):
    lines = [f"$d{index} << E"]
    lines += [" ".join(str(v) for v in [devices, *shares(costs, devices)]) for devices in DEVICES]
    lines += ["E", f"set title '{costs['name']}'", "plot " + ", ".join(
        f"$d{index} using 1:{i + 2} with linespoints lw 2 pt 7 dt {dash} lc rgb '{COLOURS[way]}' title '{problem}, {way}'"
        for i, (dash, problem, way) in enumerate((dash, problem, way) for dash, problem in ((1, "same"), (2, "larger"))
                                                 for way in ways_of(costs)))]
    return "\n".join(lines)


def draw(sets, picture):
    script = f"""set terminal pngcairo noenhanced size {440 * len(sets)},480 font 'Sans,10'
set output '{picture}'
set multiplot layout 1,{len(sets)} title 'A model, extrapolated: it is fitted to runs of at most two ranks (dotted line)'
set logscale x 4
set xtics (1, 4, 16, 64, 256, 1024, 4096) font ',9'
set yrange [0:105]
set xlabel 'devices'
set ylabel "% of the devices' rate"
set key below
set xrange [1:5000]
set grid
set arrow from 2, graph 0 to 2, graph 1 nohead dt 3 lc rgb 'gray40'
"""
    script += "\n".join(plot_of(costs, i, len(sets)) for i, costs in enumerate(sets))
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def show(path, picture):
    sets = json.loads(Path(path).read_text(encoding="utf-8"))
    for costs in sets:
        print_costs(costs)
        print(f"\n  % of the devices' rate, m = n = k = {STRONG}: the same problem; {WEAK} x {WEAK} elements of C per device: a larger one")
        titles = [f"{problem}, {way}" for problem in ("same", "larger") for way in ways_of(costs)]
        print("devices  " + "  ".join(titles))
        for devices in DEVICES:
            print(f"{devices:7}  " + "  ".join(f"{value:{len(title)}.0f}" for value, title in zip(shares(costs, devices), titles)))
        print()
    if picture:
        draw(sets, picture)


def main():
    arguments = sys.argv[1:]
    if len(arguments) >= 3 and arguments[0] == "measure":
        measure(arguments[1], arguments[2:])
    elif len(arguments) in (2, 3) and arguments[0] == "show":
        show(arguments[1], arguments[2] if len(arguments) == 3 else None)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
