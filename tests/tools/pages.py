#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of the samples, chNN_topic/NAME.md, and what is made from them.

    pages.py write    makes anew: the tables of samples in docs/samples.md and in each chapter's README.md, docs/book.md,
                      the last section of each page, the line "Stop 3 of the path" under the title of those in docs/path.md,
                      the chapter at the end of each page's line of links, and the rows of docs/portability.md that common/device/known_faults.c has
    pages.py check [RULE...]    these rules, or all of them; prints one line per finding, exit status 1 when there is one:

        incomplete    a sample without a page, a page without one of its headings or without its line of links; a first
                      program that is for looking up
        stale         something that `write` would change
        answers       an exercise without an answer
        quotations    a quotation that is not in its source
        links         a link to nothing
        skeletons     a skeleton without a place to fill in, or whose file build/exercises/NAME no page names; such a name
                      without a skeleton; a file of solutions/ that no page links; one of the two that no run of
                      tests/samples tries; an exercise that says "Write" or has a solution in solutions/, and no skeleton
        two           a lesson with fewer than two exercises that have a skeleton
        path          a stop of docs/path.md whose number is not its place, that stands there twice or has no page; a stop
                      of README.md's tour that has another number there
        matrix        a sample with two rows in docs/matrix.md
        twice         ten words that stand twice in the prose of a page, or in a file of tests/data, however the lines
                      are broken: two versions that were put together
        after         a sample that follows one of another chapter, or one that follows a third, or has one star; a ladder that does not follow its
                      first program; a sample whose page does not link one that follows it
        faults        a row of common/device/known_faults.c that no sample of it asks for; a question for a fault that
                      is not there
        book          a section or a listing of the sources (tests/data/sources.txt) that no page has, a listing that two
                      pages have, a name in a page's first lines that no source has

docs/path.md alone says which pages are stops of the path, and in which order: its tables have a row for each of them,

    | 3 | [`saxpy`](../ch01_saxpy/saxpy.md) | ...

A page begins with four paragraphs. The tables are made of the first three (a stop has its line behind the title). The fourth is
the line of links: the pages before and after it, if one wants them; the files; the chapter, which `write` puts there:

    # NAME

    ★★ · in the book: "Mapping buffer objects"

    One sentence that says what the sample shows.

    Before it: [`saxpy`](saxpy.md) · files: [`NAME.c`](NAME.c), [`NAME.cl`](../kernels/NAME.cl) · [Chapter 3: buffers](README.md)

A page whose second paragraph says "★★ · for looking up · in the book: ..." is no lesson: its program says what devices
and drivers allow and do.  The tables have those in a part of their own, behind the lessons of the chapter.

A page whose second paragraph says "★★★ · after [`event_graph`](event_graph.md) · in the book: ..." has the second sample of a
subject: in the tables it stands behind that one, indented.  The names of first programs are bold there.

A page has the headings of HEADINGS in this order; others may stand between them.  The page of a first program, the
simplest form of its subject, is shorter: it has the headings of FIRST.  Code that a page quotes stands behind a comment that names its source:

    <!-- from kernels/saxpy.cl -->
    ```c
    kernel void saxpy(...)
    ```

Its lines stand in that file one after the other, with the same indentation but for a constant number of blanks.  A line
"..." stands for any number of lines.
"""

import re
import sys
from functools import cache
from textwrap import dedent, fill

import known_faults
import sources
from opencl_c import calls_of, kernel_files
from sample_file import read_all
from tree import ROOT, calls_of as host_calls_of, chapters, lessons, shown

HEADINGS = ["What it shows", "The program, step by step", "How the data moves", "Run it", "What to notice", "Exercises",
            "Calls and built-ins"]
FIRST = ["Run it", "Change it"]    # where the exercises of a first program are
SAMPLES = ROOT / "docs" / "samples.md"
PATH = ROOT / "docs" / "path.md"
STOP = re.compile(r"^\| (\d+) \| \[`(\w+)`\]\(\.\./(ch\w+/(\w+)\.md)\) \|", re.M)
TOUR = re.compile(r"^\| (\d+)\. \[`(\w+)`\]", re.M)    # a stop in README.md
STOP_LINE = re.compile(r"^Stop \d+ of \[the path\].*\n\n", re.M)
# The neighbours of a page in its chapter, in the line where a first program has its links.  A stop has those of the path.
NEIGHBOURS = re.compile(r"^Before it: [^·]*·\s+next: [^·]*·\s+(\w)", re.M)
PLACE = re.compile(r"// Exercises? ([\d, and]+) of (\w+):")
LOOK_UP = "For looking up what devices and drivers allow and do:\n\n"
TABLE = re.compile(r"(<!-- tests/tools/pages.py: begin -->\n).*?(<!-- tests/tools/pages.py: end -->)", re.S)
HEAD = re.compile(r"(★+)(?: · after \[`(\w+)`\]\(\2\.md\))?( · for looking up)?(?: · (.*))?")    # stars, sample before, mark, source
FILES = re.compile(r"(?:^|· )[Ff]iles?: ")    # in the line of links
CHAPTER = re.compile(r" · \[[^\]]*\]\(README\.md\)")
WIDTH = 150    # of the line of links
WORDS = 10    # of a sentence that must not stand twice
FENCE = re.compile(r"^```.*?^```$", re.S | re.M)
QUOTE = re.compile(r"^<!-- from (\S+) -->\n+```\w*\n(.*?)^```$", re.S | re.M)


class Page:
    """A sample and its page."""

    def __init__(self, lesson):
        self.lesson, self.name, self.path = lesson, lesson.stem, lesson.with_suffix(".md")
        self.text = self.path.read_text() if self.path.exists() else ""
        paragraphs = STOP_LINE.sub("", self.text).split("\n\n")
        head = HEAD.fullmatch(" ".join(paragraphs[1].split())) if len(paragraphs) > 2 else None
        self.stars, self.after, self.is_for_looking_up, self.source = (
            (head[1], head[2], bool(head[3]), head[4] or "–") if head else (None, None, False, None))
        self.shows = " ".join(paragraphs[2].split()) if head else None

        self.is_first = f"\n## {FIRST[-1]}\n" in self.text
        heading = FIRST[-1] if self.is_first else "Exercises"
        self.exercises = self.text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]

    def link(self, folder):
        """The page, as a file in this folder names it."""
        up = "" if folder == self.path.parent else "../" * len(folder.relative_to(ROOT).parts)
        return f"{up}{self.path.name if not up else shown(self.path)}"


def pages(chapter):
    return [Page(lesson) for lesson in lessons(chapter)]


def book_chapters():
    return [chapter for chapter in chapters() if chapter.name != "template"]


# --- what is made

def table(chapter, folder):
    """The lessons of a chapter, each with those that follow it behind it; then what is for looking up."""
    found = [page for page in pages(chapter) if page.shows]

    def row(page, before=""):
        name = f"{before}[`{page.name}`]({page.link(folder)})"
        mark = "For looking up: " * (page.is_for_looking_up and bool(before))
        return f"| {page.stars} | {f'**{name}**' if page.is_first else name} | {mark}{page.shows} | {page.source} |"

    parts = []
    for mark in (False, True):
        rows = [line for page in found if not page.after and page.is_for_looking_up == mark
                for line in (row(page), *(row(other, "↳ ") for other in found if other.after == page.name))]
        if rows:
            parts.append("\n".join([LOOK_UP * mark + "| | sample | shows | source |", "|---|---|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def all_pages():
    return [page for chapter in book_chapters() for page in pages(chapter)]


def title_of(chapter):
    return (chapter / "README.md").read_text().splitlines()[0].removeprefix("# ")


def all_tables():
    parts = []
    for chapter in book_chapters():
        parts.append(f"\n## [{title_of(chapter)}](../{chapter.name}/README.md)\n\n{table(chapter, SAMPLES.parent)}")
    return "".join(parts) + "\n"


def calls_section(page):
    host = sorted(set(host_calls_of(page.lesson)))
    kernels = kernel_files(page.name)
    device = calls_of("".join(path.read_text() for path in kernels))
    def listed(names):
        return ", ".join(f"`{name}`" for name in names) if names else "none"
    lines = [f"`{page.lesson.name}` calls {listed(host)}."]
    if kernels:
        files = " and ".join(f"`{path.name}`" for path in kernels)
        lines.append(f"\n{files} {'calls' if len(kernels) == 1 else 'call'} {listed(device)}.")
    return "\n".join(lines) + "\n\n[Which sample calls which function](../docs/api-index.md)\n"


def with_calls(page, text):
    if page.is_first:
        return text
    heading = f"## {HEADINGS[-1]}\n"
    before = text.split(heading)[0].rstrip("\n") + "\n\n"
    return before + heading + "\n" + calls_section(page)


@cache
def stops():
    """The pages of the path, in its order."""
    return [ROOT / link for _, _, link, _ in STOP.findall(PATH.read_text())]


def with_stop(path, text):
    """The text of a page with the line that its place on the path asks for, or without one."""
    text = STOP_LINE.sub("", text, count=1)
    if path not in stops():
        return text
    at = stops().index(path)
    parts = [f"Stop {at + 1} of [the path](../{shown(PATH)})"]
    for word, other in (("before", at - 1), ("next", at + 1)):
        if 0 <= other < len(stops()):
            page = stops()[other]
            parts.append(f"{word}: [`{page.stem}`]({page.name if page.parent == path.parent else f'../{shown(page)}'})")
    if at + 1 == len(stops()):
        parts.append(f"next: [four roads](../{shown(PATH)}#then-four-roads)")
    title, _, rest = text.partition("\n\n")
    rest = NEIGHBOURS.sub(lambda found: found[1].upper(), rest, count=1)
    return f"{title}\n\n{' · '.join(parts)}\n\n{rest}"


def line_of_links(page, paragraphs):
    """The place of this paragraph; None when there is none."""
    found = [at for at, paragraph in enumerate(paragraphs[:6]) if f"]({page.lesson.name})" in paragraph]
    return found[0] if found and FILES.search(" ".join(paragraphs[found[0]].split())) else None


def with_chapter(page, text):
    """The text of a page whose line of links ends with the chapter."""
    paragraphs = text.split("\n\n")
    at = line_of_links(page, paragraphs)
    if at is None:
        return text
    line = CHAPTER.sub("", " ".join(paragraphs[at].split())) + f" · [{title_of(page.path.parent)}](README.md)"
    whole = re.sub(r"\[[^\]]*\]", lambda found: found[0].replace(" ", "\0"), line)    # no break within the text of a link
    paragraphs[at] = fill(whole, WIDTH, break_long_words=False, break_on_hyphens=False).replace("\0", " ")
    return "\n\n".join(paragraphs)


def made():
    """Every file that is made or has a made part, and what it should hold."""
    files = {}
    for chapter in book_chapters():
        for page in pages(chapter):
            if page.text:
                files[page.path] = with_chapter(page, with_stop(page.path, with_calls(page, page.text)))
        readme = chapter / "README.md"
        text = readme.read_text()
        files[readme] = TABLE.sub(lambda found: found[1] + table(chapter, chapter) + found[2], text)
    text = SAMPLES.read_text()
    files[SAMPLES] = TABLE.sub(lambda found: found[1] + all_tables() + found[2], text)
    text = sources.BOOK.read_text()
    files[sources.BOOK] = TABLE.sub(lambda found: found[1] + sources.tables(all_pages()) + found[2], text)
    files[known_faults.PAGE] = known_faults.page(known_faults.PAGE.read_text())
    return files


# --- what is checked

def stale():
    for path, text in made().items():
        if path.read_text() != text:
            yield f"{shown(path)}: stale, tests/tools/pages.py write makes it anew"
        if path.name in ("README.md", SAMPLES.name, sources.BOOK.name) and not TABLE.search(path.read_text()):
            yield f"{shown(path)}: no markers for the table of samples"


def incomplete():
    for chapter in book_chapters():
        for page in pages(chapter):
            if not page.text:
                yield f"{shown(page.lesson)}: no page {page.path.name}"
            elif not page.text.startswith(f"# {page.name}\n"):
                yield f"{shown(page.path)}: does not begin with '# {page.name}'"
            elif not page.shows:
                yield f"{shown(page.path)}: no line of stars, or no sentence behind it"
            elif line_of_links(page, page.text.split("\n\n")) is None:
                yield f"{shown(page.path)}: no line of links with 'files: [`{page.lesson.name}`]({page.lesson.name})'"
            elif page.is_first and page.is_for_looking_up:
                yield f"{shown(page.path)}: a first program is no program for looking up"
            else:
                found = re.findall(r"^## (.*)$", FENCE.sub("", page.text), re.M)
                wanted = FIRST if page.is_first else HEADINGS
                if [heading for heading in found if heading in HEADINGS + FIRST] != wanted:
                    yield f"{shown(page.path)}: the headings are {', '.join(found)}"


def after():
    for chapter in book_chapters():
        found = {page.name: page for page in pages(chapter)}
        for page in found.values():
            first = found.get(page.after)
            ladder = page.name.removesuffix("_ladder")
            if page.after and (not first or first.after):
                yield f"{shown(page.path)}: is after {page.after}, which this chapter does not have, or which is after another one"
            elif page.after and page.stars == "★":
                yield f"{shown(page.path)}: ★ is for a first look, and this page is after {page.after}: give it ★★"
            elif first and f"]({page.path.name})" not in first.text:
                yield f"{shown(first.path)}: no link to {page.name}, which is after it"
            if page.name != ladder and ladder in found and page.after != ladder:
                yield f"{shown(page.path)}: not after {ladder}"


def answers():
    for chapter in book_chapters():
        for page in pages(chapter):
            count = len(re.findall(r"^\d+\. ", page.exercises, re.M))
            given = page.exercises.count("<details>")
            if page.text and (count == 0 or given < count):
                yield f"{shown(page.path)}: {count} exercises, {given} answers"


def is_quoted(quote, source):
    """Whether the quote's lines stand in the source, each part one line after the other."""
    at = 0
    lines = source.splitlines()
    for part in re.split(r"^\s*\.\.\.\s*$", quote, flags=re.M):
        wanted = dedent(part).strip("\n").splitlines()
        while wanted and at + len(wanted) <= len(lines):
            if dedent("\n".join(lines[at:at + len(wanted)])).splitlines() == wanted:
                break
            at += 1
        if wanted and at + len(wanted) > len(lines):
            return False
        at += len(wanted)
    return True


def markdown():
    return [path for path in sorted(ROOT.rglob("*.md")) if not shown(path).startswith(("build", ".", "template"))]


def quotations():
    for path in markdown():
        for name, quote in QUOTE.findall(path.read_text()):
            source = ROOT / name
            if not source.is_file():
                yield f"{shown(path)}: quotes {name}, which is not there"
            elif not is_quoted(quote, source.read_text()):
                first = quote.strip().splitlines()[0]
                yield f"{shown(path)}: this is not in {name}: {first} ..."


@cache
def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", path.read_text()), re.M):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        found.add(re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text)))
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', path.read_text()))


def links():
    for path in markdown():
        text = FENCE.sub("", path.read_text())
        found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
        for link in found:
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            if not target.exists():
                yield f"{shown(path)}: a link to {link}, which is not there"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield f"{shown(path)}: no heading for the link {link}"


def exercises(page):
    """Number and text of each exercise."""
    parts = re.split(r"^(\d+)\. ", page.exercises, flags=re.M)[1:]
    return zip(map(int, parts[::2]), parts[1::2])


def asks_for_code(exercise):
    question = exercise.partition("<details>")[0]
    return re.search(r"(^|[.:?] )Write\b", question) or re.search(r'(\]\(|href=")solutions/', exercise)


@cache
def begun_exercises():
    """By solution with a skeleton (cmake/OclExercises.cmake): sample and number of each exercise that has a place to fill in there."""
    texts = {path: path.read_text() for path in sorted(ROOT.glob("ch[0-9][0-9]_*/solutions/*"))}
    return {path: [(name, int(number)) for numbers, name in PLACE.findall(text) for number in re.findall(r"\d+", numbers)]
            for path, text in texts.items() if "//: skeleton\n" in text}


def two():
    begun = {place for places in begun_exercises().values() for place in places}
    for page in all_pages():
        count = len({number for name, number in begun if name == page.name})
        if count < 2 and not page.is_for_looking_up:
            yield (f"{shown(page.path)}: {count} exercises start from a skeleton that says 'Exercise N of {page.name}:'; a lesson has two of them "
                   "(cmake/OclExercises.cmake)")


def skeletons():
    begun = {place for places in begun_exercises().values() for place in places}
    runs = "\n".join(run.line for sample in read_all().values() for run in sample.runs or []) + "\n"
    for path in sorted(ROOT.glob("ch[0-9][0-9]_*/solutions/*")):
        linked = [page.name for page in pages(path.parents[1]) if f"](solutions/{path.name})" in page.text
                  or f'href="solutions/{path.name}"' in page.text]
        if not linked:
            yield f"{shown(path)}: no page links it"
        if not re.search(rf"solution:{path.stem}\s|{re.escape(shown(path))}\b", runs):
            yield f"{shown(path)}: no run of tests/samples tries it"
        if path in begun_exercises():
            places = begun_exercises()[path]
            if not places or not {name for name, _ in places} <= set(linked):
                yield f"{shown(path)}: no comment '// Exercise N of NAME:', or NAME.md does not link it"
            if not any(f"build/exercises/{path.name}" in page.text for page in pages(path.parents[1])):
                yield f"{shown(path)}: no page of the chapter names build/exercises/{path.name}"
            if not re.search(rf"skeleton:{path.stem}\s|@SKELETONS@/{re.escape(path.name)}\b", runs):
                yield f"{shown(path)}: no run of tests/samples tries its skeleton"
    names = {path.name for path in begun_exercises()}
    for page in all_pages():
        for name in sorted(set(re.findall(r"build/exercises/(\w+\.\w+)", page.text)) - names):
            yield f"{shown(page.path)}: no solution has a skeleton for build/exercises/{name}"
        for number, text in exercises(page):
            if asks_for_code(text) and (page.name, number) not in begun:
                yield f"{shown(page.path)}: no skeleton has the comment '// Exercise {number} of {page.name}:'"


def path():
    numbers = {}
    for at, (number, name, link, stem) in enumerate(STOP.findall(PATH.read_text()), 1):
        if int(number) != at:
            yield f"{shown(PATH)}: {name} is stop {number}, and stands at place {at}"
        if name in numbers:
            yield f"{shown(PATH)}: {name} stands there twice"
        if name != stem or not (ROOT / link).with_suffix(".c").exists():
            yield f"{shown(PATH)}: stop {number} is no page of {name}: {link}"
        numbers[name] = number
    if not numbers:
        yield f"{shown(PATH)}: no stops"
    for number, name in TOUR.findall((ROOT / "README.md").read_text()):
        if numbers.get(name) != number:
            yield f"README.md: {name} is stop {number} of the tour, and {numbers.get(name, 'none')} of {shown(PATH)}"


def matrix():
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/matrix.md").read_text(), re.M)
    for name in sorted({name for name in rows if rows.count(name) > 1}):
        yield f"docs/matrix.md: {name} has {rows.count(name)} rows: make it anew (tests/tools/implementations.py)"


def prose(path):
    """Line number and words of each line that is a sentence or a part of one; no words for code, tables, headings and what
    scripts have made."""
    fenced = made_part = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        begins, ends = ": begin -->" in line, ": end -->" in line
        fence = line.lstrip().startswith("```")
        fenced, made_part = fenced ^ fence, made_part ^ (begins or ends)
        is_code = fenced or fence or line.startswith("    ") and not re.match(r" *([-*]|\d+\.) ", line)
        yield number, [] if is_code or made_part or line.startswith(("|", "#", "<!--")) else line.split()


def twice():
    for path in [*markdown(), *sorted((ROOT / "tests/data").glob("*.txt"))]:
        seen, run, told = {}, [], 0
        for number, words in prose(path):
            if not words and run[-1:] != [None]:
                run.append(None)    # sentences do not go on behind a table or code
            for word in words:
                run.append(word)
                last = tuple(run[-WORDS:])
                if len(last) < WORDS or None in last:
                    continue
                if last in seen and number > told + 1:
                    yield f"{shown(path)}:{number}: stands in line {seen[last]}, too: {' '.join(last)}"
                if last in seen:
                    told = number
                seen.setdefault(last, number)


def book():
    yield from sources.findings(all_pages())


def faults():
    yield from known_faults.findings()


def main():
    command, *names = sys.argv[1:] or [""]
    rules = {rule.__name__: rule for rule in (incomplete, stale, answers, quotations, links, skeletons, two, path, matrix,
                                                 twice, after, faults, book)}
    if command == "write":
        for file, text in made().items():
            if file.read_text() != text:
                file.write_text(text)
                print(shown(file))
    elif command == "check" and set(names) <= set(rules):
        findings = [line for name in names or rules for line in rules[name]()]
        print("\n".join(findings) if findings else "nothing to mend")
        sys.exit(1 if findings else 0)
    else:
        sys.exit(__doc__.split("\n\n")[1])


if __name__ == "__main__":
    main()
