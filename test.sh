#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./test.sh            installs what is missing, builds with every warning an error, and tests whether all programs are
#                      right: as they are, with many sizes and each variant
# ./test.sh --all      the same with both compilers, and damaged files, sanitizers (with clang) and fuzzing; and one third,
#                      another for each commit, of the tests of rare options, of what notices mistakes (wrong options,
#                      spoiled comparisons, broken kernels, failing calls), of guards behind buffers, of the simulator of
#                      races, of the commands that the pages show, of the sizes with sanitizers
# ./test.sh --campaign all tests, and everything that they can break instead of a choice (hours)
# ./test.sh ARGS...    builds, and gives the arguments to ctest: ./test.sh -R saxpy
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [[ ${1-} == -h || ${1-} == --help ]]; then
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' "${BASH_SOURCE[0]##*/}"
    exit 0
fi
source ./setup.sh

stage() {
    printf '\n=== %s\n' "$*"
}

build() {
    stage "Building with $2 (preset $1)"
    cmake --preset "$1"
    cmake --build --preset "$1"
}

stage "Looking for what is missing"
setup opencl-clhpp-headers libmpfr-dev clinfo python3 libcmocka-dev valgrind binutils oclgrind clang libclang-rt-dev clang-format llvm-spirv \
    libopenblas-dev libturbojpeg0-dev libjpeg-turbo-progs libegl-dev libopengl-dev libegl-mesa0 libgl1-mesa-dri libvulkan-dev \
    mesa-vulkan-drivers glslang-tools libglfw3-dev xvfb libopenmpi-dev openmpi-bin libstarpu-dev

preset=default
if command -v gcc >/dev/null; then preset=strict; fi
build "$preset" "every warning an error"

case ${1-} in
"")
    stage "Tests (all of them: ./test.sh --all)"
    ctest --preset "$preset-short"
    ;;
--all)
    sanitized=asan
    if echo 'int main(void) { return 0; }' | clang -fsanitize=address,undefined -x c -o /dev/null - 2>/dev/null; then
        sanitized=asan-clang
    elif command -v clang >/dev/null; then
        build strict-clang "clang, every warning an error"
    fi
    build "$sanitized" "sanitizers; with clang also every warning an error"
    third=$((10#$(git rev-list --count HEAD 2>/dev/null || date +%j) % 3))    # 10#: day 008 is no octal number
    others="third_[$(tr -d "$third" <<<012)]"
    stage "All tests; of those that come in thirds, third_$third"
    ctest --preset "$preset" --label-exclude "$others"
    stage "Tests with sanitizers"    # after the others: it finds their compiled kernels
    ctest --preset "$sanitized" --label-exclude "peers|$others"
    ;;
--campaign)
    stage "All tests, nothing left to a choice"
    OCL_TEST_CAMPAIGN=1 ctest --preset "$preset"
    ;;
*)
    stage "Tests: ctest $*"
    ctest --preset "$preset" "$@"
    ;;
esac
