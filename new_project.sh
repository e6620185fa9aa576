#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./new_project.sh NAME FOLDER            takes the sample NAME home: FOLDER builds without this suite
# ./new_project.sh --plain NAME FOLDER    the same with one small header in place of the helper library; for first programs
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
if [[ ${1-} == -h || ${1-} == --help ]]; then
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' "${BASH_SOURCE[0]##*/}"
    exit 0
fi

refuse() {
    echo "new_project.sh: $*" >&2
    exit 2
}

plain=false
if [ "${1:-}" = --plain ]; then
    plain=true
    shift
fi
[ $# -eq 2 ] || refuse "use it as ./new_project.sh NAME FOLDER, for example ./new_project.sh --plain scan ~/my_scan"
name=$1
folder=$2
[[ $folder == /* ]] || folder=$caller/$folder
[[ $name =~ ^[a-z][a-z0-9_]*$ ]] || refuse "'$name' is no sample; docs/samples.md lists them"
source=$(ls ch[0-9][0-9]_*/"$name".c ch[0-9][0-9]_*/"$name".cpp 2>/dev/null || true)
[ -n "$source" ] || refuse "there is no sample '$name'; docs/samples.md lists them"
chapter=$(dirname "$source")
if [ -e "$folder" ] && { [ ! -d "$folder" ] || [ -n "$(ls -A "$folder")" ]; }; then
    refuse "$folder is there already, and not an empty folder: name a new one"
fi

# The headers that FILE... include with quotes: includes FILE...
includes() {
    sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$@" | sort -u
}

# A kernel file and what it includes, which lies in kernels/include.
take_kernel() {
    local include
    [ ! -e "$folder/kernels/$1" ] || return 0
    mkdir -p "$(dirname "$folder/kernels/$1")"
    cp "kernels/$1" "$folder/kernels/$1"
    while read -r include; do
        if [ -e "kernels/$include" ]; then take_kernel "$include"; else take_kernel "include/$include"; fi
    done < <(includes "kernels/$1")
}

# The kernel files that C files name: "scan.cl".
take_kernels() {
    local kernel
    while read -r kernel; do
        [ ! -e "kernels/$kernel" ] || take_kernel "$kernel"
    done < <(cat "$@" | grep -o '[a-z0-9_]*\.cl\b' | sort -u)
}

# With the small header.
take_plain() {
    local other
    other=$(includes "$source" | grep -vx ocl.h || true)
    [ "$source" = "$chapter/$name.c" ] || refuse "$name is C++, and the small header is C: take it home without --plain"
    [ -z "$other" ] || refuse "$name needs ${other//$'\n'/, } beside the small header: take it home without --plain"
    other=$(grep -oE '\b(ocl|OCL)_[A-Za-z0-9_]+' "$source" | sort -u | grep -vxF -f <(grep -oE '\b(ocl|OCL)_[A-Za-z0-9_]+' reuse/ocl.h) || true)
    [ -z "$other" ] || refuse "$name uses ${other//$'\n'/, }, which the small header has not: take it home without --plain"
    mkdir -p "$folder"
    cp "$source" reuse/ocl.h "$folder/"
    take_kernels "$source"
    cat >"$folder/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.16)
project($name C)
set(CMAKE_C_STANDARD 11)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(OpenCL REQUIRED)
add_executable($name $name.c)
target_compile_definitions($name PRIVATE OCL_KERNELS="\${CMAKE_CURRENT_SOURCE_DIR}/kernels/")
target_link_libraries($name PRIVATE OpenCL::OpenCL)
if(UNIX)
  target_link_libraries($name PRIVATE m)
endif()
enable_testing()
add_test(NAME $name COMMAND $name)
set_tests_properties($name PROPERTIES SKIP_RETURN_CODE 77)
EOF
}

# The files of data/ that C files name.
take_data() {
    local path
    for path in data/*; do
        if grep -qF "\"$(basename "$path")\"" "$@"; then
            mkdir -p "$folder/data"
            cp "$path" data/README.md "$folder/data/"
        fi
    done
}

# With the whole helper library.
take_all() {
    local languages=C files
    [[ $chapter != ch10_* && $chapter != ch15_* ]] ||
        refuse "$name needs OpenGL, Vulkan or MPI as this suite sets them up: take its kernel, and read $source"
    ! sed -n "/^ *ocl_sample(${name}[ )]/,/)/p" "$chapter/CMakeLists.txt" | grep -q LIBRARIES ||
        refuse "$name uses parts of another chapter: take its kernel, and read $source"
    [ "$source" = "$chapter/$name.c" ] || languages="C CXX"
    mkdir -p "$folder"
    cp "$source" "$folder/"
    cp -R common "$folder/ocl"
    for part in "$chapter/$name" "$chapter/shared"; do
        [ ! -d "$part" ] || cp -R "$part" "$folder/"
    done
    for part in "tests/proof/$name" "tests/proof/$chapter"; do
        [ ! -d "$part" ] || { mkdir -p "$folder/proof" && cp -R "$part" "$folder/proof/"; }
    done
    mapfile -t files < <(find "$folder" -name '*.[ch]' -o -name '*.cpp')
    take_kernels "${files[@]}"
    take_data "${files[@]}"
    sed "s/@NAME@/$name/g; s/@SOURCE@/$(basename "$source")/g; s/@LANGUAGES@/$languages/
         s/@VERSION@/$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)/" reuse/CMakeLists.txt.in >"$folder/CMakeLists.txt"
}

if $plain; then take_plain; else take_all; fi
cp LICENSE "$folder/"
cat <<EOF
Written to $folder: $(cd "$folder" && find . -type f | wc -l | tr -d ' ') files, of which $(basename "$source") and kernels/ are the lesson.
Build and run it:
  cd $folder
  cmake -B build && cmake --build build && ctest --test-dir build
EOF
