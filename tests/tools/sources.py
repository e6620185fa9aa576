# SPDX-License-Identifier: MIT
"""docs/book.md: where the samples are that a source's section, listing, figure or exercise belongs to.

The list of all of them is tests/data/sources.txt.  A page says what it has in two places.  Its first lines name sections:

    ★★ · in the book: "Mapping buffer objects"; in the slides: "C++ Bindings"

and a table has the names of listings, beside what stands for them here:

    | In the book | Here |
    |---|---|
    | `MatrixMul_kernel_basic` | `naive` |

A name in the first lines of a page may also be that of a listing.
"""

import re
from dataclasses import dataclass, field

from tree import ROOT, shown

LIST = ROOT / "tests" / "data" / "sources.txt"
BOOK = ROOT / "docs" / "book.md"
NAMES = re.compile(r"`[^`]+`(?:, `[^`]+`)*")


@dataclass
class Entry:
    """A section, a listing, a figure or an exercise of a source."""
    source: str
    chapter: str
    kind: str
    place: str
    title: str
    targets: list = field(default_factory=list)    # what the list names
    reason: str = ""                               # why nothing has it
    pages: dict = field(default_factory=dict)      # {page: what stands there, in the page's words}

    def called(self):
        return f"{self.kind} {self.title!r} of {self.source}"


def outline():
    """The sources, {tag: what it is}, and all entries with the titles of their chapters between them."""
    sources, entries, tag, chapter = {}, [], "", ""
    for line in LIST.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, _, rest = line.partition(" ")
        cells = [cell.strip() for cell in rest.split("|")]
        if kind == "source":
            tag, chapter = cells[0], ""
            sources[tag] = cells[1]
        elif kind == "chapter":
            chapter = ": ".join(cells)
        else:
            place, title, *where = cells
            entry = Entry(tag, chapter, kind, place, title)
            if where and where[0].startswith("no: "):
                entry.reason = where[0][4:]
            else:
                entry.targets = where[0].split() if where else []
            entries.append(entry)
    return sources, entries


def said_by(page, sources):
    """What a page says that it has: (source, kind of name, name, what stands there)."""
    for part in (page.source or "").split("; "):
        tag = next((tag for tag in sources if part.startswith(f"in {tag}: ")), None)
        if tag:
            rest = part.split(": ", 1)[1]
            yield from ((tag, "title", name, "") for name in re.findall(r'"([^"]+)"', rest))
            yield from ((tag, "listing", name, "") for name in re.findall(r"`([^`]+)`", rest))
    for tag, body in re.findall(r"^\| (?:in|on) (.+?) \| here \|\n\|[-|]+\|\n((?:\|.*\n)+)", page.text, re.M | re.I):
        for line in body.splitlines() if tag in sources else ():
            names, *here = [cell.strip() for cell in line.strip("|").split(" | ")]
            if NAMES.fullmatch(names):
                yield from ((tag, "listing", name, " | ".join(here)) for name in re.findall(r"`([^`]+)`", names))


def is_known(part, sources):
    return part == "–" or part.startswith("not in the book") or any(part.startswith(f"in {tag}: ") for tag in sources)


def fill(pages):
    """The entries with the pages that have them, and what is wrong with what the pages say."""
    sources, entries = outline()
    wrong = []
    for page in pages:
        chapter = str(int(page.path.parent.name[2:4]))
        for part in (page.source or "–").split("; "):
            if not is_known(part, sources):
                wrong.append(f"{shown(page.path)}: no source begins like this: {part}")
        for tag, kind, name, here in said_by(page, sources):
            found = [entry for entry in entries
                     if entry.source == tag and entry.title == name and (entry.kind == "listing") == (kind == "listing")]
            if len(found) > 1:
                found = [entry for entry in found if entry.chapter.startswith(f"{chapter}:")]
            if len(found) == 1:
                found[0].pages[page] = found[0].pages.get(page) or here
            elif kind == "title" or not here:
                wrong.append(f"{shown(page.path)}: {LIST.name} has {'no' if not found else 'more than one'} {name!r} in {tag}")
    return entries, wrong


def unknown_words(entries):
    """Names of ours beside a listing that no source has: they were renamed."""
    text = "\n".join(path.read_text() for folder in ("common", "kernels", "ch[0-9][0-9]_*")
                     for path in ROOT.glob(f"{folder}/**/*.*") if path.suffix in (".c", ".cpp", ".h", ".cl", ".clcpp"))
    words = set(re.findall(r"\w+", text))
    for entry in entries:
        for page, here in entry.pages.items():
            for word in re.findall(r"`(\w+)`", here):
                if word not in words:
                    yield f"{shown(page.path)}: {word} beside {entry.title}: no source has this name"


def findings(pages):
    entries, wrong = fill(pages)
    yield from wrong
    yield from unknown_words(entries)
    samples = {page.name: page for page in pages}
    for entry in entries:
        if entry.kind == "listing" and len(entry.pages) != 1:
            names = ", ".join(page.name for page in entry.pages) or "no page"
            yield f"{entry.called()}: {names} has it in its first lines or its table; exactly one should"
        elif not entry.pages and not entry.targets and not entry.reason:
            yield f"{entry.called()}: no page names it, and {LIST.name} says neither where it is nor why it is not"
        for target in entry.targets:
            if target not in samples and not (ROOT / target.partition("#")[0]).is_file():
                yield f"{entry.called()}: {target} is neither a sample nor a file"


# --- docs/book.md

def link(target, samples):
    if target in samples:
        return f"[`{target}`](../{shown(samples[target].path)})"
    path, _, anchor = target.partition("#")
    name = path.removeprefix("docs/")
    to = path.removeprefix("docs/") if path.startswith("docs/") else f"../{path}"
    if path.endswith("/README.md") and path.startswith("ch"):
        name = f"chapter {int(path[2:4])}"
    return f"[{name}]({to}{'#' + anchor if anchor else ''})"


def row(entry, samples):
    what = {"section": entry.title, "listing": f"`{entry.title}`"}.get(entry.kind, f"{entry.kind}: {entry.title}")
    here = [link(page.name, samples) + (f": {words}" if words else "") for page, words in entry.pages.items()]
    here += [link(target, samples) for target in entry.targets if target not in {page.name for page in entry.pages}]
    return f"| {entry.place} | {what} | {', '.join(here) or '– (' + entry.reason + ')'} |"


def tables(pages):
    sources, _ = outline()
    entries, _ = fill(pages)
    samples = {page.name: page for page in pages}
    lines, before = [], (None, None)
    for entry in entries:
        here = (entry.source, entry.chapter)
        if here != before:
            if entry.source != before[0]:
                name = entry.source[0].upper() + entry.source[1:]
                lines += ["", f"## {name}", "", sources[entry.source] + "."]
            if entry.chapter:
                number = entry.chapter.split(":")[0]
                lines += ["", f"### {'Chapter ' if number.isdigit() else ''}{entry.chapter}"]
            lines += ["", f"| | in {entry.source} | here |", "|---|---|---|"]
            before = here
        lines.append(row(entry, samples))
    return "\n".join(lines) + "\n\n"
