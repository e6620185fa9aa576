# SPDX-License-Identifier: MIT
"""The built-in functions of OpenCL C (tests/data/opencl_c_functions.txt), and which of them a kernel calls.

Kernels are read as text.  A function also counts as called when a macro pastes its name together (`vload##N(`,
`JOIN(as_, T)(`) or calls an argument that is its name (`OF_TWO(0, isequal)`).  A macro that is nothing but a pasted name
counts, too (`NAME(add)(` for atomic_add).
"""

import re
from functools import cache

from tree import DATA, KERNELS, NOT_CODE, chapters, lessons, sources

FUNCTIONS = DATA / "opencl_c_functions.txt"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(([^)]*)\)((?:[^\n\\]|\\.|\\\n)*)", re.M | re.S)
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
NAMES_WITH_ROUNDING = {"vstore_half_R", "vstore_halfN_R", "vstorea_halfN_R"}
SCALARS = "u?(?:char|short|int|long)|float|double|half|size_t|u?intptr_t|ptrdiff_t"


@cache
def groups():
    """The functions of each group: {group: {name: version or extension}}."""
    found, version = {}, ""
    for line in FUNCTIONS.read_text().splitlines():
        if line.endswith(":"):
            functions = found.setdefault(line[:-1], {})
        elif line and not line.startswith("#"):
            names = line.split()
            if not line.startswith(" "):
                version, *names = names
            functions.update(dict.fromkeys(names, version))
    return found


@cache
def patterns():
    """A regular expression for the calls of each function."""
    found = {}
    for name in (name for functions in groups().values() for name in functions):
        pattern = re.sub(r"N(?=$|_)", r"(?:2|3|4|8|16|##\\w+)", name)
        pattern = re.sub(r"_R$", r"(?:_rt[ezpn]|##\\w+)", pattern)
        pattern = re.sub(r"_T$", rf"_(?:(?:{SCALARS})(?:2|3|4|8|16)?(?:_sat)?(?:_rt[ezpn])?|##\\w+)", pattern)
        found[name] = re.compile(rf"\b{pattern}\s*\(")
        if name in ("vloadN", "vstoreN", "convert_T", "as_T"):    # JOIN(vload, N)(...)
            found[name] = re.compile(rf"{found[name].pattern}|\(\s*{name[:-1]}\s*,")
        if f"{name}_R" in NAMES_WITH_ROUNDING:                    # vstore_half##MODE(...), where MODE may be nothing
            found[name] = re.compile(rf"{found[name].pattern}|\b{pattern}##MODE\s*\(")
    return found


def arguments(text, at):
    """The arguments of the call whose opening bracket is before `at`."""
    depth, begin, found = 0, at, []
    for place in range(at, len(text)):
        if text[place] in ",)" and depth == 0:
            found.append(text[begin:place].strip())
            begin = place + 1
            if text[place] == ")":
                break
        depth += (text[place] == "(") - (text[place] == ")")
    return found


def called_arguments(text):
    """The names that go to macros that call them: isequal of OF_TWO(0, isequal); and those that a macro makes of its
    argument: atomic_add of NAME(add), with #define NAME(function) atomic_##function."""
    for macro, parameters, body in MACRO.findall(text):
        names = [name.strip() for name in parameters.split(",")]
        called = [(k, "") for k, name in enumerate(names) if re.search(rf"\b{name}\s*\(", body)]
        called += [(k, front) for k, name in enumerate(names) for front in re.findall(rf"^\s*(\w+)##{name}\s*$", body)]
        for use in re.finditer(rf"\b{macro}\s*\(", text) if called else ():
            given = arguments(text, use.end())
            yield from (front + given[k] for k, front in called if k < len(given) and given[k].isidentifier())


def calls_of(text):
    """The built-in functions that kernels call, in the order of the specification."""
    code = NOT_CODE.sub(" ", text)
    code += "".join(f" {name}(" for name in sorted(set(called_arguments(code))))
    return [name for name, pattern in patterns().items() if pattern.search(code)]


# --- the kernels of a sample

@cache
def all_names():
    return {lesson.stem for chapter in chapters() for lesson in lessons(chapter)}


def kernel_files(name):
    """The sample's own: NAME.cl, and NAME_*.cl where no sample has that longer name."""
    longer = [other for other in all_names() if other.startswith(f"{name}_")]
    of_others = {path for other in longer for path in KERNELS.glob(f"{other}*.cl")}
    return sorted({*KERNELS.glob(f"{name}.cl"), *KERNELS.glob(f"{name}_*.cl")} - of_others)


def with_includes(path, seen):
    """The file and what it includes."""
    seen.add(path)
    text = path.read_text()
    for name in INCLUDE.findall(text):
        for other in (path.parent / name, KERNELS / "include" / name):
            if other.is_file() and other not in seen:
                text += with_includes(other, seen)
    return text


def device_code(lesson):
    """All device code of a sample: its kernel files, those that its sources name, and kernels in its own strings."""
    text = lesson.read_text()
    own = [text, *(path.read_text() for path in sources(lesson.with_suffix(""), "c", "h"))]
    named = {KERNELS / name for source in own for name in STRING.findall(source) if name.endswith(".cl")}
    seen = set()
    parts = [with_includes(path, seen) for path in sorted({*kernel_files(lesson.stem), *named}) if path.is_file()]
    strings = "".join(STRING.findall(text))
    return "\n".join([*parts, strings if "kernel void" in strings else ""])


def users():
    """The samples whose kernels call each function: {name: [(chapter, sample)]}."""
    found = {}
    for chapter in chapters():
        for lesson in lessons(chapter) if chapter.name != "template" else ():
            for name in calls_of(device_code(lesson)):
                found.setdefault(name, []).append((chapter.name, lesson.stem))
    return found
