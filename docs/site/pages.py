#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of this repository as Sphinx wants them: the same text, in a folder of their own.

    pages.py FOLDER

Copied are all pages.  README.md becomes index.md.  A link to a source file leads to a page with this file; the C file and the kernel of a sample stand
beside each other on one.  The exercises of ./learn get a page each.  Added are the lists that make the navigation.
"""

import html
import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "exercises"), str(ROOT / "tests/tools")]    # both have a learn.py: the first one is meant
import learn                       # noqa: E402
import pages as suite              # noqa: E402
from tree import shown            # noqa: E402

SPECIFICATION = "https://registry.khronos.org/OpenCL/sdk/3.0/docs/man/html/{}.html"
FENCE = re.compile(r"(^ *```.*?^ *```$)", re.S | re.M)
LINK = re.compile(r"(\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^)\s]+)\)")
HREF = re.compile(r'\b(href)="([^"]+)"')
IMAGE = re.compile(r"<img\b[^>]*>")
SHORT_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
KERNEL_QUOTE = re.compile(r"(<!-- from \S+\.(?:cl|clcpp) -->\n+ *```)c$", re.M)
ROW = re.compile(r"^\| `(\w+)` \|", re.M)
LANGUAGES = {".c": "c", ".h": "c", ".cpp": "cpp", ".cl": "opencl", ".clcpp": "cpp", ".py": "python", ".sh": "bash", ".cmake": "cmake",
             ".comp": "glsl", ".frag": "glsl", ".patch": "diff"}
GUIDE = ["docs/install.md", "docs/path.md", "docs/learn.md", "docs/glossary.md", "docs/reuse.md"]
LOOK_UP = ["docs/samples.md", "docs/book.md", "docs/errata.md", "docs/api-index.md", "docs/cuda.md"]


def document(path):
    """The name of a page's copy, without its ending."""
    name = shown(path)
    return (name[:-len("README.md")] + "index") if name.endswith("README.md") else name.removesuffix(".md")


def slug(heading):
    """The anchor that a heading gets, here and on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.kept = set()
        self.sample_of = {}      # source file -> sample
        for page in suite.all_pages():
            for path in self.files(page):
                self.sample_of[path] = page
        self.other_files = set()

    @staticmethod
    def files(page):
        """The C file and the kernel of a sample."""
        kernel = ROOT / "kernels" / f"{page.name}.cl"
        return [page.lesson, *([kernel] if kernel.exists() else [])]

    def write(self, name, text):
        path = self.folder / name
        self.kept.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:    # Sphinx makes anew what is newer
            path.write_text(text)

    def copy(self, path, name):
        target = self.folder / name
        self.kept.add(target)
        if not target.exists() or target.read_bytes() != path.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)

    def remove_others(self):
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self.kept:
                path.unlink()

    # --- links

    def target(self, path, anchor):
        """Page and anchor that show this file."""
        if path.is_dir():
            path /= "README.md"
            if not path.exists():
                return None
        if path.suffix == ".md":
            return document(path) + ".md", anchor
        if path in self.sample_of:
            page = self.sample_of[path]
            return f"source/{shown(page.path)}", slug(path.name)
        if path.suffix in (".png", ".svg", ".bmp", ".jpg"):
            return shown(path), ""
        self.other_files.add(path)
        return f"source/{shown(path)}.md", ""

    def moved(self, link, page, here):
        """The link as the copy `here` of a page has it."""
        if re.match(r"[a-z]+:|#", link):
            return link
        name, _, anchor = link.partition("#")
        found = self.target(Path(os.path.normpath(page.parent / name)), anchor)
        if not found:
            return None
        return os.path.relpath(found[0], Path(here).parent) + (f"#{found[1]}" if found[1] else "")

    def links(self, text, page, here):
        def replaced(match):
            link = self.moved(match[2], page, here)
            return f"{match[1]}({link})" if link else match[1][1:-1]

        def replaced_href(match):
            link = self.moved(match[2], page, here)
            return f'href="{re.sub(r"[.]md(?=#|$)", ".html", link)}"'

        def picture(match):
            source = re.search(r'src="([^"]+)"', match[0])[1]
            path = Path(os.path.normpath(page.parent / source))
            link = os.path.relpath(shown(path), Path(here).parent)
            self.pictures.add(path)
            tag = match[0].replace(f'src="{source}"', f'src="{link}" loading="lazy"')
            return f'<a class="picture" href="{link}">{tag}</a>'

        parts = FENCE.split(text)
        for i in range(0, len(parts), 2):    # between fences
            part = SHORT_IMAGE.sub(r'<img src="\2" alt="\1">', parts[i])
            part = HREF.sub(replaced_href, LINK.sub(replaced, part))
            parts[i] = IMAGE.sub(picture, part)
        return "".join(parts)

    pictures = set()

    # --- pages

    def page(self, path):
        here = document(path) + ".md"
        text = self.links(path.read_text(), path, here)
        text = KERNEL_QUOTE.sub(r"\1opencl", text)
        text = re.sub(r"(<div[^>]*?) align=\"center\"", r'\1 class="centre"', text)
        if here == "docs/api-index.md":
            text = ROW.sub(lambda row: f'| <span id="{row[1]}"></span>[`{row[1]}`]({SPECIFICATION.format(row[1])}) |'
                           if row[1].startswith("cl") else f'| <span id="{row[1]}"></span>`{row[1]}` |', text)
        lists = self.lists(path, here)
        if shown(path).startswith(("tests/", "exercises/")):
            text = "---\norphan: true\n---\n" + text
        self.write(here, text + lists)

    def lists(self, path, here):
        """The parts of the navigation that belong below this page."""
        up = Path(here).parent

        def listed(names, title="", extra=""):
            lines = "\n".join(os.path.relpath(name, up) if "<" not in name else name for name in names)
            caption = f":caption: {title}\n" if title else ""
            return f"\n```{{toctree}}\n:hidden:\n{caption}{extra}\n{lines}\n```\n"

        if path == ROOT / "README.md":
            chapters = [document(chapter / "README.md") for chapter in suite.book_chapters()]
            rest = [document(page) for page in suite.markdown() if page.parent in (ROOT, ROOT / "docs")
                    and page != path and shown(page) not in GUIDE + LOOK_UP]
            return (listed([name.removesuffix(".md") for name in GUIDE], "Begin") + listed(chapters, "Chapters")
                    + listed([name.removesuffix(".md") for name in LOOK_UP], "Look up")
                    + listed([*rest, "docs/notebook/index", "bench/index", "data/index"], "More"))
        if path == ROOT / "docs/path.md":
            return listed([document(stop) for stop in suite.stops()])
        if path == ROOT / "docs/learn.md":
            return listed([f"exercises/{exercise.name}" for exercise in learn.exercises()])
        if path == ROOT / "docs/notebook/README.md":
            return listed([document(page) for page in sorted(path.parent.glob("*.md")) if page != path])
        if path.parent in suite.book_chapters() and path.name == "README.md":
            return listed([document(page.path) for page in suite.pages(path.parent) if page.text])
        return ""

    def source(self, page):
        """The files of a sample beside each other."""
        here = f"source/{shown(page.path)}"
        parts = [f"---\norphan: true\nnosearch: true\n---\n# {page.name}: its files\n\n[← The page]({self.moved(shown(page.path), ROOT / 'x', here)})\n\n"
                 '<div class="both-files"></div>\n']
        for path in self.files(page):
            parts.append(self.listing(path, f"## {path.name}"))
        self.write(here, "\n".join(parts))

    def listing(self, path, heading):
        text = path.read_text()
        fence = "`" * 3
        while fence in text:
            fence += "`"
        return f"{heading}\n\n`{shown(path)}`\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n{fence}\n"

    def exercise(self, exercise):
        title, text = exercise.text.read_text().split("\n", 1)
        kind = "c" if exercise.is_host else "opencl"
        stop = suite.stops()[exercise.stop_number() - 1]
        parts = [f"# {title}\n", f"After [`{stop.stem}`](../{document(stop)}.md), stop {exercise.stop_number()} of [the path](../docs/path.md) · "
                 f"in a terminal: `./learn {exercise.name}` ([how](../docs/learn.md))\n",
                 self.prose(text), f"## What you begin with\n\n```{kind}\n{exercise.start().rstrip()}\n```\n", "## Hints\n"]
        for number, hint in enumerate(exercise.hints(), 1):
            parts.append(f"<details><summary>Hint {number}</summary>\n<p>{html.escape(hint)}</p>\n</details>\n")
        parts.append(f"## A solution\n\n<details><summary>Show it</summary>\n\n```{kind}\n{exercise.solution().rstrip()}\n```\n\n</details>\n")
        self.write(f"exercises/{exercise.name}.md", "\n".join(parts))

    @staticmethod
    def prose(text):
        """Plain text: paragraphs, and what is set in as it is."""
        parts = []
        for block in text.strip("\n").split("\n\n"):
            if all(line.startswith("  ") for line in block.split("\n")):
                parts.append(f"```text\n{block}\n```\n")
            else:
                parts.append(f"<p>{html.escape(block)}</p>\n" if not re.search(r"^ {2,}", block, re.M) else f"```text\n{block}\n```\n")
        return "\n".join(parts)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = Site(Path(sys.argv[1]).resolve())
    for path in suite.markdown():
        site.page(path)
    for page in suite.all_pages():
        if page.text:
            site.source(page)
    for exercise in learn.exercises():
        site.exercise(exercise)
    for path in site.other_files:
        site.write(f"source/{shown(path)}.md", "---\norphan: true\nnosearch: true\n---\n" + site.listing(path, f"# {path.name}"))
    for path in site.pictures:
        site.copy(path, f"_extra/{shown(path)}")
    site.remove_others()


if __name__ == "__main__":
    main()
