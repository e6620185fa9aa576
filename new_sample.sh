#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./new_sample.sh CHAPTER NAME    makes the sample NAME in the folder CHAPTER, as a copy of template/
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [[ ${1-} == -h || ${1-} == --help ]]; then
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' "${BASH_SOURCE[0]##*/}"
    exit 0
fi

refuse() {
    echo "new_sample.sh: $*" >&2
    exit 2
}

[ $# -eq 2 ] || refuse "use it as ./new_sample.sh CHAPTER NAME, for example ./new_sample.sh ch08_matmul my_sample"
chapter=${1%/}
name=$2

[[ $chapter =~ ^ch[0-9][0-9]_[a-z0-9_]+$ && -f $chapter/CMakeLists.txt ]] ||
    refuse "there is no chapter '$1'; there are: $(printf '%s ' ch[0-9][0-9]_*/ | tr -d /)"
# The name becomes a file, a program and a C identifier, and must not be one of CMake's own targets.
[[ $name =~ ^[a-z][a-z0-9]*(_[a-z0-9]+)*$ ]] ||
    refuse "'$name' is no name for a sample: lower-case letters, digits and single underscores, a letter first"
[[ ! $name =~ ^(all|clean|common|depend|edit_cache|exercises|help|install|main|ocl|package|rebuild_cache|shared|solutions|test)$ &&
    ! $name =~ ^(bench|exercise|fuzz|ocl|test)_|_(parts|proof|shared|skeleton)$ ]] || refuse "the name '$name' has another meaning here: choose another"
for taken in ch[0-9][0-9]_*/"$name".{c,cpp} ch[0-9][0-9]_*/solutions/"$name".* \
    {template,kernels,tests/{unit,fuzz,layers,proof,tools,samples}}/"$name".*; do
    [ ! -e "$taken" ] || refuse "the name '$name' is taken: $taken"
done

copy() {
    sed "s/template/$name/g" "$1" > "$2"
    echo "  $2"
}

echo "Written:"
sed "s/: copy it with new_sample.sh and change it\./: say in one line what it does./" template/template.c |
    copy /dev/stdin "$chapter/$name.c"
copy template/template.md "$chapter/$name.md"
copy kernels/template.cl "kernels/$name.cl"
copy tests/samples/template.txt "tests/samples/$name.txt"
sed -n 's/^ocl_sample(template NO_TOUR /ocl_sample(template /p' template/CMakeLists.txt | sed "s/template/$name/" \
    >> "$chapter/CMakeLists.txt"
# Lines are broken by the length of the name.
if command -v clang-format >/dev/null; then clang-format -i "$chapter/$name.c" "kernels/$name.cl"; fi
echo "  one line in $chapter/CMakeLists.txt"

cat <<EOF
Build this one program and run it:
  ./demo.sh $name
Build everything, and run its tests:
  ./test.sh -R '^$name'
Then write:
  - the lesson: $chapter/$name.c and kernels/$name.cl; broken kernels in tests/samples/$name.txt
  - its page: $chapter/$name.md; tests/tools/pages.py write makes the tables of samples from it
  - docs/api-index.md is made by a program; the test suite.api_index names the command
EOF
