#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of attributes and features are complete, and their numbers are those of Khronos.

    device_attributes_headers.py INCLUDE_FOLDER PLATFORM_TABLE.c DEVICE_TABLE.c FEATURES.c    the test
    device_attributes_headers.py write OPENCL_DOCS                    makes tests/data/opencl_queries.txt anew, from a clone of
                                                                github.com/KhronosGroup/OpenCL-Docs

The data file has every attribute of a platform or device and every feature macro of OpenCL C that Khronos' registry
knows.  Each must have a row: with its number, and with the version or the extension that brought it.  An attribute with
two names, one of the version and one of the extension, needs one row.  Every attribute in the installed cl.h must have a
row, too, and numbers must be those of the installed headers, where these know the name.
Exit status 0, or 1 and what is wrong; 77 without headers in that folder.
"""

import re
import sys
import xml.etree.ElementTree
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data" / "opencl_queries.txt"
NUMBER = r"(0x[0-9A-Fa-f]+|\(?\d+ << \d+\)?|\d+)"
FEWEST_ROWS, FEWEST_FEATURES = 200, 30
REPLACED = {"cl_ext_device_fission"}    # by queries of OpenCL 1.2 with other numbers
EXAMPLE = "__opencl_c_ext_feature_name"    # of the registry's template for extensions
HEAD = """\
# Every attribute of platforms and devices, and every feature macro of OpenCL C, of Khronos' registry (OpenCL-Docs):
# what brought it, its name, its number.  Made by `device_attributes_headers.py write`.
"""


def number(text):
    value, _, shift = text.strip("()").partition(" << ")
    return int(value, 0) << int(shift or 0)


def macros(header):
    found = re.findall(rf"^#define\s+(CL_\w+)\s+{NUMBER}\s*(?:/\*.*)?$", header, re.MULTILINE)
    return {name: number(value) for name, value in found}


def write(docs):
    registry = xml.etree.ElementTree.parse(docs / "xml" / "cl.xml").getroot()
    numbers = {one.get("name"): one.get("value") for one in registry.iter("enum") if one.get("value")}
    lines = []
    for part in (*registry.iter("feature"), *registry.iter("extension")):
        brought_by = re.sub(r"^CL_VERSION_(\d)_(\d)$", r"\1.\2", part.get("name"))
        for group in part.iter("require"):
            if re.search("cl_(platform|device)_info", group.get("comment") or ""):
                lines += [f"{brought_by} {one.get('name')} {numbers[one.get('name')]}" for one in group.iter("enum")]
    features = set((docs / "c" / "features.txt").read_text().split())
    for text in (docs / "extensions").glob("cl_ext_*.asciidoc"):
        features |= set(re.findall(r"__opencl_c_ext_\w+", text.read_text()))
    lines += [f"feature {name}" for name in sorted(features - {EXAMPLE})]
    DATA.write_text(HEAD + "\n".join(lines) + "\n")


def registry_lines():
    """The attributes as (what brought it, name, number), and the names of the features."""
    lines = [line.split() for line in DATA.read_text().splitlines() if not line.startswith("#")]
    attributes = [(words[0], words[1], int(words[2], 0)) for words in lines if words[0] != "feature"]
    return attributes, {words[1] for words in lines if words[0] == "feature"}


def rows_of(table, core):
    """Name, number and what brought it, of each row; the number is None where the header has no such name."""
    found = re.findall(rf'(?:NAMED\((CL_\w+)\)|"(CL_\w+)",\s*{NUMBER}),\s*"([^"]+)"', table)
    return [(named or name, core.get(named) if named else number(value), since.split(", "))
            for named, name, value, since in found]


def compare(rows, attributes):
    """What is wrong between the rows and the registry."""
    listed = {value for _, value, _ in rows}
    wrong = [f"{name} ({value:#x}, of {since}) has no row" for since, name, value in attributes
             if value not in listed and since not in REPLACED]
    for name, value, since in rows:
        known = [brought_by for brought_by, _, at in attributes if at == value]
        wrong += [f"{name}: {one} did not bring {value:#x}" for one in since if known and one not in known]
        wrong += [f"{name} is {at:#x}, not {value:#x}" for _, other, at in attributes if other == name and at != value]
    return wrong


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        return write(Path(sys.argv[2]))
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    folder, features = Path(sys.argv[1]) / "CL", Path(sys.argv[4]).read_text()
    table = Path(sys.argv[2]).read_text() + Path(sys.argv[3]).read_text()
    if not (folder / "cl.h").is_file():
        print(f"no cl.h in {folder}")
        return 77
    core = macros((folder / "cl.h").read_text())
    known = macros((folder / "cl_ext.h").read_text()) | core
    rows = rows_of(table, core)
    attributes, macros_of_c = registry_lines()
    listed = {value for _, value, _ in rows}
    written = {name: number(value) for name, value in re.findall(rf'"(CL_\w+)",\s*{NUMBER}', table)}
    of_table = re.findall(r'^    \{ "(__opencl_c_\w+)"', features, re.M)

    wrong = compare(rows, attributes)
    wrong += [f"{name} of the installed cl.h has no row" for name, value in core.items()
              if re.match("CL_(PLATFORM|DEVICE|DRIVER)_", name)
              and (0x900 <= value < 0x1080 or 0x12B9 <= value <= 0x12BB) and value not in listed]
    wrong += [f"{name} is {known[name]:#x}, not {value:#x}" for name, value in written.items()
              if name in known and known[name] != value]
    wrong += [f"{name} has no row" for name in sorted(macros_of_c - set(of_table))]
    wrong += [f"{name} is no feature of the registry" for name in of_table if name not in macros_of_c]
    wrong += [f"{name} has two rows" for name in sorted(set(of_table)) if of_table.count(name) > 1]
    print("\n".join(wrong + [f"{len(rows)} rows, {len(attributes)} attributes of the registry; {len(of_table)} features; "
                             f"{len(written.keys() & known.keys())} numbers compared with the installed headers"]))
    return 1 if wrong or len(rows) < FEWEST_ROWS or len(of_table) < FEWEST_FEATURES else 0


if __name__ == "__main__":
    sys.exit(main())
