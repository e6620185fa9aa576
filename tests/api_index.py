#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which sample calls which OpenCL function: docs/api-index.md.

    api_index.py write CL_H     makes the index anew from the sources
    api_index.py check CL_H     fails when it is not what `write` would make, or when no sample calls a
                                function that the book names (tests/data/book_functions.txt)
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INDEX = ROOT / "docs" / "api-index.md"
CALL = re.compile(r"\b(cl[A-Z]\w+)\s*\(")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)

HEAD = """# Which sample calls which function

Every function of OpenCL 1.0 to 3.0, the version that brought it, the book's chapters (2 to 6) that name it, and the samples
whose source calls it. *common* is the helper library, which all samples share. Made by `tests/api_index.py` from the sources, and
checked by the tests.

| function | OpenCL | book | called by |
|---|---|---|---|
"""


def functions(header):
    """Name and version of every function of cl.h to OpenCL 3.0, sorted by name.

    The suffix of a declaration names the version that brought the function, or the last one that had it:
    CL_API_SUFFIX__VERSION_1_2, CL_API_SUFFIX__VERSION_1_1_DEPRECATED.
    """
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    found = re.findall(r"(cl[A-Z]\w+)\s*\([^;]*?\)\s*CL_API_SUFFIX__VERSION_(\d)_(\d)(_DEPRECATED)?",
                       text, re.S)
    return {name: f"until {major}.{minor}" if deprecated else f"{major}.{minor}"
            for name, major, minor, deprecated in sorted(found) if (major, minor) <= ("3", "0")}


def book_chapters():
    lines = (ROOT / "tests" / "data" / "book_functions.txt").read_text().splitlines()
    return {name: chapters for name, *chapters in
            (line.split() for line in lines if line and not line.startswith("#"))}


def sample_of(path):
    """The samples that a file belongs to: its own name's, or those that list it as a source."""
    if path.parent.name == "common":
        return "common"
    samples = re.findall(r"ocl_sample\((\w+)([^)]*)\)", (path.parent / "CMakeLists.txt").read_text())
    users = [name for name, words in samples
             if path.stem == name or re.search(rf"\b{re.escape(path.name)}\b", words)]
    return ", ".join(users) or None


def callers():
    found = {}
    for path in sorted([*ROOT.glob("ch*/*.c"), *ROOT.glob("common/*.c")]):
        sample = sample_of(path)
        if not sample:
            continue
        code = NOT_CODE.sub(" ", path.read_text())
        for name in set(CALL.findall(code)):
            found.setdefault(name, set()).update((path.parent.name, user)
                                                 for user in sample.split(", "))
    return found


def link(folder, sample):
    return "*common*" if folder == "common" else f"[`{sample}`](../{folder}/README.md#{sample})"


def index(header):
    chapters, called = book_chapters(), callers()
    rows = []
    for name, version in functions(header).items():
        users = sorted(called.get(name, ()), key=lambda user: (user[0] == "common", user))
        cells = " ".join(link(*user) for user in users) or "–"
        rows.append(f"| `{name}` | {version} | {', '.join(chapters.get(name, ['–']))} | {cells} |")
    return HEAD + "\n".join(rows) + "\n"


def missing():
    """Functions of the book that no sample calls."""
    called = callers()
    return [name for name in book_chapters()
            if not any(folder != "common" for folder, _ in called.get(name, ()))]


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("write", "check"):
        sys.exit(__doc__)
    text = index(Path(sys.argv[2]))
    if sys.argv[1] == "write":
        INDEX.write_text(text)
    elif not INDEX.exists() or INDEX.read_text() != text:
        sys.exit("docs/api-index.md is not what the sources say: tests/api_index.py write CL_H makes it")
    if missing():
        sys.exit(f"no sample calls {', '.join(missing())}")


if __name__ == "__main__":
    main()
