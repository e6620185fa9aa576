#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what the built or installed suite promises as a whole.

    suite.py everywhere  BIN            programs run from any folder, with edited and broken kernels
    suite.py limits      BIN            --limits measures the device's limits, and a program measures them at most once
    suite.py install     BUILD CMAKE    an installed prefix works from any folder, moved elsewhere too
    suite.py guard       BIN            tests/layers/guard_layer.c finds kernels that write past the end of a buffer
    suite.py cache       BIN            damaged, swapped, stale and contended cache entries do no harm
    suite.py groups      BIN            the kernels of saxpy_ladder.cl have no race in larger work-groups than the host starts
    suite.py exercises   CMAKE          cmake/OclExercises.cmake makes what readers begin with, and never overwrites what they have changed
    suite.py gallery     ROOT           docs/site/gallery.py tells what passed, failed and was skipped, and shows ladders and pictures
    suite.py shared_gpu  BIN            programs that share the device are right, and bench/shared_gpu.py counts those that are not
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from checks.guards import GUARD, guarded
from runner import Broken, expect, fnv1a, layer_file, own_cache, run, skip_if_asked, skip_without_layers
from tree import ROOT

SAXPY = ["--size", "1031"]
HISTOGRAM = ["--size", "31x17"]
TIMED = ["--size", "31x17", "--repeat", "1"]    # of histogram_sub_buffers, which asks for the limits of the device


def passes(program, arguments, environment=None):
    result = run(program, arguments, environment)
    skip_if_asked(result)
    expect(result.returncode == 0, "it does not pass", result)
    return result


def fails(program, arguments, status, *words, environment=None):
    result = run(program, arguments, environment)
    expect(result.returncode == status, f"exit status is not {status}", result)
    for word in words:
        expect(word in result.stderr, f"'{word}' is not in the complaint", result)


# --- everywhere

def check_own_kernels(saxpy, histogram, kernels, work):
    """--kernel and OCL_SAMPLES_KERNELS take edited, broken and copied files."""
    source = (kernels / "saxpy_ladder.cl").read_text()
    edited = work / "edited in a folder with blanks.cl"
    edited.write_text("// edited\n" + source)
    passes(saxpy, [*SAXPY, "--kernel", str(edited)])
    edited.write_text(source.replace("alpha *", "alpha +"))
    fails(saxpy, [*SAXPY, "-k", str(edited)], 1, "got", "wanted")
    edited.write_text("// line 1\nkernel void saxpy_scalar(global float *a) { a[0] = nonsense; }\n")
    fails(saxpy, [*SAXPY, "-k", str(edited)], 3, "nonsense", edited.name)
    fails(histogram, [*HISTOGRAM, "-k", str(edited)], 3, "nonsense", edited.name)
    edited.write_text('#include "missing.h"\n')
    fails(saxpy, [*SAXPY, "-k", str(edited)], 3, "missing.h", ":1:")

    typo, empty = work / "typo", work / "empty"
    empty.mkdir()
    fails(saxpy, SAXPY, 2, "OCL_SAMPLES_KERNELS", str(typo), environment={"OCL_SAMPLES_KERNELS": str(typo)})
    fails(saxpy, SAXPY, 2, "OCL_SAMPLES_KERNELS", str(empty), "saxpy_ladder.cl", environment={"OCL_SAMPLES_KERNELS": str(empty)})
    fails(histogram, [], 2, "OCL_SAMPLES_DATA", str(typo), environment={"OCL_SAMPLES_DATA": str(typo)})
    shutil.copy(kernels / "saxpy_ladder.cl", empty)    # a sample's own file is enough
    passes(saxpy, [*SAXPY, "--limits"], {"OCL_SAMPLES_KERNELS": str(empty)})
    passes(saxpy, SAXPY, {"OCL_SAMPLES_KERNELS": str(empty)})

    own = work / "own"    # a copied file finds the headers of the folder it came from
    shutil.copytree(kernels, own)
    (own / "include").mkdir(exist_ok=True)
    (own / "include/test_header.h").write_text("#define TEST_HEADER\n")
    edited.write_text(f'#include "test_header.h"\n#ifndef TEST_HEADER\n#error "no"\n#endif\n{source}')
    passes(saxpy, [*SAXPY, "-k", str(edited)], {"OCL_SAMPLES_KERNELS": str(own)})
    fails(saxpy, [*SAXPY, "-k", str(edited)], 3, "test_header.h")

    alone = work / "saxpy_ladder"    # a program without its kernels
    shutil.copy(saxpy, alone)
    fails(alone, SAXPY, 2, "saxpy_ladder.cl", "--kernel", "OCL_SAMPLES_KERNELS")
    passes(alone, [*SAXPY, "--no-cache"], {"OCL_SAMPLES_KERNELS": str(kernels)})


def check_cache_folders(saxpy, histogram, temporary):
    """Folders that cannot be made (below a file), written (in /proc), named at all."""
    work = Path(temporary)
    (work / "file").write_text("")
    for place in (f"{temporary}/file/cache", "/proc/cache"):
        passes(saxpy, SAXPY, {"OCL_SAMPLES_CACHE": place})
        passes(histogram, HISTOGRAM, {"OCL_SAMPLES_CACHE": place})
    passes(histogram, HISTOGRAM, {"OCL_SAMPLES_CACHE": f"{temporary}/new/deep/cache"})
    expect(list((work / "new/deep/cache").glob("*.bin")), "no entry in a new cache folder",
           passes(saxpy, SAXPY))
    passes(histogram, HISTOGRAM, {"OCL_SAMPLES_CACHE": "", "XDG_CACHE_HOME": temporary})
    expect(list((work / "opencl-samples").glob("*.bin")), "XDG_CACHE_HOME is not used",
           passes(saxpy, SAXPY))


def check_pocl_cache(programs):
    """A cache of PoCL that cannot be made or written is named, even for root: below a file and in /proc there are no folders."""
    for program in (programs / "saxpy_ladder", programs / "histogram", programs / "saxpy_cpp"):
        listing = run(program, ["--list"])
        if not re.match("Portable Computing Language", listing.stdout):
            return
        small = HISTOGRAM if program.name == "histogram" else SAXPY
        fails(program, small, 4, "POCL_CACHE_DIR", environment={"POCL_CACHE_DIR": "/proc/x", "OCL_DEVICE": ""})
        fails(program, [*small, "--no-cache"], 3, "POCL_CACHE_DIR", environment={"POCL_CACHE_DIR": "/proc", "OCL_DEVICE": ""})


def check_pocl_disk(saxpy, work):
    """A cache of PoCL on a full disk, or where no program may run, is named before PoCL ends the program."""
    if not re.match("Portable Computing Language", run(saxpy, ["--list"]).stdout):
        return
    for options, word in (("noexec", "noexec"), ("size=64k", "full")):
        disk = work / word
        disk.mkdir()
        own = 'mount -t tmpfs -o "$1" tmpfs "$2" || exit 77; shift 2; exec "$@"'    # a name space of its own
        result = run(saxpy, SAXPY, {"POCL_CACHE_DIR": f"{disk}/pocl", "OCL_DEVICE": ""},
                     prefix=("unshare", "-rm", "sh", "-c", own, "sh", options, disk))
        if saxpy.name not in result.stderr:
            print(f"nothing can be mounted here: {result.stderr.strip()}")
            return
        expect(result.returncode != 0 and re.search(rf"{word}.* set POCL_CACHE_DIR", result.stderr.split("\n")[0]),
               "the disk is not named", result)


def check_quiet_builds(programs, work):
    """Compilers have nothing to say of kernels that are right.  A new cache: what is cached is not compiled."""
    for name in ("saxpy_ladder", "regression_accuracy", "parabolic_regression"):
        result = passes(programs / name, ["--size", "1031", "--repeat", "1", "--quiet", "--no-cache"],
                        {"POCL_CACHE_DIR": f"{work}/pocl"})
        expect(not result.stderr, "the compiler warns", result)


def check_usage():
    """Each script that needs arguments says so."""
    for tool in sorted(path for folder in ("tests/tools", "bench", "docs/notebook", "docs/site") for path in (ROOT / folder).glob("*.py")):
        if not re.search(rf"^    {tool.name} [A-Z]", tool.read_text(), re.M):
            continue
        done = subprocess.run([sys.executable, "-B", tool], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode == 0 or "Traceback" in done.stderr or tool.name not in done.stderr:
            raise Broken(f"{tool.name} without an argument: exit status {done.returncode}, {done.stderr[-500:]}")


def check_build_log(program, work):
    """A build log is printed in the lines that it has."""
    broken = work / "broken.cl"
    broken.write_text("kernel void saxpy_scalar(global float *a) {\n  a[0] = nonsense;\n}\n")
    result = run(program, [*SAXPY, "-k", str(broken)])
    skip_if_asked(result)
    expect(result.returncode == 3 and "nonsense" in result.stderr, "a mistake is not named", result)
    expect("\\n" not in result.stderr and "POCL_CACHE_DIR" not in result.stderr, "not the compiler's own lines", result)


def check_full_disk(saxpy):
    """What could not be written is no success."""
    if not Path("/dev/full").exists():
        return
    for arguments in (SAXPY, [*SAXPY, "--json"], ["--help"], ["--version"], ["--list"], ["--limits"]):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([saxpy, *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
                                  check=False)
        if done.returncode != 2 or "standard output" not in done.stderr:
            raise Broken(f"{arguments} on a full disk: exit status {done.returncode}, {done.stderr}")


def check_stack(matmul):
    """A low limit of the stack is raised where that is allowed, and else named."""
    def limited(limit):
        return run(matmul, ["--size", "64"], prefix=("bash", "-c", f'ulimit {limit} 128; exec "$@"', "bash"))

    result = limited("-S -s")
    skip_if_asked(result)
    expect(result.returncode == 0, "it does not pass with a stack of 128 KiB", result)
    result = limited("-s")
    expect(result.returncode == 2 and "ulimit -s" in result.stderr, "a stack that is too small is not named", result)


def check_pipe(histogram, picture, work):
    """--input may be a pipe."""
    pipe = work / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", 'cat "$1" > "$2"', "sh", picture, pipe],
                          stderr=subprocess.DEVNULL) as writer:
        try:
            passes(histogram, ["--input", str(pipe)])
        finally:
            writer.kill()


def check_folders(saxpy, histogram, temporary):
    """Programs find their files from any folder, and through a link."""
    for here in ("/", temporary):
        os.chdir(here)
        passes(saxpy, SAXPY)
        passes(histogram, [])    # finds its photograph, too
    link = Path(temporary) / "a link"
    link.symlink_to(saxpy)
    passes(link, SAXPY)
    os.chdir("/")


def check_everywhere(folder):
    programs = Path(folder).resolve()
    share = programs.parent / "share/opencl-samples"
    saxpy, histogram = programs / "saxpy_ladder", programs / "histogram"
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        check_folders(saxpy, histogram, temporary)
        check_own_kernels(saxpy, histogram, share / "kernels", work)
        check_cache_folders(saxpy, histogram, temporary)
        check_pocl_cache(programs)
        check_pocl_disk(saxpy, work)
        check_usage()
        check_quiet_builds(programs, work)
        check_build_log(saxpy, work)
        check_build_log(programs / "saxpy_cpp", work)
        check_full_disk(saxpy)
        check_stack(programs / "matmul_ladder")
        check_pipe(histogram, share / "data/chelsea.bmp", work)


# --- limits

def check_limits_option(saxpy, temporary):
    """--limits measures, prints and remembers."""
    environment = {"OCL_SAMPLES_CACHE": f"{temporary}/limits"}
    table = passes(saxpy, ["--limits"], environment)
    expect(len(re.findall(r"^\w+ +[\d.]+ ", table.stdout, re.M)) == 4, "not four limits", table)
    entries = {path: path.read_bytes() for path in Path(temporary, "limits").glob("*.bin")}
    result = passes(saxpy, ["--limits", "--json"], environment)
    limits = json.loads(result.stdout)
    expect(set(limits) == {"copy_gbs", "read_gbs", "fma_gflops", "launch_us"} and
           all(value > 0 for value in limits.values()), "not the four limits", result)
    expect(any(path.read_bytes() != before for path, before in entries.items()),
           "what is measured again is not remembered", result)
    passes(saxpy, ["--limits", "--no-cache"], {"OCL_SAMPLES_CACHE": f"{temporary}/none"})
    expect(not Path(temporary, "none").exists(), "--no-cache writes to the cache", result)


def check_measured_once(timed, temporary):
    """--no-cache builds two programs, however many rows there are: its own, and that which measures the limits."""
    log = Path(temporary, "log")
    passes(timed, [*TIMED, "--no-cache"], {"OPENCL_LAYERS": layer_file("OCL_TEST_FAULT_LAYER"),
                                           "OCL_SAMPLES_FAULT_LOG": str(log)})
    if not log.exists():
        skip_without_layers()
    builds = log.read_text().split().count("clBuildProgram")
    if builds != 2:
        raise Broken(f"{timed.name} {' '.join(TIMED)} --no-cache builds {builds} programs, not 2")


def check_limits(folder):
    programs = Path(folder).resolve()
    with tempfile.TemporaryDirectory() as temporary:
        check_limits_option(programs / "saxpy_ladder", temporary)
        check_measured_once(programs / "histogram_sub_buffers", temporary)


def check_install(build, cmake):
    with tempfile.TemporaryDirectory() as temporary:
        prefix, moved = Path(temporary) / "prefix", Path(temporary) / "moved away"
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True,
                       stdout=subprocess.DEVNULL)
        check_folders(prefix / "bin/saxpy_ladder", prefix / "bin/histogram", temporary)
        own = Path(temporary) / "own"
        own.mkdir()
        check_own_kernels(prefix / "bin/saxpy_ladder", prefix / "bin/histogram",
                          prefix / "share/opencl-samples/kernels", own)
        shutil.move(prefix, moved)
        passes(moved / "bin/saxpy_ladder", SAXPY)
        passes(moved / "bin/histogram", [])


# --- cache

def expect_builds(program, environment, how, after="the run before"):
    """Runs with --verbose, which tells how the sample's program was made."""
    result = passes(program, [*TIMED, "--verbose"], environment)
    expect(f"histogram_sub_buffers.cl{how}" in result.stderr, f"after {after} it is not{how}", result)


def forge(entry, value):
    """The entry, sound but for its value (common/base/cache.h); a program's: a measurement is no binary."""
    head, _, rest = entry.partition(b"\n")
    key = rest[:int(head.split()[2])]
    if not key.startswith(b"program"):
        return entry
    return b"ocl-samples 2 %d %d %016x\n" % (len(key), len(value), fnv1a(key + value)) + key + value


def check_cache(folder):
    timed = Path(folder).resolve() / "histogram_sub_buffers"
    kernels = timed.parent.parent / "share/opencl-samples/kernels"
    with tempfile.TemporaryDirectory() as temporary:
        cache, own = Path(temporary) / "cache", Path(temporary) / "kernels"
        shutil.copytree(kernels, own)
        environment = {"OCL_SAMPLES_CACHE": str(cache), "OCL_SAMPLES_KERNELS": str(own)}
        expect_builds(timed, environment, ": built")
        expect_builds(timed, environment, ": from the cache")
        entries = sorted(cache.glob("*.bin"))

        programs = [entry for entry in entries if b"limits" not in entry.read_bytes()[:64]]
        expect(0 < len(programs) < len(entries), "not both programs and limits in the cache",
               passes(timed, TIMED, environment))

        def damage(change, what, entries=programs):    # the limits only once: to measure them again takes seconds
            for entry in entries:
                entry.write_bytes(change(entry.read_bytes()))
            expect_builds(timed, environment, ": built", what)
            expect_builds(timed, environment, ": from the cache")    # it was written again

        damage(lambda data: data[:len(data) // 2], "half an entry", entries)
        damage(lambda data: b"", "an empty entry")
        damage(lambda data: data + b"x", "an entry with something behind it")
        damage(lambda data: data[:-1] + bytes([data[-1] ^ 1]), "an entry with a flipped bit")
        damage(lambda data: bytes(len(data)), "an entry of zeros")
        damage(lambda data: forge(data, b"of another driver"), "an entry that the driver refuses")
        swapped = [entry.read_bytes() for entry in entries]
        if len(entries) > 1:
            for entry, other in zip(entries, swapped[1:] + swapped[:1]):
                entry.write_bytes(other)
            expect_builds(timed, environment, ": built")

        # A header that is included belongs to the key, even where only a comment changes.
        source = own / "histogram_sub_buffers.cl"
        (own / "include").mkdir(exist_ok=True)
        header = own / "include/test_header.h"
        header.write_text("// 1\n")
        source.write_text('#include "test_header.h"\n' + source.read_text())
        expect_builds(timed, environment, ": built")
        expect_builds(timed, environment, ": from the cache")
        header.write_text("// 2\n")
        expect_builds(timed, environment, ": built")

        # Processes that start together on an empty cache all pass, and leave sound entries only.
        shutil.rmtree(cache)
        full = {**os.environ, **environment}
        together = [subprocess.Popen([timed, *TIMED, "--quiet"], env=full,
                                     stderr=subprocess.PIPE, text=True) for _ in range(4)]
        for process in together:
            complaint = process.communicate()[1]
            if process.returncode != 0:
                raise Broken(f"one of several at once fails: {complaint}")
        expect_builds(timed, environment, ": from the cache")
        if list(cache.glob("*.bin.*")):
            raise Broken("temporary files are left in the cache")
        passes(timed, [*TIMED, "--no-cache"], {"OCL_SAMPLES_CACHE": f"{temporary}/none"})
        if (Path(temporary) / "none").exists():
            raise Broken("--no-cache writes to the cache")


# --- guard

# Kernels that write past the end: sample, arguments, a piece of its kernel file, what takes its place, and the length
# of the buffer in bytes.  In turn: one element too many; a whole vector; what is mapped and not read; what the kernel
# copied from behind another buffer; a column past the last row.
PAST_THE_END = [
    ("saxpy_ladder", "--size 1031 --variant scalar", "if (i < n) a[i]", "if (i <= n) a[i]", 4 * 1031),
    ("saxpy_ladder", "--size 1031 --variant float4", "if (i < n / 4)", "if (i <= n / 4)", 4 * 1031),
    ("map_costs", "--size 1000 --repeat 1 --variant plain", "x[get_global_id(0)] += 1;",
     "x[get_global_id(0)] += 1; if (get_global_id(0) == 249) x[250] = 7;", 1000),
    ("transpose_ladder", "--size 13x11 --variant coalesced_reads", "if (x < cols && y < rows)",
     "if (x * rows + y <= rows * cols && (x < cols && y < rows || x == cols && y == 0))", 4 * 13 * 11),
    ("saxpy_2d", "--size 23x37 --variant scalar", "|| y >= height) return;", "|| y > height) return;", None),
]


def check_guard(folder):
    """The layer alone finds what is wrong: without it these runs pass, or nobody says what is wrong."""
    kernels = ROOT / "kernels"
    with tempfile.TemporaryDirectory() as temporary:
        broken = Path(temporary) / "kernels"
        shutil.copytree(kernels, broken)
        environment = {"OCL_SAMPLES_KERNELS": str(broken), "OCL_SAMPLES_CACHE": own_cache(temporary)}
        for sample, arguments, old, new, length in PAST_THE_END:
            program = str(Path(folder) / sample)
            source = (kernels / f"{sample}.cl").read_text()
            if old not in source:
                raise Broken(f"{sample}.cl does not hold: {old}")
            result, buffers = guarded(program, arguments.split(), environment)
            if buffers is None:
                skip_without_layers()
            skip_if_asked(result)
            expect(result.returncode == 0 and buffers, "it fails with the right kernel", result)
            (broken / f"{sample}.cl").write_text(source.replace(old, new, 1))
            result, _ = guarded(program, arguments.split(), environment)
            expect(result.returncode == 1, "exit status is not 1", result)
            expect(result.stderr.count("\n") == 1 and f"{sample}: {GUARD} {length or ''}" in result.stderr,
                   f"no line about a buffer of {length} bytes", result)
            (broken / f"{sample}.cl").write_text(source)
            print(f"found: {sample} {arguments}: {new}")


# --- groups

# For oclgrind-kernel: the file, the kernel, so many work-items in one group, and saxpy's arguments.
SIMULATION = """{file}
{kernel}
64 1 1
64 1 1
<size=404 fill=0>
<size=4 fill=2.5 float>
<size=404 fill=1 float>
<size=404 fill=1 float>
<size=8 fill=101 ulong>
"""


def check_groups(_):
    """The host starts two of them in groups of one work-item: then none is past the end."""
    kernels = ROOT / "kernels"
    with tempfile.TemporaryDirectory() as temporary:
        simulation = Path(temporary) / "saxpy.sim"
        for kernel in "scalar", "float4", "run", "stream":
            simulation.write_text(SIMULATION.format(file=kernels / "saxpy_ladder.cl", kernel=f"saxpy_{kernel}"))
            result = run("oclgrind-kernel", ["--data-races", "--uniform-writes", "--build-options",
                                             f"-DRUN=16 -I{kernels / 'include'}", str(simulation)])
            expect(result.returncode == 0 and not result.stdout + result.stderr, f"oclgrind complains of {kernel}", result)


# --- shared_gpu

# Small runs of the samples whose work-groups exchange values within one launch.
SHARED = ["histogram_ladder -V last_group --size 257x129 --pattern noise", "min_reduce_ladder -V one_launch --size 100003",
          "fences -V last", "atomics_list -V one_launch --size 1031"]

# Of its five runs, the first one alone, the third is wrong.
FLAKY = """#!/bin/sh
for k in 1 2 3 4 5; do mkdir "$0.$k" 2>/dev/null && break; done
if [ $k = 3 ]; then echo "flaky: got 1, wanted 2" >&2; exit 1; fi
"""


def share(folder, *arguments):
    script = ROOT / "bench/shared_gpu.py"
    return run(sys.executable, ["-B", str(script), "--bin", str(folder), *arguments])


def check_shared_gpu(folder):
    result = share(folder, "--programs", "3", "--runs", "6", *SHARED)
    print(result.stdout)
    skip_if_asked(result)
    expect(result.returncode == 0, "programs that share the device are wrong", result)
    for sample in SHARED:
        expect(re.search(rf"^{re.escape(sample)} +6 +6 +0 +0 ", result.stdout, re.M), f"no right row of {sample}", result)

    with tempfile.TemporaryDirectory() as temporary:
        flaky = Path(temporary) / "flaky"
        flaky.write_text(FLAKY)
        flaky.chmod(0o755)
        result = share(temporary, "--programs", "2", "--runs", "4", "flaky")
        expect(result.returncode == 1, "exit status is not 1", result)
        expect(re.search(r"^flaky +4 +3 +1 +0 .*\n +1 x flaky: got 1, wanted 2$", result.stdout, re.M),
               "no row with the wrong run", result)

        kernels = ROOT / "kernels"
        broken = Path(temporary) / "broken.cl"
        source = (kernels / "histogram_ladder.cl").read_text()
        broken.write_text(source.replace("if (counters[1] < get_num_groups(0)) return;", ""))
        expect(broken.read_text() != source, "no kernel is broken", result)
        result = share(folder, "--runs", "1", "-k", str(broken), SHARED[0])
        expect(result.returncode == 1 and "fails alone: histogram_ladder: " in result.stdout, "-k is not used", result)


# --- ratios

# In place of a program of bench/: the default device is the first of two unlike GPUs.
FAKE_BENCH = """\
#!{python}
import json, os, signal, sys
if os.environ.get("KILLED_AT", "-") in sys.argv[0]:
    os.kill(os.getppid(), signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
spec = sys.argv[sys.argv.index("--device") + 1] if "--device" in sys.argv else os.environ.get("OCL_DEVICE", "gpu")
device = {{"gpu": "small", "gpu:1": "small", "gpu:2": "large", "cpu": "host"}}.get(spec)
if not device:
    sys.exit("no such device")
print(json.dumps({{"platform": "p", "device": device, "driver": "1", "variants": [{{"name": "v", "of_limit": 0.5}}]}}))
"""


def check_programs_of_ratios(script):
    """On a CPU and on a GPU, however it is chosen, other programs are worth their time."""
    with tempfile.TemporaryDirectory() as build:
        program = Path(build) / "bin/bench_saxpy"
        program.parent.mkdir()
        program.write_text(FAKE_BENCH.format(python=sys.executable))
        program.chmod(0o755)
        for variable, option, device, gpu in ((None, [], "small", True), ("cpu", [], "host", False), ("gpu:2", [], "large", True),
                                              (None, ["cpu"], "host", False), ("cpu", ["gpu:2"], "large", True)):
            environment = {key: value for key, value in os.environ.items() if key != "OCL_DEVICE"}
            result = subprocess.run([sys.executable, "-B", script, "--build", build, "--rounds", "1",
                                     *(["--device", *option] if option else [])],
                                    env={**environment, **({"OCL_DEVICE": variable} if variable else {})},
                                    capture_output=True, text=True, check=False)
            expect(result.returncode == 0 and f"device  {device} " in result.stdout
                   and ("saxpy --size 256M:" in result.stdout) == gpu,
                   f"OCL_DEVICE={variable} --device {option}: not the programs of {'a GPU' if gpu else 'a CPU'}", result)


def check_files_of_devices(script, folder):
    """A copy of the script keeps a file for each device, and finds it again without being told."""
    copy, program = folder / "bench", folder / "build/bin/bench_saxpy"
    for path in (copy, program.parent):
        path.mkdir(parents=True)
    for name in (script, script.with_name("draw.py")):
        shutil.copy(name, copy)
    program.write_text(FAKE_BENCH.format(python=sys.executable))
    program.chmod(0o755)

    def ratios(*arguments, environment=None):
        return run(sys.executable, ["-B", str(copy / "ratios.py"), "--rounds", "1", *arguments], environment)

    result = ratios("--device", "cpu")
    expect(result.returncode == 0 and "before  " not in result.stdout, "it compares with a file that is not there", result)
    for device, name in (("cpu", "p-host.json"), ("gpu:2", "p-large.json")):
        result = ratios("--device", device, "--keep")
        expect(result.returncode == 0 and (copy / "results" / name).exists(), f"there is no file {name}", result)
    kept = copy / "results/p-host.json"
    check_kept_rounds(kept, program, ratios)
    kept.write_text(kept.read_text().replace("0.5", "0.6"))
    result = ratios("--device", "cpu")
    expect(result.returncode == 1 and re.search(r"before +[^ ]*p-host\.json", result.stdout) and "worse" in result.stdout,
           "it does not compare with the file of the device", result)
    for arguments in (["gpu:2"], ["cpu", "--compare", "none"]):
        result = ratios("--device", *arguments)
        expect(result.returncode == 0 and "worse" not in result.stdout, "it compares with the file of another device, or with none", result)
    kept.write_text(kept.read_text().replace("0.6", "0.501"))
    result = ratios("--device", "cpu")
    expect(result.returncode == 0 and "before  " in result.stdout and "worse" not in result.stdout, "less than 3 % is worse", result)
    result = ratios("--device", "cpu", "--keep", "--small")
    expect(result.returncode == 2 and result.stderr.count("\n") == 1, "small runs are kept", result)


def check_kept_rounds(kept, program, ratios):
    """Of a run that measures a part, or is killed, nothing is lost, and nothing that the file had."""
    def rounds():
        return {row["name"]: len(row["rounds"]) for row in json.loads(kept.read_text())["ratios"]}

    saxpy, scan, bitonic = (f"{line}: v / limit" for line in ("saxpy", "scan --size 16M", "bitonic"))
    for name in ("bench_scan", "bench_bitonic"):
        shutil.copy(program, program.with_name(name))
    for arguments, environment, wanted in (
            (["--keep"], {}, (1, 1, 1)), (["--keep", "--rounds", "3", "--only", "scan"], {}, (1, 3, 1)),
            (["--add", "--only", "saxpy"], {}, (2, 3, 1)), (["--add"], {"KILLED_AT": "bench_bitonic"}, (3, 4, 1)),
            (["--keep", "--rounds", "2"], {"KILLED_AT": "bench_scan"}, (1, 4, 1)), (["--keep"], {}, (1, 1, 1))):
        result = ratios("--device", "cpu", *arguments, environment=environment)
        expect(rounds() == dict(zip((saxpy, scan, bitonic), wanted)), f"{arguments} {environment}: the file has the rounds {rounds()}", result)
    for name in ("bench_scan", "bench_bitonic"):
        program.with_name(name).unlink()
    ratios("--device", "cpu", "--keep")


def check_ratios(folder):
    """bench/ratios.py measures, writes what it measured, and says what is worse than in an older file."""
    script = ROOT / "bench/ratios.py"

    def ratios(*arguments):
        return run(sys.executable, ["-B", str(script), "--build", str(Path(folder).parent), "--only", "saxpy", *arguments])

    check_programs_of_ratios(script)
    result = ratios("--only", "(")
    expect(result.returncode == 2 and result.stderr.count("\n") == 1, "it takes a wrong pattern", result)

    with tempfile.TemporaryDirectory() as temporary:
        file, table = Path(temporary) / "now.json", Path(temporary) / "now.csv"
        result = ratios("--small", "--rounds", "2", "--json", str(file), "--csv", str(table), "--draw", temporary)
        skip_if_asked(result)
        expect(result.returncode == 0 and ": scalar / openmp" in result.stdout, "nothing is measured", result)
        facts = json.loads(file.read_text())
        expect(all(len(row["rounds"]) <= 2 for row in facts["ratios"]), "there are other rounds", result)
        expect(len(table.read_text().splitlines()) == len(facts["ratios"]) + 1, "the table has other lines", result)

        page, roofline = Path(temporary) / "bench.html", Path(temporary) / "roofline.svg"
        expect(page.exists() and "<circle" in roofline.read_text() and "openmp" in page.read_text()
               and "openmp" not in roofline.read_text(), "the roofline has other kernels", result)
        curve = page.read_text().split("<h2>Scaling")[-1].split("<h2>")[0]
        expect(curve.count("<h3>") == 1 and curve.count("<polyline") == len({row["name"] for row in facts["kernels"] if "saxpy" in row["line"]})
               and ">100K<" in curve and ">200K<" in curve, "saxpy with two sizes is drawn otherwise", result)

        one = next(row for row in facts["ratios"] if row["name"].endswith(": scalar / openmp"))
        for value, status, word in ((1e9, 1, "worse"), (1e-9, 0, "better")):
            one["rounds"] = [value, value]
            facts["ratios"] = [one]
            file.write_text(json.dumps(facts))
            result = ratios("--small", "--rounds", "1", "--compare", str(file))
            expect(result.returncode == status and re.search(rf": scalar / openmp .*{word}$", result.stdout, re.M),
                   f"it is not {word}", result)
        check_files_of_devices(script, Path(temporary))
        file.write_text("{}")
        result = ratios("--small", "--compare", str(file))
        expect(result.returncode == 2 and "is no file of --json" in result.stderr, "it takes a file of another kind", result)


# --- exercises

SOLUTION = """\
// Exercise 1 of sample: both.
kernel void twice(global int *x)
{
    //: skeleton
    //: x[0] = "a;b[";    // here
    //:
    //: // and here
    //: solution
    x[0] *= 2;
    //: end
    //: solution
    x[1] *= 2;
    //: end
}
"""
BEGIN = """\
// Exercise 1 of sample: both.
kernel void twice(global int *x)
{
    x[0] = "a;b[";    // here

    // and here
}
"""
# What is wrong with the marks: a change, the line that is named, and what is said of it.
WRONG_MARKS = [
    ("    x[0] *= 2;\n    //: end\n", "    x[0] *= 2;\n", 4, "no '//: end'"),
    ("    x[1] *= 2;\n    //: end\n", "", 11, "no '//: end'"),
    ("    x[0] *= 2;\n    //: end\n", "    //: skeleton\n    //: end\n", 4, "no '//: end'"),
    ("    //: skeleton\n", "", 4, "here begins"),
    ("    //: // and here", "    // and here", 4, "here begins"),
    ("//: solution\n    x[1]", "//: solutions\n    x[1]", 11, "here begins"),
]


def check_exercises(cmake):
    """What is made, what is kept, and what is refused."""
    with tempfile.TemporaryDirectory(prefix="a[b]") as folder:
        solution = Path(folder, "ch01_topic/solutions/twice.cl")
        own, skeleton = Path(folder, "build/exercises/twice.cl"), Path(folder, "build/skeletons/twice.cl")
        solution.parent.mkdir(parents=True)
        (solution.parent / "plain.cl").write_text("kernel void plain(void) { }\n")

        def make(text, status=0):
            solution.write_text(text)
            result = run(cmake, ["-D", f"SOURCE={folder}", "-D", f"BUILD={folder}/build", "-P", str(ROOT / "cmake/OclExercises.cmake")])
            expect(result.returncode == status, "another exit status", result)
            return result

        def holds(begin, other, what, result):
            expect(own.read_text() == begin and skeleton.read_text() == other, what, result)

        holds(BEGIN, BEGIN, "something else is made", result := make(SOLUTION))
        expect([path.name for path in own.parent.iterdir()] == [own.name], "a solution without marks gives a file", result)
        newer, newest = SOLUTION.replace("// here", "// there"), BEGIN.replace("// here", "// there")
        holds(newest, newest, "a file that nobody has changed does not follow", make(newer))
        own.write_text("mine\n")
        holds("mine\n", newest, "it was overwritten", make(newer))
        result = make(SOLUTION)
        holds("mine\n", BEGIN, "it was overwritten", result)
        expect("twice.cl has changed, and is left as it is" in result.stdout, "nobody says that it stays", result)
        own.unlink()
        holds(BEGIN, BEGIN, "it does not come back", make(SOLUTION))

        for old, new, line, what in WRONG_MARKS:
            expect(SOLUTION.count(old) == 1, f"not one place: {old}", result)
            result = make(SOLUTION.replace(old, new), 1)
            expect(f"twice.cl:{line}: {what}" in " ".join(result.stderr.split()), f"wrong marks are not told: {new}", result)


# --- gallery

GALLERY_RUNS = [    # exit status, what it printed
    (0, "device     Device <1>\n\nslow    1.0    2.0   1.5 GB/s   -   PASS\nfast    0.5    1.0   3.0 GB/s   -   PASS\n\nPASS\n"),
    (0, "device     Device <1>\n\none     1.0    2.0   1.5 GB/s   -   PASS\n\nPASS\n"),
    (77, "three: this device has no <images>\n"),
    (1, "four: 1 of 9 differ\n"),
    (-1, ""),
]


def check_gallery(root):
    """The page of a run that nobody has made: two passed, one was skipped, two failed, of which one said nothing."""
    names = ("one", "two", "three", "four", "five")
    with tempfile.TemporaryDirectory() as temporary:
        results, gallery = Path(temporary, "tour"), Path(temporary, "gallery")
        for folder in (results, gallery):
            folder.mkdir()
        lines = results / "lines"
        lines.write_text("".join(f"ch01_saxpy {name} -n 9\n" for name in names))
        for number, (status, log) in enumerate(GALLERY_RUNS, 1):
            (results / f"{number}.log").write_text(log)
            (results / f"{number}.result").write_text(f"{status} 0{',.'[number % 2]}5\n")    # the comma is of German and other locales
        (gallery / "turned.png").write_bytes(b"")
        (gallery / "counts.csv").write_text("")
        result = run(sys.executable, ["-B", str(Path(root, "docs/site/gallery.py")), str(lines), str(results), str(gallery)])
        expect(result.returncode == 0 and (gallery / "index.html").exists(), "no page", result)
        page = (gallery / "index.html").read_text()
        for words in ("2 of 5 runs passed, 1 were skipped, 2 failed", "Device &lt;1&gt;", "four: 1 of 9 differ", "no word",
                      "no &lt;images&gt;", '<img src="turned.png"', '<a href="counts.csv">', "<h3>one -n 9</h3>", "width:50.0%"):
            expect(words in page, f"the page lacks: {words}", result)
        expect("<h3>two" not in page, "one kernel alone is no ladder", result)


CHECKS = {"exercises": check_exercises, "gallery": check_gallery, "everywhere": check_everywhere, "limits": check_limits, "install": check_install, "guard": check_guard,
          "cache": check_cache, "groups": check_groups, "shared_gpu": check_shared_gpu, "ratios": check_ratios}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    try:
        CHECKS[sys.argv[1]](*sys.argv[2:])
    except Broken as broken:
        sys.exit(f"{sys.argv[1]}: {broken}")


if __name__ == "__main__":
    main()
