#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws what bench/ratios.py has measured: ladders, a roofline of the device with the kernels on it, and what ran with several sizes.

    bench/draw.py FILE.json FOLDER    FOLDER/roofline.svg and FOLDER/bench.html

A roofline shows what limits a kernel: to the left of the bend the memory, to the right of it arithmetic.  OPERATIONS says how many
operations of a kernel come to a byte that has to move between memory and device, when each byte moves once.
"""

import html
import json
import math
import re
import sys
from pathlib import Path

# Program (and filter): operations per element, bytes per element, both as a person counts them in the plain loop.  The rate of these kernels
# is in elements, bytes or operations.
OPERATIONS = {
    "saxpy": (2, 12),               # a product and a sum; two loads, one store
    "min_reduce": (1, 4),           # a comparison
    "regression": (6, 8),           # x, y, xx, xy and their sums, for a pair
    "scan": (1, 8),                 # a sum
    "knn": (5, 8),                  # two differences, two products, a sum, for a point and one query
    "sparse_matvec": (2, 8),        # a product and a sum; a value and its column
    "filters --format float": {"mean": (9, 8), "gaussian": (17, 8), "median": (38, 8), "sobel": (20, 8)},
}
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 960, 560, 80, 40, 60
PLOT = 600    # where the names begin
DASHES = ["6 4", "2 3", "10 3 2 3"]    # of peers
COLOURS = ["#0072b2", "#b8500a", "#006b4f", "#a03f7b", "#5b5b00", "#4b4b9c", "#8a2a2a", "#30606b"]


def shape_of(line, kernel):
    """(operations per byte, what a unit of the rate is in GFLOP/s), or None where operations are no measure."""
    name, unit = kernel["name"], kernel["unit"]
    program = line.split()[0]
    if program == "matmul":
        sizes = re.match(r"(\d+)(?:x(\d+)x(\d+))?\b", name)
        if not sizes:
            return None
        m, n, k = (int(size or sizes[1]) for size in sizes.groups())
        return 2 * m * n * k / (4 * (m * k + k * n + m * n)), 1
    if program == "nbody" and kernel.get("problem", {}).get("bodies"):
        return 20 * kernel["problem"]["bodies"] / 28, 1    # 20 FLOP a pair; 16 bytes of a body in, 12 of a force out
    if program == "all_pairs" and kernel.get("problem", {}).get("towns"):
        return kernel["problem"]["towns"] / 4, 1    # a sum and a minimum for each step of each pair; a distance in and out
    if program == "knn" and not name.startswith("1 query"):
        queries = int(name.split()[0])
        return None if name.endswith(" grid") else (5 * queries / 8, 5)    # a grid computes few of the pairs
    if program == "convolution":
        side = re.match(r"\w+ (\d+) ", name)
        if not side or name.endswith(" fft"):    # it makes fewer operations than the formula
            return None
        terms = 2 * int(side[1]) if "separable" in name else int(side[1]) ** 2
        return 2 * terms / 8, 2 * terms * (1e-3 if unit == "Mpixel/s" else 1)
    known = OPERATIONS.get(line) or OPERATIONS.get(program)
    if isinstance(known, dict):
        known = next((value for word, value in known.items() if name.startswith(word)), None)
    if not known:
        return None
    operations, size = known
    scale = {"GB/s": operations / size, "GFLOP/s": 1, "Gpair/s": operations, "Mpixel/s": operations * 1e-3}.get(unit)
    return (operations / size, scale) if scale else None


def roofline(facts):
    limits = facts["limits"]
    memory, peak = max(limits["copy_gbs"], limits["read_gbs"]), limits["fma_gflops"]
    points, others = [], []
    for kernel in facts["kernels"]:
        if kernel["is_peer"]:
            continue
        shape = shape_of(kernel["line"], kernel)
        label = f"{kernel['line']}: {kernel['name']}"
        if shape:
            points.append((shape[0], kernel["rate"] * shape[1], label))
        else:
            others.append(label)
    points.sort()
    low_x, high_x = -4, max(8, math.ceil(math.log2(max([x for x, _, _ in points], default=1))))
    highest = max([peak, *[y for _, y, _ in points]])
    low_y = math.floor(math.log10(min([y for _, y, _ in points if y > 0] + [memory * 2 ** low_x])))
    high_y = math.ceil(math.log10(highest))

    def x_of(value):
        return LEFT + (math.log2(value) - low_x) / (high_x - low_x) * (PLOT - LEFT - 20)

    def y_of(value):
        return HEIGHT - BOTTOM - (math.log10(value) - low_y) / (high_y - low_y) * (HEIGHT - BOTTOM - TOP)

    height = max(HEIGHT, TOP + 40 + 15 * len(points))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="system-ui,sans-serif" font-size="12" role="img" '
           f'aria-label="Roofline of the device">', f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
           f'<text x="{LEFT}" y="22" font-size="15" font-weight="600">{html.escape(str(facts["device"]))}</text>']
    for power in range(low_x, high_x + 1):
        x = x_of(2 ** power)
        text = 2 ** power if power >= 0 else f"1/{2 ** -power}"
        out.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        if power % 2 == 0:
            out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{text}</text>')
    for power in range(low_y, high_y + 1):
        y = y_of(10 ** power)
        out.append(f'<path d="M{LEFT} {y:.1f}H{PLOT - 20}" stroke="#ddd"/><text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10 ** power:.12g}</text>')
    bend = peak / memory
    out.append(f'<path d="M{x_of(2 ** low_x):.1f} {y_of(memory * 2 ** low_x):.1f}L{x_of(bend):.1f} {y_of(peak):.1f}H{PLOT - 20}" '
               f'fill="none" stroke="#222" stroke-width="2.5"/>'
               f'<text x="{PLOT - 24}" y="{y_of(peak) - 7:.1f}" text-anchor="end">{peak:.0f} GFLOP/s</text>'
               f'<text x="{x_of(bend) - 40:.1f}" y="{y_of(peak) + 12:.1f}" text-anchor="end">{memory:.0f} GB/s</text>'
               f'<text x="{(LEFT + PLOT) / 2:.0f}" y="{HEIGHT - 16}" text-anchor="middle">operations for each byte that has to move</text>'
               f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2:.0f})rotate(-90)" text-anchor="middle">thousand million operations a second (GFLOP/s)</text>')
    for number, (x, y, label) in enumerate(points, 1):
        colour = COLOURS[number % len(COLOURS)]
        out.append(f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="4.5" fill="{colour}"/>'
                   f'<text x="{x_of(x) + 7:.1f}" y="{y_of(y) + 4:.1f}" fill="{colour}" font-size="10">{number}</text>'
                   f'<text x="{PLOT}" y="{TOP + 15 * number}" fill="{colour}">{number}  {html.escape(label)}, {100 * y / min(peak, memory * x):.0f} %</text>')
    return "\n".join([*out, "</svg>"]) + "\n", others


def ladders(facts):
    parts, lines = [], {}
    for kernel in facts["kernels"]:
        lines.setdefault((kernel["line"], kernel["unit"]), []).append(kernel)
    for (line, unit), kernels in lines.items():
        top = max(kernel["rate"] for kernel in kernels) or 1
        bars = "".join(f'<tr><td>{html.escape(kernel["name"])}<td><i class="{"peer" if kernel["is_peer"] else "own"}" '
                       f'style="width:{100 * kernel["rate"] / top:.1f}%"></i><td>{kernel["rate"]:.4g} {unit}' for kernel in kernels)
        parts.append(f"<h3>{html.escape(line)}</h3><table>{bars}</table>")
    return "".join(parts)


def count_of(size):
    """16K is 16384; None where a size has several extents."""
    found = re.fullmatch(r"(\d+)([KMG]?)", size)
    return int(found[1]) * 1024 ** " KMG".index(found[2] or " ") if found else None


def scaling(facts):
    """For each program that ran with two sizes or more: the rates over the size."""
    curves = {}    # (program and its other options, unit) -> name -> (is_peer, size -> rate)
    for kernel in facts["kernels"]:
        found = re.search(r" --size (\S+)", kernel["line"])
        count = count_of(found[1]) if found else None
        if count:
            of_program = curves.setdefault((kernel["line"].replace(found[0], ""), kernel["unit"]), {})
            of_program.setdefault(kernel["name"], (kernel["is_peer"], {}))[1][count] = kernel["rate"]
    parts = []
    for (program, unit), of_program in curves.items():
        sizes = sorted({size for _, rates in of_program.values() for size in rates})
        if len(sizes) > 1:
            parts.append(f"<h3>{html.escape(program)}</h3>{curve_picture(program, unit, sizes, of_program)}")
    return "".join(parts)


def curve_picture(program, unit, sizes, of_program):
    top = max(rate for _, rates in of_program.values() for rate in rates.values()) or 1
    step = 10 ** math.floor(math.log10(top))
    step = step if top / step > 4 else step / 2 if top / step > 2 else step / 5
    height = max(320, TOP + 20 + 16 * len(of_program))
    low, high = math.log2(sizes[0]), math.log2(sizes[-1])

    def x_of(size):
        return LEFT + (math.log2(size) - low) / (high - low) * (PLOT - LEFT - 20)

    def y_of(rate):
        return 270 - rate / top * 240

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="system-ui,sans-serif" font-size="12" role="img" '
           f'aria-label="Rates of {html.escape(program)} over the size"><rect width="{WIDTH}" height="{height}" fill="#fff"/>']
    for k in range(int(top / step) + 1):
        out.append(f'<path d="M{LEFT} {y_of(k * step):.1f}H{PLOT - 20}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 8}" y="{y_of(k * step) + 4:.1f}" text-anchor="end">{k * step:.4g}</text>')
    for size in sizes:
        power = 2 if size >= 1 << 20 else 1 if size >= 1 << 10 else 0
        out.append(f'<text x="{x_of(size):.1f}" y="288" text-anchor="middle">{size / 1024 ** power:.4g}{" KM"[power].strip()}</text>')
    out.append(f'<text x="{(LEFT + PLOT) / 2:.0f}" y="308" text-anchor="middle">size</text>'
               f'<text transform="translate(18 150)rotate(-90)" text-anchor="middle">{html.escape(unit)}</text>')
    for number, (name, (is_peer, rates)) in enumerate(of_program.items()):
        colour = "#6a7178" if is_peer else COLOURS[number % len(COLOURS)]
        dashes = f' stroke-dasharray="{DASHES[number % len(DASHES)]}"' if is_peer else ""
        points = " ".join(f"{x_of(size):.1f},{y_of(rate):.1f}" for size, rate in sorted(rates.items()))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        out += [f'<circle cx="{x_of(size):.1f}" cy="{y_of(rate):.1f}" r="3" fill="{colour}"/>' for size, rate in rates.items()]
        y = TOP + 16 * number
        out.append(f'<path d="M{PLOT} {y - 4}h28" stroke="{colour}" stroke-width="2"{dashes}/>'
                   f'<text x="{PLOT + 36}" y="{y}" fill="{colour}">{html.escape(name)}</text>')
    return "\n".join([*out, "</svg>"])


STYLE = """body{font:15px/1.4 system-ui,sans-serif;max-width:62rem;margin:auto;padding:1rem;background:#fff;color:#1b1f24}svg{width:100%;height:auto}
table{width:100%}td:nth-child(2){width:50%}i{display:block;height:.8rem;border-radius:.2rem}.own{background:#2f6299}.peer{background:#8a929b}"""


def draw(facts, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    picture, others = roofline(facts)
    (folder / "roofline.svg").write_text(picture)
    curves = scaling(facts)
    if curves:
        curves = f"<h2>Scaling with the size</h2><p>Dashed and grey: the peers.{curves}"
    no_place = f"<p>Not on it, because operations are no measure of them: {html.escape('; '.join(others))}." if others else ""
    (folder / "bench.html").write_text(
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>bench</title><style>{STYLE}</style>"
        f"<h1>{html.escape(facts['device'])}</h1><p>{html.escape(facts['platform'])}, driver {html.escape(facts['driver'])}; medians of {facts['rounds']} rounds."
        f"<h2>Roofline</h2>{picture}<p>A percentage is the share of what the roof allows; more than 100 where the data stays in a cache.{no_place}"
        f"{curves}<h2>Ladders</h2><p>Blue: kernels of the samples. Grey: their peers.{ladders(facts)}</html>\n")
    return folder / "bench.html"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        facts = json.loads(Path(sys.argv[1]).read_text())
        facts["kernels"], facts["limits"]    # an older file has none
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"draw.py: {sys.argv[1]} is no file of ratios.py --json with kernels and limits: {error}", file=sys.stderr)
        return 2
    print(draw(facts, sys.argv[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
