#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./site.sh            makes a site of all pages: build/site/index.html.  It works without a network.
# ./site.sh --check    then looks at it in headless Chromium: links, pictures, widths, contrast (docs/site/check.py)
# ./site.sh --test     the same, with what is installed (exit status 77 if its tools are not: --check installs them)
# ./site.sh --tools    only installs what it needs (Sphinx, from PyPI) into build/site-tools; the others do so the first time
#
# Exit status 0; 1: a page could not be made, or the check found something; 2: wrong use.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
tools=build/site-tools

install_tools() {    # PACKAGE OPTIONS of pip
    [ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
    echo "Installing into $tools: $*"
    "$tools/bin/pip" install --quiet --disable-pip-version-check "$@"
}

case ${1-} in
"" | --check | --test | --tools) ;;
-h | --help)
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' site.sh
    exit 0
    ;;
*)
    sed -n '4,7s/^# //p' site.sh >&2
    exit 2
    ;;
esac
if [ "${1-}" = --test ] && [ ! -x $tools/bin/sphinx-build ]; then
    echo "no $tools/bin/sphinx-build: ./site.sh --check installs what the site needs"
    exit 77
fi
[ -x $tools/bin/sphinx-build ] || install_tools -r docs/site/requirements.txt
if [ "${1-}" = --tools ]; then
    exit 0
fi
$tools/bin/python -B docs/site/pages.py build/site-pages
# Pages that are gone do not stay; what has not changed is not made again.
PYTHONDONTWRITEBYTECODE=1 $tools/bin/sphinx-build -j auto -q -b html -c docs/site -d build/site-cache build/site-pages build/site
echo "build/site/index.html"
if [ "${1-}" = --check ]; then
    $tools/bin/python -c 'import playwright, axe_core_python' 2>/dev/null || install_tools playwright axe-core-python
fi
if [ "${1-}" = --check ] || [ "${1-}" = --test ]; then
    exec $tools/bin/python -B docs/site/check.py build/site
fi
