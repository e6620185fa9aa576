#!/bin/bash
# SPDX-License-Identifier: MIT
#
# remote.sh [OPTION...] PROGRAM [ARGUMENT...]
#
# Runs a program on the OpenCL devices of two other "machines".  These are network namespaces of this machine, each with
# a server of PoCL-Remote (pocld) that gives away the OpenCL devices of this system.  A third namespace is the client's.
#
#     client 10.77.0.1  ----+---- server 10.77.0.2: pocld -> the system's OpenCL
#     (the program)         +---- server 10.77.0.3: pocld -> the system's OpenCL
#
#     --servers N      so many servers (default: 2)
#     --delay MS       what goes between client and servers travels so long: each packet by netem, where the kernel has it,
#                      else what a relay passes on (delay_relay.py, which says how the two differ)
#     --kill SECONDS   the last server is killed so long after the start of the program
#     --cut SECONDS    the cable of the last server is pulled: no packet says that it is gone
#     --build          only fetch and build what is missing
#     --no-build       never: where it is missing, the exit status is 77
#
# The exit status is that of the program.  All samples:
#
#     tests/tools/implementations.py --emulator tests/tools/remote.sh 'PoCL-Remote=remote'
#
# Client and server are built from the source in Debian's package pocl-source (Debian's package pocld is empty).
# They are kept in $OCL_REMOTE_CACHE (default: ~/.cache/opencl-samples-remote), which is deleted to build them again.
#
# pocl_remote.patch, beside this file, mends four mistakes of version 7.1.  The client writes into memory of commands that are
# gone, and crashes now and then; it tries without a pause to reach a server that is gone.  The server sends small answers
# 40 ms too late, and ends its session with the client when another server is gone.
#
#     OCL_REMOTE_AS_IT_IS=1       without the patch; it is kept beside the other one
#     OCL_REMOTE_SUITE=trixie     the suite of Debian that has the package (default: sid)
#     OCL_REMOTE_VENDORS=FOLDER   the servers' OpenCL (default: /etc/OpenCL/vendors)
#     OCL_REMOTE_LOG=FOLDER       keeps what the servers print
#
# pocld knows no passwords, and its third port listens on all addresses.  In these namespaces nobody else can reach it, and
# nothing of them is left when the program has ended.  Needed: apt-get, cmake, a C++ compiler, patch, the OpenCL headers and
# loader, iproute2, util-linux; without root also that users may make namespaces (unshare -rn true).

set -euo pipefail
here=$(readlink -f "$0")
cache=${OCL_REMOTE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/opencl-samples-remote}
built=$cache/mended patch=${here%/*}/pocl_remote.patch
[ -z "${OCL_REMOTE_AS_IT_IS-}" ] || built=$cache/as_it_is patch=/dev/null
port=10998

fail() {
    echo "remote.sh: $1" >&2
    exit 2
}

# --- client and server

# The package, with lists of packages of its own: the system's stay as they are.
fetch() {
    local folder=$1 mirror options
    mirror=$(apt-cache policy 2>/dev/null | sed -n 's/^ *[0-9]* \(http[^ ]*debian\) .*/\1/p' | head -1)
    mkdir -p "$folder"/apt/lists/partial "$folder"/apt/archives/partial
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
        "${mirror:-http://deb.debian.org/debian} ${OCL_REMOTE_SUITE:-sid} main" >"$folder/apt/sources.list"
    options=(-qq -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
             -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt" -o APT::Sandbox::User="$(id -un)")
    apt-get "${options[@]}" update
    (cd "$folder" && apt-get "${options[@]}" download pocl-source)
    dpkg-deb -x "$folder"/pocl-source_*.deb "$folder/package"
    mkdir "$folder/pocl"
    tar -xf "$folder"/package/usr/src/pocl.tar.* -C "$folder/pocl" --strip-components=1
}

build() {
    local folder=$cache/building
    echo "remote.sh: building PoCL-Remote in $cache (about two minutes)" >&2
    rm -rf "$folder"
    mkdir -p "$folder"
    if ! { fetch "$folder" &&
        patch -d "$folder/pocl" -p1 <"$patch" &&
        cmake -S "$folder/pocl" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
            -DENABLE_REMOTE_CLIENT=1 -DENABLE_REMOTE_SERVER=1 -DENABLE_ICD=1 -DENABLE_LOADABLE_DRIVERS=0 \
            -DENABLE_HOST_CPU_DEVICES=0 -DENABLE_LLVM=0 -DENABLE_TESTS=0 -DENABLE_EXAMPLES=0 -DENABLE_POCLCC=0 &&
        cmake --build "$folder/build" --parallel "$(nproc)"; } >"$cache/build.log" 2>&1; then
        tail -5 "$cache/build.log" >&2
        fail "PoCL-Remote could not be built; $cache/build.log says why"
    fi
    mkdir -p "$built/vendors"
    cp "$folder"/build/lib/CL/libpocl.so.2 "$built/libpocl-remote.so"
    cp "$folder"/build/pocld/pocld "$built/pocld"
    cat "$patch" >"$built/patch"
    echo "$built/libpocl-remote.so" >"$built/vendors/remote.icd"
    rm -rf "$folder"
}

# --- in the client's namespace

# in_server K COMMAND...
in_server() {
    local name=$1
    shift
    nsenter --net="/run/netns/server$name" "$@"
}

make_network() {
    local k
    mount -t tmpfs tmpfs /run    # `ip netns` keeps the names of the namespaces there
    ip link set lo up
    ip link add switch type bridge
    ip address add 10.77.0.1/24 dev switch
    ip link set switch up
    for ((k = 1; k <= servers; k++)); do
        ip netns add "server$k"
        in_server "$k" ip link set lo up
        ip link add "to$k" type veth peer name eth0 netns "server$k"
        ip link set "to$k" master switch up
        in_server "$k" ip address add "10.77.0.$((k + 1))/24" dev eth0
        in_server "$k" ip link set eth0 up
        if [ -n "$delay" ] && tc qdisc add dev "to$k" root netem delay "${delay}ms" 2>/dev/null; then
            in_server "$k" tc qdisc add dev eth0 root netem delay "${delay}ms"
        elif [ -n "$delay" ]; then
            relayed=1
        fi
    done
}

start_server() {
    local k=$1
    nsenter --net="/run/netns/server$k" env OCL_ICD_VENDORS="${OCL_REMOTE_VENDORS:-/etc/OpenCL/vendors}" \
        POCL_CACHE_DIR="${POCL_CACHE_DIR:-$cache/kernels}/server$k" \
        "$built/pocld" -a "10.77.0.$((k + 1))" -p $port >"$logs/server$k.log" 2>&1 </dev/null &
    pids[k]=$!
    disown    # bash says nothing when it is killed
    until [ -n "$(in_server "$k" ss -Hltn "sport = :$((port + 2))")" ]; do
        kill -0 "${pids[k]}" 2>/dev/null || fail "server $k does not start: $(tail -1 "$logs/server$k.log")"
        sleep 0.02
    done
}

# Server K has the relay's address 10.77.1.(K + 1) for the client; servers find each other as before.
start_relay() {
    local k p pairs=()
    for ((k = 1; k <= servers; k++)); do
        ip address add "10.77.1.$((k + 1))/32" dev lo
        for p in $port $((port + 1)); do
            pairs+=("10.77.1.$((k + 1)):$p=10.77.0.$((k + 1)):$p")
        done
    done
    python3 -B "${here%/*}/delay_relay.py" "$delay" "${pairs[@]}" </dev/null &
    until [ "$(ss -Hltn "src 10.77.1.0/24" | wc -l)" -eq ${#pairs[@]} ]; do
        kill -0 $! 2>/dev/null || fail "the relay does not start"
        sleep 0.02
    done
}

# The last server is gone, as a process or with its machine.
lose_server() {
    sleep "$2"
    if [ "$1" = kill ]; then
        kill -KILL "${pids[servers]}"
    else
        ip link set "to$servers" down
    fi
    echo "remote.sh: server $servers is gone ($1)" >&2
}

run_program() {
    local k variables=(OCL_ICD_VENDORS="$built/vendors" POCL_DEVICES="") status=0
    for ((k = 1; k <= servers; k++)); do
        variables[1]+="remote "
        variables+=("POCL_REMOTE$((k - 1))_PARAMETERS=10.77.${relayed:-0}.$((k + 1)):$port/0#10.77.0.$((k + 1))")
    done
    [ -z "$lose" ] || lose_server $lose &    # two words
    # The client of 7.1 listens to standard input by mistake, and hangs when that ends: it gets one that never ends.
    mkfifo -m 600 "$logs/never_ends"
    exec {messages}>&2
    { env "${variables[@]}" "$@" <>"$logs/never_ends" 2>&"$messages" || status=$?; } 2>/dev/null
    [ $status -le 128 ] || echo "remote.sh: the program ended with the signal $(kill -l $status)" >&2
    for ((k = 1; k <= servers; k++)); do
        [ -n "$lose" ] && [ "$k" = "$servers" ] && continue
        kill -0 "${pids[k]}" 2>/dev/null || echo "remote.sh: server $k has died: $(tail -1 "$logs/server$k.log")" >&2
    done
    return $status
}

# --- main

servers=2 delay="" lose="" inside="" only_build="" no_build=""
while [ $# -gt 0 ]; do
    case $1 in
        --servers) servers=$2; shift 2 ;;
        --delay) delay=$2; shift 2 ;;
        --kill | --cut) lose="${1#--} $2"; shift 2 ;;
        --build) only_build=yes; shift ;;
        --no-build) no_build=yes; shift ;;
        --inside) inside=yes; shift ;;
        -h | --help) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
        -*) fail "unknown option $1" ;;
        *) break ;;
    esac
done
if [ -z "$inside" ]; then
    mkdir -p "$cache"
    exec {lock}>"$cache/lock"
    flock "$lock"
    if [ ! -e "$built/vendors/remote.icd" ] || ! cmp -s "$patch" "$built/patch"; then
        if [ -n "$no_build" ]; then
            echo "remote.sh: PoCL-Remote is not built in $cache, or with another patch: tests/tools/remote.sh --build" >&2
            exit 77
        fi
        build
    fi
    exec {lock}>&-
    [ -z "$only_build" ] || exit 0
    [ $# -gt 0 ] || fail "which program? (--help)"
    user=()
    [ "$(id -u)" = 0 ] || user=(--user --map-root-user)
    exec unshare "${user[@]}" --net --mount --pid --fork --kill-child "$here" --inside --servers "$servers" \
        ${delay:+--delay "$delay"} ${lose:+--$lose} "$@"
fi

logs=${OCL_REMOTE_LOG:-$(mktemp -d)}
mkdir -p "$logs"
pids=() relayed=""
make_network
for ((k = 1; k <= servers; k++)); do start_server "$k"; done
[ -z "$relayed" ] || start_relay
status=0
run_program "$@" || status=$?
rm -f "$logs/never_ends"
[ -n "${OCL_REMOTE_LOG-}" ] || rm -rf "$logs"
exit $status
