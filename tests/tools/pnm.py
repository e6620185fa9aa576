# SPDX-License-Identifier: MIT
"""Pictures that programs write for a test."""

import re


def read_pnm(data):
    """Width, height and the bytes R, G, B of each pixel, of a PPM or PGM file with 8 bits per sample."""
    head = re.match(rb"P([56])\s(\d+)\s(\d+)\s255\s", data)
    assert head, data[:20]
    width, height, samples = int(head[2]), int(head[3]), data[head.end():]
    if head[1] == b"5":
        samples = bytes(value for value in samples for _ in range(3))
    assert len(samples) == 3 * width * height, data[:20]
    return width, height, samples
