# SPDX-License-Identifier: MIT
#
# How Sphinx makes the site; ./site.sh runs it.

import os
import re
from pathlib import Path

from pygments.lexers.c_cpp import CLexer
from pygments.token import Keyword, Name

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())[1]

project = f"OpenCL samples {VERSION}"
html_title = project
author = ""
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
root_doc = "index"
extensions = ["myst_parser"]
myst_heading_anchors = 6
# Pages name sections of other pages, and rows of the index of calls, whose anchors are HTML: suite.pages and check.py look at them.
# A stop of the path stands twice in the navigation.
suppress_warnings = ["myst.xref_missing", "toc.multiple_toc_parents", "myst.header", "misc.highlighting_failure"]
exclude_patterns = ["_extra"]
language = "en"
highlight_language = "text"
html_theme = "furo"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
html_static_path = ["static"]
html_css_files = ["site.css"]
# Pictures are HTML in the pages, so that Sphinx does not know them.
html_extra_path = [str(ROOT / "build/site-pages/_extra")]
html_theme_options = {"navigation_with_keys": False}

TYPES = re.compile(r"(u?(char|short|int|long)|float|double|half)(2|3|4|8|16)|u(char|short|int|long)|size_t|half|sampler_t|event_t|image\w+_t")
WORDS = {"kernel", "global", "local", "constant", "private", "read_only", "write_only", "read_write", "__kernel", "__global", "__local",
         "__constant", "__private"}


class OpenCLLexer(CLexer):
    """C with the words that OpenCL C adds."""
    name = "OpenCL C"
    aliases = ["opencl"]

    def get_tokens_unprocessed(self, text, stack=("root",)):
        for index, token, value in super().get_tokens_unprocessed(text, stack):
            if token in Name or token in Keyword:
                if value in WORDS:
                    token = Keyword
                elif TYPES.fullmatch(value):
                    token = Keyword.Type
            yield index, token, value


NAMES = re.compile(r'(<span class="(?:n|nf)">)([a-z]\w+)(</span>)')
ROWS = re.compile(r'^\| `(\w+)` \|', re.M)
INDEX = "docs/api-index"
known = set()


def link_calls(app, pagename, _template, context, _doctree):
    """In each listing, a name that the index of calls has leads there."""
    if "body" not in context or pagename == INDEX:
        return
    if not known:
        known.update(ROWS.findall((ROOT / f"{INDEX}.md").read_text()))
    to_index = app.builder.get_relative_uri(pagename, INDEX)

    def linked(match):
        if match[2] not in known:
            return match[0]
        return f'<a class="call" href="{to_index}#{match[2]}">{match[1]}{match[2]}{match[3]}</a>'

    context["body"] = NAMES.sub(linked, context["body"])


def short_navigation(_app, pagename, _template, context, _doctree):
    """Open is only the chapter that one reads: the whole tree on each of a thousand pages takes minutes."""
    whole = context.get("toctree")
    if whole:
        depth = {"maxdepth": 1} if pagename.startswith("source/") else {}
        context["toctree"] = lambda **options: whole(**{**options, **depth, "collapse": True})


def setup(app):
    app.add_lexer("opencl", OpenCLLexer)
    app.connect("html-page-context", short_navigation, priority=100)    # before the theme's
    app.connect("html-page-context", link_calls)
