#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes JPEG files bit by bit, for what no encoder makes: damaged data, extreme values, false promises.

    jpeg_files.py FOLDER    writes the small ones of tests/data/jpeg to this folder
"""

import random
import sys
from pathlib import Path

ZIGZAG = sorted(range(64), key=lambda i: (i // 8 + i % 8, i // 8 if (i // 8 + i % 8) % 2 else i % 8))

# A Huffman table: for each code, in their order, its length in bits and its symbol.
DC_CODES = [(2, 0)] + [(3, size) for size in range(1, 6)] + [(size - 2, size) for size in range(6, 12)]
# Symbols of AC coefficients: zeros before the coefficient << 4 | its size; 0x00 ends the block, 0xf0 is 16 zeros.
AC_CODES = ([(2, 0x01), (2, 0x02), (3, 0x03), (4, 0x00)] + [(5, 0x04), (5, 0x11)] +
            [(8, symbol) for symbol in (0x05, 0x06, 0x12, 0x21, 0x31, 0x41, 0xf0)] +
            [(12, run << 4 | size) for run in range(1, 16) for size in range(1, 11) if (run, size) not in
             ((1, 1), (1, 2), (2, 1), (3, 1), (4, 1))])


def code_words(table):
    """symbol: (length, code).  Codes of a length count up; a longer one begins behind all shorter ones."""
    words, code, length = {}, 0, table[0][0]
    for bits, symbol in table:
        code <<= bits - length
        length = bits
        words[symbol] = (bits, code)
        code += 1
    assert code < 1 << length    # a code of ones only is not allowed
    return words


# Tables whose symbols all have an even number of bits, together with the bits of the coefficient behind them.
EVEN_CODES = ([(2, 0), (2, 2), (3, 1), (3, 3), (4, 4)], [(2, 0x00), (2, 0x02), (3, 0x01), (3, 0x11), (4, 0x12)])


class Bits:
    """Entropy-coded data."""

    def __init__(self, tables=(DC_CODES, AC_CODES)):
        self.dc, self.ac = map(code_words, tables)
        self.text = []

    def put(self, length, value):
        if length:
            self.text.append(format(value, f"0{length}b"))

    def put_value(self, words, run, value):
        size = abs(value).bit_length()
        self.put(*words[run << 4 | size])
        self.put(size, value if value > 0 else value + (1 << size) - 1)

    def put_block(self, coefficients, difference):
        """The coefficients in natural order; of the first one, what it differs from the block before."""
        self.put_value(self.dc, 0, difference)
        run = 0
        for place in ZIGZAG[1:]:
            if coefficients[place] == 0:
                run += 1
                continue
            while run > 15:
                self.put(*self.ac[0xf0])
                run -= 16
            self.put_value(self.ac, run, coefficients[place])
            run = 0
        if run:
            self.put(*self.ac[0x00])

    def bytes(self, without=0):
        """With the last byte filled up with ones, and less the last `without` bytes."""
        text = "".join(self.text)
        text += "1" * (-len(text) % 8)
        data = bytes(int(text[at:at + 8], 2) for at in range(0, len(text), 8))
        return data[:len(data) - without].replace(b"\xff", b"\xff\x00")


def segment(code, payload):
    return bytes([0xff, code]) + (len(payload) + 2).to_bytes(2, "big") + payload


def huffman(kind, table):
    counts = [sum(1 for length, _ in table if length == bits) for bits in range(1, 17)]
    return segment(0xc4, bytes([kind << 4, *counts, *(symbol for _, symbol in table)]))


def join(intervals):
    """The data of a scan: its restart intervals with markers between them."""
    return b"".join((bytes([0xff, 0xd0 + (i - 1) % 8]) if i else b"") + data for i, data in enumerate(intervals))


def jpeg(size, data, sampling=((1, 1),), steps=None, restart=0, tables=(DC_CODES, AC_CODES)):
    """A file of this size, with these sampling factors of its components, which share their tables, and data."""
    frame = b"\x08" + size[1].to_bytes(2, "big") + size[0].to_bytes(2, "big") + bytes([len(sampling)])
    for i, (h, v) in enumerate(sampling):
        frame += bytes([i + 1, h << 4 | v, 0])
    scan = bytes([len(sampling)]) + b"".join(bytes([i + 1, 0]) for i in range(len(sampling))) + bytes([0, 63, 0])
    quantisation = b"\x10" + b"".join(step.to_bytes(2, "big") for step in steps or [1] * 64)
    return (b"\xff\xd8" + segment(0xdb, quantisation) + segment(0xc1, frame) + huffman(0, tables[0]) +
            huffman(1, tables[1]) + (segment(0xdd, restart.to_bytes(2, "big")) if restart else b"") +
            segment(0xda, scan) + data + b"\xff\xd9")


# --- small files

def extreme():
    """Coefficients as large as they can be, with signs that add up in a corner, in the middle, or at random."""
    chance, bits, before = random.Random(1), Bits(), 0
    signs = [lambda u, v: 1, lambda u, v: -1, lambda u, v: (-1) ** (u + v), lambda u, v: (-1) ** u,
             lambda u, v: (-1) ** ((u + 1) // 2 + (v + 1) // 2)] + [lambda u, v: chance.choice((-1, 1))] * 11
    for sign in signs:
        block = [sign(i % 8, i // 8) for i in range(64)]
        bits.put_block(block, block[0] - before)
        before = block[0]
    return jpeg((32, 32), bits.bytes(), steps=[2048] * 64)


def some_blocks(bits, count, seed):
    """Blocks of a few small coefficients."""
    chance = random.Random(seed)
    for _ in range(count):
        block = [0] * 64
        for place in chance.sample(range(1, 64), chance.randrange(1, 12)):
            block[place] = chance.choice((-3, -2, -1, 1, 2, 3))
        bits.put_block(block, chance.randrange(-40, 41))


def cut_in_last_block():
    """Only the last block is not whole."""
    bits = Bits()
    some_blocks(bits, 8 * 6, seed=2)
    return jpeg((64, 48), bits.bytes(without=2), steps=[16] * 64)


def whole_blocks():
    """The last blocks are missing, and the others fill their bytes: no bit is left."""
    bits, seed = Bits(), 90
    while seed < 110 or len("".join(bits.text)) % 8:
        some_blocks(bits, 1, seed)
        seed += 1
    return jpeg((64, 48), bits.bytes(), steps=[16] * 64)


def long_codes():
    """A block begins with a DC coefficient of 20 bits, and ends with an AC coefficient of 22, without an end of block."""
    chance, bits, before = random.Random(70), Bits(), 0
    for number in range(8 * 6):
        block = [0] * 64
        block[0] = (-1) ** number * chance.randrange(600, 1000)
        for place in chance.sample(ZIGZAG[1:62], 8):
            block[place] = chance.choice((-3, -2, -1, 1, 2, 3))
        block[63] = chance.choice((-1, 1)) * chance.randrange(512, 1024)
        bits.put_block(block, block[0] - before)
        before = block[0]
    return jpeg((64, 48), bits.bytes())


def no_code():
    """At some places the next 16 bits are ones, which begin no code.  There is more data than the picture needs."""
    bits = Bits()
    for part in range(12):
        some_blocks(bits, 4, seed=3 + part)
        if part % 2:
            bits.put(*code_words(DC_CODES)[0])    # so that a coefficient of AC comes next
        bits.put(16, 0xffff)
    some_blocks(bits, 40, seed=20)
    return jpeg((64, 48), bits.bytes(), steps=[16] * 64)


def promises_more():
    """1.5 KB of data for a frame of 20000 x 20000 pixels."""
    bits = Bits()
    some_blocks(bits, 150, seed=40)
    return jpeg((20000, 20000), bits.bytes(), sampling=((2, 2), (1, 1), (1, 1)), steps=[16] * 64)


def out_of_step(rows, intervals=1):
    """Rows of 8 MCUs of 16 x 8 pixels, with 4 blocks each; so many restart intervals.  All components have the same tables:
    a decoder that begins at another block of an MCU than the right one never notices."""
    mcus, scan = rows * 8 // intervals, []
    for i in range(intervals):
        bits = Bits()
        some_blocks(bits, mcus * 4, seed=5 + i)
        scan.append(bits.bytes())
    return jpeg((128, 8 * rows), join(scan), sampling=((2, 1), (1, 1), (1, 1)), steps=[8] * 64,
                restart=mcus if intervals > 1 else 0)


def even_bits():
    """64 x 48 pixels in two restart intervals.  A decoder that begins at an odd bit never meets the right codes."""
    chance, scan = random.Random(60), []
    for _ in range(2):
        bits = Bits(EVEN_CODES)
        for _ in range(24):
            block = [0] * 64
            for place in ZIGZAG[1:chance.randrange(2, 12)]:
                block[place] = chance.choice((-3, -2, -1, 1, 2, 3))
            bits.put_block(block, chance.randrange(-15, 16))
        scan.append(bits.bytes())
    return jpeg((64, 48), join(scan), steps=[8] * 64, restart=24, tables=EVEN_CODES)


SMALL = {"damaged_extreme": extreme, "damaged_last": cut_in_last_block, "damaged_end": whole_blocks, "damaged_code": no_code,
         "refused_promise": promises_more, "out_of_step": lambda: out_of_step(6, 2),
         "even_bits": even_bits, "long_codes": long_codes}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, make in SMALL.items():
        (Path(sys.argv[1]) / f"{name}.jpg").write_bytes(make())
