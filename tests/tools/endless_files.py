#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives programs a file without an end: zeros, or the begin of a good file and then zeros.

    endless_files.py PROGRAMS    the folder of the built programs

Each must refuse it with exit status 2, and may not read more of it than such a file can have.

Exit status 0: all do; 1: some do not.
"""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

USAGE = 2
MIB = 1 << 20
# The program and its options; what the file begins with; how much of it may be read.
CASES = [("convolution_ladder -n 8x8 -f", b"", MIB), ("convolution_ladder -n 8x8 -f", b"1 2\n3 4\n", MIB),
         ("convolution_ladder -n 8x8 -f", b"1 2\n" * 4 * MIB, 3 * MIB),
         ("convolution_fft -n 8x8 -f", b"", MIB), ("jpeg_decode -i", b"", MIB), ("jpeg_entropy -i", b"", MIB),
         ("mean_filter -i", b"", MIB), ("histogram -i", b"", MIB), ("knn_ladder -i", b"", MIB),
         ("regression_accuracy -i", b"", MIB), ("regression_accuracy -i", b"1,2\n", MIB),
         ("spirv_module -i", b"", MIB), ("saxpy -k", b"", MIB), ("saxpy -k", b"kernel" * 20 * MIB, 40 * MIB),
         ("compile_link_library -k", b"", MIB)]


class Endless:
    """A named pipe that gives `begin` and then zeros to whoever reads it, and counts what is read."""

    def __init__(self, path, begin, most):
        self.path, self.begin, self.most = path, begin, most
        self.given = 0
        os.mkfifo(path)
        self.end = threading.Event()
        self.thread = threading.Thread(target=self.give, daemon=True)
        self.thread.start()

    def give(self):
        while not self.end.is_set():
            pipe = os.open(self.path, os.O_WRONLY)    # waits for a reader
            given = 0
            try:
                while given <= 2 * self.most:
                    piece = self.begin[given:given + 65536] or bytes(65536)
                    given += os.write(pipe, piece)
            except BrokenPipeError:
                pass
            os.close(pipe)
            self.given = max(self.given, given)

    def stop(self):
        self.end.set()
        os.close(os.open(self.path, os.O_RDONLY | os.O_NONBLOCK))
        self.thread.join(10)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    programs, wrong = Path(sys.argv[1]), 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (command, begin, most) in enumerate(CASES):
            name, *options = command.split()
            if not (programs / name).exists():
                print(f"{name} is not built")
                continue
            endless = Endless(Path(folder) / f"endless{number}", begin, most)
            done = subprocess.run([programs / name, *options, endless.path], capture_output=True, text=True,
                                  errors="replace", timeout=100, check=False)
            endless.stop()
            fine = done.returncode == USAGE and endless.given <= most and len(done.stderr.splitlines()) == 1
            wrong += not fine
            print(f"{'' if fine else 'WRONG '}{command}: exit status {done.returncode}, {endless.given} bytes read "
                  f"({most} allowed): {done.stderr.strip()}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
