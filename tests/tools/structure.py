#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks how the sources hang together.  Prints what a reader of each sample opens, then one line per finding; exit
status 1 when there is one.

    structure.py [RULE...]    these rules, or all of them:

        includes        no circle of #include, neither of files nor of modules (NAME.c and NAME.h)
        names           no #include "NAME" means another file for Visual Studio, which looks in more folders; a neighbour
                        in the same folder of a chapter is included by its name alone
        layers          common/: base below picture and device, these below sample; picture and device do not meet
        system          only common/base/system/*_posix.c and *_windows.c include headers of the system, or ask for POSIX
        calls           no circle of calls between the modules of common/ or of one chapter
        lessons         a lesson chNN_topic/NAME.c has fewer than 300 lines (--table: what its reader opens)
        uses            NAME.c itself calls each function that its "Uses" line names
        first           a lesson that uses common/ includes "ocl.h" before everything else
        card            each line of the card in common/ocl.h is a function of a header of common/, with its result and its
                        parameters; a function that more than three chapters use has a line
        drivers         who puts an ocl_env together says which driver it is: ocl_build keeps programs, and mends them, by it
        foreign         no sample includes another sample's folder: what two of them need is in shared/
        broken_kernels  tests/samples can be read, and the text that a broken kernel or a race there replaces stands in its kernel once
        run_bits        a script that begins with #! may be run
        twice           no row of a table and no heading stands twice in a page
        plain           the first kernel of NAME.cl is a rung of NAME_ladder, unchanged but for its name; or PLAIN_DIFFERS has the reason

    structure.py --table      only what a reader opens

What a reader opens is the lesson, its folder, what these include of shared/, the headers of tests/proof that they name, and
the kernel files that all of them name.
It reads C as clang-format leaves it: the brace of a function stands alone in the first column.
"""

import re
import sys
from functools import cache

from sample_file import Malformed, read_all
from tree import (KERNELS, ROOT, calls_of, chapters, code_of, file_named, files_to_open, included, lessons, lines_of,
                  place_of, shown, sources, text_of)

MAX_LINES = 299     # of a lesson

# What a layer of common/ may include.
BELOW = {"base": {"base"}, "picture": {"base", "picture"}, "device": {"base", "device"},
         "sample": {"base", "picture", "device", "sample"}}

NO_CALLS = {"if", "for", "while", "switch", "return", "sizeof", "defined", "_Alignof", "_Generic", "_Static_assert"}


# --- includes

def module_of(path):
    """NAME.h with NAME.c, or with NAME_posix.c and NAME_windows.c where its code calls the system."""
    return path.with_name(path.stem.removesuffix("_posix").removesuffix("_windows"))


def circles(graph):
    """Every circle of the graph that is a shortest one through one of its edges; each once, from its first node."""
    found = set()
    for start, ends in graph.items():
        for end in ends:
            way = shortest_way(graph, end, start)
            if way:
                first = way.index(min(way))
                found.add(tuple(way[first:] + way[:first]))
    return sorted(found)


def shortest_way(graph, start, end):
    """The nodes from start to end, both included; None when there is no way."""
    before, todo = {start: None}, [start]
    for node in todo:
        if node == end:
            way = []
            while node is not None:
                way.append(node)
                node = before[node]
            return way[::-1]
        for after in sorted(graph.get(node, ())):
            if after not in before:
                before[after] = node
                todo.append(after)
    return None


def circle_text(circle):
    return " -> ".join(shown(node) for node in [*circle, circle[0]])


def check_includes():
    for place in [ROOT / "common", *chapters()]:
        files = sources(place, "c", "h", "cpp")
        graph = {path: {other for other in included(path) if other != path} for path in files}
        modules = {}
        for path, others in graph.items():
            ends = modules.setdefault(module_of(path), set())
            ends.update(module_of(other) for other in others if module_of(other) != module_of(path))
        of_files = circles(graph)
        for circle in of_files:
            yield f"circle of includes between files: {circle_text(circle)}"
        known = {frozenset(module_of(path) for path in circle) for circle in of_files}
        for circle in circles(modules):
            if frozenset(circle) not in known:
                yield f"circle of includes between modules: {circle_text(circle)}"
        for path in files:
            if path in included(path):
                yield f"{shown(path)} includes itself"


# --- names

def including():
    """For each file of ours, which of ours lead to it by their includes, directly or not."""
    before = {}
    for place in [*(ROOT / name for name in ("common", "bench", "tests")), *chapters()]:
        for path in sources(place, "c", "h", "cpp"):
            for other in included(path):
                before.setdefault(other, set()).add(path)
    for path in before:
        todo = list(before[path])
        while todo:
            more = before.get(todo.pop(), set()) - before[path]
            before[path] |= more
            todo += more
    return before


def check_names():
    """Visual Studio looks beside the file, then beside each file that led to it, and only then in the folders of -I."""
    for chapter in chapters():
        for path in sources(chapter, "c", "h", "cpp"):
            for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text_of(path), re.M):
                meant = file_named(path, name)
                if meant and meant.parent == path.parent and "/" in name:
                    yield f'{shown(path)}: "{name}" is beside it: include it by its name alone'
    for path, others in sorted(including().items()):
        for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text_of(path), re.M):
            meant = file_named(path, name)
            if (path.parent / name).is_file():
                continue
            for folder in sorted({other.parent for other in others}):
                if (folder / name).is_file() and (folder / name).resolve() != meant:
                    yield f'{shown(path)}: "{name}" is {shown(folder / name)} for Visual Studio: include it with its folder'


# --- layers

def check_layers():
    common = ROOT / "common"
    for path in sources(common, "c", "h"):
        layer = path.relative_to(common).parts[0] if path.parent != common else None
        if layer is None and path.name != "ocl.h":
            yield f"{shown(path)} is in no layer of common/: {', '.join(BELOW)}"
        if layer is not None and layer not in BELOW:
            yield f"{shown(path)}: common/ has no layer {layer}"
            continue
        for other in included(path):
            if common not in other.parents:
                yield f"{shown(path)} includes {shown(other)}, which is not in common/"
            elif layer and other.parent == common:
                yield f"{shown(path)} includes {shown(other)}, which is above all layers"
            elif layer and other.relative_to(common).parts[0] not in BELOW[layer]:
                yield f"{shown(path)} of layer {layer} includes {shown(other)}"


SYSTEM = {
    "posix": re.compile(r"^[ \t]*#[ \t]*(?:define[ \t]+_(?:XOPEN|POSIX_C|GNU|DEFAULT)_SOURCE|include[ \t]+<(?:sys/|unistd|pthread"
                        r"|dirent|fcntl|sched|spawn|dlfcn|poll|glob|fnmatch|regex|strings|termios|pwd)[^>]*)", re.M),
    "windows": re.compile(r"^[ \t]*#[ \t]*(?:include[ \t]+<(?:windows|io|process|direct|aclapi|sddl|conio)[.]h"
                          r"|(?:if|ifdef|ifndef|elif)\b.*\b(?:_WIN32|_WIN64|_MSC_VER|__MINGW\w*))", re.M)}


def check_system():
    for place in [*chapters(), *(ROOT / name for name in ("bench", "common"))]:
        for path in sources(place, "c", "h", "cpp"):
            calls_system = path.parent == ROOT / "common/base/system" and re.search("_(posix|windows)$", path.stem)
            for system, pattern in SYSTEM.items() if not calls_system else ():
                for found in pattern.findall(text_of(path)):
                    yield f"{shown(path)}: {found.strip()}: belongs into common/base/system/*_{system}.c"


# --- functions

class Function:
    def __init__(self, path, head, name, body):
        self.path, self.name, self.body = path, name, body
        self.static = re.search(r"\bstatic\b", head) and path.suffix != ".h"
        self.kernel = re.search(r"\b(?:__)?kernel\b", head)


def opening_of(text, at):
    """Where the bracket is opened that is closed at this place."""
    depth = 0
    for place in range(at, -1, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth == 0:
            return place
    return -1


@cache
def functions(path):
    """The functions that the file defines."""
    code = code_of(path)
    without_macros = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda macro: "\n" * macro[0].count("\n"), code,
                            flags=re.M)
    found = []
    for brace in re.finditer(r"^\{", without_macros, re.M):
        before = without_macros[:brace.start()].rstrip()
        if not before.endswith(")"):
            continue
        opening = opening_of(before, len(before) - 1)
        name = re.search(r"(\w+)\s*$", before[:opening])
        if not name:
            continue
        begin = max(before.rfind(mark, 0, name.start()) for mark in (";", "}", "\n\n")) + 1
        end = re.compile(r"^\}", re.M).search(without_macros, brace.end())
        body = without_macros[brace.start():end.start() if end else None]
        found.append(Function(path, before[begin:name.start()], name[1], body))
    return found


def macros(path):
    """Macros with arguments: they call what they consist of."""
    return re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\([^)]*\)((?:[^\n\\]|\\.|\\\n)*)", code_of(path), re.M)


def names_called(body):
    return set(re.findall(r"\b([A-Za-z_]\w*)\s*\(", body)) - NO_CALLS


def family_of(path):
    """What belongs together in a chapter: a sample and the parts in its folder."""
    inside = path.relative_to(place_of(path)).parts
    return inside[0] if len(inside) > 1 else path.stem


def call_graph(place):
    """Which module of the place calls which, and one function for each."""
    files = sources(place, "c", "h", "cpp")
    defined = {}    # name: files that define it
    for path in files:
        names = [function.name for function in functions(path) if not function.static]
        for name in [*names, *(name for name, _ in macros(path) if path.suffix == ".h")]:
            defined.setdefault(name, []).append(path)
    graph, called = {}, {}
    for path in files:
        own = {function.name for function in functions(path)} | {name for name, _ in macros(path)}
        graph.setdefault(module_of(path), set())
        bodies = [function.body for function in functions(path)] + [body for _, body in macros(path)]
        for name in set().union(*map(names_called, bodies)) - own if bodies else ():
            owners = defined.get(name, [])
            near = [owner for owner in owners if family_of(owner) == family_of(path)]
            for owner in near or owners:
                if name != "main" and module_of(owner) != module_of(path):
                    graph[module_of(path)].add(module_of(owner))
                    called.setdefault((module_of(path), module_of(owner)), []).append(name)
    return graph, called


def check_calls():
    for place in [ROOT / "common", *chapters()]:
        graph, called = call_graph(place)
        for circle in circles(graph):
            steps = "".join(f"{shown(one)} -> {min(called[one, other])} -> "
                            for one, other in zip(circle, [*circle[1:], circle[0]]))
            yield f"circle of calls: {steps}{shown(circle[0])}"


# --- lessons

def check_first():
    """C++ has its own headers before it: they must not come first within extern "C"."""
    for chapter in chapters():
        for path in lessons(chapter):
            names = re.findall(r'^#include ([<"][^>"]+)', text_of(path), re.M)
            ours = [name for name in names if name[0] == '"']
            first = (ours or names if path.suffix == ".cpp" else names)[0]
            if ours and first != '"ocl.h':
                yield f"{shown(path)} includes {first[1:]} before ocl.h"


DECLARATION = re.compile(r"^((?:const |unsigned )*\w+) (\**)(ocl_\w+)\(([^;{]*?)\)(?:\s+OCL_PRINTF\([^)]*\))?;", re.M | re.S)
MACRO = re.compile(r"^#define (OCL_\w+)\(([^)]*)\)", re.M)
CARD_LINE = re.compile(r"^//     ((?:unsigned )?\w+) (\**)(ocl_\w+)\(([^)]*)\)|^//     (OCL_\w+)\(([^)]*)\)", re.M)


def parameter_names(text):
    if text.split() in ([], ["void"]):
        return ""
    return ", ".join(re.sub(r"\[.*?\]", "", part).split()[-1].lstrip("*") for part in text.split(","))


def check_card():
    declared = {}
    for path in sources(ROOT / "common", "h"):
        if path.name == "ocl.h":
            continue
        text = re.sub(r"//[^\n]*", "", text_of(path)).replace("OCL_NORETURN ", "").replace("const ", "")
        for result, stars, name, parameters in DECLARATION.findall(text):
            declared[name] = f"{result} {stars}{name}({parameter_names(parameters)})"
        for name, parameters in MACRO.findall(text):
            declared[name] = f"{name}({parameters})"
    card = {}
    for result, stars, name, parameters, macro, arguments in CARD_LINE.findall(text_of(ROOT / "common/ocl.h")):
        card[name or macro] = f"{macro}({arguments})" if macro else f"{result} {stars}{name}({parameters})"
    for line in re.findall(r"^//     .*\b(?:ocl|OCL)_\w+\(.*$", text_of(ROOT / "common/ocl.h").split("// 1. ")[1], re.M):
        if not CARD_LINE.match(line):
            yield f"common/ocl.h: no line of the card: {line}"
    for name, line in card.items():
        if line != declared.get(name):
            yield f"common/ocl.h: {line}: the headers have {declared.get(name, 'no such function')}"
    words = [set(re.findall(r"\w+", "".join(map(code_of, sources(chapter, "c", "h"))))) for chapter in chapters()]
    for name in declared:
        if name not in card and sum(name in chapter for chapter in words) > 3:
            yield f"common/ocl.h has no line for {declared[name]}, which more than three chapters use"


def check_foreign():
    samples = {path.stem for chapter in chapters() for path in lessons(chapter)}
    for chapter in chapters():
        for path in sources(chapter, "c", "h", "cpp"):
            for other in included(path):
                owner = other.parent.name
                if owner in samples and other.parent.parent in chapters() and owner != family_of(path):
                    yield f"{shown(path)} includes {shown(other)}: what two samples need is in shared/"


def functions_named_in_uses(path):
    header = re.match(r"(?://[^\n]*\n)+", text_of(path))
    uses = re.search(r"^// Uses\b(.*(?:\n//   .*)*)", header[0], re.M) if header else None
    return re.findall(r"\bcl[A-Z]\w+\b(?!\*|\.\.\.|…)", uses[1]) if uses else []    # but not clEnqueue*


def check_uses():
    for chapter in chapters():
        for path in lessons(chapter):
            looked_up = re.findall(r'"(cl[A-Z]\w+)"', text_of(path))
            for name in functions_named_in_uses(path):
                if name not in calls_of(path) and name not in looked_up:
                    yield f"{shown(path)}: its Uses line names {name}, which it does not call"


# --- table

def print_table():
    print(f"{'sample':<40} {'lines':>6} {'cl* calls':>10} {'files':>6} {'their lines':>12}")
    for chapter in chapters():
        for path in lessons(chapter):
            files = files_to_open(path)
            print(f"{shown(path):<40} {lines_of(path):>6} {len(calls_of(path)):>10} {len(files):>6} "
                  f"{sum(map(lines_of, files)):>12}")


def check_lessons():
    for chapter in chapters():
        for path in lessons(chapter):
            if lines_of(path) > MAX_LINES:
                yield f"{shown(path)} has {lines_of(path)} lines, {MAX_LINES} are the most"


def check_drivers():
    for path in (path for chapter in chapters() for path in sources(chapter, "c", "cpp", "h")):
        for made in re.findall(r"\{\s*\.options = [^{};]*\}", text_of(path)):
            if not re.search(r"\bdriver = |\bocl_get_limits\(", text_of(path)):
                yield f"{shown(path)}: without a driver: {' '.join(made.split())}"


def check_broken_kernels():
    lines = "".join(text_of(path) for path in ROOT.glob("*/CMakeLists.txt"))
    names = {*re.findall(r"\bocl_sample\((\w+)", lines), "device_limits"}    # a unit test judges the kernels of common/
    for name, sample in read_all().items():
        if name not in names:
            yield f"tests/samples/{name}.txt: no sample has this name"
        for edit in [*(sample.broken_kernels or []), *(sample.races or [])]:
            try:
                edit.place(text_of(KERNELS / edit.file))
            except Malformed as malformed:
                yield f"tests/samples/{name}.txt: {malformed}"


def check_run_bits():
    for folder in (ROOT, ROOT / "bench", ROOT / "docs/notebook", *(path for path in (ROOT / "tests").rglob("*") if path.is_dir())):
        for path in folder.iterdir():
            if path.suffix in (".py", ".sh") and text_of(path).startswith("#!") and not path.stat().st_mode & 0o100:
                yield f"{shown(path)} begins with #! and has no run bit: chmod +x"


def check_twice():
    """Both sides of a merge may have been kept."""
    for page in sorted({*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("docs/**/*.md")}):
        if page.relative_to(ROOT).parts[0].startswith("build"):
            continue
        seen, lines = set(), text_of(page).splitlines()
        for number, (line, below) in enumerate(zip(lines, [*lines[1:], ""]), 1):
            if page.name == "portability.md" and line.startswith("## "):    # drivers have faults in common
                seen = {old for old in seen if old.startswith("## ")}
            long_row = line.startswith("| ") and len(line) > 60 and not below.startswith("|-")
            if (long_row or line.startswith("## ")) and line in seen:
                yield f"{shown(page)}:{number}: stands twice: {line[:60]}"
            seen.add(line)


# Ladders whose plain rung is not the kernel of the first program, and why.
FORMATS = "the ladder's kernels are for three pixel formats, any border and any window, those of a first program for bytes"
PLAIN_DIFFERS = {
    "async_copy": "the first rung copies nothing, so that the copies have something to be compared with",
    "compact": "the ladder's kernels also keep where each pixel was, for the way back",
    "fft": "the ladder's kernels take many rows behind each other",
    "gaussian_filter": FORMATS,
    "knn": "the ladder's points are floats of any number of dimensions, those of the first program whole numbers in a plane",
    "mean_filter": FORMATS,
    "median_filter": FORMATS,
    "min_reduce": "all rungs read four elements at once and share them out in two orders; they differ in what comes after",
    "scan": "all rungs scan shares of several tiles, inclusive and exclusive, also of floats",
    "sobel_filter": FORMATS,
}


def kernels_of(path):
    """The kernels of a file, without comments and line breaks, and each with the name KERNEL."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.S)
    for found in re.finditer(r"^kernel\b[^;{]*?\bvoid\s+(\w+)\s*\(.*?^}", text, re.M | re.S):
        yield " ".join(found[0].replace(found[1], "KERNEL", 1).split())


def check_plain():
    pairs = [(lesson, lesson.stem.removesuffix("_ladder")) for chapter in chapters() for lesson in lessons(chapter)
             if lesson.stem.endswith("_ladder")]
    for ladder, name in pairs:
        first = ROOT / "kernels" / f"{name}.cl"
        files = {path for path in files_to_open(ladder) if path.suffix == ".cl"} | set(first.parent.glob(f"{ladder.stem}*.cl"))
        is_there = next(kernels_of(first)) in [kernel for path in files for kernel in kernels_of(path)]
        if not is_there and name not in PLAIN_DIFFERS:
            yield f"{shown(ladder)}: no rung is the first kernel of {shown(first)}"
        if is_there and name in PLAIN_DIFFERS:
            yield f"{shown(ladder)}: has the first kernel of {shown(first)}; PLAIN_DIFFERS is out of date"
    for name in PLAIN_DIFFERS.keys() - {name for _, name in pairs}:
        yield f"PLAIN_DIFFERS has {name}, and there is no {name}_ladder"


RULES = {"includes": check_includes, "names": check_names, "layers": check_layers, "system": check_system, "calls": check_calls,
         "lessons": check_lessons, "uses": check_uses, "first": check_first, "card": check_card, "drivers": check_drivers,
         "foreign": check_foreign, "broken_kernels": check_broken_kernels, "run_bits": check_run_bits,
         "twice": check_twice, "plain": check_plain}


def main():
    if sys.argv[1:] == ["--table"]:
        print_table()
        return
    if not set(sys.argv[1:]) <= set(RULES):
        sys.exit(__doc__)
    if not sys.argv[1:]:
        print_table()
    findings = [f"{rule}: {finding}" for rule in sys.argv[1:] or RULES for finding in RULES[rule]()]
    if findings:
        print("\n".join(findings))
        sys.exit(f"{len(findings)} findings")


if __name__ == "__main__":
    main()
