#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""./demo.sh in a folder with programs that nobody has to build: which it runs, in which order, and what it says of them.

    demo.py TOUR    TOUR is tour.txt of the build: what the real short tour has
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from runner import Broken, expect, run
from tree import ROOT

# Chapter, sample, arguments; whether the short tour has it, whether it runs alone; its exit status.
RUNS = [
    ("ch01_a", "first", "", True, False, 0),
    ("ch01_a", "second", "-n 9", False, False, 0),
    ("ch02_b", "photo", "-o @GALLERY@/image_rotate.png", True, False, 0),
    ("ch02_b", "photo", "-n 4", True, False, 0),
    ("ch02_b", "chart", "-o @GALLERY@/chart.png", False, True, 0),
    ("ch03_c", "lacking", "", True, False, 77),
    ("ch03_c", "wrong", "-n 1", False, False, 1),
]
CMAKE = """\
#!/bin/sh
echo "$*" >>cmake.log
"""
PROGRAM = """\
#!/bin/sh
echo "{name} $*" >>order.log
[ "$1" != -o ] || echo >"$2"
exit {status}
"""
# Of the real one: the first programs and the pictures are there, what goes further is not, and no measurement.
THERE = {"hello", "saxpy", "histogram", "image_rotate", "matmul", "sobel_filter", "life", "stereo"}
ABSENT = {"saxpy_2d", "matmul_ladder", "histogram_ladder", "sobel_filter_ladder", "occupancy"}


def make(folder):
    for name in ("demo.sh", "docs/site/gallery.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "setup.sh").write_text("setup() { :; }\n")
    programs = {"tools/cmake": CMAKE, **{f"build/bin/{name}": PROGRAM.format(name=name, status=status) for _, name, *_, status in RUNS}}
    for name, text in programs.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    for chapter, *_ in RUNS:
        (folder / chapter).mkdir(exist_ok=True)
        (folder / chapter / "README.md").write_text(f"# Chapter {chapter[3]}: of the test\n")
    (folder / "build/samples.txt").write_text("".join(f"{chapter} {name} {arguments}".strip() + "\n" for chapter, name, arguments, *_ in RUNS))
    for file, at in (("tour", 3), ("alone", 4)):
        (folder / f"build/{file}.txt").write_text("".join(dict.fromkeys(f"{row[1]}\n" for row in RUNS if row[at])))


def demo(folder, jobs, *arguments):
    for log in ("order.log", "cmake.log"):
        (folder / log).write_text("")
    result = run("bash", [str(folder / "demo.sh"), *arguments], {"DEMO_JOBS": str(jobs), "PATH": f"{folder / 'tools'}:{os.environ['PATH']}"})
    order = [line for line in (folder / "order.log").read_text().splitlines() if not line.endswith("--limits")]
    return result, order, (folder / "cmake.log").read_text()


def check(folder):
    short, everything = ([f"{name} {arguments}".strip().replace("@GALLERY@", "build/gallery") for _, name, arguments, tour, *_ in RUNS if tour or not which]
                         for which in (True, False))
    for jobs in (1, 3):
        result, order, built = demo(folder, jobs)
        expect(result.returncode == 0 and sorted(map(str.strip, order)) == sorted(short), f"the short tour has run {order}", result)
        expect("[4/4]" in result.stdout and "3 runs passed, 1 were skipped" in result.stdout, "it counts otherwise", result)
        heads = [result.stdout.find(f"\nChapter {number}: of the test\n") for number in (1, 2, 3)]
        expect(jobs > 1 or -1 < heads[0] < heads[1] < heads[2], f"the chapters begin at {heads}", result)
        expect("tour_ch03_c" in built and "samples_" not in built, f"it has built {built}", result)
        expect(order[0].startswith("photo -o") and (folder / "build/gallery/index.html").exists(), "the photograph is not first", result)
        result, order, built = demo(folder, jobs, "--all")
        expect(result.returncode == 1 and sorted(map(str.strip, order)) == sorted(everything), f"--all has run {order}", result)
        expect(order[-1].startswith("chart"), "the measurement does not run last", result)
        expect("FAIL (1): build/bin/wrong -n 1" in result.stdout and "samples_ch03_c" in built, "the failure is not named", result)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        tour = set(Path(sys.argv[1]).read_text().split())
        if not THERE <= tour or tour & ABSENT:
            raise Broken(f"{sys.argv[1]} lacks {THERE - tour}, or has {tour & ABSENT}")
        with tempfile.TemporaryDirectory() as temporary:
            make(Path(temporary))
            check(Path(temporary))
    except Broken as broken:
        sys.exit(f"demo: {broken}")


if __name__ == "__main__":
    main()
