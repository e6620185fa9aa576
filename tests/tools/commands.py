#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Types the commands of the pages, as a reader would, and compares what they print with what the page shows.

    commands.py BIN [--list] PAGE...    pages, or folders with pages

The commands of a page are the lines "    $ COMMAND", also those that stand further to the right in an exercise.  What
follows up to the next command or the end of the block is their output.  They are typed one after the other in one
folder that looks like the project's: build/bin holds the programs of BIN, and only build/ may get new files.  A command that goes on in the next line ends with "\\".

A line of output matches a line that the program prints, in this order, when both are alike but for numbers, paths, PoCL's
name of the processor, and the number of blanks.  A line "..." or "…" stands for any number of lines; at the end of a line
it stands for what follows.  Of the lines "device", "problem" and "reference" only the first word counts, and of a row with a
verdict the first and the last: how many columns have a number depends on the device.  A row may be missing when the program
says that it left this variant out, and the line "slow variants": they depend on the time that there is.

Not typed are:

- blocks that stand behind <!-- not typed: REASON -->, and those behind <!-- typed where there is TOOL --> where it is missing
- commands for a GPU: -d nvidia, -d gpu, a comment "# on a GPU", or an output whose device is NVIDIA's
- commands that set up the project, and benchmarks, which take a minute each (NOT_OURS)

Commands between backquotes, or in <code>, that begin with build/bin/ are typed without comparing: they may be refused,
but not because an option or a variant does not exist.  Those that name a file which the reader writes are left out.

A command that takes more than ten seconds is wrong, too, unless other programs keep the processor busy: then its processor
time is below that of two cores in ten seconds.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from html import unescape
from pathlib import Path
from textwrap import dedent

import runner
from tree import ROOT, shown

NOT_OURS = re.compile(r"(\w+=\S+ )*(build/bin/bench_\w+|\./(demo|test|setup|new_sample)\.sh|cmake|ctest|git|sudo|apt|time|taskset|cd|cc|\./hello)\b")
GPU = re.compile(r"-d (nvidia|gpu)|# on a GPU|^device +NVIDIA", re.M)
UNKNOWN = re.compile(r"unknown option|no such option|unknown variant|has no variant|unrecognized")
SECONDS = 120         # a command that hangs
PROMISED = 10         # no command that a page shows takes longer on two cores


class Command:
    """A command of a page, and what the page says that it prints."""

    def __init__(self, path, line, text):
        self.path, self.line, self.text, self.output = path, line, text, []

    def __str__(self):
        return f"{shown(self.path)}:{self.line}: {self.text}"

    def for_gpu(self):
        return bool(GPU.search("\n".join([self.text, *self.output])))


def tools_for(line):
    """Is the tool there that the commands behind this line need?"""
    needed = re.match(r"<!-- typed where there is (\S+) -->", line)
    return not needed or bool(shutil.which(needed[1]))


def blocks(text):
    """The indented and the fenced blocks of a page: (line number, lines, is it to be typed)."""
    lines, found, block, fenced, typed, start = text.splitlines(), [], [], False, True, 0
    for number, line in enumerate([*lines, ""], 1):
        fence = line.startswith("```")
        inside = fenced if fenced else line.startswith("    ") or (block and not line.strip())
        if inside and not fence:
            if not block:
                start = number
            block.append(line if fenced else line[4:])
        else:
            if block:
                found.append((start, block, typed))
            block = []
            if fence:
                fenced = not fenced
            elif line.strip():
                typed = not line.startswith("<!-- not typed:") and tools_for(line)
    return found


def commands(path):
    found = []
    for start, block, typed in blocks(path.read_text()):
        command = None
        for number, line in enumerate(dedent("\n".join(block)).split("\n"), start):
            if command and command.text.endswith("\\"):
                command.text = command.text[:-1] + line.strip().removeprefix("> ")
            elif line.startswith("$ "):
                command = Command(path, number, line[2:])
                if typed:
                    found.append(command)
            elif command:
                command.output.append(line.rstrip())
    for command in found:
        while command.output and not command.output[-1]:
            command.output.pop()
    return [command for command in found if not NOT_OURS.match(command.text) and not command.for_gpu()]


def mentions(path):
    """Commands in the text of a page."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for text in re.findall(r"(?:`|<code>)((?:[A-Z_]+=\S+ )?build/bin/\w+[^`<]*)(?:`|</code>)", line):
            words = unescape(text)
            if "/bench_" not in words and " -k" not in words and "--kernel" not in words and not re.search(r"\b[A-Z]{4,}\b(?!=)|\.\.\.|/that/", words):
                found.append(Command(path, number, words))
    return [command for command in found if not command.for_gpu()]


# --- comparing

def pattern(line):
    """What has to be alike: numbers and paths are not, and a row of a table is its name and its verdict."""
    line = re.sub(r"'?…?(/[\w.+-]+)+/[\w.+-]+'?|…/[\w.+-]+", "PATH", line.strip())
    line = re.sub(r'(pthread|basic|cpu)-.*?(?=,| \(Portable|"|$)', "DEVICE", line)
    line = re.sub(r"GenuineIntel|AuthenticAMD", "VENDOR", line)    # of the processor
    words = line.split()
    if words and words[0] in ("device", "reference", "host", "problem"):
        return words[0]
    if words and words[-1] in ("PASS", "FAIL") and len(words) > 2:
        return f"{words[0]} {words[-1]}"
    line = re.sub(r"(?<!\S)-(?=\d)", "", line)    # a number of the other sign
    line = re.sub(r"0x[0-9a-f]+|\d+(\.\d+)?(e[+-]?\d+)?", "#", line)
    return re.sub(r"\s+", " ", line)


def missing(wanted, printed):
    """The first line of the page that the program did not print, or None."""
    lines, at = [pattern(line) for line in printed.splitlines()], 0
    left_out = set(re.findall(r"^(\S+) is left out", printed, re.M))
    for line in wanted:
        if line.startswith("slow variants") or line.split(maxsplit=1)[:1] and line.split()[0] in left_out:
            continue
        begins = line.rstrip().endswith(("...", "…"))
        want = pattern(line.rstrip().removesuffix("...").removesuffix("…"))
        if not want:
            continue
        while at < len(lines) and not (lines[at].startswith(want) if begins else lines[at] == want):
            at += 1
        if at == len(lines):
            return line
        at += 1
    return None


# --- typing

def project(work, binaries):
    """A folder that looks like the project's after ./demo.sh.  An exercise copies the kernels and changes the copy: a copy of
    a link would be a link, too."""
    shutil.copytree(ROOT / "kernels", work / "kernels")
    for path in ROOT.iterdir():
        if not path.name.startswith((".", "build")) and path.name != "kernels":
            (work / path.name).symlink_to(path)
    (work / "build").mkdir()
    (work / "build/bin").symlink_to(Path(binaries).resolve())
    for name in ("share", "tests", "solutions"):
        (work / "build" / name).symlink_to(Path(binaries).resolve().parent / name)
    shutil.copytree(Path(binaries).resolve().parent / "skeletons", work / "build/exercises")


def take_compiled_kernels(page):
    """PoCL's cache gets what the tests of the page's sample have compiled, which is in the folder beside it."""
    own = os.environ.get("POCL_CACHE_DIR")
    if own and (others := Path(own).parent / page.stem).is_dir():
        shutil.copytree(others, own, ignore=shutil.ignore_patterns("tempfile_*"), dirs_exist_ok=True)


def processor_s():
    """Processor time of all commands so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def descendants(pid):
    """The processes that this one has started, and what they have started."""
    for child in runner.children(pid):
        yield child
        yield from descendants(child)


def typed_in(folder, text):
    """What the command printed, and its exit status; where its processes hang, and 124, when it does not end."""
    environment = {key: value for key, value in os.environ.items() if key != "OCL_DEVICE"}
    with subprocess.Popen(["bash", "-c", text], cwd=folder, env=environment, text=True, errors="replace", start_new_session=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            printed, _ = process.communicate(timeout=SECONDS)
            return printed, process.returncode
        except subprocess.TimeoutExpired:
            where = "\n".join(runner.where_it_hangs(pid) for pid in descendants(process.pid)) or runner.where_it_hangs(process.pid)
            runner.kill_all(process)
            printed, _ = process.communicate()
            return f"{printed}\n{where}", 124


def judge(command, printed, status, compared):
    """What is wrong, or None."""
    if status == 124:
        return f"not finished after {SECONDS} s:\n{printed}"
    if status < 0 or status > 128:
        return f"ended by a signal, or exit status {status}"
    if UNKNOWN.search(printed):
        return f"an option or a variant does not exist:\n{printed}"
    if compared and status == 127:
        return f"not found:\n{printed}"
    if compared and status in (2, 3, 4) and not command.output:
        return f"exit status {status}, and the page does not say why:\n{printed}"
    line = missing(command.output, printed) if compared and status != 77 else None
    return f"the page shows a line that is not printed:\n    {line.strip()}\nbut:\n{printed}" if line else None


def type_page(path, work, allowed):
    """The number of commands, and what is wrong with them."""
    wrong, typed = [], 0
    for compared, found in ((True, commands(path)), (False, mentions(path))):
        for command in found:
            start, processor = time.monotonic(), processor_s()
            printed, status = typed_in(work, command.text)
            seconds, processor, typed = time.monotonic() - start, processor_s() - processor, typed + 1
            complaint = judge(command, printed, status, compared)
            if not complaint and seconds > PROMISED and processor > 2 * PROMISED:
                complaint = f"takes {seconds:.0f} s, {processor:.0f} s of them on a processor: more than the promised {PROMISED} s"
            left = sorted(set(os.listdir(work)) - allowed)
            if left and compared:
                complaint = complaint or f"leaves {', '.join(left)} outside of build/"
            allowed.update(left)
            print(f"{'WRONG' if complaint else 'right'}  {seconds:5.1f} s {processor:5.1f} s  {command}", flush=True)
            if complaint:
                wrong.append(f"{command}\n  {complaint}")
    return typed, wrong


def main():
    parser = argparse.ArgumentParser(description="types the commands of the pages")
    parser.add_argument("binaries")
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--list", action="store_true", help="print the commands, and type none")
    arguments = parser.parse_args()
    pages = [page.resolve() for path in arguments.pages for page in (sorted(path.glob("*.md")) if path.is_dir() else [path])]
    if arguments.list:
        for page in pages:
            print(*commands(page), *mentions(page), sep="\n")
        return 0
    typed, wrong = 0, []
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            project(Path(folder), arguments.binaries)
            take_compiled_kernels(page)
            count, complaints = type_page(page, Path(folder), set(os.listdir(folder)))
            typed, wrong = typed + count, wrong + complaints
    print(f"\n{typed} commands, {len(wrong)} wrong", *wrong, sep="\n\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
