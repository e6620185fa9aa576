#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./demo.sh                 installs what is missing, builds and runs the first program of each subject and all that draw a
#                           picture, chapter by chapter: two minutes.  Leaves the pictures and a page in build/gallery
# ./demo.sh --all           the same with every sample: those that go further, and charts of times
# ./demo.sh NAME ARGS...    the same set-up, then that one sample, or a program of bench/ such as bench_saxpy
# ./demo.sh --with intel    before either: on Intel's OpenCL runtime for CPUs, which is fetched from PyPI into build/intel
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
if [[ ${1-} == -h || ${1-} == --help ]]; then
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' "${BASH_SOURCE[0]##*/}"
    exit 0
fi
source ./setup.sh

configure() {
    cmake --preset default
}

# The samples, or those that are named; tests and benchmarks are for test.sh and bench/.
build() {
    cmake --build --preset default --target "${@:-samples}"
}

is_bench() {
    [[ $1 == bench_* && -e bench/${1#bench_}.c ]]
}

# Programs that this script starts find Intel's runtime only.  It is in build/intel, and nowhere else.
use_intel() {
    local folder=$PWD/build/intel
    if [ ! -e "$folder/lib/libintelocl.so" ]; then
        echo "Fetching Intel's OpenCL runtime for CPUs into build/intel: 830 MB, about a minute"
        python3 -m venv "$folder"
        "$folder/bin/pip" install --quiet --disable-pip-version-check intel-opencl-rt intel-cmplr-lib-rt
    fi
    mkdir -p "$folder/vendors"
    echo "$folder/lib/libintelocl.so" >"$folder/vendors/intel.icd"
    export OCL_ICD_VENDORS=$folder/vendors
}

verdict() {
    case $1 in
    0) echo PASS ;;
    77) echo skipped ;;
    *) echo "FAIL ($1)" ;;
    esac
}

# run_line NUMBER: the run of this line of build/tour/lines.  Leaves what it printed in NUMBER.log, and its exit status
# and seconds in NUMBER.result.  Prints the number.
run_line() {
    local arguments name status=0 seconds TIMEFORMAT=%2R
    local -a words
    read -r _ name arguments < <(sed -n "$1p" build/tour/lines)
    read -r -a words <<< "build/bin/$name $arguments"
    seconds=$({ time "${words[@]}" >"build/tour/$1.log" 2>&1; } 2>&1) || status=$?
    echo "$status ${seconds##*$'\n'}" >"build/tour/$1.result"
    echo "$1"
}

# run_sample NAME: all runs of a sample.  Samples that run at the same time have caches of their own for PoCL's kernels:
# PoCL 3.1 may read what another program has not written yet.
run_sample() {
    local number name
    export POCL_CACHE_DIR=$PWD/build/tour-cache/$LANE
    mkdir -p "$POCL_CACHE_DIR"
    while read -r number _ name _; do
        [ "$name" != "$1" ] || [ -e "build/tour/$number.result" ] || run_line "$number"
    done < <(nl -ba build/tour/lines)
}

# run_samples JOBS: those of standard input, as many at a time.
run_samples() {
    # shellcheck disable=SC2016    # the other shell expands it
    xargs -P "$1" -n 1 --process-slot-var=LANE bash -c 'run_sample "$1"' run
}

# build_quietly TARGETS...: only the first line of what it does, or all of it if it fails.
build_quietly() {
    build "$@" >build/tour/build.log 2>&1 || { cat build/tour/build.log >&2; return 1; }
}

# build_chapters TOUR JOBS: prints the samples of a chapter when they are built; the next chapter is built while they run.
build_chapters() {
    local tour=$1 chapter
    local -a chapters
    mapfile -t chapters < <(cut -d ' ' -f 1 build/tour/lines | uniq)
    [ "$2" -gt 1 ] || build_quietly "${chapters[@]/#/${tour}_}"    # nothing runs beside a sample
    for chapter in "${chapters[@]}"; do
        [ "$2" -eq 1 ] || build_quietly "${tour}_$chapter"
        sed -n "s/^$chapter \([^ ]*\).*/\1/p" build/tour/lines | uniq
    done
}

# Prints results as they come, while the numbers of runs that have ended come from standard input.
show_results() {
    local at=0 number status seconds chapter last='' name arguments
    while read -r number; do
        at=$((at + 1))
        read -r status seconds <"build/tour/$number.result"
        read -r chapter name arguments < <(sed -n "${number}p" build/tour/lines)
        if [[ $number != "$first" && $chapter > $last ]]; then    # runs end in another order
            printf '\n%s\n' "$(sed -n '1s/^# //p' "$chapter/README.md")"
            last=$chapter
        fi
        printf '[%d/%d] %s: %s, %s s\n' "$at" "$total" "$name${arguments:+ $arguments}" "$(verdict "$status")" "$seconds"
    done
}

# The log of all runs, and a line for each that failed.  Gives the numbers of failures and of skipped runs in `failed` and
# `skipped`.
summarise() {
    local number status seconds name arguments
    for number in $(seq "$total"); do
        read -r _ name arguments < <(sed -n "${number}p" build/tour/lines)
        read -r status seconds <"build/tour/$number.result"
        case $status in
        0) ;;
        77) skipped=$((skipped + 1)) ;;
        *)
            failed=$((failed + 1))
            printf '%s: build/bin/%s %s\n' "$(verdict "$status")" "$name" "$arguments"
            ;;
        esac
        { echo "\$ $name $arguments"; cat "build/tour/$number.log"; } >>"$log"
    done
}

# tour WHICH: tour, which is the short one, or samples, which is all.
tour() {
    local log=build/gallery/log.txt total first jobs name failed=0 skipped=0
    rm -rf build/gallery build/tour
    mkdir -p build/gallery build/tour
    # One run per line, as the chapters' CMakeLists.txt give them: chapter, sample, arguments.
    sed 's|@GALLERY@|build/gallery|g' build/samples.txt >build/tour/lines
    if [ "$1" = tour ]; then
        sed 's/.*/^[^ ]* & /' build/tour.txt >build/tour/short
        sed 's/$/ /' build/tour/lines | grep -f build/tour/short | sed 's/ *$//' >build/tour/chosen
        mv build/tour/chosen build/tour/lines
    fi
    total=$(wc -l <build/tour/lines)

    # The first run that leaves a picture, a photograph, is built and run before the others are built.
    first=$(grep -n -m 1 build/gallery/image_rotate build/tour/lines | cut -d : -f 1 || true)
    if [ -n "$first" ]; then
        read -r _ name _ < <(sed -n "${first}p" build/tour/lines)
        echo "Building a first program"
        build_quietly "$name"
        echo "Measuring what the device can do: two seconds, only on the first run"
        "build/bin/$name" --limits 2>/dev/null | tee build/tour/limits.txt || true
        run_line "$first" >/dev/null
        echo "First picture after $SECONDS s: $(find build/gallery -name '*.png' | head -n 1)"
    fi

    jobs=${DEMO_JOBS:-$(getconf _NPROCESSORS_ONLN)}
    [ "$jobs" -le 4 ] || jobs=4
    [ "$jobs" -le 1 ] || printf '\n%s\n' "Running $jobs samples at a time, while others are built. So they are slower than alone: \
for times to compare, run one sample, or all with DEMO_JOBS=1."
    export -f run_sample run_line
    {
        [ -z "$first" ] || echo "$first"
        build_chapters "$1" "$jobs" | { grep --line-buffered -vxF -f build/alone.txt || true; } | run_samples "$jobs"
        # Those with a chart of times run last, and alone.
        cut -d ' ' -f 2 build/tour/lines | uniq | { grep -xF -f build/alone.txt || true; } | run_samples 1
    } | show_results

    echo
    summarise
    printf 'What they printed: %s\nPictures: %d in build/gallery\n' "$log" "$(find build/gallery -name '*.png' | wc -l)"
    if command -v python3 >/dev/null; then
        echo "All of it on one page:"
        python3 -B docs/site/gallery.py build/tour/lines build/tour build/gallery build/tour/limits.txt | sed 's/^/  /' || echo "  It could not be made."
    fi
    if [ "$failed" -gt 0 ]; then
        printf '\n%d of %d runs FAILED; see %s\n' "$failed" "$total" "$log"
        return 1
    fi
    printf '\n%d runs passed, %d were skipped, in %d s\n' $((total - skipped)) "$skipped" "$SECONDS"
    [ "$1" != tour ] || echo "These were the first programs and pictures. ./demo.sh --all runs all $(wc -l <build/samples.txt) runs of every sample."
}

with=()
if [ "${1:-}" = --with ]; then
    if [ "${2:-}" != intel ]; then
        echo "demo.sh: --with knows one runtime: ./demo.sh --with intel NAME" >&2
        exit 2
    fi
    with=(python3-venv)
    shift 2
fi
which=tour
if [ "${1:-}" = --all ]; then
    which=samples
    shift
fi
if [[ ${1:-} == -* ]]; then
    echo "demo.sh: unknown option '$1'; see ./demo.sh --help" >&2
    exit 2
fi
setup "${with[@]}" opencl-clhpp-headers libmpfr-dev clinfo libegl-dev libopengl-dev libegl-mesa0 libgl1-mesa-dri oclgrind >&2    # standard output is the sample's
[ ${#with[@]} -eq 0 ] || use_intel >&2
if [ $# -gt 0 ]; then
    name=$1
    shift
    configure >&2
    if ! cut -d ' ' -f 2 build/samples.txt | grep -qxF -- "$name" && ! is_bench "$name"; then
        echo "demo.sh: no sample named '$name'; there are the programs bench_... of bench/README.md, and:" >&2
        cut -d ' ' -f 2 build/samples.txt | uniq | tr '\n' ' ' >&2
        echo >&2
        exit 2
    fi
    build "$name" >&2
    program=$PWD/build/bin/$name
    cd "$caller"    # files are named from there
    exec "$program" "$@"
fi
SECONDS=0    # after the installation
configure
tour "$which"
