#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which sample calls which OpenCL function and which built-in function of OpenCL C: docs/api-index.md.

    api_index.py [write]                makes the index anew from the sources, and drops reasons that are out of date
    api_index.py check CL_H             fails when it is not what `write` would make; when no sample calls a function
                                        that the book names (tests/data/book_functions.txt); when a function that
                                        nothing calls has no reason, or a reason has no such function; when the
                                        installed CL/cl.h has a function that the list below lacks

The functions of the host are those of tests/data/opencl_functions.txt; the reasons are in opencl_functions_absent.txt.
The built-in functions are those of opencl_c_functions.txt, with the reasons in opencl_c_absent.txt.
"""

import re
import sys
from functools import cache
from pathlib import Path

import opencl_c
from tree import DATA, PROOF, ROOT, calls_of, chapters, included, lessons, place_of, sources, text_of

INDEX = ROOT / "docs" / "api-index.md"
FUNCTIONS = DATA / "opencl_functions.txt"
FUNCTIONS_ABSENT = DATA / "opencl_functions_absent.txt"
ABSENT = DATA / "opencl_c_absent.txt"
MANY = 24    # samples: only their number is shown
FEW = 4         # samples that are about a call
FOLDED = 300    # characters of a cell: the rest of its samples is folded
# Functions of extensions have no symbol: a sample asks for their address, and calls it under any name; or it has a
# variable of the function's type.
ADDRESS = re.compile(r'\b(?:ocl_extension_function|clGetExtensionFunctionAddressForPlatform)\s*\([^;"]*"(cl[A-Z]\w+)"')
DEFINED = re.compile(r"\b(cl[A-Z]\w+)\([^;{}]*\)\n\{")    # by a layer
POINTER = re.compile(r"\b(cl[A-Z]\w+)_fn\s+\w+\s*[;=,]")

HEAD = """# Which sample calls which function

Every function of OpenCL 1.0 to 3.1, the version that brought it, the chapters of the book that name it, and the samples
whose source calls it. **Bold** are samples that are about the call (their head names it under "Uses"); long lists are folded. The list is that of Khronos' headers. *common* is the helper library, which all samples share. Made by
`tests/tools/api_index.py` from the sources, and checked by the tests. Below are the
[functions of extensions](#functions-of-extensions), [what no sample calls](#functions-that-no-sample-calls), with the reasons,
and the [built-in functions of OpenCL C](#built-in-functions-of-opencl-c), which kernels call.

| function | OpenCL | book | called by |
|---|---|---|---|
"""

EXTENSIONS_HEAD = """
## Functions of extensions

These samples ask the driver for the address of the function.

| function | extension | book | called by |
|---|---|---|---|
"""

ABSENT_HEAD = """
## Functions that no sample calls

All functions of OpenCL 1.0 to 3.1 and of Khronos' own extensions (`cl_khr_`) that no sample calls. Each has a reason
(`tests/data/opencl_functions_absent.txt`); without one the test `suite.api_index` fails.

| functions | why |
|---|---|
"""

BUILT_INS_HEAD = """
## Built-in functions of OpenCL C

The tables of the specification (OpenCL C 3.1, section 6.15), the version or the extension that brought each function, and
the samples whose kernels call it.  N stands for a number of components, T for a type, R for a way to round (`_rte`, `_rtz`, `_rtp`,
`_rtn`).  What no sample calls yet is [at the end](#used-by-no-sample-yet).
"""

UNUSED_HEAD = """
### Used by no sample yet

Each has a reason (`tests/data/opencl_c_absent.txt`); without one the test `suite.api_index` fails.

| functions | why |
|---|---|
"""


def core_functions(header):
    """Name and version of every function of cl.h, sorted by name.

    The suffix of a declaration names the version that brought the function, or the last one that had it:
    CL_API_SUFFIX__VERSION_1_2, CL_API_SUFFIX__VERSION_1_1_DEPRECATED.
    """
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    found = re.findall(r"(cl[A-Z]\w+)\s*\([^;]*?\)\s*CL_API_SUFFIX__VERSION_(\d)_(\d)(_DEPRECATED)?",
                       text, re.S)
    return {name: f"until {major}.{minor}" if deprecated else f"{major}.{minor}"
            for name, major, minor, deprecated in sorted(found)}


def functions():
    """What brought each function, a version or an extension: {name: "1.0", "until 1.1" or "cl_khr_..."}."""
    lines = [line for line in FUNCTIONS.read_text().splitlines() if not line.startswith("#")]
    return {name: brought_by for brought_by, _, name in (line.partition(": ") for line in lines)}


def book_chapters():
    lines = (DATA / "book_functions.txt").read_text().splitlines()
    return {name: chapters for name, *chapters in
            (line.split() for line in lines if line and not line.startswith("#"))}


def files_of(lesson):
    """The files of its chapter that a lesson consists of: its folder, that of its proof, and what these include, with the .c of
    each .h."""
    files = [lesson, *sources(lesson.with_suffix(""), "c", "h"), *sources(PROOF / lesson.stem, "c", "h")]
    for path in files:
        for other in included(path):
            files += [one for one in (other, other.with_suffix(".c"))
                      if (place_of(other) == lesson.parent or PROOF in other.parents) and one.exists() and one not in files]
    return files


def callers():
    """The places (chapter or common, sample) that call each function."""
    found = {}

    def calls(path, place):
        text = text_of(path)
        for name in {*calls_of(path), *ADDRESS.findall(text), *POINTER.findall(text)} - set(DEFINED.findall(text)):
            found.setdefault(name, set()).add(place)

    for path in sources(ROOT / "common", "c"):
        calls(path, ("common", "common"))
    for chapter in chapters():
        for lesson in lessons(chapter) if chapter.name != "template" else ():
            for path in files_of(lesson) if lesson.suffix == ".c" else ():
                if path.suffix == ".c":
                    calls(path, (chapter.name, lesson.stem))
    return found


def link(folder, sample):
    return "*common*" if folder == "common" else f"[`{sample}`](../{folder}/{sample}.md)"


@cache
def uses(folder, sample):
    """The words of the line "Uses" of a sample's head."""
    path = ROOT / folder / f"{sample}.c"
    found = re.search(r"^// Uses +((?:.*\n//  +)*.*)", path.read_text(), re.M) if path.exists() else None
    return set(re.findall(r"\w+", found[1])) if found else set()


def cell(name, users):
    """The samples that call a function, those that are about it first.  More than a screen's line is folded."""
    about = [user for user in users if name in uses(*user)]
    if len(about) > FEW:    # everybody's calls: saxpy writes every step out
        about = [user for user in users if user[1] == "saxpy"] or about[:FEW]
    first = " ".join(f"**{link(*user)}**" for user in about)
    others = [link(*user) for user in users if user not in about]
    rest = " ".join(others)
    if len(others) > 1 and len(first) + len(rest) > FOLDED:
        rest = f"<details><summary>{len(others)} {'more' if about else 'samples'}</summary>{rest}</details>"
    return " ".join(filter(None, [first, rest])) or "–"


def index(called):
    chapters, core, extensions = book_chapters(), [], []
    for name, brought_by in functions().items():
        users = sorted(called.get(name, ()), key=lambda user: (user[0] == "common", user))
        cells = cell(name, users)
        book = ", ".join(chapters.get(name, ["–"]))
        if not brought_by.startswith("cl_"):
            core.append(f"| `{name}` | {brought_by} | {book} | {cells} |\n")
        elif users:
            extensions.append(f"| `{name}` | `{brought_by}` | {book} | {cells} |\n")
    why = why_rows(uncalled(called), FUNCTIONS_ABSENT)
    return "".join([HEAD, *core, EXTENSIONS_HEAD, *extensions, ABSENT_HEAD, *why])


def uncalled(called):
    """The functions that no sample calls, {name: what brought it}.  Of extensions only Khronos' own count."""
    return {name: brought_by for name, brought_by in functions().items()
            if name not in called and (brought_by.startswith("cl_khr_") or not brought_by.startswith("cl_"))}


# --- reasons

def reasons(path):
    """Why something is not used, or all that a version or an extension brought: [(words, reason)]."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [(words.split(), reason.strip()) for words, _, reason in (line.partition(": ") for line in lines)]


def by_reason(unused, path):
    """{reason: [name]} of {name: what brought it}.  The reason None: there is no reason."""
    found = {}
    for name, brought_by in unused.items():
        reason = next((reason for words, reason in reasons(path) if name in words or brought_by in words), None)
        found.setdefault(reason, []).append(name)
    return found


def why_rows(unused, path):
    return [f"| {' '.join(f'`{name}`' for name in names)} | {reason} |\n"
            for reason, names in by_reason(unused, path).items()]


def stale(unused, path):
    """Words of the file that stand for nothing that is unused."""
    meant = {*unused.keys(), *unused.values()}
    return [word for words, _ in reasons(path) for word in words if word not in meant]


def drop(words, path):
    """Takes these words out of the file, and lines without any."""
    kept = []
    for line in path.read_text().splitlines():
        names, colon, reason = line.partition(": ")
        if line.startswith("#") or not colon:
            kept.append(line)
        elif left := [name for name in names.split() if name not in words]:
            kept.append(" ".join(left) + ": " + reason)
    path.write_text("\n".join(kept) + "\n")


# --- built-in functions of OpenCL C

def many(places):
    if len(places) > MANY:
        return f"{len(places)} samples"
    return " ".join(link(*place) for place in places)


def unused(used):
    """The built-in functions that no kernel calls: {name: what brought it}."""
    return {name: version for group in opencl_c.groups().values() for name, version in group.items()
            if name not in used}


def built_ins(used):
    parts = [BUILT_INS_HEAD]
    for group, members in opencl_c.groups().items():
        alike = {}    # functions of one version that the same samples use
        for name, version in members.items():
            if name in used:
                alike.setdefault((version, many(used[name])), []).append(f"`{name}`")
        rows = [f"| {' '.join(names)} | {version} | {places} |" for (version, places), names in alike.items()]
        if rows:
            parts.append(f"\n### {group[0].upper()}{group[1:]}\n\n| function | since | called by |\n|---|---|---|\n")
            parts.append("\n".join(rows) + "\n")
    return "".join([*parts, UNUSED_HEAD, *why_rows(unused(used), ABSENT)])


# --- what is checked

def wrong(called, used, header):
    """What is wrong with the calls, the reasons and the list, in words."""
    for name in book_chapters():
        if not any(folder != "common" for folder, _ in called.get(name, ())):
            yield f"{name} of the book: no sample calls it"
    for name, version in core_functions(header).items():
        if name not in functions():
            yield f"{name} of {version} is in {header}, and not in {FUNCTIONS.name}"
    for what, path in ((uncalled(called), FUNCTIONS_ABSENT), (unused(used), ABSENT)):
        for name in by_reason(what, path).get(None, ()):
            yield f"{name}: nothing calls it; call it, or give a reason in {path.name}"
        for word in stale(what, path):
            yield f"{word} in {path.name}: there is no such function, or it is called now; `api_index.py` drops the word"
    if not INDEX.exists() or INDEX.read_text() != index(called) + built_ins(used):
        yield "docs/api-index.md is not what the sources say: tests/tools/api_index.py makes it"


def main():
    command, *rest = sys.argv[1:] or ["write"]
    if (command, len(rest)) not in (("write", 0), ("check", 1)):
        sys.exit(__doc__)
    called, used = callers(), opencl_c.users()
    if command == "write":
        for what, path in ((uncalled(called), FUNCTIONS_ABSENT), (unused(used), ABSENT)):
            drop(stale(what, path), path)
        INDEX.write_text(index(called) + built_ins(used))
    else:
        sys.exit("\n".join(wrong(called, used, Path(rest[0]))) or 0)


if __name__ == "__main__":
    main()
