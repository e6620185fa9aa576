#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tests/tools/windows.sh [--folder FOLDER] [--samples REGEX] [--third N] [--tests REGEX] [SAMPLE...]
#
# Builds samples for Windows with mingw-w64, and runs them under Wine with Intel's OpenCL runtime for Windows.  Each makes
# its small run: the results go to FOLDER/windows.json, for implementations.py --merge.
#
# Without SAMPLE: all that exist, and then their tests: default runs, sizes, spoiled comparisons, bad options, and the runs of
# tests/samples.  That takes hours; stopped, it goes on there when it is called again.
#
#     --folder FOLDER    where everything is built and kept (default: build-windows); 2 GB
#     --samples REGEX    of all samples, only those with such a whole name
#     --third N          of all samples, every third one, by the hash of its name: 0, 1 or 2
#     --tests REGEX      the tests with such names, in place of all or none.  FOLDER is a build tree as any other: later
#                        `ctest --test-dir FOLDER` runs tests
#
# tests/tools/windows_tests.py runs the tests; tests/data/windows_excused.txt names those that are left out, with reasons.
#
# Needs wine, gcc-mingw-w64-x86-64, g++-mingw-w64-x86-64, apt-get for the source of jansson, and PyPI for the packages
# of PACKAGES; libz-mingw-w64-dev for PNG; ccache makes a second build quick.  Exit status 0: each sample and test passed,
# or was skipped with a sentence; 1: at least one did not; 77: something that this needs is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' tests/tools/windows.sh
}

PACKAGES=(intel-opencl-rt intel-cmplr-lib-rt tbb)
TRIPLET=x86_64-w64-mingw32
folder=build-windows
tests=
chosen='.*'
third=()
samples=()
while [ $# -gt 0 ]; do
    case $1 in
    --folder) folder=$2; shift 2 ;;
    --tests) tests=$2; shift 2 ;;
    --samples) chosen=$2; shift 2 ;;
    --third) third=(--third "$2"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) samples+=("$1"); shift ;;
    esac
done
mkdir -p "$folder"
folder=$(realpath "$folder")
libraries=$folder/libraries
log=$folder/windows.log

skip() {
    echo "$*"
    exit 77
}

# A step whose output only matters when it fails.
quietly() {
    "$@" >"$log" 2>&1 || { tail -n 5 "$log"; return 1; }
}

for program in wine $TRIPLET-gcc $TRIPLET-g++ cmake python3 apt-get; do
    command -v "$program" >/dev/null || skip "$program is missing"
done

# The lists of sources in a folder of their own: the system's are not touched.
fetch_source() {    # PACKAGE
    local apt=$folder/apt
    mkdir -p "$apt/lists/partial" "$folder/sources"
    local keys=(/usr/share/keyrings/{debian,ubuntu}-archive-keyring.gpg)
    # shellcheck disable=SC2016    # apt's variables
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | grep -v -e -security -e -updates |
        sed "s,^,deb-src [signed-by=$(ls "${keys[@]}" 2>/dev/null | paste -sd ,)] ," | sort -u >"$apt/sources.list"
    local options=(-qq -o Dir::State::Lists="$apt/lists" -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=-
                   -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
    [ -n "$(find "$apt/lists" -name '*Sources*')" ] || apt-get "${options[@]}" update || return 1
    (cd "$folder/sources" && apt-get "${options[@]}" source --download-only "$1" && tar xf "$1"_*.orig.tar.*)
}

build_library() {    # PACKAGE OPTION...
    local package=$1
    shift
    fetch_source "$package" || return 1
    local source
    source=$(find "$folder/sources" -maxdepth 1 -type d -name "${package%%[0-9]*}*" | head -n 1)
    cmake -S "$source" -B "$folder/build-$package" --toolchain "$PWD/cmake/mingw.cmake" -DCMAKE_BUILD_TYPE=Release \
          -DOCL_WINDOWS_LIBRARIES="$libraries" -DCMAKE_INSTALL_PREFIX="$libraries" -DBUILD_SHARED_LIBS=OFF "$@" &&
        cmake --build "$folder/build-$package" -j "$(nproc)" && cmake --install "$folder/build-$package"
}

# An import library of the functions that the headers declare: the loader's DLL is looked for when a program begins.
make_opencl_library() {
    local headers
    headers=$(find /usr/include/CL -maxdepth 1 -name cl.h -printf '%h')
    [ -n "$headers" ] || return 1
    mkdir -p "$libraries/include" "$libraries/lib"
    cp -r "$headers" "$libraries/include/"
    { echo "LIBRARY OpenCL.dll"; echo EXPORTS
      cat "$headers/cl.h" "$headers/cl_gl.h" | tr '\n' ' ' | grep -oE 'CL_API_CALL +cl[A-Z][A-Za-z0-9]*' |
          sed 's/CL_API_CALL *//' | grep -v 'KHR$\|INTEL$' | sort -u; } >"$libraries/OpenCL.def"
    $TRIPLET-dlltool -d "$libraries/OpenCL.def" -l "$libraries/lib/libOpenCL.dll.a"
}

download_runtime() {
    local pip=(python3 -m pip)    # a new environment takes longer
    "${pip[@]}" --version >/dev/null || { python3 -m venv "$folder/python" && pip=("$folder/python/bin/pip"); } || return 1
    "${pip[@]}" download --quiet --disable-pip-version-check --timeout 20 --no-deps --platform win_amd64 \
            --only-binary=:all: --dest "$folder/wheels" "${PACKAGES[@]}" || return 1
    mkdir -p "$folder/runtime.new"
    local wheel
    for wheel in "$folder/wheels"/*.whl; do
        python3 -m zipfile -e "$wheel" "$folder/runtime.new/wheels" || return 1
    done
    find "$folder/runtime.new/wheels" -path '*/Library/bin/*' -type f -exec mv -t "$folder/runtime.new" {} +
    rm -rf "$folder/runtime.new/wheels" "$folder/wheels"
    mv "$folder/runtime.new" "$folder/runtime"
}

# LC_ALL: the names of files are UTF-8 for Wine, too.  Windows finds OpenCL.dll in its system's folder, and the driver in the registry.  mscoree and mshtml: no offer to
# install .NET and a browser.
make_wine_prefix() {
    cat >"$folder/wine.sh" <<END
#!/bin/sh
export WINEPREFIX='$folder/prefix' WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='opencl=n;mscoree,mshtml='
export WINEPATH='Z:$(tr / '\\' <<<"$folder")\\runtime' LC_ALL=C.UTF-8
exec wine "\$@"
END
    chmod +x "$folder/wine.sh"
    "$folder/wine.sh" wineboot -i &&
        cp --remove-destination "$folder/runtime/OpenCL.dll" "$folder/prefix/drive_c/windows/system32/opencl.dll" &&
        "$folder/wine.sh" reg add 'HKLM\SOFTWARE\Khronos\OpenCL\Vendors' /f /t REG_DWORD /d 0 \
            /v "Z:$(tr / '\\' <<<"$folder")\\runtime\\intelocl64.dll" && touch "$folder/prefix/ready"
}

step() {
    echo "=== $* (after $SECONDS s)"
}

step "Libraries, in $folder"
[ -f "$libraries/lib/libOpenCL.dll.a" ] || make_opencl_library || skip "the headers of OpenCL are missing"
[ -f "$libraries/lib/libjansson.a" ] ||
    quietly build_library jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON ||
    skip "the source of jansson cannot be had"
[ -f "$libraries/lib/libpng.a" ] ||
    quietly build_library libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF || echo "Without libpng"
step "Intel's runtime"
[ -d "$folder/runtime" ] || quietly download_runtime || skip "Intel's runtime cannot be had"
step "Wine"
[ -f "$folder/prefix/ready" ] || quietly make_wine_prefix || skip "Wine does not begin"

step "Configuring"
launcher=$(command -v ccache || true)
cmake --preset windows-mingw -B "$folder" -DOCL_WINDOWS_LIBRARIES="$libraries" -DCMAKE_C_COMPILER_LAUNCHER="$launcher" \
      -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" -DCMAKE_CROSSCOMPILING_EMULATOR="$folder/wine.sh" >"$log" ||
    { tail "$log"; exit 1; }
step "Building"
# saxpy_ladder measures the device for all tests.
cmake --build "$folder" -j "$(nproc)" --target "${samples[@]:-all}" platform_info saxpy_ladder windows_system >"$log" 2>&1 ||
    { grep -E 'error:|undefined reference' -A 3 "$log" || tail "$log"; exit 1; }

# Wine's server stays until the end: begun anew by each program, it takes longer than the program.
export WINEPREFIX=$folder/prefix
trap 'wineserver -k || true' EXIT
wineserver -p300    # seconds, if this script is killed
# The services that the first program begins keep its output open: who waits for the end of that waits for them.
"$folder/wine.sh" cmd /c exit </dev/null >/dev/null 2>&1

step "Running"
status=0
if [ ${#samples[@]} -gt 0 ]; then
    chosen="$(IFS='|'; echo "${samples[*]}")"
    missing=()
else
    chosen=$(python3 -B tests/tools/windows_tests.py "$folder" --samples "$chosen" "${third[@]}" --names)
    missing=(--missing)    # it goes on where it was stopped
fi
python3 -B tests/tools/implementations.py --build "$folder" --emulator "$folder/wine.sh" --json "$folder/windows.json" \
    --not-built 'ch10_gl_interop/(gl_.*|semaphores|semaphore_frames|semaphore_info)=Windows has no EGL, with which the parts of chapter 10 are built' \
    --not-built 'ch10_gl_interop/vulkan_.*=Debian has no Vulkan for mingw-w64' \
    --not-built 'ch15_cluster/(mpi_.*|starpu_.*)=Debian has no MPI for mingw-w64' \
    --samples "$chosen" "${missing[@]}" "Windows, Intel 2026=registry" || status=1
if [ -n "$tests" ]; then
    step "Testing"
    python3 -B tests/tools/windows_tests.py "$folder" --tests "$tests" --again || status=1
elif [ ${#samples[@]} -eq 0 ]; then
    step "Testing"
    python3 -B tests/tools/windows_tests.py "$folder" --samples "$chosen|unit" || status=1
fi
step "Done"
exit $status
