#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./demo.sh                 installs what is missing, builds, runs every sample, leaves pictures in build/gallery
# ./demo.sh NAME ARGS...    the same set-up, then that one sample
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
source ./setup.sh

build() {
    cmake --preset default
    cmake --build --preset default
}

verdict() {
    case $1 in
    0) echo PASS ;;
    77) echo skipped ;;
    *) echo "FAIL ($1)" ;;
    esac
}

tour() {
    local chapter name arguments status log total at=0 failed=0 seconds TIMEFORMAT=%2R
    local -a words lines
    rm -rf build/gallery
    mkdir -p build/gallery
    log=build/gallery/log.txt
    # One run per line, as the chapters' CMakeLists.txt give them: chapter, sample, arguments.
    mapfile -t lines < <(sed 's|@GALLERY@|build/gallery|g' build/samples.txt)
    total=${#lines[@]}

    local -a summary=()
    for line in "${lines[@]}"; do
        read -r chapter name arguments <<< "$line"
        read -r -a words <<< "build/bin/$name $arguments"
        at=$((at + 1))
        printf '[%d/%d] %s %s\n' "$at" "$total" "$name" "$arguments"
        echo "\$ $name $arguments" >>"$log"
        status=0
        seconds=$({ time "${words[@]}" >>"$log" 2>&1; } 2>&1) || status=$?
        [ "$status" -eq 0 ] || [ "$status" -eq 77 ] || failed=$((failed + 1))
        summary+=("$(printf '%-16s %-22s %7s s  %-9s %s' "$chapter" "$name" "${seconds##*$'\n'}" \
            "$(verdict "$status")" "$arguments")")
    done

    printf '\n%s\n' "Chapter          Sample                    Time    Result    Arguments"
    printf '%s\n' "${summary[@]}"
    printf '\nWhat they printed: %s\nPictures:\n' "$log"
    find build/gallery -type f ! -name log.txt | sort | sed 's/^/  /'
    if [ "$failed" -gt 0 ]; then
        printf '\n%d of %d runs FAILED; see %s\n' "$failed" "$total" "$log"
        return 1
    fi
    printf '\nAll %d runs passed\n' "$total"
}

setup opencl-clhpp-headers clinfo >&2    # standard output is the sample's
if [ $# -gt 0 ]; then
    name=$1
    shift
    build >&2
    program=$PWD/build/bin/$name
    if [ ! -f "$program" ]; then
        echo "demo.sh: no sample named '$name'; there are:" >&2
        cut -d ' ' -f 2 build/samples.txt | uniq | tr '\n' ' ' >&2
        echo >&2
        exit 2
    fi
    cd "$caller"    # files are named from there
    exec "$program" "$@"
fi
build
tour
