#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page at the end of ./demo.sh: what this run has shown on this device.

    gallery.py LINES RESULTS GALLERY [LIMITS]

LINES has a run on each line: chapter, sample, arguments.  RESULTS has for line N what it printed, N.log, and its exit status and seconds,
N.result.  The page is GALLERY/index.html: pictures, ladders, limits of the device (a file with what --limits printed), what was
skipped and why.  It needs no other server and no script.
"""

import html
import re
import sys
from pathlib import Path

STYLE = """
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:auto;padding:1rem}
h2{margin-top:2.5rem}a{color:LinkText}pre{overflow-x:auto}
.pictures,.ladders{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1.2rem}
figure{margin:0}figure img{width:100%;height:13rem;object-fit:contain;background:#fff;border:1px solid #8888;border-radius:.3rem}
figcaption{overflow-wrap:anywhere}.bar{display:grid;grid-template-columns:9rem 1fr 7.5rem;gap:.5rem;align-items:center;font-size:.85rem}
.bar span:first-child{overflow-wrap:anywhere}.bar i{display:block;height:.9rem;background:#2f6299;border-radius:.2rem;min-width:2px}.bar i.best{background:#23803f}
.bar span:last-child{text-align:right}h3{margin:.3rem 0;font-size:1rem}.scroll{overflow-x:auto}td,th{padding:.15rem .8rem .15rem 0;text-align:left;vertical-align:top}
"""
# A row of a table with times: name, best, median, rate, unit, then the rest.
ROW = re.compile(r"^(\S.*?) {2,}[\d.]+ +([\d.]+) +([\d.]+) (\w+/s|Gpair/s) .*(PASS|FAIL)$", re.M)
SHOWN = (".png", ".svg")


def text(words):
    return html.escape(str(words))


def ladder(name, arguments, log):
    """Bars of the rates of a run: the longest is the fastest."""
    rows = [(row[1].strip(), float(row[3]), row[4]) for row in ROW.finditer(log)]
    if len(rows) < 2 or len({unit for *_, unit in rows}) > 1:
        return ""
    top = max(rate for _, rate, _ in rows)
    if not top:
        return ""
    bars = "".join(f'<div class="bar"><span>{text(variant)}</span><i{" class=best" if rate == top else ""} style="width:{100 * rate / top:.1f}%"></i>'
                   f"<span>{rate:g} {text(unit)}</span></div>" for variant, rate, unit in rows)
    arguments = re.sub(r" ?-o \S+", "", arguments)
    return f"<div><h3>{text(name)} {text(arguments)}</h3>{bars}</div>"


def why(log):
    lines = [line for line in log.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if ": " in line), lines[-1] if lines else "no word")


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    lines, results, gallery = map(Path, sys.argv[1:4])
    limits = Path(sys.argv[4]).read_text() if len(sys.argv) == 5 and Path(sys.argv[4]).exists() else ""
    runs = []
    for number, line in enumerate(lines.read_text().splitlines(), 1):
        chapter, name, arguments = (line.split(" ", 2) + [""])[:3]
        result, log = results / f"{number}.result", results / f"{number}.log"
        if result.exists():
            status, seconds = result.read_text().split()
            runs.append((chapter, name, arguments, int(status), float(seconds.replace(",", ".")), log.read_text(errors="replace")))
    devices = [found[1].strip() for *_, log in runs if (found := re.search(r"^device +(.*)$", log, re.M))]
    device = max(set(devices), key=devices.count) if devices else "unknown"
    skipped = [(name, arguments, why(log)) for _, name, arguments, status, _, log in runs if status == 77]
    failed = [(name, arguments, why(log)) for _, name, arguments, status, _, log in runs if status not in (0, 77)]

    parts = [f"<h1>What this device has shown</h1><p><b>{text(device)}</b></p><p>{len(runs) - len(skipped) - len(failed)} of {len(runs)} runs passed, "
             f"{len(skipped)} were skipped, {len(failed)} failed. <a href=log.txt>All that they printed</a></p>"]

    def reasons(title, rows):
        if rows:
            body = "".join(f"<tr><td><code>{text(name)} {text(arguments)}</code><td>{text(reason)}" for name, arguments, reason in rows)
            parts.append(f"<h2>{title}</h2><div class=scroll tabindex=0><table><tr><th>run<th>why{body}</table></div>")

    reasons("Failed", failed)
    if limits:
        parts.append(f"<h2>Limits of the device</h2><pre tabindex=0>{text(limits)}</pre>")
    pictures = sorted(path for path in gallery.rglob("*") if path.suffix in SHOWN)
    if pictures:
        parts.append("<h2>Pictures</h2><div class=pictures>")
        for path in pictures:
            link = text(path.relative_to(gallery).as_posix())
            parts.append(f'<figure><a href="{link}"><img src="{link}" alt="{text(path.stem)}" loading=lazy></a><figcaption>{text(path.stem)}</figcaption></figure>')
        parts.append("</div>")
    others = sorted(path for path in gallery.rglob("*") if path.is_file() and path.suffix not in (*SHOWN, ".html") and path.name != "log.txt")
    if others:
        parts.append("<p>Other files: " + ", ".join(f'<a href="{text(path.relative_to(gallery).as_posix())}">{text(path.name)}</a>' for path in others))
    ladders = [part for _, name, arguments, _, _, log in runs if (part := ladder(name, arguments, log))]
    if ladders:
        parts.append("<h2>Ladders</h2><p>Rates of the kernels of a program, from the medians of this run. Samples that ran at the same time "
                     "made each other slower: compare within one.</p><div class=ladders>" + "".join(ladders) + "</div>")
    reasons("Skipped, and why", skipped)
    (gallery / "index.html").write_text(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>OpenCL samples: gallery</title><style>{STYLE}</style><main>" + "\n".join(parts) + "</main></html>\n")
    print(gallery / "index.html")


if __name__ == "__main__":
    sys.exit(main())
