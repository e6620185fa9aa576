#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the pictures of jpeg_decode with those of libjpeg-turbo's djpeg.

    jpeg_peers.py PROGRAM FOLDER DATA

PROGRAM is jpeg_decode, FOLDER holds JPEG files, DATA holds photographs as BMP, which cjpeg encodes with several sampling
factors, colours and qualities.  djpeg decodes with its slow integer IDCT and with plain upsampling (-dct int -nosmooth).

Every channel of every pixel must be the same.  The rungs `direct` and `separable` calculate more exactly than djpeg does;
they may be 3 apart, which is what a difference of 1 in the samples makes of the colours.

Exit status 0: all are; 1: some are not; 77: djpeg or cjpeg is not installed.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pnm import read_pnm

SKIP = 77
LIKE_DJPEG = ("fast", "vector", "sequential", "pipelined")
EXACT = ("direct", "separable")
# What djpeg does not read, and the file with the same picture.
TWINS = {"dnl.jpg": "exif.jpg"}
# Photographs, and how cjpeg is to encode them.  Coarse steps (low qualities) give many samples that are exactly a half.
PHOTOGRAPHS = [("astronaut.bmp", "-quality 95 -sample 1x1"), ("chelsea.bmp", "-quality 90 -sample 2x1"),
               ("coffee.bmp", "-quality 75 -sample 2x2"), ("rocket.bmp", "-quality 60 -sample 4x1"),
               ("rocket.bmp", "-quality 98 -sample 2x2"), ("coffee.bmp", "-quality 30 -sample 1x2"),
               ("astronaut.bmp", "-quality 50 -sample 1x2"), ("coffee.bmp", "-quality 2 -rgb"),
               ("astronaut.bmp", "-quality 75 -rgb"), ("coffee.bmp", "-quality 10 -grayscale"),
               ("astronaut.bmp", "-quality 2 -sample 1x1")]


def worst(got, want):
    return max(abs(a - b) for a, b in zip(got, want)) if got != want else 0


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, folder, data = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    if not shutil.which("djpeg") or not shutil.which("cjpeg"):
        print("djpeg and cjpeg are missing (package libjpeg-turbo-progs)")
        return SKIP
    wrong = compared = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        files = [path for path in sorted(folder.glob("*.jpg")) if not path.name.startswith(("refused_", "damaged_"))]
        for photo, options in PHOTOGRAPHS:
            made = scratch / f"{Path(photo).stem}{options.replace(' ', '')}.jpg"
            subprocess.run(["cjpeg", *options.split(), "-outfile", made, data / photo], check=True, stderr=subprocess.DEVNULL)
            files.append(made)
        for path in files:
            theirs = scratch / "theirs.ppm"
            twin = path.with_name(TWINS.get(path.name, path.name))
            subprocess.run(["djpeg", "-dct", "int", "-nosmooth", "-pnm", "-outfile", theirs, twin], check=True)
            want = read_pnm(theirs.read_bytes())
            for variant in LIKE_DJPEG + EXACT:
                ours = scratch / "ours.ppm"
                done = subprocess.run([program, "-q", "-r", "1", "-i", path, "-V", variant, "-o", ours], check=False)
                if done.returncode != 0:
                    print(f"{path.name} {variant}: exit status {done.returncode}")
                    wrong += 1
                    continue
                got = read_pnm(ours.read_bytes())
                bound = 3 if variant in EXACT else 0
                error = worst(got[2], want[2]) if got[:2] == want[:2] else None
                compared += 1
                if error is None or error > bound:
                    print(f"{path.name} {variant}: {got[:2]} pixels, {error} apart, {bound} allowed")
                    wrong += 1
    print(f"{compared} pictures of {len(files)} files compared, {wrong} wrong")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
