#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks at the site: every link and picture of every page, and some pages in headless Chromium.

    check.py SITE [--pictures FOLDER] [PAGE...]

Links and anchors within the site lead somewhere, and nothing that a page needs is on another server.  In Chromium each PAGE (without: one of each
kind) is shown 1280 and 400 wide, light and dark, and 800 wide: pictures are there, nothing is wider than the window, axe-core finds no contrast that is too
low.  --pictures keeps what was seen.

Exit status 0; 1: something is wrong; 77: without Chromium, playwright or axe-core only the links were looked at, and they are right.
"""

import argparse
import os
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

PAGES = ["index.html", "docs/path.html", "ch12_reduction/scan.html", "source/ch12_reduction/scan.html", "ch04_images/image_rotate.html",
         "exercises/barrier.html", "docs/api-index.html", "docs/book.html", "ch09_filters/index.html", "search.html?q=barrier"]
LARGE = {"docs/api-index.html", "docs/book.html"}    # axe-core would take minutes
SHAPES = [(width, scheme) for width in (1280, 400) for scheme in ("light", "dark")] + [(800, "light")]    # a tablet
AXE = {"runOnly": {"type": "rule", "values": ["color-contrast", "image-alt", "link-name", "document-title", "html-has-lang", "list", "duplicate-id-aria"]}}


class Reader(HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.anchors.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("img", "script") and values.get("src"):
            self.loaded.append(values["src"])
        if tag == "link" and values.get("rel") in ("stylesheet", "preload", "icon"):
            self.loaded.append(values["href"])


def check_links(site):
    pages = {}
    for path in site.rglob("*.html"):
        reader = Reader()
        reader.feed(path.read_text())
        pages[path] = reader
    wrong, count = [], 0
    for path, reader in sorted(pages.items()):
        for link in reader.loaded + reader.links:
            name = path.relative_to(site)
            if ":" in link.split("/")[0] or link.startswith("//"):
                if link in reader.loaded and not link.startswith("data:"):
                    wrong.append(f"{name} needs another server: {link}")
                continue
            count += 1
            file, _, anchor = unquote(link).partition("#")
            target = Path(os.path.normpath(path.parent / file.partition("?")[0])) if file else path
            if not target.is_file():
                wrong.append(f"{name}: no file {link}")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                wrong.append(f"{name}: no anchor {link}")
    print(f"{len(pages)} pages, {count} links within the site: {len(wrong)} wrong")
    return wrong


def look(site, names, pictures):
    from axe_core_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
    wrong = []
    with sync_playwright() as play:
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox", "--allow-file-access-from-files"])
        for width, scheme in SHAPES:
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            asked = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            for name in names:
                where = f"{name}, {width} wide, {scheme}"
                file, _, query = name.partition("?")
                page.goto((site / file).resolve().as_uri() + (f"?{query}" if query else ""))
                if query:
                    page.wait_for_selector("#search-results li", timeout=60000)    # fails if nothing is found
                # All pictures are loaded, also those further down.
                page.evaluate("() => { for (const i of document.images) i.loading = 'eager' }")
                page.wait_for_load_state("load")
                page.wait_for_function("() => [...document.images].every(i => i.complete)", timeout=10000)
                if page.evaluate("document.documentElement.scrollWidth") > width:
                    who = page.evaluate("""w => [...document.querySelectorAll('article *')].filter(e => {
                        const r = e.getBoundingClientRect(); return r.width && r.right > w + 1 && !e.closest('pre, .table-wrapper') })
                        .slice(0, 3).map(e => e.outerHTML.slice(0, 80))""", width)
                    wrong.append(f"{where}: wider than the window: {who}")
                for source in page.evaluate("[...document.images].filter(i => !i.naturalWidth).map(i => i.src)"):
                    wrong.append(f"{where}: no picture {source}")
                for finding in [] if name in LARGE else Axe().run(page, options=AXE)["violations"]:
                    places = [node["html"][:90] + " " + node.get("failureSummary", "").split("\n")[-1].strip()[:140] for node in finding["nodes"]]
                    wrong.append(f"{where}: {finding['id']} ({len(places)}): {'; '.join(places[:2])}")
                if pictures:
                    page.screenshot(path=pictures / f"{name.replace('/', '_').replace('.html', '').replace('?q=', '_')}_{width}_{scheme}.png")
            wrong += [f"{width} wide, {scheme}: asks {url}" for url in asked if url.startswith("http")]
            context.close()
        browser.close()
    print(f"{len(names)} pages in {len(SHAPES)} forms: {len(wrong)} faults")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("pages", nargs="*", default=PAGES)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    wrong = check_links(options.site)
    seen = True
    try:
        import axe_core_python    # noqa: F401
        import playwright         # noqa: F401
        seen = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    except ImportError:
        seen = False
    if seen:
        if options.pictures:
            options.pictures.mkdir(parents=True, exist_ok=True)
        wrong += look(options.site, options.pages, options.pictures)
    for line in sorted(set(wrong))[:40]:
        print(line, file=sys.stderr)
    if len(wrong) > 40:
        print(f"and {len(wrong) - 40} more", file=sys.stderr)
    if not wrong and not seen:
        print("not looked at: that needs Chromium (package chromium), and playwright and axe-core-python (./site.sh --check installs them)")
        return 77
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
