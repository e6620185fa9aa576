# SPDX-License-Identifier: MIT
"""Draws which work-item reads and writes which element, as an SVG: for ./learn --picture."""

import re
from html import escape

CELL = 30           # width of an element or a work-item
ROW = 22            # its height
GAP = 78            # between two rows, where the lines are
LEFT = 90           # for the names
MOST = 40           # elements or work-items in a row
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2")


def accesses_of(log, size):
    """Who reads and who writes which element, from the log of a buffer that is a null pointer.  Who: whether it is a group,
    which copies as a whole; row; column.  `size` is that of an element in bytes."""
    found = {"read": set(), "write": set()}
    pattern = (r"Invalid (read|write) of size (\d+) at global memory address 0x([0-9a-f]+)\n"
               r"(?:.*\n)*?\s*Entity: (Global|Group)\((\d+),(\d+),(\d+)\)")
    for verb, count, address, entity, x, y, _ in re.findall(pattern, log):
        at = int(address, 16)
        at -= 1 << 64 if at >= 1 << 63 else 0
        if at >= 1 << 48:    # outside of another buffer, whose number stands there
            continue
        for offset in range(0, int(count), size):
            found[verb].add(((entity == "Group", int(y), int(x)), (at + offset) // size))
    return found


def text(x, y, words, extra=""):
    return f'<text x="{x}" y="{y}" {extra}>{escape(str(words))}</text>'


class Row:
    """Cells with a name at the left: the elements of a buffer, or the work-items."""
    def __init__(self, name, keys, labels, wrong=()):
        self.name = name
        self.keys = keys[:MOST]
        self.labels = labels
        self.wrong = set(wrong)
        self.left_out = len(keys) - len(self.keys)

    def centre(self, key):
        return LEFT + CELL * self.keys.index(key) + CELL / 2 if key in self.keys else None

    def draw(self, y, colours):
        parts = [text(LEFT - 10, y + 15, self.name, 'text-anchor="end" font-weight="bold"')]
        for k, key in enumerate(self.keys):
            fill = "#f8c8c8" if key in self.wrong else "#ffffff"
            parts.append(f'<rect x="{LEFT + CELL * k}" y="{y}" width="{CELL}" height="{ROW}" fill="{fill}" '
                         f'stroke="{colours.get(key, "#808080")}" stroke-width="{2 if key in colours else 1}"/>')
            parts.append(text(LEFT + CELL * k + CELL / 2, y + 15, self.labels[key], 'text-anchor="middle"'))
        if self.left_out:
            parts.append(text(LEFT + CELL * len(self.keys) + 8, y + 15, f"and {self.left_out} more"))
        return parts


def elements_row(name, count, pairs):
    used = {element for _, element in pairs}
    outside = sorted(element for element in used if not 0 <= element < count)
    keys = [key for key in outside if key < 0] + list(range(count)) + [key for key in outside if key >= count]
    if len(keys) > MOST and outside:    # what is wrong is seen before all
        keys = [key for key in keys if key in used]
    return Row(name, keys, {key: key for key in keys}, outside)


def beside(k, count):
    """How far right of the middle of a cell the lines of buffer k of `count` end."""
    return (k - (count - 1) / 2) * min(8, CELL / count)


def draw(title, buffers, is_flat):
    """buffers: a name, a count, and what accesses_of() has found, for each."""
    items = sorted({item for _, _, found in buffers for pairs in found.values() for item, _ in pairs})
    numbers = {(group, y, x): ("g" if group else "") + (f"{x}" if is_flat else f"{x},{y}") for group, y, x in items}
    middle = Row("work-item", items, numbers)
    colours = {item: COLOURS[k % len(COLOURS)] for k, item in enumerate(items)}
    above = [(elements_row(name, count, found["read"]), found["read"]) for name, count, found in buffers if found["read"]]
    below = [(elements_row(name, count, found["write"]), found["write"]) for name, count, found in buffers if found["write"]]

    y, lines, cells = 84, [], []
    places = []
    # The lines of two buffers on the same side end beside each other.
    for k, (row, pairs) in enumerate(above):
        places.append((row, pairs, y, beside(k, len(above))))
        y += ROW + (30 if row is not above[-1][0] else GAP)
    item_y = y
    y += ROW + GAP
    for k, (row, pairs) in enumerate(below):
        places.append((row, pairs, y, beside(k, len(below))))
        y += ROW + 30
    cells += middle.draw(item_y, colours)
    for row, pairs, row_y, right in places:
        cells += row.draw(row_y, {})
        for item, element in sorted(pairs):
            here, there = middle.centre(item), row.centre(element)
            if here is None or there is None:
                continue
            here, there = here + right, there + right
            ends = (there, row_y + ROW, here, item_y) if row_y < item_y else (here, item_y + ROW, there, row_y)
            lines.append('<line x1="%g" y1="%g" x2="%g" y2="%g" ' % ends + f'stroke="{colours[item]}" stroke-width="1.5"/>')
    width = max([LEFT + CELL * len(row.keys) + (90 if row.left_out else 20) for row in [middle] + [row for row, *_ in places]] + [560])
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" viewBox="0 0 {width} {y}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{y}" fill="#ffffff"/>',
        text(12, 24, title, 'font-size="16" font-weight="bold"'),
        text(12, 46, "Above the work-items: the elements that they read. Below: those that they write."),
        *([text(12, 64, "Red: outside of the buffer.", 'fill="#c00000"')] if any(row.wrong for row, *_ in places) else []),
        *([text(300, 64, "g0: work-group 0, which copies as a whole.")] if any(group for group, _, _ in items) else []),
        *lines, *cells, "</svg>", ""])
