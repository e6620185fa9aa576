#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tests/tools/cross.sh [OPTION...] m32|aarch64|s390x...
#
# Builds the suite for other processors, with all warnings as errors, and runs tests there:
#
#     m32        32 bits: Intel and AMD processors run the programs themselves
#     aarch64    64-bit Arm, by qemu
#     s390x      big-endian, by qemu; Debian 12 and 13 have no PoCL for it, so tests that need no device
#
#     --folder FOLDER    where everything is kept (default: build-cross); 1 GB for each processor.  What is there stays
#                        and is used again
#     --tests REGEX      these tests in place of the usual choice: ctest -R REGEX
#     --small REGEX      then the small run of the samples whose whole name matches (".*": all), to
#                        FOLDER/PROCESSOR.json for implementations.py --merge
#     --suite NAME       of Debian, whose packages are unpacked (default: bookworm)
#     --driver PACKAGE   of OpenCL (default: pocl-opencl-icd)
#     --mirror URL       (default: http://deb.debian.org/debian)
#
# Needs g++-i686-linux-gnu, g++-aarch64-linux-gnu or g++-s390x-linux-gnu; bubblewrap, apt, debian-archive-keyring;
# qemu-user-static, except for m32.  It needs no root where user namespaces are allowed: packages are unpacked into a
# folder, and bubblewrap runs a program with this folder as its root.  Before Linux 6.7 root must have told the kernel
# about qemu (systemd-binfmt does).
# Exit status 0: all tests passed or were skipped; 1: one failed; 2: bad usage; 77: something that this needs is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' tests/tools/cross.sh
}

folder=build-cross
tests=
small=
suite=bookworm
driver=pocl-opencl-icd
mirror=http://deb.debian.org/debian
processors=()
while [ $# -gt 0 ]; do
    case $1 in
    --folder) folder=${2?}; shift 2 ;;
    --tests) tests=${2?}; shift 2 ;;
    --small) small=${2?}; shift 2 ;;
    --suite) suite=${2?}; shift 2 ;;
    --driver) driver=${2?}; shift 2 ;;
    --mirror) mirror=${2?}; shift 2 ;;
    m32 | aarch64 | s390x) processors+=("$1"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
    esac
done
[ ${#processors[@]} -gt 0 ] || { usage >&2; exit 2; }

PACKAGES=(libc6-dev libgcc-12-dev libstdc++-12-dev ocl-icd-opencl-dev opencl-clhpp-headers libjansson-dev libpng-dev
          libmpfr-dev libcmocka-dev dash coreutils)
WARNINGS="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
KEYS=/usr/share/keyrings/debian-archive-keyring.gpg

# What runs without --tests.  Samples: a first one, images, local memory, atomics, pictures in and out, tables in, doubles,
# random numbers, callbacks, threads, binaries.
SAMPLES='hello|saxpy|image_rotate|transpose|atomics|brightness|knn|conversions_all|histogram|event_callback_states|host_threads|saxpy_binary|digits'
WITH_DEVICE="^unit[.]|^suite[.]pictures|^($SAMPLES)($|[.](size|spoil|options|picture|iris))"
# Without a device: parts of the suite, readers of files, fuzzing.
WITHOUT_DEVICE='^(unit|fuzz)[.]|^suite[.]pictures'
NEEDS_DEVICE='^unit[.]test_(device_limits|errata|errata_guide|pace|remembered_limits|trial)$'

mkdir -p "$folder"
folder=$(realpath "$folder")

skip() {
    echo "cross.sh: $*" >&2
    exit 77
}

# A step whose output only matters when it fails.
quietly() {
    "$@" >"$log" 2>&1 || { tail -n 5 "$log"; return 1; }
}

seconds_since() {    # TIME
    echo "    $(($(date +%s) - $1)) s"
}

# apt with lists, packages and settings of its own: the system's are not touched.
apt_of_processor() {    # PROGRAM ARGUMENT...
    local program=$1
    shift
    "$program" -qq -o APT::Architecture="$debian" -o APT::Architectures="$debian" -o APT::Sandbox::User=root \
        -o Dir::State="$home/apt" -o Dir::State::status="$home/apt/status" -o Dir::Cache="$home/apt" -o Dir::Etc="$home/apt/etc" \
        -o Dir::Etc::SourceList="$home/apt/sources.list" -o Acquire::Languages=none "$@"
}

unpack_packages() {
    mkdir -p "$home/apt/lists/partial" "$home/apt/archives/partial" "$home/apt/etc/"{apt.conf.d,preferences.d,sources.list.d}
    : >"$home/apt/status"
    echo "deb [signed-by=$KEYS] $mirror $suite main" >"$home/apt/sources.list"
    apt_of_processor apt-get update || return 1
    local packages=("${PACKAGES[@]}")
    if [ -n "$(apt_of_processor apt-cache madison "$driver")" ]; then
        packages+=("$driver")
    fi
    apt_of_processor apt-get install --download-only --yes --no-install-recommends "${packages[@]}" || return 1

    rm -rf "$root.new"
    local name deb
    for name in lib bin sbin; do    # as debootstrap does
        mkdir -p "$root.new/usr/$name"
        ln -s "usr/$name" "$root.new/$name"
    done
    for deb in "$home/apt/archives"/*.deb; do
        dpkg-deb --extract "$deb" "$root.new" || return 1
    done
    [ -e "$root.new/bin/sh" ] || ln -s dash "$root.new/bin/sh"
    rm -rf "$home/apt/archives"
    mv "$root.new" "$root"
}

# What runs a program of the other processor: the folder of its libraries is its root.  PoCL starts a linker, and tests start
# a shell: so the kernel itself must start qemu for such programs (binfmt_misc).  Where root has not told it, it is told so
# for a namespace that only this program has.
write_emulator() {
    mkdir -p "$root$PWD" "$root$folder"    # bubblewrap would make folders that only their owner can enter
    local begin=
    if [ -n "$qemu" ] && [ ! -e "/proc/sys/fs/binfmt_misc/$qemu" ]; then
        begin="unshare --user --map-root-user --mount sh -c '
            mount -t binfmt_misc none /proc/sys/fs/binfmt_misc || exit 126
            cat /usr/lib/binfmt.d/$qemu.conf >/proc/sys/fs/binfmt_misc/register || exit 126
            exec \"\$@\"' sh"
    fi
    cat >"$home/run.sh" <<END
#!/bin/sh
exec $begin bwrap --bind '$root' / --dev-bind /dev /dev --proc /proc --ro-bind /sys /sys --bind /tmp /tmp \\
    --bind '$PWD' '$PWD' --bind '$folder' '$folder' --chdir "\$PWD" "\$@"
END
    chmod +x "$home/run.sh"
}

build_and_run() {    # PROCESSOR
    processor=$1 qemu=
    case $processor in
    m32) triplet=i686-linux-gnu libraries=i386-linux-gnu debian=i386 ;;
    aarch64) triplet=aarch64-linux-gnu libraries=$triplet debian=arm64 qemu=qemu-aarch64 ;;
    s390x) triplet=s390x-linux-gnu libraries=$triplet debian=s390x qemu=qemu-s390x ;;
    esac
    home=$folder/$processor
    root=$home/root    # the files of the packages
    log=$home/cross.log
    mkdir -p "$home"

    command -v $triplet-gcc >/dev/null && command -v $triplet-g++ >/dev/null || skip "g++-$triplet is missing"
    [ -z "$qemu" ] || [ -f /usr/lib/binfmt.d/$qemu.conf ] || skip "qemu-user-static is missing"

    local start
    start=$(date +%s)
    echo "=== $processor: Debian $suite for $debian, in $home"
    [ -d "$root" ] || quietly unpack_packages || skip "the packages for $debian cannot be had from $mirror"
    write_emulator
    seconds_since "$start"
    local choice=(-R "${tests:-$WITH_DEVICE}")
    if [ -z "$(ls "$root/etc/OpenCL/vendors" 2>/dev/null)" ]; then
        echo "    No OpenCL: Debian $suite has no $driver for $debian. Only tests that need no device run."
        [ -n "$tests" ] || choice=(-R "$WITHOUT_DEVICE" -E "$NEEDS_DEVICE")
    fi

    start=$(date +%s)
    echo "=== $processor: building"
    cmake -S . -B "$home/build" --toolchain cmake/cross.cmake -DCMAKE_BUILD_TYPE=Release -DOCL_CROSS_TRIPLET=$triplet \
          -DOCL_CROSS_LIBRARIES=$libraries -DOCL_CROSS_ROOT="$root" -DCMAKE_CROSSCOMPILING_EMULATOR="$home/run.sh" \
          -DCMAKE_C_FLAGS="$WARNINGS" -DCMAKE_CXX_FLAGS="$WARNINGS" -DOCL_FUZZ_RUNS=3000 >"$log" 2>&1 ||
        { tail "$log"; return 1; }
    cmake --build "$home/build" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" >"$log" 2>&1 ||
        { grep -E 'error:|undefined reference' -A 3 "$log" || tail "$log"; return 1; }
    seconds_since "$start"

    start=$(date +%s)
    echo "=== $processor: running"
    "$home/run.sh" /bin/sh -c true >"$log" 2>&1 || { tail -n 2 "$log"
        skip "no program can be run: user namespaces must be allowed, or be root${qemu:+; with qemu Linux 6.7, or root registers it}"; }
    local status=0
    ctest --test-dir "$home/build" "${choice[@]}" -j "$(nproc)" --output-on-failure || status=1
    if [ -n "$small" ]; then
        python3 -B tests/tools/implementations.py --build "$home/build" --emulator "$home/run.sh" --seconds 600 \
            --json "$folder/$processor.json" --samples "$small" "$processor=/etc/OpenCL/vendors" || status=1
    fi
    seconds_since "$start"
    return $status
}

for program in apt-get dpkg-deb cmake python3; do
    command -v "$program" >/dev/null || skip "$program is missing"
done
command -v bwrap >/dev/null || skip "bubblewrap is missing"
[ -f $KEYS ] || skip "debian-archive-keyring is missing"

status=0
for processor in "${processors[@]}"; do
    build_and_run "$processor" || status=1
done
exit $status
