# SPDX-License-Identifier: MIT
"""The tree of sources: its chapters, lessons and files, their code, and what they include.

It reads C as clang-format leaves it.
"""

import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "kernels"
DATA = ROOT / "tests/data"
PROOF = ROOT / "tests/proof"

# Comments and literals, in the order in which they begin.
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def chapters():
    return sorted([*ROOT.glob("ch[0-9][0-9]_*"), *ROOT.glob("template")])


def lessons(chapter):
    """The programs of a chapter: NAME.c or NAME.cpp that its CMakeLists.txt makes a sample of."""
    names = re.findall(r"ocl_sample\((\w+)", (chapter / "CMakeLists.txt").read_text())
    return [path for name in names for path in (chapter / f"{name}.c", chapter / f"{name}.cpp") if path.exists()]


def sources(folder, *endings):
    return sorted(path for path in folder.rglob("*") if path.suffix[1:] in endings and path.is_file())


def shown(path):
    return path.relative_to(ROOT).as_posix()


def write_made(document, tool, text):
    """Writes the text between the two marker comments of the tool."""
    begin, end = (f"<!-- tests/tools/{tool}: {word} -->" for word in ("begin", "end"))
    old = document.read_text()
    if old.count(begin) != 1 or old.count(end) != 1:
        sys.exit(f"{document}: put what is made between the lines\n{begin}\n{end}")
    document.write_text(f"{old.partition(begin)[0]}{begin}\n\n{text}\n\n{end}{old.partition(end)[2]}")


@cache
def text_of(path):
    return path.read_text()


@cache
def code_of(path):
    """The text with comments and literals emptied; lines keep their numbers."""
    def emptied(match):
        kept = match[0][0] if match[0][0] in "\"'" else ""
        return kept + "\n" * match[0].count("\n") + kept
    return NOT_CODE.sub(emptied, text_of(path))


def calls_of(path):
    """The calls of OpenCL functions in the file, in their order; also of those that are looked up by their name."""
    return re.findall(r"\b(cl[A-Z]\w+)\s*\(", code_of(path))


# --- includes

@cache
def place_of(path):
    """The chapter, or the folder below the root, that the file belongs to."""
    return ROOT / path.relative_to(ROOT).parts[0]


@cache
def file_named(path, name):
    """The file of ours that `name` is for the file at `path`, as the compiler finds it; None if it is none of ours."""
    places = [path.parent / name, place_of(path) / name, ROOT / "common" / name,
              *sorted(folder / name for folder in ROOT.glob("common/*/")), ROOT / "tests" / name,
              *(chapter / name for chapter in chapters())]
    return next((place.resolve() for place in places if place.is_file()), None)


@cache
def included(path):
    """The files of ours that the file includes."""
    names = re.findall(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]', text_of(path), re.M)
    return [file for name in names if (file := file_named(path, name))]


def lines_of(path):
    return len(text_of(path).splitlines())


def files_to_open(lesson):
    """The lesson, its folder, what these include of shared/, and the kernel files that all of them name.  A folder of
    shared/ is a library, and so is one that CMakeLists.txt makes one of, and one of tests/proof: its headers say all that a
    reader needs."""
    chapter = lesson.parent
    files = {lesson, *sources(chapter / lesson.stem, "c", "h")}
    libraries = set(re.findall(r"ocl_parts\(\w+ (\w+)", (chapter / "CMakeLists.txt").read_text())) - {"shared"}
    todo = list(files)
    while todo:
        for other in included(todo.pop()):
            if PROOF in other.parents:    # the headers that a lesson names, and not what these need
                files.add(other)
                continue
            is_library = other.parent.parent.name == "shared" or other.parent.name in libraries
            if other.parent.name != "shared" and other.parent.parent not in chapters() and not is_library:
                continue
            for path in (other,) if is_library else (other, other.with_suffix(".c")):
                if path.exists() and path not in files:
                    files.add(path)
                    todo.append(path)
    kernels = {ROOT / "kernels" / name for file in files for name in re.findall(r'"(\w+\.cl)"', text_of(file))}
    return files | {path for path in kernels if path.exists()}
