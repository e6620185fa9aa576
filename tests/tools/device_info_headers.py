#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of attributes is complete, and its numbers are those of the OpenCL headers.

    device_info_headers.py INCLUDE_FOLDER TABLE.c

Every attribute of a platform or device in cl.h must be in the table.  Numbers written out in the table
must be those of the headers, where these know the name.  Exit status 0, or 1 and what is wrong; 77
without headers in that folder.
"""

import pathlib
import re
import sys

NUMBER = r"(0x[0-9A-Fa-f]+|\(?\d+ << \d+\)?|\d+)"


def number(text):
    value, _, shift = text.strip("()").partition(" << ")
    return int(value, 0) << int(shift or 0)


def macros(header):
    found = re.findall(rf"^#define\s+(CL_\w+)\s+{NUMBER}\s*(?:/\*.*)?$", header, re.MULTILINE)
    return {name: number(value) for name, value in found}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, table = pathlib.Path(sys.argv[1]) / "CL", pathlib.Path(sys.argv[2]).read_text()
    if not (folder / "cl.h").is_file():
        print(f"no cl.h in {folder}")
        return 77
    core = macros((folder / "cl.h").read_text())
    known = macros((folder / "cl_ext.h").read_text()) | core
    named = set(re.findall(r"NAMED\((CL_\w+)\)", table))
    written = {name: number(value) for name, value in re.findall(rf'"(CL_\w+)",\s*{NUMBER}', table)}
    listed = {core[name] for name in named if name in core} | set(written.values())

    wrong = [f"{name} is not in the table" for name, value in core.items()
             if re.match("CL_(PLATFORM|DEVICE|DRIVER)_", name)
             and (0x900 <= value < 0x1080 or 0x12B9 <= value <= 0x12BB) and value not in listed]
    wrong += [f"{name} is {known[name]:#x}, not {value:#x}" for name, value in written.items()
              if name in known and known[name] != value]
    print("\n".join(wrong + [f"{len(named)} names of the headers, {len(written)} written numbers, of "
                             f"these {len(written.keys() & known.keys())} compared"]))
    return 1 if wrong or len(named) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
