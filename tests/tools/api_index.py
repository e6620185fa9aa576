#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which sample calls which OpenCL function and which built-in function of OpenCL C: docs/api-index.md.

    api_index.py [write] [CL_H]    makes the index anew from the sources; CL_H is CL/cl.h, of /usr/include unless given
    api_index.py check CL_H        fails when it is not what `write` would make, when no sample calls a function that the
                                   book names (tests/data/book_functions.txt), or when no kernel calls a built-in function
                                   for which tests/data/opencl_c_absent.txt gives no reason
"""

import re
import sys
from pathlib import Path
from textwrap import fill

import opencl_c

ROOT = Path(__file__).resolve().parents[2]
INDEX = ROOT / "docs" / "api-index.md"
ABSENT = ROOT / "tests" / "data" / "opencl_c_absent.txt"
MANY = 24    # samples: only their number is shown
CALL = re.compile(r"\b(cl[A-Z]\w+)\s*\(")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)

HEAD = """# Which sample calls which function

Every function of OpenCL 1.0 to 3.0, the version that brought it, the book's chapters (2 to 6) that name it, and the samples
whose source calls it. The list is that of Debian 12's `cl.h`; OpenCL 3.1 adds one function,
`clGetKernelSuggestedLocalWorkSize` (`suggested_group_size`). *common* is the helper library, which all samples share. Made by `tests/tools/api_index.py` from the sources, and
checked by the tests.  [Below](#built-in-functions-of-opencl-c): the built-in functions of OpenCL C, which kernels call.

| function | OpenCL | book | called by |
|---|---|---|---|
"""

BUILT_INS_HEAD = """
## Built-in functions of OpenCL C

The tables of the specification (OpenCL C 3.1, section 6.15), the version or the extension that brought each function, and
the samples whose kernels call it.  N stands for a number of components, T for a type, R for a way to round (`_rte`, `_rtz`, `_rtp`,
`_rtn`).  What no sample calls yet is [at the end](#used-by-no-sample-yet).
"""

UNUSED_HEAD = """
### Used by no sample yet

Every function of OpenCL C 1.2 that is in this table has a reason (`tests/data/opencl_c_absent.txt`); without one the test
`suite.api_index` fails.

| functions | why |
|---|---|
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


def users_of_shared(chapter):
    """The samples that include a file of shared/, themselves or by another file: {stem: names}."""
    users, includes = {}, {}
    for path in chapter.rglob("*.[ch]"):
        names = re.findall(r'#include "(?:\.\./)?([^"]+)"', path.read_text())
        here = path.parent.relative_to(chapter)
        includes.setdefault((here / path.stem).as_posix(), set()).update(
            Path(name if "/" in name else here / name).with_suffix("").as_posix() for name in names)
    for sample in (path.stem for path in chapter.glob("*.c")):
        seen, todo = set(), [sample]
        while todo:
            module = todo.pop()
            if module not in seen:
                seen.add(module)
                todo.extend(includes.get(module, ()))
        for module in seen:
            if module.startswith("shared/"):
                users.setdefault(Path(module).name, set()).add(sample)
    return users


def callers():
    """The places (chapter or common, sample) that call each function."""
    found = {}

    def calls(path, places):
        for name in set(CALL.findall(NOT_CODE.sub(" ", path.read_text()))):
            found.setdefault(name, set()).update(places)

    for path in sorted(ROOT.glob("common/**/*.c")):
        calls(path, {("common", "common")})
    for chapter in sorted(ROOT.glob("ch[0-9][0-9]_*")):
        shared = users_of_shared(chapter)
        samples = {path.stem for path in chapter.glob("*.c")}
        for path in sorted(chapter.rglob("*.c")):
            folder = path.relative_to(chapter).parts[0]
            if folder == "shared":
                calls(path, {(chapter.name, sample) for sample in shared.get(path.stem, ())})
            elif path.stem in samples and path.parent == chapter:
                calls(path, {(chapter.name, path.stem)})
            elif folder in samples:
                calls(path, {(chapter.name, folder)})
    return found


def link(folder, sample):
    return "*common*" if folder == "common" else f"[`{sample}`](../{folder}/{sample}.md)"


def index(header):
    chapters, called = book_chapters(), callers()
    rows = []
    for name, version in functions(header).items():
        users = sorted(called.get(name, ()), key=lambda user: (user[0] == "common", user))
        cells = " ".join(link(*user) for user in users) or "–"
        rows.append(f"| `{name}` | {version} | {', '.join(chapters.get(name, ['–']))} | {cells} |")
    return HEAD + "\n".join(rows) + "\n"


# --- built-in functions of OpenCL C

def many(places):
    if len(places) > MANY:
        return f"{len(places)} samples"
    return " ".join(link(*place) for place in places)


def reasons():
    """Why no sample uses a function, or the functions of a version or an extension: [(names, reason)]."""
    lines = [line for line in ABSENT.read_text().splitlines() if line and not line.startswith("#")]
    return [(names.split(), reason.strip()) for names, _, reason in (line.partition(": ") for line in lines)]


def unused(used):
    """The functions that no kernel calls, by the reason: {reason: [name]}.  The reason None: there is no reason."""
    functions = {name: version for group in opencl_c.groups().values() for name, version in group.items()}
    found = {}
    for name, version in functions.items():
        if name not in used:
            reason = next((reason for names, reason in reasons() if name in names or version in names), None)
            found.setdefault(reason, []).append(name)
    return found


def built_ins(used):
    parts = [BUILT_INS_HEAD]
    for group, functions in opencl_c.groups().items():
        alike = {}    # functions of one version that the same samples use
        for name, version in functions.items():
            if name in used:
                alike.setdefault((version, many(used[name])), []).append(f"`{name}`")
        rows = [f"| {' '.join(names)} | {version} | {places} |" for (version, places), names in alike.items()]
        if rows:
            parts.append(f"\n### {group[0].upper()}{group[1:]}\n\n| function | since | called by |\n|---|---|---|\n")
            parts.append("\n".join(rows) + "\n")
    rows = [f"| {' '.join(f'`{name}`' for name in names)} | {reason} |" for reason, names in unused(used).items()]
    return "".join(parts) + UNUSED_HEAD + "\n".join(rows) + "\n"


# --- what is checked

def missing():
    """Functions of the book that no sample calls."""
    called = callers()
    return [name for name in book_chapters()
            if not any(folder != "common" for folder, _ in called.get(name, ()))]


def main():
    command, header = (*sys.argv[1:], *("write", "/usr/include/CL/cl.h")[len(sys.argv) - 1:])[:2]
    if len(sys.argv) > 3 or command not in ("write", "check"):
        sys.exit(__doc__)
    used = opencl_c.users()
    text = index(Path(header)) + built_ins(used)
    if command == "write":
        INDEX.write_text(text)
    elif not INDEX.exists() or INDEX.read_text() != text:
        sys.exit("docs/api-index.md is not what the sources say: tests/tools/api_index.py makes it")
    if missing():
        sys.exit(f"no sample calls {', '.join(missing())}")
    if None in unused(used):
        sys.exit(fill(f"no kernel calls {', '.join(unused(used)[None])}: use them, or give a reason in {ABSENT.name}", 119))


if __name__ == "__main__":
    main()
