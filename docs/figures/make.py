#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the moving figures of the pages: docs/pictures/moving/NAME.svg.

    make.py           makes them
    make.py --check   says which of them is not what this script makes (exit status 1)

Each figure runs the algorithm on eight or sixteen elements, does what the kernel does, and asserts the answer: what one sees is
what was computed.  The files are SVG with CSS and without a script.  Who asked his system for less motion
(prefers-reduced-motion) sees all steps at once.
"""

import math
import sys
from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "pictures" / "moving"
STEP = 1.6    # seconds
REST = 3      # seconds at the end in which nothing moves
DIM = 0.18    # what has not come yet
STYLE = """
text{font:17px system-ui,sans-serif;fill:#1b1f24;text-anchor:middle;dominant-baseline:central}
.l{text-anchor:start}.e{text-anchor:end}.s{font-size:15px;fill:#424a53}.w{fill:#fff}.b{font-weight:600}
.c{fill:#e7f0fb;stroke:#2f6299;stroke-width:1.5}.n{fill:#fff;stroke:#8a929b;stroke-width:1.5}
.g{fill:#dcf3e1;stroke:#23703a;stroke-width:1.5}.r{fill:#fde3df;stroke:#a8321f;stroke-width:1.5}
.y{fill:#fff1c9;stroke:#8a6100;stroke-width:1.5}.d{fill:#2f6299;stroke:none}
.a{stroke:#8a929b;stroke-width:1.5;fill:none}.k{stroke:#2f6299;stroke-width:2.5;fill:none}
.m{opacity:0}.m rect,.m circle{fill:#ffd166;stroke:#7a5600;stroke-width:1.5}
"""


class Figure:
    """Shapes that appear at a step, and tokens that move within one.  Step 0 is there from the beginning."""

    def __init__(self, name, width, title):
        self.name, self.width, self.height = name, width, 0
        self.title, self.parts, self.last = title, [], 0
        self.pace = 1.0    # of a step: figures with many steps are faster
        self.text(width / 2, 22, title, "b")

    def _at(self, step, markup):
        self.last = max(self.last, step)
        self.parts.append((step, markup))

    def _low(self, y):
        self.height = max(self.height, y)

    def text(self, x, y, words, kind="", step=0):
        self._low(y + 12)
        self._at(step, f'<text x="{x:g}" y="{y:g}"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(str(words))}</text>')

    def rect(self, x, y, width, height, kind="n", step=0):
        self._low(y + height)
        self._at(step, f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" class="{kind}"/>')

    def cell(self, x, y, value, kind="c", step=0, w=46, h=34):
        """Its middle is at x, y."""
        self._low(y + h / 2)
        self._at(step, f'<rect x="{x - w / 2:g}" y="{y - h / 2:g}" width="{w:g}" height="{h:g}" rx="4" class="{kind}"/>'
                       f'<text x="{x:g}" y="{y:g}">{escape(str(value))}</text>')

    def line(self, x0, y0, x1, y1, kind="a", step=0):
        self._at(step, f'<path d="M{x0:g} {y0:g}L{x1:g} {y1:g}" class="{kind}"/>')

    def path(self, points, kind="k", step=0):
        self._at(step, f'<path d="M{"L".join(f"{x:g} {y:g}" for x, y in points)}" class="{kind}"/>')

    def token(self, step, x0, y0, x1, y1, value, w=38, h=28):
        """A value on its way from one place to another, in this step."""
        self.last = max(self.last, step)
        self.parts.append((None, (
            f'<g class="m t{step}" style="--x:{x1 - x0:g}px;--y:{y1 - y0:g}px">'
            f'<rect x="{x0 - w / 2:g}" y="{y0 - h / 2:g}" width="{w:g}" height="{h:g}" rx="4"/>'
            f'<text x="{x0:g}" y="{y0:g}">{escape(str(value))}</text></g>')))

    def svg(self):
        steps = self.last + REST / STEP / self.pace
        total = (steps + 1) * STEP * self.pace
        height = self.height + 14

        def share(step):
            return f"{100 * step / (steps + 1):.2f}%"

        rules = [STYLE.strip()]
        for step in range(1, self.last + 1):
            # A token moves in the first two thirds of its step, then what it makes appears.
            rules.append(f"@keyframes p{step}{{0%,{share(step + .55)}{{opacity:{DIM}}}{share(step + .8)},98%{{opacity:1}}100%{{opacity:{DIM}}}}}"
                         f".p{step}{{animation:p{step} {total:g}s infinite}}")
            rules.append(f"@keyframes t{step}{{0%,{share(step)}{{opacity:0;transform:none}}{share(step + .08)}{{opacity:1;transform:none}}"
                         f"{share(step + .6)}{{opacity:1;transform:translate(var(--x),var(--y))}}"
                         f"{share(step + .75)},100%{{opacity:0;transform:translate(var(--x),var(--y))}}}}"
                         f".t{step}{{animation:t{step} {total:g}s infinite ease-in-out}}")
        rules.append("@media (prefers-reduced-motion:reduce){*{animation:none!important}}")
        still, groups, tokens = [], {}, []
        for step, markup in self.parts:
            if step is None:
                tokens.append(markup)
            elif step == 0:
                still.append(markup)
            else:
                groups.setdefault(step, []).append(markup)
        body = still + [f'<g class="p{step}">{"".join(groups[step])}</g>' for step in sorted(groups)] + tokens
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {height:g}" role="img" aria-label="{escape(self.title)}">\n'
                f'<!-- SPDX-License-Identifier: MIT; made by docs/figures/make.py -->\n<style>{chr(10).join(rules)}</style>\n'
                f'<rect width="{self.width:g}" height="{height:g}" rx="8" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n")


# --- the figures

def tree_reduction():
    """min_reduce.cl, the second loop."""
    values = [7, 3, 9, 2, 8, 5, 6, 4]
    figure = Figure("tree_reduction", 640, "The smallest of eight: half of the work-items in each step")
    x = [150 + 62 * i for i in range(8)]
    y, step, wanted = 70, 0, min(values)
    figure.text(20, y, "values", "l s")
    for i, value in enumerate(values):
        figure.cell(x[i], y, value)
    left = 4
    while left > 0:
        step += 1
        below = y + 84
        figure.text(20, below, f"left = {left}", "l s", step)
        for item in range(left):
            for source in (item, item + left):
                figure.line(x[source], y + 17, x[item], below - 17)
                figure.token(step, x[source], y, x[item], below, values[source])
        values = [min(values[item], values[item + left]) for item in range(left)]
        for item, value in enumerate(values):
            figure.cell(x[item], below, value, "g" if left == 1 else "c", step)
        y, left = below, left // 2
    assert values == [wanted]
    figure.text(320, y + 42, "A barrier before each step: its numbers must be there.", "s")
    return figure


def bitonic_network():
    """bitonic_sort.cl on 8 keys: all passes."""
    keys = [65, 19, 90, 35, 61, 48, 45, 33]
    figure = Figure("bitonic_network", 760, "A sorting network: who compares with whom does not depend on the keys")
    wanted = sorted(keys)
    y = [76 + 44 * i for i in range(8)]
    passes = []
    block = 1
    while block < 8:
        passes.append((block, True))
        stride = block // 2
        while stride:
            passes.append((stride, False))
            stride //= 2
        block *= 2
    width = 108
    x = 40
    for i in range(8):
        figure.line(x, y[i], x + width * len(passes) + 20, y[i])
        figure.cell(x, y[i], keys[i], w=44, h=30)
    for step, (stride, flip) in enumerate(passes, 1):
        figure.text(x + width * 0.52, 48, f"{'flip' if flip else 'stride'} {stride}", "s")
        for pair in range(4):
            at = pair & (stride - 1)
            left = 2 * (pair - at) + at
            right = left + 2 * (stride - at) - 1 if flip else left + stride
            middle = x + width * (0.34 + 0.36 * (at if flip or stride > 1 else 0) / max(stride, 2))
            figure.line(middle, y[left], middle, y[right], "k")
            for place in (left, right):
                figure.parts.append((0, f'<circle cx="{middle:g}" cy="{y[place]:g}" r="4" class="d"/>'))
            low, high = min(keys[left], keys[right]), max(keys[left], keys[right])
            for value, goes in ((low, left), (high, right)):
                comes = left if keys[left] == value else right
                figure.token(step, x + 22, y[comes], x + width, y[goes], value)
            keys[left], keys[right] = low, high
        x += width
        for i in range(8):
            figure.cell(x, y[i], keys[i], "g" if step == len(passes) else "c", step, w=44, h=30)
    assert keys == wanted
    return figure


def scan():
    """scan.cl, scan_group."""
    part = [3, 1, 4, 1, 5, 9, 2, 6]
    wanted = [sum(part[:i + 1]) for i in range(8)]
    figure = Figure("scan", 640, "A running sum: the reach doubles in each step")
    x = [150 + 62 * i for i in range(8)]
    y, step, d = 70, 0, 1
    figure.text(20, y, "value", "l s")
    for i in range(8):
        figure.cell(x[i], y, part[i])
    while d < 8:
        step += 1
        below = y + 84
        figure.text(20, below, f"d = {d}", "l s", step)
        before = part[:]
        for item in range(8):
            figure.line(x[item], y + 17, x[item], below - 17)
            figure.token(step, x[item], y, x[item], below, before[item])
            if item >= d:
                figure.line(x[item - d], y + 17, x[item], below - 17)
                figure.token(step, x[item - d], y, x[item], below, before[item - d])
                part[item] = before[item] + before[item - d]
        for item in range(8):
            done = part[item] == wanted[item] and item < 2 * d
            figure.cell(x[item], below, part[item], "g" if done else "c", step)
        y, d = below, 2 * d
    assert part == wanted
    figure.text(320, y + 42, "Green: complete. All read, a barrier, all write, a barrier.", "s")
    return figure


def matmul_tiles():
    """matmul.cl, matmul_tiled: one work-group of 2 x 2 and its tile of C."""
    a = [[1, 2, 0, 3], [4, 1, 2, 1]]
    b = [[2, 1], [0, 3], [1, 2], [4, 1]]
    wanted = [[sum(a[r][i] * b[i][c] for i in range(4)) for c in range(2)] for r in range(2)]
    figure = Figure("matmul_tiles", 700, "A tile of C: the tile of A moves to the right, the tile of B down")
    size = 44
    ax, ay, bx, by = 60, 92, 60, 230
    figure.text(24, ay + size / 2, "A", "b")
    figure.text(24, by + 1.5 * size, "B", "b")
    figure.text(150, 62, "global memory", "s")
    figure.text(395, 62, "local memory", "s")
    figure.text(605, 62, "sums, one per work-item", "s")
    for r in range(2):
        for c in range(4):
            figure.cell(ax + size * c, ay + size * r, a[r][c], "c" if c < 2 else "y", w=40, h=38)
            figure.cell(bx + size * r, by + size * c, b[c][r], "c" if c < 2 else "y", w=40, h=38)
    sums = [[0, 0], [0, 0]]
    for number in range(2):
        first, step, kind = 2 * number, 2 * number + 1, "cy"[number]
        top = 92 + 150 * number
        for r in range(2):
            for c in range(2):
                for values, x0, y0, left in ((a, ax + size * (first + c), ay + size * r, 330),
                                             (b, bx + size * c, by + size * (first + r), 440)):
                    value = values[r][first + c] if values is a else values[first + r][c]
                    figure.token(step, x0, y0, left + size * c, top + size * r, value, w=40, h=38)
                    figure.cell(left + size * c, top + size * r, value, kind, step, w=40, h=38)
        figure.text(352, top + 78, "tile of A", "s", step)
        figure.text(462, top + 78, "tile of B", "s", step)
        for r in range(2):
            for c in range(2):
                products = [(a[r][first + i], b[first + i][c]) for i in range(2)]
                sums[r][c] += sum(p * q for p, q in products)
                figure.token(step + 1, 440 + size * c, top + size * r, 576 + 56 * c, top + size * r, f"+{sum(p * q for p, q in products)}", w=40, h=38)
                figure.cell(576 + 56 * c, top + size * r, sums[r][c], "g" if number else "n", step + 1, w=50, h=38)
        figure.text(604, top + 78, "after the first tiles" if not number else "the tile of C", "s", step + 1)
    assert sums == wanted
    figure.text(350, 424, "Each number is loaded once from global memory, and used twice from local memory.", "s")
    return figure


def transpose_banks():
    """Local memory has banks, and each gives one number at a time: how long does a column of a tile take?"""
    side = 8
    figure = Figure("transpose_banks", 760, "Eight work-items read a column of a tile; local memory has eight banks")
    for half, stride in enumerate((8, 9)):
        left = 46 + 385 * half
        figure.text(left + 150, 56, "rows of 8 numbers" if stride == 8 else "rows of 9: one place is not used", "s")
        banks = [(row * stride + 3) % side for row in range(side)]
        rounds = max(banks.count(bank) for bank in range(side))
        for bank in range(side):
            figure.text(left + 40 * bank + 10, 84, bank, "s")
        for at in range(side * stride):
            row, column = divmod(at, stride)
            kind = "y" if column == 3 else "n" if column < side else "r"
            figure.cell(left + 10 + 40 * (at % side), 112 + 34 * (at // side), f"{row}{'abcdefgh'[column]}" if column < side else "–", kind, w=38, h=30)
        turn = [0] * side
        for row in range(side):
            at = row * stride + 3
            turn[banks[row]] += 1    # a bank serves one work-item after the other
            x, y = left + 10 + 40 * (at % side), 112 + 34 * (at // side)
            figure.token(turn[banks[row]], x, y, left + 10 + 40 * row, 466, f"{row}d", w=38, h=30)
            figure.cell(left + 10 + 40 * row, 466, f"{row}d", "g", turn[banks[row]], w=38, h=30)
        figure.text(left + 150, 436, "work-items 0 to 7", "s")
        assert rounds == (8 if stride == 8 else 1)
        figure.text(left + 150, 505, f"{rounds} turn{'s' if rounds > 1 else ''}: "
                    + ("all want bank 3" if rounds > 1 else "each wants another bank"), "b", max(turn))
    return figure


def coalescing():
    """Memory comes in lines.  How many lines do eight neighbours need?"""
    figure = Figure("coalescing", 760, "Eight work-items read. Memory comes in lines of four numbers")
    step = 0
    for half, stride in enumerate((1, 4)):
        top = 66 + 224 * half
        figure.text(20, top, f"x[{'i' if stride == 1 else '4 * i'}]", "l")
        wanted = [i * stride for i in range(8)]
        lines = sorted({at // 4 for at in wanted})
        for at in range(32):
            x = 28 + 21.6 * at + 4 * (at // 4)
            figure.rect(x - 10, top + 22, 20, 28, "c" if at in wanted else "n")
            figure.text(x, top + 36, at, "s")
        for line in lines:
            step += 1
            left = 28 + 21.6 * 4 * line + 4 * line
            figure.rect(left - 13, top + 17, 21.6 * 3 + 26, 38, "k", step)
            for i in range(8):
                if wanted[i] // 4 == line:
                    x = 28 + 21.6 * wanted[i] + 4 * line
                    figure.token(step, x, top + 36, 116 + 76 * i, top + 126, wanted[i], w=30, h=26)
                    figure.cell(116 + 76 * i, top + 126, wanted[i], "g", step, w=44)
        for i in range(8):
            figure.text(116 + 76 * i, top + 156, f"i = {i}", "s")
        figure.text(560, top, f"{len(lines)} lines for 8 numbers", "b", step)
        assert len(lines) == (2 if stride == 1 else 8)
    return figure


def histogram():
    """histogram.cl: two work-groups of eight, four bins."""
    pixels = [2, 0, 2, 1, 3, 2, 0, 2, 1, 1, 3, 0, 1, 2, 1, 3]
    figure = Figure("histogram", 760, "Two work-groups count in local memory, then add up")
    sums = [0] * 4
    global_step = 0
    for group in range(2):
        left = 40 + 370 * group
        figure.rect(left - 26, 44, 352, 232, "n")
        figure.text(left + 150, 62, f"work-group {group}", "s")
        own = pixels[8 * group:8 * group + 8]
        counters, shown = [0] * 4, []
        for item, value in enumerate(own):
            figure.cell(left + 43 * item, 96, value, w=36, h=30)
            counters[value] += 1
            shown.append((item, value, counters[value]))
        for item, value, number in shown:    # two who want the same counter go one after the other
            x, y = left + 30 + 82 * value, 230 - 24 * (number - 1)
            figure.token(number, left + 43 * item, 96, x, y, value, w=36, h=22)
            figure.rect(x - 26, y - 11, 52, 22, "y", number)
        for value in range(4):
            figure.text(left + 30 + 82 * value, 258, f"{value}: {counters[value]}", "", max(counters))
        global_step = max(global_step, max(counters) + 1)
        for value in range(4):
            sums[value] += counters[value]
    for value in range(4):
        for group in range(2):
            count = pixels[8 * group:8 * group + 8].count(value)
            figure.token(global_step, 70 + 370 * group + 82 * value, 258, 220 + 110 * value, 330, count)
        figure.cell(220 + 110 * value, 330, sums[value], "g", global_step, w=60)
        figure.text(220 + 110 * value, 362, f"value {value}", "s")
    assert sums == [pixels.count(value) for value in range(4)]
    figure.text(120, 330, "global memory", "s")
    figure.text(380, 392, "atomic_inc: those who want the same counter take turns, the others do not wait.", "s")
    return figure


def halo_exchange():
    """mpi_stencil, in one dimension: each turn a cell becomes the sum of its neighbours."""
    cells = [1, 0, 2, 1, 0, 3, 1, 2, 0, 1, 1, 2]
    figure = Figure("halo_exchange", 760, "Three ranks: copies of the neighbours' edges first, then each computes alone")
    whole = cells[:]
    parts = [cells[4 * r:4 * r + 4] for r in range(3)]

    def x(rank, place):    # place 0 is the left halo, 5 the right one
        return 30 + 250 * rank + 40 * place

    y, step = 84, 0
    for rank in range(3):
        figure.text(x(rank, 2.5), 54, f"rank {rank}", "s")
        for i in range(4):
            figure.cell(x(rank, i + 1), y, parts[rank][i], w=36)
    for turn in range(2):
        step += 1
        halos = [[parts[rank - 1][3] if rank else 0, parts[rank + 1][0] if rank < 2 else 0] for rank in range(3)]
        for rank in range(3):
            for side, value in enumerate(halos[rank]):
                inside = rank if side == 0 and rank else rank + 1 if side == 1 and rank < 2 else None
                place = 5 * side
                if inside:
                    source = (x(rank - 1, 4) if side == 0 else x(rank + 1, 1))
                    figure.token(step, source, y, x(rank, place), y, value, w=34)
                figure.cell(x(rank, place), y, value, "y" if inside else "n", step if inside else 0, w=36)
        step += 1
        below = y + 92
        new = []
        for rank in range(3):
            row = [halos[rank][0], *parts[rank], halos[rank][1]]
            new.append([row[i - 1] + row[i + 1] for i in range(1, 5)])
            for i in range(1, 5):
                for side in (-1, 1):
                    figure.line(x(rank, i + side), y + 17, x(rank, i), below - 17)
                    figure.token(step, x(rank, i + side), y, x(rank, i), below, row[i + side], w=34)
                figure.cell(x(rank, i), below, new[rank][i - 1], "g" if turn else "c", step, w=36)
        whole = [(whole[i - 1] if i else 0) + (whole[i + 1] if i < 11 else 0) for i in range(12)]
        parts, y = new, below
    assert sum(parts, []) == whole
    figure.text(380, y + 42, "A cell becomes the sum of its two neighbours. Yellow: a halo, sent in each turn.", "s")
    return figure


KINDS = {"in": "c", "kernel": "y", "out": "g"}    # of pieces of work, with their lengths
LENGTHS = {"in": 2, "kernel": 3, "out": 2}


def timeline(figure, y, label, rows, scale, left=110):
    """One queue: (what, piece, start, end)."""
    figure.text(14, y, label, "l s")
    for what, piece, start, end in rows:
        figure.rect(left + scale * start, y - 17, scale * (end - start) - 2, 34, KINDS[what], start + 1)
        figure.text(left + scale * (start + end) / 2 - 1, y, f"{'k' if what == 'kernel' else what} {piece}", "s", start + 1)
    return left + scale * rows[-1][3]


def in_turn():
    """All on one queue."""
    clock, rows = 0, []
    for piece in range(4):
        for what, length in LENGTHS.items():
            rows.append((what, piece, clock, clock + length))
            clock += length
    return rows


def is_possible(queues):
    """Each queue keeps its order, and no engine does two things at once; the pieces go in, then through the kernel, then out."""
    rows = sum(queues, [])
    for engine in (queues + [[row for row in rows if row[0] == "kernel"], [row for row in rows if row[0] != "kernel"]]):
        busy = sorted(row[2:] for row in engine)
        if any(a[1] > b[0] for a, b in zip(busy, busy[1:])):
            return False
    times = {row[:2]: row[2:] for row in rows}
    return all(times["in", i][1] <= times["kernel", i][0] and times["kernel", i][1] <= times["out", i][0] for i in range(4))


def two_queues():
    """overlap.c: the pieces go to two queues in turn.  One engine copies, another one computes."""
    figure = Figure("two_queues", 760, "Four pieces of work on one queue, and on two queues in turn")
    free, todo = {"copy": 0, "kernel": 0}, [[(what, piece) for piece in range(4) if piece % 2 == q for what in LENGTHS] for q in range(2)]
    queues, ready = [[], []], [0, 0]
    while any(todo):
        start, q = min((max(ready[q], free["kernel" if todo[q][0][0] == "kernel" else "copy"]), q) for q in range(2) if todo[q])
        what, piece = todo[q].pop(0)
        ready[q] = free["kernel" if what == "kernel" else "copy"] = start + LENGTHS[what]
        queues[q].append((what, piece, start, ready[q]))
    one, scale = in_turn(), 22
    assert is_possible(queues) and is_possible([one])
    timeline(figure, 80, "one queue", one, scale)
    figure.text(110 + scale * 28, 116, "28 units of time", "e b", 28)
    ends = [timeline(figure, 160 + 44 * q, f"queue {q}", queues[q], scale) for q in range(2)]
    last = max(ready)
    figure.text(max(ends), 240, f"{last} units of time", "e b", last)
    assert last < 28
    figure.text(380, 276, "in, out: a copy to the device and back; k: the kernel. Copies and kernels run at the same time.", "s")
    figure.pace = 0.35
    return figure


def event_queues():
    """One queue for copies, one for kernels, and events between them."""
    figure = Figure("event_queues", 760, "A queue that copies, a queue that computes, and events between them")
    order = [("in", 0), ("in", 1), ("out", 0), ("in", 2), ("out", 1), ("in", 3), ("out", 2), ("out", 3)]
    copies, kernels, done = [], [], {}
    copy_at = kernel_at = 0
    for what, piece in order:
        start = max(copy_at, done["kernel", piece]) if what == "out" else copy_at
        copy_at = start + LENGTHS[what]
        done[what, piece] = copy_at
        copies.append((what, piece, start, copy_at))
        if what == "in":    # the kernel waits for the event of this copy
            start = max(kernel_at, copy_at)
            kernel_at = start + LENGTHS["kernel"]
            done["kernel", piece] = kernel_at
            kernels.append(("kernel", piece, start, kernel_at))
    assert is_possible([copies, kernels])
    scale = 30
    end = timeline(figure, 90, "copies", copies, scale)
    timeline(figure, 190, "kernels", kernels, scale)
    for what, piece, start, stop in copies:
        kernel = kernels[piece]
        if what == "in":
            figure.line(110 + scale * stop - 6, 107, 110 + scale * kernel[2] + 6, 173, "k", kernel[2] + 1)
        else:
            figure.line(110 + scale * kernel[3] - 6, 173, 110 + scale * start + 6, 107, "k", start + 1)
    figure.text(end, 56, f"{copy_at} units of time; one queue needs 28", "e b", copy_at)
    assert copy_at < 28
    figure.text(380, 240, "A line is an event: the command at its end waits for the command at its beginning.", "s")
    figure.pace = 0.4
    return figure


def sampler():
    """What read_imagef gives between the pixels: filter modes nearest and linear, with clamp to edge."""
    texels = [1, 4, 2, 3]
    figure = Figure("sampler", 700, "A row of four pixels, read at all places")

    def at(i):
        return texels[min(max(i, 0), 3)]    # CL_ADDRESS_CLAMP_TO_EDGE

    def nearest(u):
        return at(math.floor(u))

    def linear(u):
        i, a = math.floor(u - 0.5), (u - 0.5) - math.floor(u - 0.5)
        return (1 - a) * at(i) + a * at(i + 1)

    def x(u):
        return 80 + 108 * (u + 0.5)

    def y(value, top):
        return top + 130 - 30 * value

    for i in range(4):
        assert nearest(i + 0.5) == linear(i + 0.5) == texels[i]    # in the middle of a pixel both filters agree
    for half, (name, read) in enumerate((("CL_FILTER_NEAREST", nearest), ("CL_FILTER_LINEAR", linear))):
        top = 52 + 176 * half
        figure.text(14, top, name, "l s")
        for i in range(4):
            figure.rect(x(i), y(texels[i], top), 108, 30 * texels[i], "c")
            figure.text(x(i + 0.5), y(0, top) - 14, texels[i], "s")
        figure.line(x(-0.5), y(0, top), x(4.5), y(0, top))
        places = [k / 4 + 0.125 - 0.5 for k in range(20)]
        fine = [k / 64 - 0.5 for k in range(321)]
        figure.path([(x(u), y(read(u), top)) for u in fine])
        for step, u in enumerate(places, 1):
            figure.parts.append((step, f'<circle cx="{x(u):g}" cy="{y(read(u), top):g}" r="6" class="y"/>'))
            figure.last = max(figure.last, step)
            if step > 1:
                before = places[step - 2]
                figure.token(step, x(before), y(read(before), top), x(u), y(read(u), top), "", w=14, h=14)
    for u in range(5):
        figure.text(x(u), 396, u, "s")
    figure.text(350, 424, "coordinate; a pixel reaches from i to i + 1, and outside of the row the edge goes on", "s")
    figure.pace = 0.35
    return figure


def fft():
    """fft.cl on eight numbers: order of reversed bits, then three passes."""
    x = [4, 0, 2, 2, 1, 3, 0, 4]
    figure = Figure("fft", 760, "A Fourier transform of eight numbers in three passes")
    wanted = [sum(x[j] * complex(math.cos(2 * math.pi * j * k / 8), -math.sin(2 * math.pi * j * k / 8)) for j in range(8)) for k in range(8)]

    def shown(z):
        def part(v):
            v = round(v, 1)
            return f"{v:g}" if v else "0"
        real, imaginary = part(z.real), part(abs(z.imag))
        if imaginary == "0":
            return real.replace("-", "−")
        return f"{real}{'−' if z.imag < 0 else '+'}{imaginary}i".replace("-", "−")

    columns = [52, 190, 350, 520, 690]
    y = [82 + 46 * i for i in range(8)]
    places = [int(f"{i:03b}"[::-1], 2) for i in range(8)]
    values = [0j] * 8
    figure.text(columns[0], 50, "x", "s")
    figure.text(columns[1], 50, "bits reversed", "s")
    for i in range(8):
        figure.cell(columns[0], y[i], x[i], w=50, h=32)
        values[places[i]] = complex(x[i])
        figure.line(columns[0] + 25, y[i], columns[1] - 25, y[places[i]])
        figure.token(1, columns[0], y[i], columns[1], y[places[i]], x[i])
    for i in range(8):
        figure.cell(columns[1], y[i], shown(values[i]), "c", 1, w=50, h=32)
    half, step = 1, 1
    while half < 8:
        step += 1
        left, right = columns[step - 1], columns[step]
        gap = 25 if step == 2 else 50
        figure.text(right, 50, f"half_size = {half}", "s")
        new = values[:]
        for i in range(4):
            k = i % half
            low = 2 * (i - k) + k
            high = low + half
            w = complex(math.cos(-math.pi * k / half), math.sin(-math.pi * k / half))
            turned = w * values[high]
            new[low], new[high] = values[low] + turned, values[low] - turned
            for source in (low, high):
                for goal in (low, high):
                    figure.line(left + gap, y[source], right - 50, y[goal])
                    figure.token(step, left, y[source], right, y[goal], shown(values[source]), w=90 if step > 2 else 44)
        values = new
        for i in range(8):
            figure.cell(right, y[i], shown(values[i]), "g" if half == 4 else "c", step, w=100, h=32)
        half *= 2
    assert all(abs(a - b) < 1e-9 for a, b in zip(values, wanted))
    figure.text(380, y[7] + 46, "Each pair makes a + w b and a − w b; no two pairs share a place.", "s")
    return figure


def radix_pass():
    """radix_sort.cl: one pass over twelve keys with a digit of 0 to 3, in three work-groups of four."""
    keys = [3, 1, 0, 3, 1, 1, 2, 0, 3, 0, 1, 1]
    figure = Figure("radix_pass", 760, "One pass of a radix sort: count, scan, and each key knows its place")
    groups, digits = 3, 4
    x = [74 + 52 * i + 20 * (i // 4) for i in range(12)]
    for i, key in enumerate(keys):
        figure.cell(x[i], 72, key, "cyg"[i // 4], w=42, h=32)
    counts = [[keys[4 * g:4 * g + 4].count(d) for g in range(groups)] for d in range(digits)]
    starts, total = [], 0
    for row in counts:    # row after row
        starts.append([])
        for count in row:
            starts[-1].append(total)
            total += count
    for left, title, table, step in ((150, "1. count", counts, 1), (480, "2. scan", starts, 2)):
        figure.text(left + 52, 122, title, "s", step)
        for d in range(digits):
            figure.text(left - 72, 152 + 36 * d, f"digit {d}", "s", step)
            for g in range(groups):
                figure.cell(left + 60 * g, 152 + 36 * d, table[d][g], "cyg"[g], step, w=50, h=30)
                if step == 1:
                    for i in range(4 * g, 4 * g + 4):
                        if keys[i] == d:
                            figure.token(1, x[i], 72, left + 60 * g, 152 + 36 * d, d, w=34, h=26)
                else:
                    figure.token(2, 150 + 60 * g, 152 + 36 * d, left + 60 * g, 152 + 36 * d, counts[d][g], w=34, h=26)
    output = [None] * 12
    for i, key in enumerate(keys):
        group = i // 4
        place = starts[key][group] + keys[4 * group:i].count(key)
        assert output[place] is None
        output[place] = (key, group)
        step = 3 + i % 4    # the four keys of a group, drawn one after the other
        figure.token(step, x[i], 72, 74 + 56 * place, 330, key, w=42, h=32)
        figure.cell(74 + 56 * place, 330, key, "cyg"[group], step, w=42, h=32)
    assert [key for key, _ in output] == sorted(keys)
    assert all(a[0] < b[0] or a[1] <= b[1] for a, b in zip(output, output[1:]))    # stable
    for i in range(12):
        figure.text(74 + 56 * i, 360, i, "s")
    figure.text(40, 296, "3. scatter", "l s")
    figure.text(380, 390, "Equal digits keep their order: blue before yellow before green.", "s")
    return figure


def nbody():
    """nbody.cl, in a plane, and what comes of its pulls: a turning disc of bodies, in many small steps."""
    figure, bodies, frames, middle = Figure("nbody", 560, "What the pulls make of a turning disc"), 90, 50, (280, 270)
    random = 1

    def chance():
        nonlocal random
        random = (random * 1103515245 + 12345) % 2**31
        return random / 2**31

    place, speed = [], []
    while len(place) < bodies:
        x, y = 2 * chance() - 1, 2 * chance() - 1
        if x * x + y * y < 1:
            place.append([x, y])
            speed.append([-0.55 * y, 0.55 * x])    # too slow for a circle
    mass, softening2, time = 1 / bodies, 0.01, 0.012

    def kick():
        total = [0.0, 0.0]
        for i, (x, y) in enumerate(place):
            for there_x, there_y in place:
                dx, dy = there_x - x, there_y - y
                near = 1 / math.sqrt(dx * dx + dy * dy + softening2)
                each = mass * near * near * near
                speed[i][0] += time * each * dx
                speed[i][1] += time * each * dy
                total[0] += each * dx
                total[1] += each * dy
        assert abs(total[0]) + abs(total[1]) < 1e-9    # each pull has its opposite

    paths = [[] for _ in place]
    for frame in range(frames + 1):
        for path, (x, y) in zip(paths, place):
            path.append((middle[0] + 210 * x, middle[1] + 210 * y))
        for _ in range(6 if frame < frames else 0):
            kick()
            for at, way in zip(place, speed):
                at[0] += time * way[0]
                at[1] += time * way[1]
    figure.rect(20, 46, 520, 450, "n")
    rules = []
    for i, path in enumerate(paths):
        stops = "".join(f"{100 * k / frames:.0f}%{{translate:{x:.0f}px {y:.0f}px}}" for k, (x, y) in enumerate(path))
        rules.append(f"@keyframes b{i}{{{stops}}}.b{i}{{translate:{path[0][0]:.0f}px {path[0][1]:.0f}px;animation:b{i} 8s linear infinite alternate}}")
        figure._at(0, f'<circle r="3.5" fill="#c25e00" class="b{i}"/>')
    figure._at(0, f"<style>{chr(10).join(rules)}</style>")
    figure._low(496)
    return figure


FIGURES = [tree_reduction, bitonic_network, scan, matmul_tiles, transpose_banks, coalescing, histogram, halo_exchange, two_queues, event_queues,
           sampler, fft, radix_pass, nbody]


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = []
    for make in FIGURES:
        figure = make()
        path, text = FOLDER / f"{figure.name}.svg", figure.svg()
        if len(sys.argv) == 1:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            stale.append(path.name)
    if stale:
        print(f"not what docs/figures/make.py makes: {' '.join(stale)}; run it", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
