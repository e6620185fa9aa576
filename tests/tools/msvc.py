#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the host sources in C as Visual Studio's clang does, and makes nothing.

    msvc.py [--third N] [FILE...]    these, or all that are built on Windows; --third 0, 1 or 2: every third of them

The target is x86_64-pc-windows-msvc, and the headers are those that Wine has of Windows and of Microsoft's C library: what
only POSIX or gcc has is an error, a long is 32 bits wide, and #include looks in the folders in which Visual Studio looks.
Nothing is linked or run.  Exit status 0: no warning; 1: at least one; 77: clang or libwine-dev is missing.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WINE = Path("/usr/include/wine/wine")
# Without EGL, Vulkan, MPI and layers; unit tests ask for POSIX.
NOT_ON_WINDOWS = ("ch10_gl_interop", "gl_texture_targets_refusals.c", "ch15_cluster", "mpi_matmul.c", "layers", "unit", "keep_libraries.c")
NOT_HERE = re.compile(r"#include [<\"](clFFT|cuda|nvjpeg|turbojpeg|vkFFT)")
# Microsoft's C library has them; Wine's headers lack them.
REST = """
#include <math.h>
double fma(double, double, double), erfc(double);
float fmaf(float, float, float);
long double fabsl(long double), fmaxl(long double, long double), frexpl(long double, int *), ldexpl(long double, int),
            powl(long double, long double), sqrtl(long double);
"""


def all_sources():
    for place in [ROOT / "common", *sorted(ROOT.glob("ch[0-9][0-9]_*")), ROOT / "bench", ROOT / "tests"]:
        for path in sorted(place.rglob("*.c")):
            if not set(path.parts) & set(NOT_ON_WINDOWS) and not path.stem.endswith("_posix") \
                    and not NOT_HERE.search(path.read_text()):
                yield path


def headers_of_others(folder):
    """Headers that must not come with the rest of /usr/include."""
    for name in ("CL", "jansson.h", "jansson_config.h"):
        for found in sorted([*Path("/usr/include").glob(name), *Path("/usr/include").glob(f"*/{name}")])[:1]:
            (folder / name).symlink_to(found)
    (folder / "rest.h").write_text(REST)
    text = (ROOT / "common/version.h.in").read_text()
    (folder / "version.h").write_text(re.sub("@[A-Z_a-z]+@", "0", text))


def compile_one(path, folder):
    """What the compiler says; nothing when it is content."""
    chapters = sorted(ROOT.glob("ch[0-9][0-9]_*"))
    place = ROOT / path.relative_to(ROOT).parts[0]
    lists = place / "CMakeLists.txt"
    libraries = lists.read_text().replace("view_parts", "ch10_gl_interop_shared") if lists.exists() else ""
    used = [one for one in chapters if f"{one.name}_shared" in libraries]    # LIBRARIES of a sample
    own = chapters if place.name in ("bench", "tests") else [place, *used]
    if "proof" in path.parts:    # it has the folders of its sample's chapter
        sample = path.stem.removesuffix("_refusals").removesuffix("_agree") if path.parent.name == "proof" else path.parent.name
        own = [one for one in chapters if (one / f"{sample}.c").exists() or one.name == sample]
    own = [*own, ROOT / "tests"]
    common = [ROOT / "common", *sorted((ROOT / "common").glob("*/"))]
    return subprocess.run(
        ["clang", "--target=x86_64-pc-windows-msvc", "-std=c11", "-fsyntax-only", "-nostdlibinc", "-Werror", "-Wall", "-Wextra",
         "-isystem", WINE / "msvcrt", "-isystem", WINE / "windows", "-isystem", folder, "-include", "rest.h",
         *(f"-I{one}" for one in [*common, *own]), "-D_UCRT", '-DOCL_SHARE="share"', "-D_CRT_SECURE_NO_WARNINGS", "-D_USE_MATH_DEFINES",
         path.relative_to(ROOT)],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False).stderr


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--third", type=int, choices=range(3))
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if not shutil.which("clang") or not (WINE / "msvcrt/stdio.h").is_file():
        print("clang or libwine-dev is missing")
        sys.exit(77)
    files = [path.resolve() for path in options.files] or list(all_sources())
    if options.third is not None:
        files = files[options.third::3]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        headers_of_others(Path(folder))
        said = [text for text in pool.map(lambda path: compile_one(path, Path(folder)), files) if text]
    print(*said, sep="\n", end="")
    print(f"{len(files)} files, {len(said)} with something to mend")
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    main()
