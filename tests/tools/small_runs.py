# SPDX-License-Identifier: MIT
"""The small run of each sample, as CMake writes it to BUILD/small.txt."""

import shlex
from dataclasses import dataclass


@dataclass
class SmallRun:
    chapter: str       # its folder
    sample: str
    arguments: list    # of the small run
    sizes: list        # further values of --size


def read_small_runs(build):
    """In the order of the chapters; the template, which is no sample, too."""
    for line in (build / "small.txt").read_text().splitlines():
        chapter, sample, arguments, sizes = line.split(":")
        yield SmallRun(chapter, sample, shlex.split(arguments), sizes.split())
