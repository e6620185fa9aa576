#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tests/tools/two_machines.sh [--mpi openmpi|mpich] [--rate RATE] [--ranks N] PROGRAM [ARGUMENT...]
#
# Runs a program of chapter 15 on two "machines": two network namespaces of this machine, each with its own host name and
# network card, and a cable between them.  Ranks on different machines reach each other through this cable only, by TCP.
#
#     machine-a 10.78.0.1 ---- cable ---- machine-b 10.78.0.2
#
#     --mpi NAME     whose mpiexec: openmpi (default) or mpich; the program must be built with the same one
#     --rate RATE    of the cable in each direction, such as 1gbit or 100mbit (default: as fast as memory)
#     --ranks N      N ranks on each machine (default: 1)
#
# The machines share processors, memory and files.  Each gets half of the processors, if there are two at least.  There is no
# option for latency: many kernels lack netem.  The programs have --network for that.
#
# Needs root, ip, tc, taskset.  The exit status is that of mpiexec; 77: something that this needs is not there.
set -euo pipefail

usage() {
    sed -n -e '/^set/q' -e '4,$s/^# \{0,1\}//p' "$0"
}

mpi=openmpi rate='' ranks=1
while [ $# -gt 0 ]; do
    case $1 in
    --mpi) mpi=${2?}; shift 2 ;;
    --rate) rate=${2?}; shift 2 ;;
    --ranks) ranks=${2?}; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) break ;;
    esac
done
[ $# -gt 0 ] || { usage >&2; exit 2; }

skip() {
    echo "two_machines.sh: $*" >&2
    exit 77
}

for tool in ip tc taskset unshare "mpiexec.$mpi"; do
    command -v "$tool" >/dev/null || skip "$tool is missing"
done

# How a command comes to a machine: what mpiexec would use ssh for.  Options of ssh are left out.  The command inherits the
# environment.  With one processor, both machines have processor 0.
folder=$(mktemp -d)
cleanup() {    # nothing stays behind on the machines, such as a daemon of mpiexec whose cable was pulled
    for machine in a b; do
        pids=$(ip netns pids "ocl-$machine-$$" 2>/dev/null || true)
        [ -z "$pids" ] || kill $pids 2>/dev/null || true
        ip netns del "ocl-$machine-$$" 2>/dev/null || true
    done
    rm -rf "$folder"
}
trap cleanup EXIT
cat >"$folder/agent" <<AGENT
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
case \$1 in
10.78.0.1) machine=a processors=0-$((($(nproc) - 1) / 2)) ;;
*) machine=b processors=$(($(nproc) / 2))-$(($(nproc) - 1)) ;;
esac
shift
exec ip netns exec ocl-\$machine-$$ unshare --uts sh -c "hostname machine-\$machine; exec taskset -c \$processors \$*"
AGENT
chmod +x "$folder/agent"

ip netns add "ocl-a-$$" 2>/dev/null || skip "no network namespace can be made: be root"
ip netns add "ocl-b-$$"
ip link add cable netns "ocl-a-$$" type veth peer name cable netns "ocl-b-$$" || skip "no veth devices"
number=1
for machine in a b; do
    in=(ip netns exec "ocl-$machine-$$")
    "${in[@]}" ip link set lo up
    "${in[@]}" ip addr add "10.78.0.$number/24" dev cable
    "${in[@]}" ip link set cable up
    [ -z "$rate" ] || "${in[@]}" tc qdisc add dev cable root tbf rate "$rate" burst 32kb latency 100ms ||
        skip "tc cannot limit the rate to $rate"
    number=$((number + 1))
done

if [ "$mpi" = openmpi ]; then
    # Processors are shared out already; a rank that waits leaves its processor to PoCL's threads.
    command=(mpiexec.openmpi --allow-run-as-root --mca plm_rsh_agent "$folder/agent" --mca plm_rsh_no_tree_spawn 1
             --mca oob_tcp_if_include cable --mca btl_tcp_if_include cable --mca btl self,vader,tcp --bind-to none
             --mca mpi_yield_when_idle 1 --oversubscribe --host "10.78.0.1:$ranks,10.78.0.2:$ranks")
else
    command=(mpiexec.mpich -launcher ssh -launcher-exec "$folder/agent" -iface cable -disable-hostname-propagation
             -hosts "10.78.0.1:$ranks,10.78.0.2:$ranks")
fi
export HWLOC_COMPONENTS=-opencl POCL_MAX_PTHREAD_COUNT=${POCL_MAX_PTHREAD_COUNT:-$((($(nproc) + 1) / 2))}
"$folder/agent" 10.78.0.1 "${command[*]} -n $((2 * ranks)) $(printf '%q ' "$@")"
