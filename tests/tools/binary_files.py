#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that saxpy_binary takes what binary_files wrote, and nothing else.

    binary_files.py BINARY_FILES SAXPY_BINARY

Every refusal is exit status 2 and one line that names the file and the reason.
"""

import os
import sys
import tempfile
from pathlib import Path

from runner import Broken, expect, fnv1a, run, skip_if_asked

KIND, HEADER = b"OCLSBIN2", 32    # of an envelope, see ch05_binaries/shared/binary_file.h
RUN = ["--size", "37", "--repeat", "1", "--variant", "saxpy"]


def pack(label, content, kind=KIND):
    """An envelope, as envelope_pack makes it."""
    return kind + b"".join(number.to_bytes(8, "little")
                           for number in (len(label), len(content), fnv1a(label + content))) + label + content


def damaged_files(sound):
    """What is wrong, the bytes, and a word of the reason."""
    label_bytes = int.from_bytes(sound[8:16], "little")
    label, content = sound[HEADER:HEADER + label_bytes], sound[HEADER + label_bytes:]
    for length in (0, 1, 7):
        yield f"cut to {length} bytes", sound[:length], "does not begin with"
    for length in (8, HEADER - 1, HEADER, HEADER + 5, len(sound) // 2, len(sound) - 1):
        yield f"cut to {length} bytes", sound[:length], "cut off"
    for at in (0, 7, 8, 15, 16, 23, 24, 31, HEADER, len(sound) // 2, len(sound) - 1):
        changed = bytearray(sound)
        changed[at] ^= 0x10
        yield f"byte {at} changed", bytes(changed), ""
    yield "prolonged", sound + b"\0", "more than its header says"
    yield "the bare binary", content, "does not begin with"
    yield "a kernel file", b"kernel void saxpy_scalar() {}\n", "does not begin with"
    yield "an entry of the cache", pack(label, content, b"OCLSMPL1"), "does not begin with"
    yield "of an older driver", pack(label + b".1", content), "made for"
    yield "of a device with control characters", pack(b"a\n\x1b[2J", content), "made for a??[2J,"
    yield "of nothing", pack(label, b""), "holds no binary"
    yield "of garbage", pack(label, bytes(range(256)) * 8), "the driver does not take"
    yield "without a label", pack(b"", content), "made for"


def refused(program, path, what, reason):
    result = run(program, [*RUN, "--input", str(path)])
    expect(result.returncode == 2 and not result.stdout, f"{what}: not refused", result)
    lines = result.stderr.splitlines()
    expect(len(lines) == 1 and lines[0].startswith(f"saxpy_binary: {path}: ") and reason in lines[0],
           f"{what}: refused with another message", result)
    print(f"{what}: {lines[0].removeprefix(f'saxpy_binary: {path}: ')}")


def loads_or_compiles(create, stem, first):
    """The next start loads the files; other options, or a damaged file, make it compile again."""
    expect("compiled in ms" in first.stdout, "the first start did not compile", first)
    file = sorted(stem.parent.glob("*.clbin"))[0]
    for what, options, damaged, word in [("again", [], False, "loaded in ms"),
                                         ("other options", ["-b", "-DRUN=2048"], False, "other options"),
                                         ("again with them", ["-b", "-DRUN=2048"], False, "loaded in ms"),
                                         ("the first options", [], False, "other options"),
                                         ("a damaged file", [], True, "damaged"),
                                         ("mended", [], False, "loaded in ms")]:
        if damaged:
            content = bytearray(file.read_bytes())
            content[-1] ^= 0x10
            file.write_bytes(content)
        result = run(create, [*RUN[:2], *options, "--output", str(stem)])
        expect(result.returncode == 0 and word in result.stdout, f"{what}: not '{word}'", result)
        print(f"{what}: {word}")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    create, saxpy = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        nothing = run(create, RUN[:2])
        skip_if_asked(nothing)
        expect(nothing.returncode == 0 and "not written" in nothing.stdout, "no plain run", nothing)
        made = run(create, [*RUN[:2], "--output", str(folder / "saxpy.clbin")])
        expect(made.returncode == 0, "binary_files fails", made)
        files = sorted(folder.iterdir())
        expect(files and all(file.name.startswith("saxpy.") and file.suffix == ".clbin" and
                             file.name.split(".")[1].isdigit() for file in files),
               f"the files are {[file.name for file in files]}", made)
        loads_or_compiles(create, folder / "saxpy.clbin", made)
        for file in files:
            taken = run(saxpy, [*RUN, "--input", str(file), "--device", file.name.split(".")[1]])
            expect(taken.returncode == 0 and file.name in taken.stdout, f"{file.name}: not taken",
                   taken)

        number = files[0].name.split(".")[1]
        os.environ["OCL_DEVICE"] = number
        sound, bad = files[0].read_bytes(), folder / "bad.clbin"
        for what, content, reason in damaged_files(sound):
            bad.write_bytes(content)
            refused(saxpy, bad, what, reason)
        bad.unlink()
        refused(saxpy, folder, "a folder", "")
        refused(saxpy, bad, "no file", "")

        for file in files[1:]:
            if file.read_bytes()[HEADER:HEADER + 128] != sound[HEADER:HEADER + 128]:
                refused(saxpy, file, "of another device", "made for")

        files[0].write_bytes(b"mine")
        kept = run(create, [*RUN[:2], "--output", str(folder / "saxpy.clbin")])
        expect(kept.returncode == 2 and "of another kind" in kept.stderr and files[0].read_bytes() == b"mine",
               "a file of another kind is replaced", kept)

        other = folder / "other.cl"
        other.write_text("kernel void other(global float *x) { x[0] = 1.0f; }\n")
        made = run(create, [*RUN[:2], "--kernel", str(other), "--output", str(folder / "other")])
        expect(made.returncode == 0, "binary_files fails with a kernel file", made)
        refused(saxpy, folder / f"other.{number}.clbin", "without saxpy", "without a kernel")

        broken = folder / "broken.cl"
        broken.write_text("kernel void broken(global float *x) { x[0] = undeclared; }\n")
        for program in (create, saxpy):
            failed = run(program, [*RUN[:2], "--kernel", str(broken)])
            expect(failed.returncode == 3 and f": {broken}: clBuildProgram: CL_" in failed.stderr,
                   "a failed build is not named", failed)

        full = run(create, [*RUN[:2], "--output", str(folder / "none" / "saxpy")])
        expect(full.returncode == 2 and full.stderr.count("\n") == 1, "written nowhere", full)


if __name__ == "__main__":
    try:
        main()
    except Broken as broken:
        sys.exit(f"binary_files: {broken}")
