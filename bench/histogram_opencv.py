#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""histogram's private_runs beside OpenCV's calcHist.

    histogram_opencv.py BENCH_HISTOGRAM [WIDTHxHEIGHT] [ROUNDS]

Needs OpenCV: Debian's python3-opencv, or `pip install opencv-python-headless`.  Each round runs bench_histogram
with three rounds of its own, then calcHist three times on a picture of the same kind: once for each of the three
channels of an RGBA picture.  Prints medians over all rounds, and their ratios.
"""

import json
import statistics
import subprocess
import sys
import time

try:
    import cv2
    import numpy as np
except ImportError as missing:
    sys.exit(f"histogram_opencv.py: {missing}; it needs OpenCV: apt install python3-opencv, or pip install opencv-python-headless")

TIMES = 3


def picture(pattern, width, height):
    if pattern == "noise":
        return np.random.default_rng(1).integers(0, 256, (height, width, 4), np.uint8)
    return np.full((height, width, 4), (200, 100, 50, 255), np.uint8)


def count_opencv(image):
    return [cv2.calcHist([image], [channel], None, [256], [0, 256]) for channel in range(3)]


def check(image, counts):
    for channel in range(3):
        want = np.bincount(image[:, :, channel].ravel(), minlength=256)
        if not np.array_equal(counts[channel].ravel().astype(np.int64), want):
            sys.exit("calcHist is wrong")


def time_opencv(image):
    begin = time.perf_counter()
    count_opencv(image)
    return 1e3 * (time.perf_counter() - begin)


def time_ours(program, size):
    result = subprocess.run([program, "--json", "-n", size, "-V", "private_runs", "-r", str(TIMES)],
                            capture_output=True, check=True, text=True)
    rows = {row["name"]: row["median_ms"] for row in json.loads(result.stdout)["variants"]}
    return {pattern: rows[f"{pattern} private_runs"] for pattern in ("noise", "constant")}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    size = sys.argv[2] if len(sys.argv) > 2 else "3840x2160"
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    width, height = map(int, size.split("x"))
    images = {pattern: picture(pattern, width, height) for pattern in ("noise", "constant")}
    for image in images.values():
        check(image, count_opencv(image))
    ours, theirs = ({pattern: [] for pattern in images} for _ in range(2))
    for _ in range(rounds):
        for pattern, ms in time_ours(sys.argv[1], size).items():
            ours[pattern].append(ms)
        for pattern, image in images.items():
            theirs[pattern] += [time_opencv(image) for _ in range(TIMES)]
    print(f"OpenCV {cv2.__version__}, {size}, medians of {rounds} rounds")
    for pattern in images:
        us, them = statistics.median(ours[pattern]), statistics.median(theirs[pattern])
        print(f"{pattern:10} calcHist {them:8.3f} ms   private_runs {us:8.3f} ms   {them / us:6.2f} times as fast")


if __name__ == "__main__":
    main()
