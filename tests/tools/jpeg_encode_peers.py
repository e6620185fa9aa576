#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the files of jpeg_encode with those of libjpeg-turbo's cjpeg, and has them decoded by others.

    jpeg_encode_peers.py PROGRAM HUFFMAN DECODER DATA

PROGRAM is jpeg_encode, HUFFMAN is jpeg_huffman_encode, DECODER is jpeg_decode, DATA holds photographs as BMP.  Pictures of awkward sizes are made here.

Both encoders calculate with libjpeg's slow integer DCT.  So the files must be the same, byte by byte: `cjpeg -dct int
-baseline`.  The files of the rungs `direct` and `separable`, which calculate in floats, must be within 2 % of the size
and within 0.1 dB of the quality.  HUFFMAN makes files without restart markers and with the standard's tables: the same ones.

`pipelined` encodes each picture, and another rung beside it in turn.  The file is decoded by jpeg_decode and by djpeg, which must see the same picture; and by djpeg in floats, which must
come as near to the original.  FFmpeg, whose decoder has nothing in common with ours and libjpeg's, must see the same Y
but for 2, if it is installed.

Exit status 0: all is so; 1: something is not; 77: djpeg or cjpeg is not installed.
"""

import math
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pnm import read_pnm

SKIP = 77
IN_TURN = ("fast", "direct", "wide", "separable", "vector")
FLOATS = ("direct", "separable")
CJPEG_SAMPLING = {"420": ["-sample", "2x2"], "422": ["-sample", "2x1"], "444": ["-sample", "1x1"], "grey": ["-grayscale"]}
# Photograph, or width x height of a picture that is made; sampling; quality; MCUs per interval; optimised tables.
CASES = [("astronaut", "420", 90, 0, False), ("chelsea", "422", 75, 0, True), ("coffee", "444", 95, 7, False),
         ("rocket", "grey", 50, 0, False), ("coffee", "420", 10, 1, True), ("astronaut", "444", 100, 0, True),
         ("rocket", "420", 1, 0, False), ("astronaut", "422", 30, 32, False), ("coffee", "grey", 85, 5, True)]
CASES += [(size, sampling, 60 + 7 * i, i, i % 2 == 1) for i, size in enumerate(((1, 1), (7, 9), (17, 33), (8, 25), (250, 131)))
          for sampling in (("420", "grey"), ("422", "444"))[i % 2]]


def make_picture(size, path):
    """Waves of colour with noise: all frequencies, and values at both ends."""
    width, height = size
    dice = random.Random(width * 1000 + height)
    values = bytearray()
    for y in range(height):
        for x in range(width):
            for wave in (0.21 * x + 0.05 * y, 0.03 * x * y / 9, 0.4 * y - 0.1 * x):
                values.append(min(255, max(0, round(128 + 140 * math.sin(wave) + dice.gauss(0, 12)))))
    path.write_bytes(b"P6\n%d %d\n255\n" % size + values)


def grey(rgb):
    return bytes(v for i in range(0, len(rgb), 3)
                 for v in ((19595 * rgb[i] + 38470 * rgb[i + 1] + 7471 * rgb[i + 2] + 32768) >> 16,) * 3)


def psnr(a, b):
    squares = sum((x - y) ** 2 for x, y in zip(a, b))
    return 99.0 if squares == 0 else 10 * math.log10(255 ** 2 * len(a) / squares)


def decode(command, path):
    return read_pnm(subprocess.run([word if word != "FILE" else path for word in command], check=True, capture_output=True).stdout)


def bmp_to_ppm(path):
    """A BMP of data/, 24 bits from the bottom up.  cjpeg would copy its pixels per metre, which a PPM does not have."""
    data = path.read_bytes()
    start, width, height = (int.from_bytes(data[at:at + 4], "little") for at in (10, 18, 22))
    pitch = (3 * width + 3) // 4 * 4
    rows = [data[start + y * pitch:start + y * pitch + 3 * width] for y in reversed(range(height))]
    pixels = bytearray(b"".join(rows))
    pixels[0::3], pixels[2::3] = pixels[2::3], pixels[0::3]
    return b"P6\n%d %d\n255\n" % (width, height) + pixels


def check_case(case, other, programs, scratch):
    """What is wrong with a case: a list of texts."""
    name, sampling, quality, restart, optimise = case
    program, huffman, decoder, data = programs
    picture = scratch / "picture.ppm"
    if isinstance(name, tuple):
        make_picture(name, picture)
    else:
        picture.write_bytes(bmp_to_ppm(data / f"{name}.bmp"))
    want = scratch / "theirs.jpg"
    command = ["cjpeg", "-dct", "int", "-baseline", "-quality", str(quality), *CJPEG_SAMPLING[sampling]]
    command += ["-restart", f"{restart}B"] * (restart > 0) + ["-optimize"] * optimise
    subprocess.run([*command, "-outfile", want, picture], check=True)
    theirs = decode(["djpeg", "-dct", "int", "-nosmooth", "-pnm", "FILE"], want)
    original = read_pnm(picture.read_bytes())[2]
    if sampling == "grey":
        original = grey(original)
    their_psnr = psnr(theirs[2], original)
    wrong = []
    for variant in ("pipelined", other):
        ours = scratch / f"{variant}.jpg"
        command = [program, "-q", "-r", "1", "-V", variant, "-S", sampling, "-Q", str(quality), "-i", picture, "-o", ours]
        command += ["-R", str(restart)] * (restart > 0) + ["-O"] * optimise
        done = subprocess.run(command, check=False)
        if done.returncode != 0:
            wrong.append(f"{variant}: exit status {done.returncode}")
            continue
        if variant not in FLOATS and ours.read_bytes() != want.read_bytes():
            wrong.append(f"{variant}: {ours.stat().st_size} bytes, not those of cjpeg, {want.stat().st_size}")
        if variant in FLOATS:
            got = decode(["djpeg", "-dct", "int", "-nosmooth", "-pnm", "FILE"], ours)
            if abs(psnr(got[2], original) - their_psnr) > 0.1:
                wrong.append(f"{variant}: {psnr(got[2], original):.2f} dB, cjpeg {their_psnr:.2f}")
            if abs(ours.stat().st_size / want.stat().st_size - 1) > 0.02:
                wrong.append(f"{variant}: {ours.stat().st_size} bytes, cjpeg {want.stat().st_size}")
    if restart == 0 and not optimise:
        ours = scratch / "huffman.jpg"
        subprocess.run([huffman, "-q", "-r", "1", "-S", sampling, "-Q", str(quality), "-i", picture, "-o", ours], check=False)
        if not ours.exists() or ours.read_bytes() != want.read_bytes():
            wrong.append("jpeg_huffman_encode: not the bytes of cjpeg")
        ours.unlink(missing_ok=True)
    ours = scratch / "pipelined.jpg"
    seen = scratch / "seen.ppm"
    subprocess.run([decoder, "-q", "-r", "1", "-V", "fast", "-i", ours, "-o", seen], check=True)
    if read_pnm(seen.read_bytes()) != theirs:
        wrong.append("jpeg_decode sees another picture than djpeg")
    got = decode(["djpeg", "-dct", "float", "-nosmooth", "-pnm", "FILE"], ours)
    if got[:2] != theirs[:2] or abs(psnr(got[2], original) - their_psnr) > 0.1:
        wrong.append(f"djpeg in floats: {got[0]} x {got[1]}, {psnr(got[2], original):.2f} dB, in integers {their_psnr:.2f}")
    if shutil.which("ffmpeg"):    # Y alone: it places samples of colour elsewhere
        got = decode(["ffmpeg", "-v", "error", "-i", "FILE", "-vf", "extractplanes=y", "-f", "image2pipe", "-c:v", "pgm", "-"], ours)
        want = decode(["djpeg", "-dct", "int", "-grayscale", "-pnm", "FILE"], ours)
        error = max(abs(a - b) for a, b in zip(got[2], want[2])) if got[:2] == want[:2] else None
        if error is None or error > 2:
            wrong.append(f"FFmpeg: {got[0]} x {got[1]}, samples {error} apart")
    return wrong


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    if not shutil.which("djpeg") or not shutil.which("cjpeg"):
        print("djpeg and cjpeg are missing (package libjpeg-turbo-progs)")
        return SKIP
    count = 0
    with tempfile.TemporaryDirectory() as name:
        for i, case in enumerate(CASES):
            for text in check_case(case, IN_TURN[i % len(IN_TURN)], [Path(word) for word in sys.argv[1:]], Path(name)):
                print(*case, text)
                count += 1
    print(f"{len(CASES)} files compared with cjpeg, {count} findings; FFmpeg {'decoded' if shutil.which('ffmpeg') else 'is not installed'}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
