#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes pictures of all kinds of BMP, PNM and PNG, and sees whether our readers find the pixels that it put in.

    pictures.py READER

READER is the program tests/bin/read_pictures of a build.  What is written here has nothing in common with our own writers.
Where a channel has not 8 bits, the reader may be 1 of 255 apart.

Exit status 0: each picture is read as it was made, and what contradicts itself is refused; 1: not.
"""

import os
import random
import shlex
import struct
import subprocess
import sys
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path

SECONDS = 240
EMULATOR = shlex.split(os.environ.get("OCL_TEST_EMULATOR", ""))    # what runs programs of another system


@dataclass
class Picture:
    name: str
    data: bytes
    width: int = 0      # 0: it must be refused
    height: int = 0
    pixels: list = ()   # red, green, blue, alpha of each, up to 255 and perhaps no integers; row by row from the top


def scaled(value, maximum):
    return 255 * value / maximum


def packed(values, bits):
    """Of 1, 2 or 4 bits each, the first in the highest bits of a byte."""
    text = "".join(f"{v:0{bits}b}" for v in values)
    text += "0" * (-len(text) % 8)
    return bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8))


# --- PNM

def pnm_files(rng):
    """Kinds P1 to P6, all sorts of maxima, and the liberties that the header allows."""
    for kind in range(1, 7):
        for maximum in [1] if kind in (1, 4) else [1, 2, 3, 7, 15, 100, 127, 254, 255, 256, 1000, 4095, 65534, 65535]:
            for size in [(1, 1), (3, 2), (8, 3), (9, 4), (17, 5)]:
                yield pnm(rng, f"p{kind}_{maximum}_{size[0]}x{size[1]}", kind, maximum, size)
    for name, head in [("comment", "P{k}\n# a comment\n{w} # another\n{h}\n{m}"), ("crlf", "P{k}\r\n{w} {h}\r\n{m}"),
                       ("tabs", "P{k}\t{w}\v{h}\f{m}"), ("zeros", "P{k} 000{w} 0{h} {m}"),
                       ("one_line", "P{k} {w} {h} {m}")]:
        for kind in range(1, 7):
            yield pnm(rng, f"p{kind}_{name}", kind, 1 if kind in (1, 4) else 255, (5, 4), head)
    twice = pnm(rng, "p6_twice", 6, 255, (2, 2))
    twice.data *= 2
    yield twice
    yield Picture("p1_dense.pnm", b"P1 5 2\n0110110001", 5, 2, [(0, 0, 0, 255) if one == "1" else (255,) * 4 for one in "0110110001"])
    for name, data in [("p5_no_data", b"P5 2 2 255\n"), ("p5_zero", b"P5 0 2 255\n"), ("p5_too_large", b"P5 2 2 100\n\x01\x02\x65\xff"),
                       ("p2_too_large", b"P2 2 2 100 1 2 101 255"), ("p2_negative", b"P2 2 2 100 1 2 -3 4"),
                       ("p5_max_65536", b"P5 2 2 65536\n" + bytes(8))]:
        yield Picture(f"{name}.pnm", data)


def pnm(rng, name, kind, maximum, size, head="P{k}\n{w} {h}\n{m}"):
    bits, (width, height), channels = kind in (1, 4), size, 3 if kind in (3, 6) else 1
    head = (head.format(k=kind, w=width, h=height, m="" if bits else maximum).rstrip() + "\n").encode()
    rows = [[rng.randint(0, maximum) for _ in range(width * channels)] for _ in range(height)]
    if kind <= 3:
        data = head + "\n".join(" ".join(map(str, row)) for row in rows).encode() + b"\n"
    elif bits:
        data = head + b"".join(packed(row, 1) for row in rows)
    else:
        data = head + b"".join(v.to_bytes(1 if maximum < 256 else 2, "big") for row in rows for v in row)
    values = [scaled(maximum - v if bits else v, maximum) for row in rows for v in row]    # of bits, 1 is black
    pixels = [(*(values[i:i + 3] if channels == 3 else 3 * values[i:i + 1]), 255) for i in range(0, len(values), channels)]
    return Picture(f"{name}.pnm", data, width, height, pixels)


# --- PNG

def png_files(rng):
    """Each colour type and depth, interlaced or not, each filter, transparent colours."""
    kinds = [(0, d) for d in (1, 2, 4, 8, 16)] + [(3, d) for d in (1, 2, 4, 8)] + [(t, d) for t in (2, 4, 6) for d in (8, 16)]
    for colour, depth in kinds:
        for interlace in (0, 1):
            for size in [(1, 1), (5, 7), (8, 8), (33, 3)]:
                for transparent in ([False, True] if colour in (0, 2, 3) else [False]):
                    yield png(rng, colour, depth, interlace, transparent, size)


def png(rng, colour, depth, interlace, transparent, size):
    width, height = size
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    colours = min(1 << depth, 11) if colour == 3 else 1 << depth
    pixel = [[tuple(rng.randrange(colours) for _ in range(channels)) for _ in range(width)] for _ in range(height)]
    passes = [(0, 0, 1, 1)] if not interlace else [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                                                   (1, 0, 2, 2), (0, 1, 1, 2)]
    data = b""
    for x0, y0, dx, dy in passes:
        rows = [[v for p in row[x0::dx] for v in p] for row in pixel[y0::dy]] if x0 < width else []
        before = None
        for values in rows:
            row = packed(values, depth) if depth < 8 else b"".join(v.to_bytes(depth // 8, "big") for v in values)
            data += filtered(rng.randrange(5), row, before or bytes(len(row)), max(channels * depth // 8, 1))
            before = row
    chunks = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace))
    palette, alphas, clear = rng.randbytes(3 * colours) if colour == 3 else b"", b"", None
    if colour == 3:
        alphas = rng.randbytes(max(colours - 1, 1)) if transparent else b""
        chunks += chunk(b"PLTE", palette) + (chunk(b"tRNS", alphas) if transparent else b"")
    elif transparent:
        clear = pixel[0][0]
        chunks += chunk(b"tRNS", b"".join(v.to_bytes(2, "big") for v in clear))

    def rgba(one):
        if colour == 3:
            return (*palette[3 * one[0]:3 * one[0] + 3], (alphas[one[0]:one[0] + 1] or b"\xff")[0])
        values = [scaled(v, colours - 1) for v in one]
        alpha = values.pop() if colour in (4, 6) else 0 if one == clear else 255
        return (*(values if len(values) == 3 else 3 * values), alpha)

    name = f"png_c{colour}d{depth}i{interlace}{'t' if transparent else ''}_{width}x{height}.png"
    return Picture(name, b"\x89PNG\r\n\x1a\n" + chunks + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""), width, height,
                   [rgba(one) for row in pixel for one in row])


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def filtered(kind, row, above, step):
    left, corner = bytes(step) + row, bytes(step) + above
    guess = [lambda a, b, c: 0, lambda a, b, c: a, lambda a, b, c: b, lambda a, b, c: (a + b) // 2,
             lambda a, b, c: min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]][kind]
    return bytes([kind]) + bytes((v - guess(left[i], above[i], corner[i])) & 255 for i, v in enumerate(row))


# --- BMP

MASKS = {"555": (0x7c00, 0x3e0, 0x1f, 0), "565": (0xf800, 0x7e0, 0x1f, 0), "1555": (0x7c00, 0x3e0, 0x1f, 0x8000),
         "4444": (0xf00, 0xf0, 0xf, 0xf000), "888": (0xff, 0xff00, 0xff0000, 0), "332": (0xe0, 0x1c, 3, 0),
         "8888": (0xff0000, 0xff00, 0xff, 0xff000000), "rgba": (0xff000000, 0xff0000, 0xff00, 0xff),
         "1010102": (0x3ff, 0xffc00, 0x3ff00000, 0xc0000000)}
PLAIN_MASKS = {16: MASKS["555"], 24: (0xff0000, 0xff00, 0xff, 0), 32: (0xff0000, 0xff00, 0xff, 0)}    # without bit-fields
SIZES = [(1, 1), (3, 2), (6, 5), (33, 3)]


def bmp_files(rng):
    """Headers, depths, bit-fields, run lengths, both directions."""
    for header in (12, 40, 64, 108, 124):
        for bits in (1, 4, 8, 16, 24, 32):
            for size in [] if header == 12 and bits in (16, 32) else SIZES:
                for down in (False, True) if header in (40, 124) else (False,):
                    yield bmp(rng, f"bmp_h{header}b{bits}{'down' if down else ''}", header, bits, size, down=down)
    for header in (40, 52, 56, 108, 124):
        for fields, masks in MASKS.items():
            for size in [] if masks[3] and header < 56 else SIZES:
                yield bmp(rng, f"bmp_h{header}f{fields}", header, 16 if max(masks) <= 0xffff else 32, size, masks)
    for bits in (4, 8):
        for size in [(1, 1), (4, 3), (9, 5), (37, 7)]:
            for padding in (False, True):
                rows = [run_lengths(rng, size[0], bits, padding) for _ in range(size[1])]
                yield bmp(rng, f"bmp_rle{bits}{'pad' if padding else ''}", 40, bits, size, runs=rows)
    for fields in ("555", "565"):
        yield bmp(rng, f"bmp_uncounted{fields}", 40, 16, (5, 4), MASKS[fields], uncounted=True)


def run_lengths(rng, width, bits, padding):
    """A row, with its padding or without: what the file says, and the values."""
    left, row, values = (width + 32 // bits - 1) // (32 // bits) * (32 // bits) if padding else width, b"", []
    while left > 0:
        if left >= 3 and rng.random() < 0.4:
            count = rng.randint(3, min(left, 255))
            said = rng.randbytes((count * bits + 7) // 8)
            row += bytes([0, count]) + said + bytes(len(said) % 2)
        else:
            count, said = rng.randint(1, min(left, 255)), rng.randbytes(1)
            row += bytes([count]) + said
            said *= count    # of 4 bits, two values take turns
        values += values_of(said, bits)[:count]
        left -= count
    return row + b"\0\0", values[:width]


def values_of(row, bits):
    if bits >= 8:
        return [int.from_bytes(row[i:i + bits // 8], "little") for i in range(0, len(row) - bits // 8 + 1, bits // 8)]
    return [byte >> (8 - bits - at) & (1 << bits) - 1 for byte in row for at in range(0, 8, bits)]


def channel(value, mask):
    lowest = mask & -mask
    return scaled((value & mask) // lowest, mask // lowest) if mask else 255


def bmp(rng, name, header, bits, size, masks=None, runs=None, down=False, uncounted=False):
    width, height = size
    if runs:
        values, rows = [row for _, row in runs], b"".join(said for said, _ in runs) + b"\0\1"
    else:
        lines = [rng.randbytes((width * bits + 7) // 8) for _ in range(height)]
        values, rows = [values_of(row, bits)[:width] for row in lines], b"".join(row + bytes(-len(row) % 4) for row in lines)
    if header == 12:
        info = struct.pack("<IHHHH", 12, width, height, 1, bits)
    else:
        compression = 3 if masks else 3 - bits // 4 if runs else 0
        info = struct.pack("<IiiHHIIiiII", header, width, -height if down else height, 1, bits, compression, len(rows), 2835, 2835, 0, 0)
        info += struct.pack("<4I", *masks)[:12 if header <= 52 else 16] if masks else b""
        info += bytes(max(header - len(info), 0))
    colours = [rng.randbytes(3) for _ in range(1 << bits)] if bits <= 8 else []    # blue, green, red
    palette = b"".join(one + bytes(header > 12) for one in colours)
    at = 14 + (header if uncounted else len(info)) + len(palette)
    data = b"BM" + struct.pack("<IHHI", 14 + len(info) + len(palette) + len(rows), 0, 0, at) + info + palette + rows
    pixels = [(*reversed(colours[v]), 255) if colours else tuple(channel(v, mask) for mask in masks or PLAIN_MASKS[bits])
              for row in (values if down else reversed(values)) for v in row]
    return Picture(f"{name}_{width}x{height}.bmp", data, width, height, pixels)


# --- judging

def read_by_us(reader, paths):
    """Width, height and bytes of each picture, or None and the reason; a crash ends the script."""
    result = subprocess.run([*EMULATOR, reader, *map(str, paths)], capture_output=True, check=False, timeout=SECONDS)
    if result.returncode != 0:
        sys.exit(f"{reader}: exit status {result.returncode}: {result.stderr[-1000:].decode(errors='replace')}")
    at, data = 0, result.stdout
    for _ in paths:
        line, _, _ = data[at:at + 2000].partition(b"\n")
        at += len(line) + 1
        if line.startswith(b"refused "):
            yield None, line.decode(errors="replace")
        else:
            width, height = map(int, line.split())
            yield (width, height, data[at:at + 4 * width * height]), ""
            at += 4 * width * height


def complaint(picture, ours, why_not):
    if not ours or not picture.width:
        return why_not if picture.width else "it is read" if ours else None
    if ours[:2] != (picture.width, picture.height):
        return f"{ours[0]} x {ours[1]} pixels"
    wanted = [value for pixel in picture.pixels for value in pixel]
    place = next((i for i, (got, want) in enumerate(zip(ours[2], wanted, strict=True))
                  if abs(got - want) > 0.500001), None)
    return None if place is None else f"pixel {place // 4}, channel {place % 4}: {ours[2][place]}, and {wanted[place]} was put in"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rng = random.Random(1)
    pictures = [*pnm_files(rng), *png_files(rng), *bmp_files(rng)]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}_{picture.name}" for number, picture in enumerate(pictures)]
        for path, picture in zip(paths, pictures):
            path.write_bytes(picture.data)
        for picture, (ours, why_not) in zip(pictures, read_by_us(sys.argv[1], paths), strict=True):
            if said := complaint(picture, ours, why_not):
                print(f"{picture.name}: {said}")
                wrong += 1
    print(f"{len(pictures)} pictures, {wrong} of them wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
