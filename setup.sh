# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# Sourced by demo.sh and test.sh: installs what is missing where there is apt, else says what is needed.

# One compiler a processor: make alone would start them all at once.
: "${CMAKE_BUILD_PARALLEL_LEVEL:=$(getconf _NPROCESSORS_ONLN)}"
export CMAKE_BUILD_PARALLEL_LEVEL

REQUIRED=(gcc g++ make cmake ocl-icd-opencl-dev opencl-c-headers pocl-opencl-icd libjansson-dev
          libpng-dev gnuplot-nox)

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_packages() {
    local package
    for package in "$@"; do
        is_installed "$package" || echo "$package"
    done
}

can_be_root() {
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

install_packages() {
    [ $# -eq 0 ] && return
    echo "Installing: $*"
    as_root apt-get install -y -qq --no-install-recommends "$@"
}

# Those of the packages that can be installed here.  A package may be listed while one that it needs is
# not there; apt-get would then install nothing at all.
available_packages() {
    local package
    for package in "$@"; do
        if apt-get install -s -qq --no-install-recommends "$package" >/dev/null 2>&1; then
            echo "$package"
        else
            echo "No package $package here: going on without it" >&2
        fi
    done
}

# The packages; llvm-spirv is the one of the version that the package clang brings.
with_versions() {
    local package version
    for package in "$@"; do
        if [ "$package" = llvm-spirv ]; then
            version=$(apt-cache depends clang 2>/dev/null | sed -n 's/^ *Depends: clang-\([0-9]\+\)$/\1/p')
            package=llvm-spirv${version:+-$version}
        fi
        echo "$package"
    done
}

# On Debian and Ubuntu.
install_with_apt() {
    local required optional
    mapfile -t required < <(missing_packages "${REQUIRED[@]}")
    mapfile -t optional < <(with_versions "$@")
    mapfile -t optional < <(missing_packages "${optional[@]}")
    [ ${#required[@]} -eq 0 ] && [ ${#optional[@]} -eq 0 ] && return
    if ! can_be_root; then
        echo "Only root can install packages, and there is no sudo.  Ask for: apt-get install" "${required[@]}" "${optional[@]}" >&2
        [ ${#required[@]} -eq 0 ] || exit 1    # the others can be done without
        return
    fi
    echo "Missing packages:" "${required[@]}" "${optional[@]}"
    if ! as_root apt-get update -qq; then
        echo "apt-get update failed; going on with the package lists that are there" >&2
    fi
    install_packages "${required[@]}"
    mapfile -t optional < <(with_versions "$@")
    mapfile -t optional < <(missing_packages "${optional[@]}")
    mapfile -t optional < <(available_packages "${optional[@]}")
    if ! install_packages "${optional[@]}"; then
        echo "Going on without: ${optional[*]}" >&2
    fi
}

# Elsewhere nobody's package manager is touched.
explain_packages() {
    echo "This system has no apt.  Needed: a C11 compiler, CMake 3.25 or newer, the OpenCL loader and"
    echo "headers, jansson, libpng, and an OpenCL driver.  For example"
    echo "  Fedora: sudo dnf install gcc gcc-c++ cmake ocl-icd-devel opencl-headers jansson-devel libpng-devel pocl"
    echo "  Arch:   sudo pacman -S base-devel cmake ocl-icd opencl-headers jansson libpng pocl"
    echo "  macOS:  brew install cmake jansson libpng pocl opencl-headers opencl-icd-loader"
    echo "For the tests also: python3, cmocka, oclgrind, clinfo."
    if ! command -v cmake >/dev/null || ! command -v "${CC:-cc}" >/dev/null; then
        echo "cmake or a C compiler is missing: install them and run this again" >&2
        exit 1
    fi
    echo "Going on with what is there."
}

# setup PACKAGES...: brings the required packages, and these where the system has them.
setup() {
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        install_with_apt "$@"
    else
        explain_packages
    fi
}
