#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs what is missing, builds with every warning an error, runs all tests; ctest's summary comes last.
# ./test.sh ARGS... gives the arguments to ctest: ./test.sh -R saxpy
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ./setup.sh

setup opencl-clhpp-headers clinfo python3 libcmocka-dev oclgrind clang libclang-rt-dev llvm-spirv-14 libopenblas-dev

# Both compilers must be silent where both are there; the tests run on gcc's build.
if command -v clang >/dev/null; then
    cmake --preset strict-clang
    cmake --build --preset strict-clang
fi
preset=default
if command -v gcc >/dev/null; then preset=strict; fi
cmake --preset "$preset"
cmake --build --preset "$preset"

if [ $# -eq 0 ]; then    # the sanitizers see the samples and unit tests of a build of their own
    cmake --preset asan
    cmake --build --preset asan
    ctest --preset asan
fi
ctest --preset "$preset" "$@"
