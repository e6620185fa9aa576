#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the samples of chapter 10 where an OpenCL device truly shares with OpenGL, on a machine without a GPU.

    true_sharing.py BIN ROOT [--kernel FOLDER] [--run "PROGRAM ARGUMENTS"]... [--keep FILE]

Mesa's rusticl on zink has cl_khr_gl_sharing without a GPU, but needs a DRM node, which Linux's module vgem gives, and
/dev/udmabuf.  So this boots Debian's kernel in QEMU, without KVM, and runs the programs there: some minutes.

    BIN       the folder of the built programs (build/bin)
    ROOT      a folder with a Debian that has the packages mesa-opencl-icd, mesa-vulkan-drivers, libegl1,
              libegl-mesa0, libgl1-mesa-dri, libopengl0, ocl-icd-libopencl1 (sid: Mesa 26.2):
                  sudo debootstrap --include=PACKAGES sid ROOT
    --kernel  a folder with an unpacked package linux-image-* of Debian 13 or newer (else ROOT has it installed; Debian
              12's has no /dev/udmabuf):
                  apt-get download linux-image-VERSION-amd64; dpkg-deb -x linux-image-*.deb FOLDER
    --run     what to run; without it the small runs of RUNS below
    --keep    all that the machine prints, while it runs (else build/true_sharing.txt)

This machine needs the packages qemu-system-x86 and busybox-static.  The exit status is 1 if a program fails, 77 if
something is missing here.
"""

import argparse
import gzip
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
BUSYBOX = Path("/bin/busybox")
MODULES = ["virtio_pci", "9pnet_virtio", "9p", "vgem"]
VARIABLES = ["LIBGL_ALWAYS_SOFTWARE=1", "RUSTICL_ENABLE=zink", "GALLIUM_DRIVER=zink", "OCL_SAMPLES_CACHE=/tmp/cache",
             "OCL_ICD_VENDORS=/etc/OpenCL/vendors/rusticl.icd", "HOME=/tmp", "PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
RUNS = ["gl_triangle -n 64x48", "gl_info", "gl_buffer -n 67 --frames 3", "gl_texture -n 37x21 --frames 3 -V share",
        "gl_renderbuffer -n 67x45 --frames 2 -V share", "gl_sync -n 67 --rounds 3", "gl_event -n 67 --rounds 3",
        "gl_texture_formats", "gl_texture_targets"]
LIMIT = 900    # seconds
CPU = "Nehalem"    # without AVX and F16C: with them ("max") QEMU 7.2 calculates wrongly what Mesa's compiler makes

INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for module in {modules}; do insmod /modules/$module; done
options=trans=virtio,version=9p2000.L,msize=1048576,cache=loose,ro
mount -t 9p -o $options root /guest || poweroff -f
for folder in dev proc sys; do mount --bind /$folder /guest/$folder; done
mount -t tmpfs tmp /guest/tmp
mount -t 9p -o $options programs /guest/mnt
ls /dev/dri /dev/udmabuf
chroot /guest /bin/sh /mnt/commands
poweroff -f
"""


def missing(text):
    print(f"true_sharing.py: {text}", file=sys.stderr)
    sys.exit(77)


def needed_modules(folder):
    """The files of the modules, what each needs before it."""
    files = {re.sub(r"\.ko.*", "", path.name).replace("-", "_"): path for path in folder.rglob("*.ko*")}
    order = []

    def add(name):
        if name not in files:    # built in
            return
        content = files[name].read_bytes()
        if files[name].suffix == ".xz":
            content = subprocess.run(["xz", "-dc", files[name]], stdout=subprocess.PIPE, check=True).stdout
        for others in re.findall(rb"\0depends=([^\0]*)", content):
            for other in filter(None, others.decode().split(",")):
                add(other.replace("-", "_"))
        if name not in [n for n, _ in order]:
            order.append((name, content))
    for name in MODULES:
        add(name)
    return order


def write_initramfs(path, modules):
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for folder in ("bin", "proc", "sys", "dev", "guest", "modules"):
            (root / folder).mkdir()
        shutil.copy(BUSYBOX, root / "bin/busybox")
        for name, content in modules:
            (root / "modules" / f"{name}.ko").write_bytes(content)
        init = root / "init"
        init.write_text(INIT.replace("{modules}", " ".join(f"{name}.ko" for name, _ in modules)))
        init.chmod(0o755)
        names = "\n".join(str(file.relative_to(root)) for file in sorted(root.rglob("*")))
        archive = subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=root, input=names.encode(),
                                 stdout=subprocess.PIPE, check=True).stdout
        path.write_bytes(gzip.compress(archive, 1))


def share_programs(folder, bin_folder, runs):
    """What the machine sees: the programs, their kernels, and the commands."""
    shutil.copytree(HERE / "kernels", folder / "kernels")
    lines = ["export " + " ".join(VARIABLES + ["OCL_SAMPLES_KERNELS=/mnt/kernels"])]
    for number, run in enumerate(runs):
        program = run.split()[0]
        shutil.copy(bin_folder / program, folder / program)
        lines += [f"echo '$ {run}'", f"cd /tmp; /mnt/{run}", f"echo \"== run {number}: $?\""]
    (folder / "commands").write_text("\n".join(lines) + "\n")


def boot(kernel, root, scratch, log):
    command = ["qemu-system-x86_64", "-M", "q35", "-cpu", CPU, "-smp", "2", "-m", "2048", "-nographic", "-no-reboot",
               "-net", "none", "-kernel", str(kernel), "-initrd", str(scratch / "initramfs"),
               "-append", "console=ttyS0 quiet loglevel=1 panic=-1"]
    for tag, folder in (("root", root), ("programs", scratch / "programs")):
        command += ["-virtfs", f"local,path={folder},mount_tag={tag},security_model=none,readonly=on,multidevs=remap"]
    with log.open("wb") as output:
        try:
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            output.write(f"\nstopped after {LIMIT} seconds\n".encode())
    return log.read_text(errors="replace").replace("\r", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--kernel", type=Path)
    parser.add_argument("--run", action="append")
    parser.add_argument("--keep", type=Path, default=Path("build/true_sharing.txt"))
    options = parser.parse_args()
    for program in ("qemu-system-x86_64", "cpio"):
        if not shutil.which(program):
            missing(f"{program} is missing: install qemu-system-x86, busybox-static and cpio")
    if not BUSYBOX.exists():
        missing("/bin/busybox is missing: install busybox-static")
    folder = options.kernel or options.root
    kernels = sorted((folder / "boot").glob("vmlinuz-*"))
    if not kernels:
        missing(f"{folder}/boot has no vmlinuz-*: see --kernel")
    if not list((options.root / "usr/lib").rglob("libRusticlOpenCL.so*")):
        missing(f"{options.root} has no mesa-opencl-icd")
    release = kernels[-1].name.removeprefix("vmlinuz-")
    modules = [module for lib in ("lib", "usr/lib") for module in needed_modules(folder / lib / "modules" / release)]
    if not modules:
        missing(f"{folder} has no modules of {release}")

    runs = options.run or [run for run in RUNS if (options.bin / run.split()[0]).exists()]
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        (scratch / "programs").mkdir()
        share_programs(scratch / "programs", options.bin, runs)
        write_initramfs(scratch / "initramfs", modules)
        text = boot(kernels[-1], options.root.resolve(), scratch, options.keep)
    print(text)
    statuses = {int(n): int(status) for n, status in re.findall(r"^== run (\d+): (\d+)$", text, re.M)}
    failed = False
    for number, run in enumerate(runs):
        status = statuses.get(number)
        failed = failed or status not in (0, 77)
        print(f"{shlex.split(run)[0]:16} {'did not end' if status is None else f'exit status {status}'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
