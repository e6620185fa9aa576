#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the kernels in every small way that it knows, and sees whether the samples notice.

    mutate.py [--build FOLDER] [--sample NAME]... [--seed N --count K] [--seconds S] [--jobs J]
              [--explained] [--trust] [--list] [--verbose]

Each broken kernel (a mutant) gets the sample's small run.  A mutant that passes is run again with a guard behind each
buffer (guard_layer.c) and with other poison, then under oclgrind, then with guards and the sizes of the tests NAME.size.SIZE, and as NAME, then
with its runs that must pass.  What passes everything survives: either it computes the same (it is equivalent), or the tests
have a hole.  The section [survivors] of tests/samples/NAME.txt explains survivors, one per line:

    KIND :: FUNCTION :: CHANGE :: LINE :: REASON

KIND is `equivalent` or `open` (a hole that is known).  FUNCTION is the kernel or the function.  CHANGE and LINE are what
this script prints: what is changed, and the line without its comment.  A line `tried: --seed N --count K` says that only
these mutants of the sample were tried.

    --build FOLDER   where the programs were built (default build)
    --sample NAME    this sample only; may be given several times
    --seed N         with --count K: K mutants that N chooses, the same each time
    --seconds S      begin no mutant after this time
    --jobs J         so many at a time (default 1)
    --explained      only samples whose file has [survivors], and of them the mutants that were tried
    --trust          do not run mutants that are explained
    --list           print the mutants and run none
    --verbose        print all mutants, not only those that survive

Exit status 0: every survivor is explained; 1: not; 77: nothing could be run.
"""

import argparse
import os
import queue
import random
import re
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from checks.guards import guarded
from checks.runs import settings_of
from checks.simulator import complaints_of_oclgrind
from runner import SKIP, TESTS, Broken, own_cache, run, variants_of
from sample_file import Malformed, read_sample
from small_runs import read_small_runs
from tree import KERNELS, NOT_CODE

# --- what is code

TYPE = re.compile(r"(?:u?(?:char|short|int|long)|float|double|half)(?:2|3|4|8|16)?|void|bool|size_t|ptrdiff_t|"
                  r"u?intptr_t|image\w+_t|sampler_t|event_t|signed|unsigned|struct|union")
QUALIFIER = re.compile(r"(?:__)?(?:const|restrict|volatile|global|local|constant|private|kernel|read_only|write_only|"
                       r"read_write|generic)|static|inline|typedef|extern")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M | re.S)
MACRO = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)\([^)]*\)", re.S)    # one with arguments: its body is code
TOKEN = re.compile(r"(?P<number>(?:0[xX][0-9a-fA-F]+|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)[uUlLfFhH]*)|"
                   r"(?P<word>[A-Za-z_]\w*)|"
                   r"(?P<mark><<=|>>=|->|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|##|[^\s\w])")


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def attribute_end(text, at):
    """Where the brackets end that follow __attribute__."""
    depth = 0
    for place in range(text.index("(", at), len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place + 1
    return len(text)


def code_of(source):
    """The source with blanks in place of all that is not changed; and the places of macros' bodies, with their names."""
    code = NOT_CODE.sub(lambda found: blank(found[0]), source)
    macros = []

    def directive(found):
        macro = MACRO.match(found[0])
        if not macro or "#" in found[0][macro.end():]:    # pastes names together
            return blank(found[0])
        macros.append((found.start() + macro.end(), found.end(), macro[1]))
        return blank(macro[0]) + found[0][macro.end():].replace("\\\n", " \n")

    code = DIRECTIVE.sub(directive, code)
    for found in reversed(list(re.finditer(r"\b__attribute__\b", code))):
        end = attribute_end(code, found.start())
        code = code[:found.start()] + blank(code[found.start():end]) + code[end:]
    return code, macros


@dataclass
class Token:
    text: str
    kind: str
    start: int
    end: int
    function: str = ""       # that it is in
    macro: int = -1          # where the macro begins whose body it is in
    size: bool = False       # in the brackets of a declaration: the size of an array
    closes: int = -1         # of a closing bracket: the number of the token that opens it
    cast: bool = False       # a closing bracket of a cast


class Code:
    """A kernel file, in tokens that know where they are."""

    def __init__(self, source):
        self.source = source
        self.code, self.macros = code_of(source)
        self.types = set(re.findall(r"\btypedef\b[^;]*?(\w+)\s*;", self.code))
        self.tokens = [Token(found[0], found.lastgroup, found.start(), found.end())
                       for found in TOKEN.finditer(self.code)]
        self.statements = []    # first and last token (the semicolon) of each that is no declaration
        self.match_brackets()
        self.find_functions()
        self.find_statements()

    def is_type(self, token):
        return token.kind == "word" and bool(TYPE.fullmatch(token.text) or QUALIFIER.fullmatch(token.text)
                                             or token.text in self.types)

    def match_brackets(self):
        stack = []
        for number, token in enumerate(self.tokens):
            if token.text in ("(", "[", "{"):
                stack.append(number)
            elif token.text in (")", "]", "}") and stack:
                token.closes = stack.pop()
                within = self.tokens[token.closes + 1:number]
                token.cast = (token.text == ")" and bool(within) and self.is_type(within[0]) and
                              all(self.is_type(one) or one.text in "*()[]" or one.kind == "number" for one in within)
                              and any(TYPE.fullmatch(one.text) or one.text in self.types for one in within))

    def find_functions(self):
        depth, name = 0, ""
        for number, token in enumerate(self.tokens):
            macro = next((one for one in self.macros if one[0] <= token.start < one[1]), None)
            if macro:
                token.function, token.macro = macro[2], macro[0]
                continue
            if token.text == "{":
                before = self.tokens[number - 1] if number else None
                if depth == 0 and before and before.text == ")":
                    name = self.tokens[before.closes - 1].text
                elif depth == 0:
                    name = self.named_before(number)
                depth += 1
            token.function = name if depth else ""
            if token.text == "}":
                depth -= 1

    def named_before(self, number):
        """The array whose elements follow."""
        while number and self.tokens[number].text not in (";", "}"):
            number -= 1
            if self.tokens[number].text == "[":
                return self.tokens[number - 1].text
        return "file"

    def find_statements(self):
        first, depth = 0, 0
        for number, token in enumerate(self.tokens):
            if number and token.macro != self.tokens[number - 1].macro:
                first = number    # a macro's last statement has no semicolon
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            head = (token.text == ")" and depth == 0 and token.closes > 0 and
                    self.tokens[token.closes - 1].text in ("if", "for", "while", "switch"))
            if token.text == "{" and number and self.tokens[number - 1].text == "=":
                self.mark_sizes(first, number)    # of an array whose elements follow
            if token.text in ("{", "}", "else", "do") or head:
                first = number + 1
            elif token.text == ";" and depth == 0:
                self.end_statement(first, number)
                first = number + 1
            elif token.text == ";":    # of a for
                self.mark_sizes(token.start, number)

    def end_statement(self, first, last):
        if first == last:
            return
        begin = self.tokens[first]
        if not begin.function:
            return
        declares = self.is_type(begin) or (begin.kind == "word" and self.tokens[first + 1].kind == "word"
                                           and begin.text not in ("return", "else", "goto"))
        if declares:
            self.mark_sizes(first, last)
        else:
            self.statements.append((first, last))

    def mark_sizes(self, first, last):
        depth, value = 0, False
        for token in self.tokens[first:last]:
            if token.text == "=":
                value = True
            elif token.text == "," and depth == 0:
                value = False
            depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
            token.size = depth > 0 and not value

    def is_binary(self, number):
        """Whether a sign stands between two values."""
        before = self.tokens[number - 1] if number else None
        if not before or before.cast or self.is_type(before) or before.text in ("return", "case", "sizeof"):
            return False
        return before.kind in ("number", "word") or before.text in (")", "]")


# --- what is changed

OPERATORS = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "<": ["<=", ">="], "<=": ["<", ">"],
             ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
             "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"], "+=": ["-="], "-=": ["+="],
             "*=": ["/="], "/=": ["*="], "++": ["--"], "--": ["++"]}
IDS = ["get_local_id", "get_global_id", "get_group_id"]
SIZES = {"get_local_size": ["get_global_size"], "get_global_size": ["get_local_size"],
         "get_num_groups": ["get_global_size"]}
BARRIER = re.compile(r"(?:work_group_|sub_group_)?barrier|(?:read_|write_)?mem_fence|atomic_work_item_fence")
POISON = 255    # what ocl_poison_run fills an output with before its first run


@dataclass
class Mutant:
    file: Path
    line: int
    function: str
    change: str
    text: str       # of the line, without its comment
    source: str     # of the whole file, changed
    sample: str = ""
    start: int = 0

    def key(self):
        return self.function, self.change, self.text

    def __str__(self):
        return f"{self.file.name}:{self.line}: {self.function}: {self.change}: {self.text}"


def other_constants(text):
    digits = re.match(r"0[xX][0-9a-fA-F]+|[\d.]+(?:[eE][+-]?\d+)?", text)[0]
    suffix = text[len(digits):]
    if re.fullmatch(r"0[xX].*|\d+", digits) and not set(suffix) & set("fFhH"):
        value = int(digits, 16 if digits[:2] in ("0x", "0X") else 10)
        return [f"{new}{suffix}" if new >= 0 else f"({new})" for new in dict.fromkeys((value + 1, value - 1, 0))
                if new != value]
    value = float(digits)
    return [f"{new!r}{suffix}" if new >= 0 else f"({new!r}{suffix})"
            for new in dict.fromkeys((value + 1, value - 1, 0.0)) if new != value]


def other_components(name):
    """The components of a vector: another one, or the same in another order."""
    for letters in ("xyzw",):
        if re.fullmatch(f"[{letters}]", name):
            return ["y" if name == "x" else chr(ord(name) - 1)] if name != "w" else ["z"]
        if re.fullmatch(f"[{letters}]{{2,4}}", name):
            return [name[::-1]] if name != name[::-1] else []
    if re.fullmatch(r"[sS][0-9a-fA-F]", name):
        return [f"s{int(name[1], 16) ^ 1:x}"]
    if re.fullmatch(r"[sS][0-9a-fA-F]{2,16}", name):
        return ["s" + name[:0:-1]] if name[1:] != name[:0:-1] else []
    return [{"lo": "hi", "hi": "lo", "even": "odd", "odd": "even"}[name]] if name in ("lo", "hi", "even", "odd") else []


def changes_of_token(code, number):
    """Triples: from where to where, the new text, and what it is called."""
    token = code.tokens[number]
    before = code.tokens[number - 1] if number else None
    following = code.tokens[number + 1] if number + 1 < len(code.tokens) else None
    if token.kind == "mark" and token.text in OPERATORS and not token.size:
        if code.is_binary(number) or token.text in ("++", "--"):
            for new in OPERATORS[token.text]:
                yield token.start, token.end, new, f"{token.text} to {new}"
    elif token.kind == "number":
        for new in other_constants(token.text):
            if not (token.size and not new.startswith("(") and float(re.match(r"[\d.]+", new)[0])
                    > float(int(token.text, 16) if token.text[:2] in ("0x", "0X") else
                            re.match(r"[\d.]+", token.text)[0])):    # an array may be longer
                yield token.start, token.end, new, f"{token.text} to {new}"
    elif token.kind == "word" and before and before.text == ".":
        for new in other_components(token.text):
            yield token.start, token.end, new, f".{token.text} to .{new}"
    elif token.text in IDS and following and following.text == "(":
        for new in IDS:
            if new != token.text:
                yield token.start, token.end, new, f"{token.text} to {new}"
    elif token.text in SIZES:
        for new in SIZES[token.text]:
            yield token.start, token.end, new, f"{token.text} to {new}"
    elif token.text == "]" and not token.size and token.closes > 0 and code.is_binary(token.closes):
        opening = code.tokens[token.closes]
        index = code.source[opening.end:token.start]
        if not opening.size and index.strip():
            for step in ("+ 1", "- 1"):
                yield opening.end, token.start, f"({index}) {step}", f"index {step}"


def changes_of_statement(code, first, last):
    tokens = code.tokens[first:last]
    start, end = tokens[0].start, code.tokens[last].start
    text = code.source[start:end]
    if tokens[0].text == "return" and len(tokens) > 1 or tokens[0].text in ("case", "default"):
        return
    called = "barrier" if BARRIER.fullmatch(tokens[0].text) else "statement"
    yield start, end, "", f"{called} deleted"
    depth = 0
    for token in tokens:
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if token.text == "=" and depth == 0:
            place = code.source[start:token.start].strip()
            if place.endswith("]") or place.startswith("*"):
                yield (start, end + 1, f"{{ if (*(global const uchar *)&({place}) == {POISON}) {text}; }}",
                       "written only over poison")
            return


def mutants_of(path):
    """All mutants of a file, in the order of their places."""
    code = Code(path.read_text())
    changes = [change for number, token in enumerate(code.tokens) if token.function
               for change in ((token.function, *one) for one in changes_of_token(code, number))]
    for first, last in code.statements:
        changes += [(code.tokens[first].function, *one) for one in changes_of_statement(code, first, last)]
    changes.sort(key=lambda change: (change[1], change[2], change[4]))
    seen, counts, mutants = set(), Counter(), []
    without_comments = re.sub(r"//[^\n]*|/\*.*?\*/", lambda found: blank(found[0]), code.source, flags=re.S)
    lines = without_comments.split("\n")
    for function, start, end, new, what in changes:
        source = code.source[:start] + new + code.source[end:]
        if source in seen:
            continue
        seen.add(source)
        line = code.source.count("\n", 0, start)
        text = " ".join(lines[line].replace("\\", " ").split())
        counts[function, what, text] += 1
        if counts[function, what, text] > 1:
            what = f"{what} ({counts[function, what, text]})"
        mutants.append(Mutant(path, line + 1, function, what, text, source, start=start))
    return mutants


# --- which sample has which file

@dataclass
class Sample:
    program: str
    arguments: list    # of the small run
    sizes: list        # further values of --size


def built_samples(build):
    """By their names; device_limits is judged by its unit test."""
    samples = {}
    for small in read_small_runs(build):
        program = (build / "bin" / small.sample).resolve()
        if program.exists():
            samples[small.sample] = Sample(str(program), small.arguments, small.sizes)
    unit = (build / "tests/bin/test_device_limits").resolve()
    if unit.exists():
        samples["device_limits"] = Sample(str(unit), [], [])
    return samples


def files_of(samples):
    """The kernel files by sample.  A header belongs to the first sample of which a file includes it."""
    files, names = {}, sorted(samples, key=len, reverse=True)
    for path in sorted(KERNELS.glob("*.cl")):
        owner = next((name for name in names if path.stem == name or path.stem.startswith(f"{name}_")), None)
        if owner and not path.stem.endswith("_broken"):    # these are wrong already
            files.setdefault(owner, []).append(path)
    taken = set()
    for name in sorted(files, key=len):
        for path in files[name]:    # grows while headers include headers
            for header in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.M):
                found = next((place / header for place in (KERNELS, KERNELS / "include")
                              if (place / header).exists()), None)
                if found and found not in taken:
                    taken.add(found)
                    files[name].append(found)
    return files


def branches_of(source):
    """First and last place of each branch of #if; the last that holds a place is the innermost."""
    branches, stack = [], []
    for found in re.finditer(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(?:[^\n\\]|\\.|\\\n)*\n", source,
                             re.M | re.S):
        if found[1] in ("elif", "else", "endif") and stack:
            branches.append((stack.pop(), found.start()))
        if found[1] != "endif":
            stack.append(found.end())
    return sorted(branches)


# --- running

FAILED_CALL = 3
BUILD_FAILURE = re.compile(r"CL_(?:BUILD|COMPILE|LINK)_PROGRAM_FAILURE|CL_INVALID_PROGRAM_EXECUTABLE")


# The CPU time finds what hangs, however busy the machine is.
LIMITED = ["bash", "-c", 'ulimit -t "$0"; exec "$@"']
TIMED = ["bash", "-c", 'TIMEFORMAT="cpu %U %S"; time "$@"', "timed"]
SECONDS_OF_A_SIZE = 20


class Place:
    """Where one mutant at a time is run: kernels and caches of its own."""

    def __init__(self, folder, samples):
        self.kernels = Path(folder) / "kernels"
        self.samples, self.seconds, self.variants, self.clean, self.compiled = samples, {}, {}, {}, {}
        self.devices = None    # what --list prints
        shutil.copytree(KERNELS, self.kernels)
        self.environment = {"OCL_SAMPLES_KERNELS": str(self.kernels), "OCL_SAMPLES_CACHE": own_cache(folder),
                            "POCL_CACHE_DIR": f"{folder}/pocl"}

    def plain(self, sample, further=()):
        """The small run, within limits."""
        tested, seconds = self.samples[sample], self.seconds[sample]
        return run(tested.program, [*tested.arguments, *further], self.environment,
                   [*LIMITED, str(round(3 + 3 * seconds))], 60 + 20 * seconds)

    def prepare(self, sample):
        """The first run builds everything and measures the device; mutants are built, too."""
        if sample in self.seconds:
            return
        tested = self.samples[sample]
        result = run(tested.program, tested.arguments, self.environment, TIMED)
        if result.returncode == SKIP:
            self.seconds[sample] = None
            return
        if result.returncode != 0:
            raise Broken(f"{sample} fails before anything is changed: {result.stderr.strip()}")
        self.seconds[sample] = sum(map(float, re.search(r"^cpu ([\d.]+) ([\d.]+)$", result.stderr, re.M).groups()))
        self.variants[sample] = variants_of(tested.program)

    def with_file(self, path, source, call):
        copy = self.kernels / path.relative_to(KERNELS)
        copy.write_text(source)
        try:
            return call()
        finally:
            copy.write_text(path.read_text())

    def is_compiled(self, mutant):
        """Whether the small run or one of its runs gets this branch of #if."""
        source = mutant.file.read_text()
        inner = [one for one in branches_of(source) if one[0] <= mutant.start < one[1]]
        if not inner:
            return True
        key = (mutant.sample, mutant.file, inner[-1])
        if key not in self.compiled:
            begin = inner[-1][0]
            self.compiled[key] = self.with_file(mutant.file, source[:begin] + '#error "here"\n' + source[begin:],
                                                lambda: self.meets_an_error(mutant.sample))
        return self.compiled[key]

    def meets_an_error(self, sample):
        if self.plain(sample).returncode not in (0, SKIP):
            return True
        program = self.samples[sample].program
        return any(run(program, words, {**self.environment, **variables},
                       [*LIMITED, str(SECONDS_OF_A_SIZE)]).returncode == FAILED_CALL
                   for expected, variables, words in self.passing_runs(sample) if expected == "0")

    def own_variant(self, mutant):
        """The options for the variant that a kernel is: what this catches, the whole small run does, too."""
        names = [name for name in self.variants[mutant.sample] if mutant.function.endswith(f"_{name}")]
        return ["--variant", max(names, key=len)] if names else None

    def guard_fails(self, sample):
        tested = self.samples[sample]
        result, _ = guarded(tested.program, tested.arguments, self.environment, 60 + 20 * self.seconds[sample])
        return result.returncode not in (0, SKIP)

    def oclgrind_complains(self, sample):
        tested = self.samples[sample]
        complaints, result = complaints_of_oclgrind(tested.program, tested.arguments, self.environment,
                                                    60 + 20 * self.seconds[sample])
        return result.returncode not in (0, SKIP) or bool(complaints.strip())

    def a_size_fails(self, sample):
        """The tests NAME.size.SIZE and NAME; and the sizes of NAME.guard, with guards."""
        tested = self.samples[sample]
        guard = {"OPENCL_LAYERS": os.environ["OCL_TEST_GUARD_LAYER"]} if "OCL_TEST_GUARD_LAYER" in os.environ else {}
        every = ["--variant", "all"] if "all" in tested.arguments else []
        for size in (*tested.sizes, None):
            arguments, layers = (["--size", size, *every], guard) if size else ([], {})
            result = run(tested.program, arguments, {**self.environment, **layers},
                         [*LIMITED, str(SECONDS_OF_A_SIZE)])
            if result.returncode not in (0, SKIP):
                return True
        return False

    def has_devices(self, sample, words):
        """Whether each word is in a line of --list."""
        if words and self.devices is None:
            self.devices = run(self.samples[sample].program, ["--list"]).stdout
        return all(word in self.devices for word in words)

    def passing_runs(self, sample):
        """What is expected, the variables and the arguments of the runs that pass with the right kernels, also under
        oclgrind, and write no files."""
        places = {"@SOURCE@": str(TESTS.parent), "@DATA@": str(TESTS.parent / "data")}
        for one in read_sample(sample).runs or []:
            words, expected = one.words, one.expected
            for place, folder in places.items():
                words = [word.replace(place, folder) for word in words]
            if any("@" in word for word in words) or not (
                    expected == "0" or (expected == "oclgrind" and shutil.which("oclgrind"))):
                continue
            variables, settings = settings_of(words)
            wanted = settings.pop("only")
            if not any(settings.values()) and self.has_devices(sample, wanted):
                yield expected, variables, words

    def a_run_fails(self, sample):
        program = self.samples[sample].program
        for expected, variables, words in self.passing_runs(sample):
            environment, complaints = {**self.environment, **variables}, ""
            if expected == "oclgrind":
                complaints, result = complaints_of_oclgrind(program, words, environment)
            else:
                result = run(program, words, environment, [*LIMITED, str(SECONDS_OF_A_SIZE)])
            if result.returncode not in (0, SKIP) or complaints.strip():
                return True
        return False

    def more_judges(self, sample):
        """Those that are silent about the right kernels."""
        judges = []
        if "OCL_TEST_GUARD_LAYER" in os.environ:
            judges.append(("guard", self.guard_fails))
        if shutil.which("oclgrind"):
            judges.append(("oclgrind", self.oclgrind_complains))
        for name, judge in judges:
            if (sample, name) not in self.clean:
                self.clean[sample, name] = not judge(sample)
        return [*((name, judge) for name, judge in judges if self.clean[sample, name]),
                ("sizes", self.a_size_fails), ("runs", self.a_run_fails)]

    def judge(self, mutant):
        """What catches it: sample, guard, oclgrind, sizes, runs; or why it does not count; or `survives`."""
        self.prepare(mutant.sample)
        if self.seconds[mutant.sample] is None:
            return "skipped"
        if not self.is_compiled(mutant):
            return "not compiled"
        variant = self.own_variant(mutant)
        result = self.with_file(mutant.file, mutant.source, lambda: self.plain(mutant.sample, variant or ()))
        if variant and result.returncode in (0, SKIP):
            result = self.with_file(mutant.file, mutant.source, lambda: self.plain(mutant.sample))
        if result.returncode == FAILED_CALL and BUILD_FAILURE.search(result.stderr):
            return "error"
        if result.returncode not in (0, SKIP):
            return "sample"
        for name, judge in self.more_judges(mutant.sample):
            if self.with_file(mutant.file, mutant.source, lambda judge=judge: judge(mutant.sample)):
                return name
        return "survives"


def judge_all(mutants, samples, jobs, until, report):
    """Pairs of mutant and verdict, in the order of the mutants."""
    waiting, verdicts, failures = queue.Queue(), {}, []
    for number, mutant in enumerate(mutants):
        waiting.put((number, mutant))

    def work():
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            place = Place(folder, samples)
            while not failures and time.monotonic() < until:
                try:
                    number, mutant = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    verdicts[number] = place.judge(mutant)
                    report(mutant, verdicts[number])
                except Broken as broken:
                    failures.append(broken)

    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return [(mutants[number], verdicts[number]) for number in sorted(verdicts)]


# --- what is explained

def explanations(sample):
    """KIND and REASON by function, change and line."""
    survivors = read_sample(sample).survivors
    return survivors.explained if survivors else {}


def choice(mutants, seed, count):
    """So many of them, the same each time."""
    return random.Random(seed).sample(mutants, min(count, len(mutants)))


NOT_COUNTED = ("error", "not compiled", "skipped")
COLUMNS = ["mutants", "sample", "guard", "oclgrind", "sizes", "runs", "equivalent", "open", "unexplained"]


def print_table(rows):
    print(f"\n{'':44}" + "".join(f"{name:>12}" for name in COLUMNS))
    for name, counts in rows.items():
        print(f"{name:44}" + "".join(f"{counts[column]:12}" for column in COLUMNS))


def summarise(verdicts, known):
    """Prints the tables, and gives the unexplained survivors."""
    kernels, samples, unexplained = {}, {}, []
    for mutant, verdict in verdicts:
        if verdict in NOT_COUNTED:
            continue
        if verdict == "survives":
            verdict = known[mutant.sample].get(mutant.key(), ("unexplained",))[0]
            if verdict == "unexplained":
                unexplained.append(mutant)
        for table, name in ((kernels, f"{mutant.sample}: {mutant.function}"), (samples, mutant.sample)):
            table.setdefault(name, Counter()).update(("mutants", verdict))
    print_table(kernels)
    print_table({**samples, "all": sum(samples.values(), Counter())})
    left_out = Counter(verdict for _, verdict in verdicts)
    print(f"\n{left_out['error']} more do not compile, {left_out['not compiled']} are in code that this device does not "
          f"get, {left_out['skipped']} are of samples that this device cannot run")
    return unexplained


def parse():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--build", type=Path, default=TESTS.parent / "build")
    parser.add_argument("--sample", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=1)
    for flag in ("--explained", "--trust", "--list", "--verbose"):
        parser.add_argument(flag, action="store_true")
    return parser.parse_args()


def choose(options, samples):
    """The mutants that are wanted, and a complaint about each explanation that explains nothing."""
    chosen, stale = [], []
    for sample, files in files_of(samples).items():
        if options.sample and sample not in options.sample:
            continue
        survivors = read_sample(sample).survivors
        if options.explained and survivors is None:
            continue
        mine = [mutant for file in files for mutant in mutants_of(file)]
        for mutant in mine:
            mutant.sample = sample
        keys = {mutant.key() for mutant in mine}
        stale += [f"tests/samples/{sample}.txt: no such mutant: {' :: '.join(key)}"
                  for key in explanations(sample) if key not in keys]
        if options.explained and survivors.tried:    # in part only
            mine = choice(mine, *survivors.tried)
        chosen += mine
    if options.count is not None:
        chosen = choice(chosen, options.seed, options.count)
    return chosen, stale


def main():
    options = parse()
    samples = built_samples(options.build)
    layer = options.build / "tests/libguard_layer.so"
    if layer.exists():
        os.environ.setdefault("OCL_TEST_GUARD_LAYER", str(layer.resolve()))
    begin = time.monotonic()
    chosen, stale = choose(options, samples)
    if not chosen:
        print("nothing to run: build the samples first, or name others")
        sys.exit(SKIP)
    if options.list:
        print(*chosen, sep="\n")
        return
    known = {mutant.sample: explanations(mutant.sample) for mutant in chosen}

    def report(mutant, verdict):
        if options.verbose or (verdict == "survives" and mutant.key() not in known[mutant.sample]):
            print(f"{verdict:12} {mutant}", flush=True)

    trusted = [mutant for mutant in chosen if options.trust and mutant.key() in known[mutant.sample]]
    to_run = [mutant for mutant in chosen if mutant not in trusted]
    verdicts = judge_all(to_run, samples, options.jobs, begin + options.seconds, report)
    verdicts += [(mutant, "survives") for mutant in trusted]
    unexplained = summarise(verdicts, known)
    if not any(verdict not in NOT_COUNTED for _, verdict in verdicts):
        print("no mutant was judged")
        sys.exit(SKIP)
    if len(verdicts) < len(chosen):
        print(f"{len(chosen) - len(verdicts)} of {len(chosen)} were not begun within {options.seconds:.0f} s")
    print(*stale, sep="\n", end="\n" if stale else "")
    if unexplained:
        print(f"\n{len(unexplained)} survivors are not explained in tests/samples/:")
        print(*(f"? :: {' :: '.join(mutant.key())} :: ({mutant.file.name}:{mutant.line})" for mutant in unexplained),
              sep="\n")
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    try:
        main()
    except (Broken, Malformed) as broken:
        sys.exit(f"mutate.py: {broken}")
