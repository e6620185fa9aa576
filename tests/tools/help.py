#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks each script for help: -h and --help print what its head says, with exit status 0, before anything is installed or built.

    help.py

They are started from another folder, by a relative path, without a package manager, a compiler or cmake.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import ROOT

SCRIPTS = ["test.sh", "demo.sh", "new_sample.sh", "new_project.sh", "site.sh", "learn", "tests/format.sh",
           *(f"tests/tools/{name}.sh" for name in ("cross", "remote", "two_machines", "windows"))]
NEEDED = ("bash", "dirname", "env", "find", "getconf", "readlink", "sed", "sort")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in NEEDED:
            (Path(folder) / name).symlink_to(shutil.which(name))
        (Path(folder) / "python3").symlink_to(sys.executable)    # python3 may be a script that wants more
        for script in SCRIPTS:
            for option in ("-h", "--help"):
                done = subprocess.run([os.path.relpath(ROOT / script, folder), option], cwd=folder, env={"PATH": folder, "HOME": folder}, timeout=60,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
                if done.returncode != 0 or Path(script).name not in done.stdout or done.stderr:
                    sys.exit(f"{script} {option}: exit status {done.returncode}, and its name should stand in this:\n"
                             f"{done.stdout}{done.stderr}")
    print(f"{len(SCRIPTS)} scripts say what they do")


if __name__ == "__main__":
    main()
