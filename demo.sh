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

# The tour's runs of a sample, a line of arguments each: on real input where it takes any.
tour_of() {
    local gallery=build/gallery photo
    case $1 in
    histogram)
        for photo in data/*.bmp; do
            photo=$(basename "$photo" .bmp)
            echo "-i data/$photo.bmp -o $gallery/histogram_$photo.png --csv $gallery/histogram_$photo.csv"
        done
        ;;
    histogram_sub_buffers) echo "-i data/coffee.bmp" ;;
    histogram_ladder) echo "-o $gallery/histogram_ladder.png" ;;
    matmul) echo "-n 509x521x523 -o $gallery/matmul.png" ;;
    map_buffer) echo "-n 64M -o $gallery/map_buffer.png" ;;
    image_sampler) echo "-o $gallery/image_sampler.png" ;;
    image_histogram) echo "-o $gallery/image_histogram.png" ;;
    image_equalize) echo "-o $gallery/image_equalize.png" ;;
    create_binary) echo "-o $gallery/saxpy" ;;
    compile_link) echo "-o $gallery/compile_link.png" ;;
    profiling_saxpy) echo "-o $gallery/profiling_saxpy.png" ;;
    event_graph) echo "-o $gallery/event_graph.png" ;;
    multi_queue) echo "-o $gallery/multi_queue.png" ;;
    overlap) echo "-o $gallery/overlap.png" ;;
    *) echo "" ;;
    esac
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
    lines=()
    while read -r chapter name; do
        while IFS= read -r arguments; do
            lines+=("$chapter $name $arguments")
        done < <(tour_of "$name")
    done < build/samples.txt
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
        cut -d ' ' -f 2 build/samples.txt | tr '\n' ' ' >&2
        echo >&2
        exit 2
    fi
    cd "$caller"    # files are named from there
    exec "$program" "$@"
fi
build
tour
