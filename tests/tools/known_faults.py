# SPDX-License-Identifier: MIT
"""The table of common/device/known_faults.c: the rows of docs/portability.md that are made from it, and whether it is the
one that the programs ask."""

import re
from itertools import groupby

from tree import ROOT, chapters, files_to_open, lessons, shown, sources, text_of

TABLE = ROOT / "common" / "device" / "known_faults.c"
PAGE = ROOT / "docs" / "portability.md"
# The section of the page, and what its drivers are called there.
SECTIONS = {
    "PoCL": {"OCL_POCL": "before 6", "OCL_POCL_LOCAL": "before 6", "OCL_POCL_5": "5.x", "OCL_POCL_6": "6.x",
             "OCL_POCL_6_LOCAL": "6.x", "OCL_POCL_7": "7.x", "OCL_POCL_I386": "before 6, on i386"},
    "PoCL-Remote": {"OCL_POCL_REMOTE": ""},
    "Intel's CPU runtime": {"OCL_INTEL": "", "OCL_INTEL_WINDOWS": "on Windows"},
    "NVIDIA's driver": {"OCL_NVIDIA": ""},
    "rusticl of Mesa 25.0": {"OCL_RUSTICL": "25.x", "OCL_RUSTICL_26": "26.x"},
    "rusticl of Mesa 26.2": {"OCL_RUSTICL_26": "26.x"},
    "Oclgrind": {"OCL_OCLGRIND": ""},
}
MADE = re.compile(r"(<!-- tests/tools/pages.py: faults -->\n).*?(<!-- tests/tools/pages.py: end -->)", re.S)
STRINGS = r'((?:"(?:\\.|[^"\\])*"\s*)+)'
ASKED = re.compile(r"\bocl_known_fault\(\s*[^,]+,\s*" + STRINGS)
# What stands in the code font: names with an underscore, calls, macros, options, formats of printf.
CODE = re.compile(r"(?<![\w`])(?:\w*_\w*(?:\([^()]*\))?|cl[A-Z]\w+|-{1,2}[A-Za-z][\w=.+-]*|%[\w.]+|NULL|printf)(?![\w`])")


def text_in(literal):
    parts = re.findall(r'"((?:\\.|[^"\\])*)"', literal)
    return re.sub(r"\\(.)", r"\1", "".join(parts))


def rows():
    """The rows: name, drivers, samples, does, wants, answer."""
    text = text_of(TABLE)
    body = text[text.index("OCL_FAULTS[] = {"):text.index("{ .name = NULL }")]
    found = []
    for row in re.split(r"\{ (?=\.name = )", body)[1:]:
        fields = {key: text_in(value) for key, value in re.findall(r"\.(\w+) =\s+" + STRINGS, row)}
        fields["drivers"] = re.findall(r"\w+", re.search(r"\.drivers =\s+([\w| \n]+),", row)[1])
        found.append(fields)
    return found


# --- docs/portability.md

def listed(words):
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def in_code(text):
    return CODE.sub(lambda found: f"`{found[0]}`", text).replace("|", "\\|")


def sentence(row):
    text = in_code(row.get("does") or row["name"].removeprefix("refused: "))
    if "wants" not in row:
        return text
    return f"{text} ({'the specification: ' if 'does' in row else ''}{in_code(row['wants'])})"


def section_rows(title):
    names = SECTIONS[title]
    mine = []
    for row in rows():
        versions = [names[driver] for driver in row["drivers"] if driver in names]
        # What both versions of rusticl do stands with the older one, and only there.
        if title.startswith("rusticl") and ("OCL_RUSTICL" in row["drivers"]) != (title == "rusticl of Mesa 25.0"):
            continue
        if versions:
            mine.append((listed(list(dict.fromkeys(versions))), row))
    lines = ["| what the driver does | what the samples do |", "|---|---|"]

    def kind(entry):
        versions, row = entry
        return versions, row["samples"], row.get("answer", ""), "does" in row
    for (versions, samples, answer, said), group in groupby(mine, kind):
        sentences = list(dict.fromkeys(sentence(row) for _, row in group))
        before = (f"{versions}: " if versions else "") + ("" if said else "does not refuse as it should: ")
        who = ", ".join(f"`{sample}`" for sample in samples.split())
        lines.append(f"| {before}{'; '.join(sentences)} | {who}: {in_code(answer) or 'shown, not counted'} |")
    return "\n".join(lines) + "\n"


def page(text):
    """The page with its made rows."""
    def made(found):
        title = re.findall(r"^## (.*)$", text[:found.start()], re.M)[-1]
        return found[1] + section_rows(title) + found[2]
    return MADE.sub(made, text)


# --- is it the table that the programs ask?

def asked():
    """Each file that asks, and the names that it asks for, as patterns."""
    found = {}
    places = [folder for folder in ROOT.iterdir() if folder.name in ("bench", "common", "tests") or folder in chapters()]
    for path in (path for place in places for path in sources(place, "c", "h")):
        if "unit" in path.parts:
            continue
        for literal in ASKED.findall(text_of(path)):
            pattern = re.sub(r"%s", ".+", re.sub(r"%z?[du]", r"\\d+", re.escape(text_in(literal))))
            if pattern != ".+":
                found.setdefault(path, set()).add(pattern)
    return found


def is_library(path, known):
    """Whether the file belongs to no sample: many programs may call it."""
    return path.parent.name != "shared" and path.parent.name not in known and path.parent not in chapters()


def findings():
    table, questions = rows(), asked()
    names = {row["name"] for row in table}
    for path, patterns in questions.items():
        for pattern in patterns:
            if not any(re.fullmatch(pattern, name) for name in names):
                yield f"{shown(path)}: asks for a fault that {shown(TABLE)} does not have: {pattern}"
    known = {lesson.stem: lesson for chapter in chapters() for lesson in lessons(chapter)}
    for row in table:
        name = row["name"]
        askers = [path for path, patterns in questions.items() if any(re.fullmatch(p, name) for p in patterns)]
        case = name.split(": ", 1)[1] if name.startswith(("refused: ", "rule: ")) else None
        for sample in row["samples"].split():
            if sample not in known:
                yield f"{shown(TABLE)}: {name}: there is no sample {sample}"
                continue
            mine = files_to_open(known[sample]) | set(sources(ROOT / "tests" / "proof", "c", "h"))
            if case is not None:
                literals = "".join(text_of(path) for path in mine).replace('"\n', '"')
                literals = re.sub(r'"\s*"', "", literals)
                if f'"{case}"' not in re.sub(r'\\(.)', r"\1", literals):
                    yield f"{shown(TABLE)}: {name}: {sample} makes no such mistake"
            elif not any(f'"{name}"' in text_of(path) for path in mine) and \
                    not any(path in mine or is_library(path, known) for path in askers):
                yield f"{shown(TABLE)}: {name}: {sample} does not ask for it"
    for title in SECTIONS:
        part = PAGE.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
        if not MADE.search(part):
            yield f"{shown(PAGE)}: no markers for the rows of {title}"
