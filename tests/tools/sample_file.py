#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads tests/samples/NAME.txt: all that the tests know of one sample.  tests/README.md explains the format.

    sample_file.py write FILE    writes for CMake which tests these files ask for
    sample_file.py check         reads them all

Exit status 0: they can be read; 1: not.
"""

import functools
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tree import ROOT

FOLDER = ROOT / "tests/samples"
SECTIONS = ("special", "runs", "broken kernels", "races", "survivors")
CHECKS_OF_RUNS = ("json", "spoil", "wrong", "races", "oclgrind", "same_csv", "each_power")

# The words of [special], and the test that each is for.
SPECIAL = {
    "any_kernel_file": "options: --kernel takes any file",
    "any_input_file": "options: --input takes any file",
    "status_is_topic": "fault: it compares what calls answer, so another status is a wrong answer",
    "null_is_topic": "fault: it has a table of allocations or addresses, in which NULL may stand",
    "attribute_is_row": "fault: the call fills rows of a table, and a row that cannot be had is null",
    "measures_limits": "fault: --limits is tried with this sample, for all",
    "keeps_programs": "fault: how a program gets into the cache and out is tried with this sample, for all",
    "runtime_aborts": "fault: what a runtime says, a regular expression, before it aborts because of a call of its own",
    "runtime_ignores": "fault: calls of a runtime whose status it does not look at",
    "runtime_skips": "fault: calls of a runtime after which it says that there is no device",
    "destructors": "fault: C++ objects release what they hold, and cannot tell",
    "may_be_missing": "fault: kernels and calls without an event, whose loss the answer survives",
    "mistakes": "fault: so many commands at the end are mistakes on purpose, and nobody calls them right or wrong",
    "goes_on": "fault: what failed is done again",
    "kernels_of": "oclgrind: it runs the kernels of this sample, too",
    "no_uninitialized": "oclgrind: no look at uninitialised memory; with words, only where an argument is one of them "
                        "(no-variant: where --variant is not among the arguments)",
    "no_race": "races: a variant broken_... without a race",
    "right_without_kernels": "no_kernels: where an answer is right though no kernel ran, a regular expression that is "
                             "searched in `ARGUMENTS | ANSWER | ROW` and in `ARGUMENTS | ANSWER | status STATUS`",
}


class Malformed(Exception):
    """A file of tests/samples cannot be read."""


@dataclass
class Run:
    name: str
    expected: str      # an exit status, or a check of sample.py
    words: list        # settings and arguments
    line: str
    variables: list    # NAME=VALUE of the lines `all:` above it


@dataclass
class Edit:
    """A kernel that a person broke."""
    what: str
    old: str
    new: str
    arguments: list    # None: of the small run
    file: str          # in kernels/
    function: str = ""    # that the text is in, where the file has it more than once

    def place(self, text):
        """Where in the file's text the old text begins."""
        first, end = 0, len(text)
        if self.function:    # as clang-format leaves it: up to a bracket in the first column, or on one line
            head = rf"^(?:\w[^\n;]*\b)?{self.function}\([^;{{}}]*\)\s*\{{"
            found = re.search(rf"{head}(?:[^\n]*\}}$|.*?^\}})", text, re.M | re.S)
            first, end = found.span() if found else (0, 0)
        times = text.count(self.old, first, end)
        if times != 1:
            raise Malformed(f"{self.what}: {self.function or 'the whole'} of kernels/{self.file} holds the text {times} times: "
                            f"{self.old}")
        return text.index(self.old, first, end)

    def broken(self, text):
        """The file's text with this mistake in it."""
        at = self.place(text)
        return text[:at] + self.new + text[at + len(self.old):]


@dataclass
class Survivors:
    explained: dict = field(default_factory=dict)    # kind and reason by function, change and line
    tried: tuple = None                              # seed and count, if not all were tried


@dataclass
class SampleFile:
    """The sections that the file lacks are None; special has a list of values for each word."""
    path: Path
    special: dict = field(default_factory=dict)
    runs: list = None
    broken_kernels: list = None
    races: list = None
    survivors: Survivors = None

    def values(self, word):
        return self.special.get(word, [])


def is_text(line):
    return line.strip() and not line.startswith("#")


def read_special(path, lines):
    special = {}
    for number, line in filter(lambda one: is_text(one[1]), lines):
        word, colon, value = line.partition("  # ")[0].partition(":")
        if word.strip() not in SPECIAL or "  # " not in line:
            raise Malformed(f"{path.name}:{number}: a line of [special] is WORD  # REASON or WORD: VALUE  # REASON, with one of "
                            f"{', '.join(SPECIAL)}")
        special.setdefault(word.strip(), []).append(value.strip() if colon else "")
    return special


def read_runs(path, lines):
    runs, variables = [], []
    for number, line in filter(lambda one: is_text(one[1]), lines):
        if found := re.fullmatch(r"all: +([A-Z_]+=[^ ]+)", line):
            variables.append(found[1])
            continue
        found = re.match(r"([A-Za-z0-9_.]+) +([a-z0-9_]+)(?: |$)", line)
        if not found or not (found[2].isdigit() or found[2] in CHECKS_OF_RUNS):
            raise Malformed(f"{path.name}:{number}: a run is a name, an exit status or a check, settings and arguments, not: {line}")
        try:
            words = shlex.split(line)[2:]
        except ValueError as error:
            raise Malformed(f"{path.name}:{number}: {found[1]}: {error}") from error
        runs.append(Run(found[1], found[2], words, line, list(variables)))
    return runs


def read_edits(path, lines):
    """One edit is a line WHAT :: OLD ==> NEW, or a comment and below it a piece of a diff."""
    edits, arguments, file, function, comment, diff = [], None, f"{path.stem}.cl", "", [], []

    def end_diff(number):
        if diff:
            if not comment:
                raise Malformed(f"{path.name}:{number}: above lines of - and + is a comment that says what is broken")
            old = [line[1:] for line in diff if line[0] != "+"]
            new = [line[1:] for line in diff if line[0] != "-"]
            edits.append(Edit(" ".join(comment), "\n".join(old), "\n".join(new), arguments, file, function))
        diff.clear()

    for number, line in [*lines, (0, "")]:
        if line[:1] in ("-", "+", " ") and line != " ":
            diff.append(line)
            continue
        if diff:
            end_diff(number)
            comment = []
        if line.startswith("#"):
            comment.append(line[1:].strip())
            continue
        comment = []
        if not line.strip():
            continue
        word, _, value = line.partition(":")
        if word == "args":
            arguments = None if value.strip() == "@SMALL@" else value.replace("@SOURCE@", str(ROOT)).split()
        elif word == "file":
            file, function = value.strip(), ""
        elif word == "in":
            function = value.strip()
        elif found := re.fullmatch(r"(.+?) :: (.+?) ==>(?: (.*))?", line):
            edits.append(Edit(found[1].strip(), found[2], found[3] or "", arguments, file, function))
        else:
            raise Malformed(f"{path.name}:{number}: a broken kernel is WHAT :: OLD ==> NEW, or a comment above lines of - and +, "
                            f"not: {line}")
    return edits


def read_survivors(path, lines):
    survivors = Survivors()
    for number, line in filter(lambda one: is_text(one[1]), lines):
        if line.startswith("tried:"):
            found = re.fullmatch(r"tried: --seed (\d+) --count (\d+)", line)
            if not found:
                raise Malformed(f"{path.name}:{number}: this line is tried: --seed N --count K")
            survivors.tried = int(found[1]), int(found[2])
            continue
        parts = [part.strip() for part in line.split(" :: ")]
        if len(parts) != 5 or parts[0] not in ("equivalent", "open") or not parts[4]:
            raise Malformed(f"{path.name}:{number}: a line is KIND :: FUNCTION :: CHANGE :: LINE :: REASON")
        survivors.explained[tuple(parts[1:4])] = (parts[0], parts[4])
    return survivors


READERS = {"special": read_special, "runs": read_runs, "broken kernels": read_edits, "races": read_edits,
           "survivors": read_survivors}


def sections_of(path, text):
    """Numbered lines by section."""
    sections = {}
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r"\[(.*)\]", line):
            if found[1] not in SECTIONS or found[1] in sections:
                raise Malformed(f"{path.name}:{number}: [{found[1]}] is no section of {', '.join(SECTIONS)}, or is there twice")
            sections[found[1]] = []
        elif sections:
            sections[list(sections)[-1]].append((number, line))
        elif is_text(line):
            raise Malformed(f"{path.name}:{number}: before the first section there are only comments")
    return sections


@functools.cache
def read_path(path):
    parts = {name.replace(" ", "_"): READERS[name](path, lines)
             for name, lines in sections_of(path, path.read_text(encoding="utf-8") if path.exists() else "").items()}
    return SampleFile(path, **parts)


def read_sample(name):
    """What tests/samples/NAME.txt says; without the file nothing."""
    return read_path(FOLDER / f"{name}.txt")


def read_all():
    """By the names of the samples."""
    return {path.stem: read_path(path) for path in sorted(FOLDER.glob("*.txt"))}


# --- for CMake

LAYERS = ("BUILTIN_LAYER", "FAMILIES_LAYER", "GL_LAYER", "SEMAPHORE_LAYER", "MEMORY_LAYER", "STRICT_LAYER", "HIDE_LIBRARY")


def label_of(run):
    if run.expected.isdigit() or run.expected in ("json", "wrong", "same_csv"):
        return "files" if re.search("file:|@DATA@|@SCRATCH@|--input| -i ", run.line) else "run"    # sanitizers look at files, too
    return "slow" if run.expected == "each_power" else run.expected    # compiles the kernels many times


def cache_of(sample, run):
    """Whose compiled kernels it shares."""
    if re.search(r" POCL_[A-Z_]+=", run.line):    # PoCL is told to be another device, and may compile something else
        return f"{sample}.{run.name}"
    return f"{sample}.runs" if run.variables else sample


def lines_for_cmake():
    files = read_all()
    for section in ("broken_kernels", "races"):
        names = [name for name, file in files.items() if getattr(file, section) is not None]
        yield f"set(OCL_WITH_{section.upper()} {' '.join(names)})"
    for name, file in files.items():
        if file.runs is not None:
            yield f"function(ocl_runs_of_{name})"
            for run in file.runs:
                needs = " ".join(layer.lower() for layer in LAYERS if f"@{layer}@" in run.line)
                yield f'  ocl_run({name} {run.name} {label_of(run)} {cache_of(name, run)} "{";".join(run.variables)}" {needs})'
            yield "endfunction()"


def main():
    if sys.argv[1:] == ["check"]:
        read_all()
    elif len(sys.argv) == 3 and sys.argv[1] == "write":
        Path(sys.argv[2]).write_text("\n".join(lines_for_cmake()) + "\n", encoding="utf-8")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main()
    except Malformed as malformed:
        sys.exit(f"tests/samples/{malformed}")
