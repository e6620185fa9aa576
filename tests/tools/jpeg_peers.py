#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the pictures of jpeg_decode with those of libjpeg-turbo's djpeg.

    jpeg_peers.py PROGRAM FOLDER DATA

PROGRAM is jpeg_decode, FOLDER holds JPEG files, DATA holds photographs as BMP, which cjpeg encodes with several sampling
factors and qualities.  djpeg decodes with its slow integer IDCT and with plain upsampling (-dct int -nosmooth).

Every channel of every pixel must be the same where no component is upsampled, and within 1 of 255 elsewhere.  The rungs
`direct` and `separable` calculate more exactly than djpeg does; they may be 3 apart, which is what a difference of 1 in
the samples makes of the colours.

Exit status 0: all are; 1: some are not; 77: djpeg or cjpeg is not installed.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIP = 77
LIKE_DJPEG = ("fast", "vector", "sequential", "pipelined")
EXACT = ("direct", "separable")
# What djpeg does not read, and the file with the same picture.
TWINS = {"dnl.jpg": "exif.jpg"}
# Photographs: quality and sampling factors.
PHOTOGRAPHS = [("astronaut.bmp", 95, "1x1"), ("chelsea.bmp", 90, "2x1"), ("coffee.bmp", 75, "2x2"),
               ("rocket.bmp", 60, "4x1"), ("rocket.bmp", 98, "2x2"), ("coffee.bmp", 30, "1x2")]


def read_pnm(path):
    """Width, height and the bytes of R, G, B."""
    data = path.read_bytes()
    kind, size, maximum, samples = data.split(b"\n", 3)
    assert kind in (b"P5", b"P6") and maximum == b"255", path
    width, height = map(int, size.split())
    if kind == b"P5":
        samples = bytes(value for value in samples for _ in range(3))
    assert len(samples) == 3 * width * height, path
    return width, height, samples


def is_full(path):
    """Whether no component of the file is upsampled: all have the same sampling factors."""
    data, at = path.read_bytes(), 2
    while True:
        while data[at + 1] == 0xff:
            at += 1
        if data[at + 1] in (0xc0, 0xc1):
            count = data[at + 9]
            return len({data[at + 11 + 3 * i] for i in range(count)}) == 1
        at += 2 + int.from_bytes(data[at + 2:at + 4], "big")


def worst(got, want):
    return max(abs(a - b) for a, b in zip(got, want)) if got != want else 0


def main():
    program, folder, data = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    if not shutil.which("djpeg") or not shutil.which("cjpeg"):
        print("djpeg and cjpeg are missing (package libjpeg-turbo-progs)")
        return SKIP
    wrong = compared = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        files = [path for path in sorted(folder.glob("*.jpg")) if not path.name.startswith(("refused_", "damaged_"))]
        for photo, quality, sampling in PHOTOGRAPHS:
            made = scratch / f"{Path(photo).stem}_{quality}_{sampling}.jpg"
            subprocess.run(["cjpeg", "-quality", str(quality), "-sample", sampling, "-outfile", made, data / photo],
                           check=True)
            files.append(made)
        for path in files:
            theirs = scratch / "theirs.ppm"
            twin = path.with_name(TWINS.get(path.name, path.name))
            subprocess.run(["djpeg", "-dct", "int", "-nosmooth", "-pnm", "-outfile", theirs, twin], check=True)
            want = read_pnm(theirs)
            full = is_full(path)
            for variant in LIKE_DJPEG + EXACT:
                ours = scratch / "ours.ppm"
                done = subprocess.run([program, "-q", "-r", "1", "-i", path, "-V", variant, "-o", ours], check=False)
                if done.returncode != 0:
                    print(f"{path.name} {variant}: exit status {done.returncode}")
                    wrong += 1
                    continue
                got = read_pnm(ours)
                bound = 3 if variant in EXACT else 0 if full else 1
                error = worst(got[2], want[2]) if got[:2] == want[:2] else None
                compared += 1
                if error is None or error > bound:
                    print(f"{path.name} {variant}: {got[:2]} pixels, {error} apart, {bound} allowed")
                    wrong += 1
    print(f"{compared} pictures of {len(files)} files compared, {wrong} wrong")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
