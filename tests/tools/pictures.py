#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares our picture readers with those of ImageMagick, netpbm and Pillow, as far as they are installed.

    pictures.py READER [--count N] [--seed N] [--folder FOLDER]... [--markdown DOCUMENT] [--verbose]

READER is the program tests/bin/read_pictures of a build.  The script makes BMP, PNM and PNG files of all kinds: with its
own writers, with those of ImageMagick and netpbm, and damaged ones.  --folder adds what lies in a folder, for example the
BMP Suite of Jason Summers and the PngSuite of Willem van Schaik.  --count keeps N of all files, chosen by --seed.
--markdown writes the table between two marker comments of the document.

Exit status 0: each difference has a reason in REASONS; 1: one has not; 77: none of the three is installed.
"""

import argparse
import os
import random
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from tree import write_made

SKIP = 77
SECONDS = 60
EMULATOR = shlex.split(os.environ.get("OCL_TEST_EMULATOR", ""))    # what runs programs of another system
EQUAL, NEAR, DIFFERENT, BOTH_REFUSE, WE_REFUSE, THEY_REFUSE = (
    "equal", "1 of 255 apart", "different", "both refuse", "we refuse", "they refuse")
OUTCOMES = (EQUAL, NEAR, DIFFERENT, BOTH_REFUSE, WE_REFUSE, THEY_REFUSE)
FREE = (EQUAL, NEAR, BOTH_REFUSE)    # needs no reason

NOT_JUDGED = object()

# A difference is looked up by "GROUP/FILE of JUDGE: OUTCOME REASON OF OURS".  The first line that matches explains it.
REASONS = [
    (r"^damaged/.* refuse", "damaged: we refuse what contradicts itself; the others guess in some cases and refuse in others"),
    (r"\bmasks? .* has a gap", "a channel's bits are apart"),
    (r"uncounted.*: different", "bfOffBits does not count the masks: the others show the masks as pixels"),
    (r"\.png of netpbm.*: different", "netpbm does not make the transparent colour of an RGB file transparent"),
    (r"\.png of Pillow.*: different", "Pillow does not make the transparent colour of a file of 2, 4 or 16 bits transparent"),
    (r"crashers_.*Pillow.*: we refuse", "the checksum or the length of the pixels is wrong; Pillow does not look"),
    (r"badpal.*: they refuse", "a pixel has no colour in the palette; libpng makes it black"),
    (r"b32|fakealpha.*ImageMagick.*: different", "ImageMagick takes the unused byte of a pixel for alpha"),
    (r"h52.*ImageMagick.*: different", "ImageMagick reads an alpha mask, which a header of 52 bytes does not have"),
    (r"(h64|os2v2).*ImageMagick.*: different", "ImageMagick reads the palette behind a header of 64 bytes from the wrong place"),
    (r"(1555|4444|5551|1924|1010102|81284|61754|332|231|3103|7187|damaged.*8888).*ImageMagick.*: different",
     "ImageMagick does not scale channels of 1 to 4 and 7 bits to 255: it reads its own opaque ARGB4444 file as 240"),
    (r"rle4pad.*ImageMagick.*: different", "ImageMagick shows the padding of an RLE4 row in the next row, if the row is short"),
    (r"(565|888|8888|rgba|rgb16-880|rgb32|332|231|3103|rgba32|4444|1010102|81284|61754).*netpbm.*: different",
     "netpbm shifts channels that are not where it expects them to the wrong place"),
    (r"(1555|5551).*Pillow.*: different", "Pillow drops the alpha of ARGB1555"),
    (r"rle.*pad.*Pillow.*: different", "Pillow draws the padding of a run-length row into the next row"),
    (r"rletrns.*: different", "pixels that a run-length file leaves out: we make them transparent, others use colour 0"),
    (r"/\d+_b_badrle.*: we refuse", "a run goes out of the picture, further than the padding"),
    (r"rletopdown.*: we refuse", "a run-length file with a negative height, which the format forbids"),
    (r"(badheadersize|badplanes|pal8badindex|p2_negative|p5_too_large).*: we refuse", "a field or a sample is not valid"),
    (r"/\d+_b_.*: they refuse", "the wrong field is one that is not needed"),
    (r": they refuse", "valid, but the other reader does not know this kind"),
]


# --- pictures that we make

def pnm_files(rng):
    """Kinds P1 to P6, all sorts of maxima, and the liberties that the header allows."""
    for kind in range(1, 7):
        for maximum in [1] if kind in (1, 4) else [1, 2, 3, 7, 15, 100, 127, 254, 255, 256, 1000, 4095, 65534, 65535]:
            for width, height in [(1, 1), (3, 2), (8, 3), (9, 4), (17, 5)]:
                yield f"p{kind}_{maximum}_{width}x{height}.pnm", pnm(rng, kind, maximum, width, height)
    for name, head in [("comment", "P{k}\n# a comment\n{w} # another\n{h}\n{m}"), ("crlf", "P{k}\r\n{w} {h}\r\n{m}"),
                       ("tabs", "P{k}\t{w}\v{h}\f{m}"), ("zeros", "P{k} 000{w} 0{h} {m}"),
                       ("one_line", "P{k} {w} {h} {m}")]:
        for kind in range(1, 7):
            yield f"p{kind}_{name}.pnm", pnm(rng, kind, 1 if kind in (1, 4) else 255, 5, 4, head)
    yield "p1_dense.pnm", b"P1 5 2\n0110110001"
    yield "p6_twice.pnm", pnm(rng, 6, 255, 2, 2) * 2
    yield "p5_no_data.pnm", b"P5 2 2 255\n"
    yield "p5_zero.pnm", b"P5 0 2 255\n"
    yield "p5_too_large.pnm", b"P5 2 2 100\n\x01\x02\x65\xff"
    yield "p2_too_large.pnm", b"P2 2 2 100 1 2 101 255"
    yield "p2_negative.pnm", b"P2 2 2 100 1 2 -3 4"
    yield "p5_max_65536.pnm", b"P5 2 2 65536\n" + bytes(8)


def pnm(rng, kind, maximum, width, height, head="P{k}\n{w} {h}\n{m}"):
    bits = kind in (1, 4)
    head = head.format(k=kind, w=width, h=height, m="" if bits else maximum).rstrip(" ") + ("" if bits else "\n")
    head = head if head[-1:] in "\n\t" else head + "\n"
    samples = [[rng.randint(0, maximum) for _ in range(width * (3 if kind in (3, 6) else 1))] for _ in range(height)]
    if kind <= 3:
        return (head + "\n".join(" ".join(map(str, row)) for row in samples) + "\n").encode()
    if kind == 4:
        return head.encode() + b"".join(packed(row, 1) for row in samples)
    return head.encode() + b"".join(v.to_bytes(1 if maximum < 256 else 2, "big") for row in samples for v in row)


def packed(values, bits):
    """Of 1, 2 or 4 bits each, the first in the highest bits of a byte."""
    text = "".join(f"{v:0{bits}b}" for v in values)
    text += "0" * (-len(text) % 8)
    return bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8))


def png_files(rng):
    """Each colour type and depth, interlaced or not, each filter, transparent colours."""
    kinds = [(0, d) for d in (1, 2, 4, 8, 16)] + [(3, d) for d in (1, 2, 4, 8)] + [(t, d) for t in (2, 4, 6) for d in (8, 16)]
    for colour, depth in kinds:
        for interlace in (0, 1):
            for width, height in [(1, 1), (5, 7), (8, 8), (33, 3)]:
                for transparent in ([False, True] if colour in (0, 2, 3) else [False]):
                    name = f"png_c{colour}d{depth}i{interlace}{'t' if transparent else ''}_{width}x{height}.png"
                    yield name, png(rng, (colour, depth, interlace, transparent), width, height)


def png(rng, kind, width, height):
    colour, depth, interlace, transparent = kind
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    colours = min(1 << depth, 11) if colour == 3 else 1 << depth
    pixel = [[[rng.randrange(colours) for _ in range(channels)] for _ in range(width)] for _ in range(height)]
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
    if colour == 3:
        chunks += chunk(b"PLTE", rng.randbytes(3 * colours))
        chunks += chunk(b"tRNS", rng.randbytes(max(colours - 1, 1))) if transparent else b""
    elif transparent:
        chunks += chunk(b"tRNS", b"".join(v.to_bytes(2, "big") for v in pixel[0][0]))
    return b"\x89PNG\r\n\x1a\n" + chunks + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def filtered(kind, row, above, step):
    left, corner = bytes(step) + row, bytes(step) + above
    guess = [lambda a, b, c: 0, lambda a, b, c: a, lambda a, b, c: b, lambda a, b, c: (a + b) // 2,
             lambda a, b, c: min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]][kind]
    return bytes([kind]) + bytes((v - guess(left[i], above[i], corner[i])) & 255 for i, v in enumerate(row))


MASKS = {"555": (0x7c00, 0x3e0, 0x1f, 0), "565": (0xf800, 0x7e0, 0x1f, 0), "1555": (0x7c00, 0x3e0, 0x1f, 0x8000),
         "4444": (0xf00, 0xf0, 0xf, 0xf000), "888": (0xff, 0xff00, 0xff0000, 0), "332": (0xe0, 0x1c, 3, 0),
         "8888": (0xff0000, 0xff00, 0xff, 0xff000000), "rgba": (0xff000000, 0xff0000, 0xff00, 0xff),
         "1010102": (0x3ff, 0xffc00, 0x3ff00000, 0xc0000000)}


def bmp_files(rng):
    """Headers, depths, bit-fields, run lengths, both directions."""
    sizes = [(1, 1), (3, 2), (6, 5), (33, 3)]
    for header in (12, 40, 64, 108, 124):
        for bits in (1, 4, 8, 16, 24, 32):
            if header == 12 and bits in (16, 32):
                continue
            for width, height in sizes:
                for down in ([1, -1] if header in (40, 124) else [1]):
                    name = f"bmp_h{header}b{bits}{'down' if down < 0 else ''}_{width}x{height}.bmp"
                    rows = b"".join(padded(rng.randbytes((width * bits + 7) // 8)) for _ in range(height))
                    yield name, bmp(rng, (header, bits, 0, None), (width, down * height), rows)
    for header in (40, 52, 56, 108, 124):
        for fields, masks in MASKS.items():
            bits = 16 if max(masks) <= 0xffff else 32
            if masks[3] and header < 56:
                continue
            for width, height in sizes:
                rows = b"".join(padded(rng.randbytes(width * bits // 8)) for _ in range(height))
                yield (f"bmp_h{header}f{fields}_{width}x{height}.bmp",
                       bmp(rng, (header, bits, 3, masks), (width, height), rows))
    for bits in (4, 8):
        for width, height in [(1, 1), (4, 3), (9, 5), (37, 7)]:
            for padding in (False, True):
                rows = b"".join(run_lengths(rng, width, bits, padding) for _ in range(height))
                yield (f"bmp_rle{bits}{'pad' if padding else ''}_{width}x{height}.bmp",
                       bmp(rng, (40, bits, 3 - bits // 4, None), (width, height), rows + b"\0\1"))
    for fields in ("555", "565"):
        rows = b"".join(padded(rng.randbytes(10)) for _ in range(4))
        yield f"bmp_uncounted{fields}.bmp", bmp(rng, (40, 16, 3, MASKS[fields]), (5, 4), rows, uncounted=True)


def padded(row):
    return row + bytes(-len(row) % 4)


def run_lengths(rng, width, bits, padding):
    """A row, with its padding or without."""
    left, row = (width + 32 // bits - 1) // (32 // bits) * (32 // bits) if padding else width, b""
    while left > 0:
        if left >= 3 and rng.random() < 0.4:
            count = rng.randint(3, min(left, 255))
            size = (count * bits + 7) // 8
            row += bytes([0, count]) + rng.randbytes(size) + bytes(size % 2)
        else:
            count = rng.randint(1, min(left, 255))
            row += bytes([count, rng.randrange(256)])
        left -= count
    return row + b"\0\0"


def bmp(rng, kind, size, rows, uncounted=False):
    header, bits, compression, masks = kind
    width, height = size
    if header == 12:
        info = struct.pack("<IHHHH", 12, width, height, 1, bits)
    else:
        info = struct.pack("<IiiHHIIiiII", header, width, height, 1, bits, compression, len(rows), 2835, 2835, 0, 0)
        if masks:
            info += struct.pack("<4I", *masks)[:12 if header <= 52 else 16]
        info += bytes(max(header - len(info), 0))
    entry = 3 if header == 12 else 4
    palette = b"".join(rng.randbytes(3) + bytes(entry - 3) for _ in range(1 << bits)) if bits <= 8 else b""
    at = 14 + (header if uncounted else len(info)) + len(palette)
    return b"BM" + struct.pack("<IHHI", 14 + len(info) + len(palette) + len(rows), 0, 0, at) + info + palette + rows


def damaged_files(rng, good, count):
    """Cut, or with a few bits turned."""
    for i in range(count):
        name, data = rng.choice(good)
        if i % 2:
            yield f"cut{i}_{name}", data[:rng.randrange(2, max(len(data), 3))]
        else:
            bad = bytearray(data)
            for _ in range(rng.randint(1, 3)):
                bad[rng.randrange(min(len(bad), 80))] ^= 1 << rng.randrange(8)
            yield f"bits{i}_{name}", bytes(bad)


# --- pictures that others write

def written_by(tool, command, source):
    result = subprocess.run(command, input=source, capture_output=True, check=False, timeout=SECONDS)
    return result.stdout if result.returncode == 0 else None


def imagemagick_files(convert, rng):
    for width, height in [(1, 1), (7, 5), (32, 9)]:
        source = pnm(rng, 6, 65535, width, height)
        for name, options, coder in (
                [(f"bmp{v}_{t}", ["-type", t], f"bmp{v}") for v in ("", "2", "3")
                 for t in ("bilevel", "palette", "grayscale", "truecolor", "truecolormatte")] +
                [(f"bmp_{s}", ["-alpha", "set", "-channel", "A", "-evaluate", "set", "60%", "+channel",
                               "-define", f"bmp:subtype={s}"], "bmp") for s in ("ARGB1555", "ARGB4444")] +
                [(f"bmp_{s}", ["-type", "truecolor", "-define", f"bmp:subtype={s}"], "bmp") for s in ("RGB555", "RGB565")] +
                [("bmp3_rle", ["-colors", "12", "-compress", "rle"], "bmp3")] +
                [(f"{c}_{d}_{i}", ["-depth", d, "-interlace", i], c) for c in ("png8", "png24", "png32", "png48", "png64")
                 for d in ("1", "2", "4", "8", "16") for i in ("none", "PNG")] +
                [(f"{c}_{d}_{z}", ["-depth", d, "-compress", z], c) for c in ("ppm", "pgm", "pbm")
                 for d in ("1", "4", "8", "12", "16") for z in ("none", "zip")]):
            data = written_by("convert", [convert, "ppm:-", *options, f"{coder}:-"], source)
            if data:
                yield f"{name}_{width}x{height}.{coder[:3]}", data


def netpbm_files(rng):
    for width, height in [(1, 1), (7, 5), (32, 9)]:
        for maximum in (1, 3, 15, 255, 65535):
            grey, colour = pnm(rng, 5, maximum, width, height), pnm(rng, 6, maximum, width, height)
            few = written_by("pnmquant", ["pnmquant", "-quiet", "12"], colour) or colour
            for name, command, source, ending in (
                    [(f"pnmtopng{o}_{s}", ["pnmtopng", "-quiet", *o.split()], d, "png")
                     for s, d in (("grey", grey), ("colour", colour), ("few", few)) for o in ("", "-interlace", "-force")] +
                    [(f"ppmtobmp{o}_{s}", ["ppmtobmp", "-quiet", *o.split()], d, "bmp")
                     for s, d in (("grey", grey), ("few", few), ("colour", colour))
                     for o in ("-windows", "-os2", "-bpp=24", "-bpp=8", "-bpp=4", "-bpp=1")] +
                    [(f"plain_{s}", ["pnmtoplainpnm", "-quiet"], d, "pnm") for s, d in (("grey", grey), ("colour", colour))]):
                data = written_by("netpbm", command, source)
                if data:
                    yield f"{name}_{maximum}_{width}x{height}.{ending}", data


# --- judges: each gives (width, height, RGBA bytes), or None when it refuses

def parse_pam(data):
    """P5, P6 or P7 of any maximum, scaled to 255 and rounded; RGB without alpha is opaque."""
    if data[:2] == b"P7":
        head, _, body = data.partition(b"ENDHDR\n")
        fields = dict(re.findall(rb"^(\w+) (\w+)$", head, re.M))
        width, height, depth, maximum = (int(fields[k]) for k in (b"WIDTH", b"HEIGHT", b"DEPTH", b"MAXVAL"))
    else:
        head = re.match(rb"P([456])\s+(\d+)\s+(\d+)\s+" + (b"" if data[1:2] == b"4" else rb"(\d+)\s"), data)
        width, height, maximum, body = int(head[2]), int(head[3]), int((head.groups() + (1,))[3] or 1), data[head.end():]
        depth = 3 if head[1] == b"6" else 1
        if head[1] == b"4":
            row = (width + 7) // 8
            body = bytes(1 - (body[y * row + x // 8] >> (7 - x % 8) & 1) for y in range(height) for x in range(width))
    count = width * height * depth
    samples = body[:count] if maximum < 256 else struct.unpack(f">{count}H", body[:2 * count])
    scaled = samples if maximum == 255 else bytes((510 * v + maximum) // (2 * maximum) for v in samples)
    if len(scaled) != count:
        return None
    rgba = bytearray(b"\xff" * (4 * width * height))
    for c in range(3):
        rgba[c::4] = scaled[(c if depth >= 3 else 0)::depth]
    if depth in (2, 4):
        rgba[3::4] = scaled[depth - 1::depth]
    return width, height, bytes(rgba)


def output_of(command):
    try:
        result = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return result.stdout if result.returncode == 0 else None


class ImageMagick:
    def __init__(self):
        self.program = next((name for name in ("magick", "convert") if shutil.which(name) and
                             (output_of([name, "-version"]) or b"").startswith(b"Version: ImageMagick")), None)
        self.version = self.program and "ImageMagick " + output_of([self.program, "-version"]).split()[2].decode()

    def read(self, path):
        data = output_of([self.program, f"{path}[0]", "-depth", "16", "pam:-"])
        return parse_pam(data) if data else None


class Netpbm:
    """Reads BMP without alpha."""
    def __init__(self):
        self.program = shutil.which("pngtopam") and shutil.which("bmptopnm")
        said = subprocess.run(["pngtopam", "--version"], capture_output=True, text=True, check=False).stderr if self.program else ""
        self.version = "netpbm " + (re.findall(r"Version: Netpbm ([\d.]+)", said) or ["?"])[0]

    def read(self, path):
        start = path.read_bytes()[:2]
        command = {b"BM": ["bmptopnm", "-quiet"], b"\x89P": ["pngtopam", "-quiet", "-alphapam"]}.get(start, ["pnmtopnm", "-quiet"])
        data = output_of([*command, str(path)])
        if not data or start[:1] != b"P" or data[:2] not in (b"P1", b"P2", b"P3"):
            return parse_pam(data) if data else None
        raw = subprocess.run(["pnmtopnm", "-quiet"], input=data, capture_output=True, check=False)    # plain stays plain
        return parse_pam(raw.stdout) if raw.returncode == 0 else None


class Pillow:
    def __init__(self):
        try:
            import PIL
            self.program, self.version = "PIL", f"Pillow {PIL.__version__}"
        except ImportError:
            self.program = None

    def read(self, path):
        from PIL import Image
        try:
            with Image.open(path) as image:
                if image.mode.startswith("I") or image.mode == "F":
                    return NOT_JUDGED    # 16-bit grey, which convert() cuts
                return (*image.size, image.convert("RGBA").tobytes())
        except Exception:    # pylint: disable=broad-except    # of any type, by its plugins
            return None


class BmpSuite:
    """The pictures beside the files of the BMP Suite, in its folder html."""
    version = "BMP Suite's own pictures"
    program = None
    exceptions = {"rgb32": "rgb24", "rgb16faketrns": "rgb16", "pal8nonsquare": "pal8nonsquare-e"}    # else the longest beginning

    def __init__(self, folders, judge):
        pictures = {path.stem: path for folder in folders for path in Path(folder).glob("html/*.png")}
        if "pal8rletrns" in pictures and judge.program:
            self.program, self.pictures, self.judge = "BMP Suite", pictures, judge

    def read(self, path):
        name = re.fullmatch(r"\d+_[gq]_(.*)", path.stem)
        if not name or re.search("prof|jpeg|png|huff|rle24|rgba64", name[1]):
            return NOT_JUDGED    # colour profiles, other formats in a BMP file
        known = [*self.pictures, *self.exceptions]
        best = max((one for one in known if name[1].startswith(one)), key=len, default=None)
        best = self.exceptions.get(best, best)
        return self.judge.read(self.pictures[best]) if best else NOT_JUDGED


def without_hidden_colours(picture):
    """Those of pixels whose alpha is 0."""
    if not picture:
        return picture
    rgba = bytearray(picture[2])
    for i in range(0, len(rgba), 4):
        if rgba[i + 3] == 0:
            rgba[i:i + 3] = b"\0\0\0"
    return (*picture[:2], bytes(rgba))


def read_by_us(reader, paths):
    """What the reader says of each picture; a crash ends the script."""
    result = subprocess.run([*EMULATOR, reader, *map(str, paths)], capture_output=True, check=False, timeout=20 * SECONDS)
    if result.returncode != 0:
        sys.exit(f"{reader}: exit status {result.returncode}: {result.stderr[-1000:].decode(errors='replace')}")
    at, data = 0, result.stdout
    for path in paths:
        line, _, _ = data[at:at + 2000].partition(b"\n")
        at += len(line) + 1
        if line.startswith(b"refused "):
            yield path, None, line[8:].decode(errors="replace")
        else:
            width, height = map(int, line.split())
            yield path, (width, height, data[at:at + 4 * width * height]), ""
            at += 4 * width * height


def compare(ours, theirs, with_alpha):
    if not ours or not theirs:
        return BOTH_REFUSE if not ours and not theirs else THEY_REFUSE if ours else WE_REFUSE
    if ours[:2] != theirs[:2]:
        return DIFFERENT
    apart = max((abs(a - b) for i, (a, b) in enumerate(zip(ours[2], theirs[2])) if with_alpha or i % 4 != 3), default=0)
    return (EQUAL, NEAR)[apart] if apart < 2 else DIFFERENT


def judged_by(judge, path, ours):
    theirs = judge.read(path)
    if theirs is NOT_JUDGED:
        return NOT_JUDGED
    if isinstance(judge, BmpSuite):
        ours, theirs = without_hidden_colours(ours), without_hidden_colours(theirs)
    no_alpha = isinstance(judge, Netpbm) and path.read_bytes()[:2] == b"BM"
    return compare(ours, theirs, not no_alpha)


# --- the campaign

def collect(folder, rng, arguments, convert):
    """Writes all pictures into the folder: (group, path)."""
    made = {"PNM": list(pnm_files(rng)), "PNG": list(png_files(rng)), "BMP": list(bmp_files(rng))}
    if convert:
        made["by ImageMagick"] = list(imagemagick_files(convert, rng))
    if shutil.which("pnmtopng"):
        made["by netpbm"] = list(netpbm_files(rng))
    for given in arguments.folder:
        made[Path(given).name] = [(str(path.relative_to(given)).replace("/", "_"), path.read_bytes())
                                  for path in sorted(Path(given).rglob("*"))
                                  if path.suffix in (".bmp", ".png", ".ppm", ".pgm", ".pbm", ".pnm")]
    good = [file for files in made.values() for file in files if len(file[1]) < 100000]
    made["damaged"] = list(damaged_files(rng, good, 200))
    for group, files in made.items():
        for number, (name, data) in enumerate(files):
            path = folder / f"{number}_{name.replace(' ', '_')}"
            path.write_bytes(data)
            yield group, path


def table(counts, groups, judges, reasons):
    lines = ["| files | | " + " | ".join(OUTCOMES) + " |", "|---|---|" + "---:|" * len(OUTCOMES)]
    for group in groups:
        for judge in judges:
            if not any(counts.get((group, judge.version, outcome)) for outcome in OUTCOMES):
                continue
            row = [counts.get((group, judge.version, outcome), 0) for outcome in OUTCOMES]
            lines.append(f"| {groups[group]} {group} | {judge.version} | " + " | ".join(map(str, row)) + " |")
    lines += ["", "| cases | reason |", "|---:|---|"]
    lines += [f"| {count} | {why} |" for why, count in sorted(reasons.items(), key=lambda item: -item[1]) if why]
    return "\n".join(lines)


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("reader")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    judges = [judge for judge in (ImageMagick(), Netpbm(), Pillow()) if judge.program]
    judges += [judge for judge in [BmpSuite(arguments.folder, ImageMagick())] if judge.program]
    if not judges:
        print("neither ImageMagick nor netpbm nor Pillow is installed")
        sys.exit(SKIP)
    rng = random.Random(arguments.seed)
    convert = next((judge.program for judge in judges if isinstance(judge, ImageMagick)), None)
    counts, groups, reasons = {}, {}, {}
    with tempfile.TemporaryDirectory() as name:
        folders = {}
        for group, path in collect_all(Path(name), rng, arguments, convert):
            folders.setdefault(group, []).append(path)
        for group, paths in folders.items():
            groups[group] = len(paths)
            for path, ours, why_not in read_by_us(arguments.reader, paths):
                for judge in judges:
                    outcome = judged_by(judge, path, ours)
                    key = (group, judge.version, outcome)
                    counts[key] = counts.get(key, 0) + 1
                    if outcome in (*FREE, NOT_JUDGED):
                        continue
                    case = f"{group}/{path.name} of {judge.version}: {outcome} {why_not}".replace(f"{path}: ", "")
                    why = next((why for pattern, why in REASONS if re.search(pattern, case)), None)
                    reasons[why] = reasons.get(why, 0) + 1
                    if arguments.verbose or not why:
                        print(f"{case}: {why or 'NO REASON'}", flush=True)
    text = table(counts, groups, judges, reasons)
    print(text)
    if arguments.markdown:
        write_made(arguments.markdown, "pictures.py", text)
    sys.exit(f"{reasons[None]} differences have no reason" if None in reasons else 0)


def collect_all(folder, rng, arguments, convert):
    """All pictures, or --count of them."""
    files = []
    for number, (group, path) in enumerate(collect(folder, rng, arguments, convert)):
        files.append((group, path.rename(folder / f"{number}_{path.name.partition('_')[2]}")))
    if arguments.count:
        files = sorted(rng.sample(files, min(arguments.count, len(files))), key=lambda file: int(file[1].name.partition("_")[0]))
    return files


if __name__ == "__main__":
    main()
