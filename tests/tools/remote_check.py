#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Samples on remote devices: PoCL-Remote, by remote.sh.

    remote_check.py BUILD

Some samples make their small run, in a campaign (OCL_TEST_CAMPAIGN in the environment) all of them.  Then servers of
lost_device are lost, and packets of remote_devices are delayed.  Nothing is built.  Exit status 0: each sample passed, or skipped
with a sentence; 1: at least one did not; 77: PoCL-Remote is not built here, or this user may not make namespaces.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).parent
REMOTE = TOOLS / "remote.sh"
CHOICE = ("hello|saxpy|buffer_rect|image_kinds|event_callback_states|markers_barriers|multi_device|work_sharing|occupancy|"
          "nbody_ladder|min_reduce_ladder|timers|remote_devices|lost_device")
DELAY_MS = 20


def remote(*arguments):
    return subprocess.run([REMOTE, "--no-build", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=200)


def require_remote():
    """Ends the test where there is nothing to run it on."""
    tried = remote("--servers", "1", "true")
    if tried.returncode != 0:
        print(tried.stderr.strip())
        sys.exit(77 if tried.returncode == 77 or "unshare" in tried.stderr else 1)


def run_samples(build):
    wanted = ".*" if os.environ.get("OCL_TEST_CAMPAIGN") else CHOICE
    return subprocess.run([sys.executable, "-B", TOOLS / "implementations.py", "--build", build, "--samples", wanted,
                           "--emulator", REMOTE, "--seconds", "200", "PoCL-Remote=remote"]).returncode == 0


def loses_server(program, how, servers, status, says):
    """With another server left the job is done; without one the program must say so, instead of waiting."""
    lost = remote(how, "4", "--servers", servers, program, "--variant", "well", "--runs", "100")
    print(f"{how}, {servers} servers: exit status {lost.returncode}: {lost.stderr.strip()}")
    return lost.returncode == status and "lost worker" in lost.stderr and says in lost.stderr + lost.stdout


def delays(program):
    """A launch takes as long as a message there and one back, at least."""
    run = remote("--delay", str(DELAY_MS), program, "--size", "1001", "--steps", "3", "--transfer", "4", "--json")
    launches = [row["launch_us"] / 1e3 for row in json.loads(run.stdout)["details"]["costs"]]
    print(f"--delay {DELAY_MS}: launches take {launches} ms")
    return run.returncode == 0 and min(launches) >= 2 * DELAY_MS


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=Path)
    build = parser.parse_args().build.resolve()
    lost_device, remote_devices = (build / "bin" / name for name in ("lost_device", "remote_devices"))
    require_remote()
    passed = [run_samples(build), delays(remote_devices)]
    remote(lost_device, "--variant", "well")    # compiles the kernel: a server must not be lost before the job
    for how in ("--kill", "--cut"):
        passed.append(loses_server(lost_device, how, "2", 0, "PASS"))
        passed.append(loses_server(lost_device, how, "1", 3, "no device is left"))
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
