#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""device_attributes and platform_attributes agree with `clinfo --raw` on every attribute that both show.

    device_attributes_clinfo.py CLINFO DEVICE_ATTRIBUTES PLATFORM_ATTRIBUTES

An attribute that clinfo shows must have a row in our tables, and a feature of OpenCL C that the device lists, too.
Exit status 0: all agree; 1: some do not, or too few were compared; 77: there is no clinfo.
"""

import json
import os
import re
import shutil
import subprocess
import sys

FEWEST = 60

# What clinfo puts together under the name of the first attribute, and what changes by itself.
LEFT_OUT = {
    "CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV",
    "CL_DEVICE_PCI_BUS_ID_NV",
    "CL_DEVICE_TOPOLOGY_AMD",
    "CL_DEVICE_GFXIP_MAJOR_AMD",
    "CL_DEVICE_GLOBAL_FREE_MEMORY_AMD",
}
# clinfo knows of this bit in CL_DEVICE_SINGLE_FP_CONFIG alone.
SINGLE_ONLY = "CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT"
# Attributes that OpenCL 3.1 took over have lost the suffix _KHR in our table.
TAKEN_OVER = r"(CL_(?:DEVICE|DRIVER)_(?:UUID|LUID|LUID_VALID|NODE_MASK|INTEGER_DOT_PRODUCT_\w+|SPIRV_\w+))_KHR"
OTHER_NAMES = {"CL_DEVICE_QUEUE_PROPERTIES": "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES"}
OUR_FEATURES = "__opencl_c_(?!intel_)"    # Intel's own are in no list of Khronos


def run(*command):
    # PoCL takes the memory that is free at the moment for the device's, unless it is told otherwise.
    environment = dict(os.environ, POCL_MEMORY_LIMIT="2")
    environment.pop("OCL_DEVICE", None)
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}")
    return done.stdout.decode(errors="replace")


def clinfo_objects(text, first):
    """The platforms or devices in clinfo's order; the attribute `first` begins each."""
    objects = []
    pattern = r"^  (CL_PLATFORM_\w+)(.*)$" if "PLATFORM" in first else r"^\[[^\]]*/\d+\]\s+(CL_\w+)(.*)$"
    for line in text.splitlines():
        match = re.match(pattern, line)
        if not match:
            continue
        name, value = re.sub(f"^{TAKEN_OVER}$", r"\1", match[1]), match[2].strip()
        if name == first:
            objects.append({})
        # <...> is an error.  clinfo 3.0.25 of Debian sid names bits of CL_DEVICE_..._FP_ATOMIC_CAPABILITIES_EXT that are
        # not set, and runs them together.
        if objects and not value.startswith("<") and "CL_UNKNOWN_" not in value:
            objects[-1][OTHER_NAMES.get(name, name)] = value
    return objects


def names_in(text):
    return [name for name in re.split(r"[\s;|]+", text) if name not in ("", "CL_NONE")]


def agrees(attribute, ours, theirs):
    """Whether a value of our JSON is what clinfo prints."""
    if isinstance(ours, bool):
        return theirs == ("CL_TRUE" if ours else "CL_FALSE")
    if isinstance(ours, (int, float)):
        return ours == int(theirs, 0)
    if isinstance(ours, str):
        return ours.split() == theirs.split() or ours == theirs.replace("-", "")
    if isinstance(ours, dict) and "names" in ours:
        hidden = set() if attribute == "CL_DEVICE_SINGLE_FP_CONFIG" else {SINGLE_ONLY}
        known = {name for name in names_in(theirs) if not name.startswith("0x")}    # 0x...: bits that clinfo cannot name
        return known == set(ours["names"]) - hidden or known < set(names_in(theirs)) and known < set(ours["names"])
    if isinstance(ours, dict) and "version" in ours:
        return ours["number"] == int(theirs, 0)
    if isinstance(ours, dict) and "bus" in ours:
        place = f"{ours['domain']:04x}:{ours['bus']:02x}:{ours['device']:02x}.{ours['function']:x}"
        return theirs.endswith(place)
    if ours and isinstance(ours[0], dict):
        return " ".join(f"{one['name']}:{one['number']:#x}" for one in ours) == theirs
    return [str(one) for one in ours] == names_in(theirs)


def without_row(mine, other):
    """What clinfo shows, and what the device lists as features of OpenCL C, without a row here."""
    features = names_in(other.get("CL_DEVICE_OPENCL_C_FEATURES", ""))
    macros = {name.partition(":")[0] for name in features if re.match(OUR_FEATURES, name)}
    attributes = {name for name in other if re.match("CL_(PLATFORM|DEVICE|DRIVER)_", name)}
    return sorted((attributes - mine["attributes"].keys()) | (macros - set(mine.get("features", macros))))


def compare(what, ours, theirs):
    """Prints the differences; the number of attributes compared, of them different."""
    if len(ours) != len(theirs):
        print(f"{what}: {len(ours)} here, {len(theirs)} in clinfo")
        return 0, 1
    compared = different = 0
    for index, (mine, other) in enumerate(zip(ours, theirs)):
        left_out = LEFT_OUT
        if mine["attributes"].get("CL_DEVICE_LUID_VALID") is False:
            left_out = LEFT_OUT | {"CL_DEVICE_LUID"}    # then its bytes may be anything
        for name in without_row(mine, other):
            different += 1
            print(f"{what} {index}: {name} has no row here")
        for name in sorted(mine["attributes"].keys() & other.keys() - left_out):
            compared += 1
            value = mine["attributes"][name]
            if not agrees(name, value, other[name]):
                different += 1
                print(f"{what} {index}, {name}: {json.dumps(value)} here, {other[name]!r} in clinfo")
    return compared, different


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    clinfo, device_attributes, platform_attributes = sys.argv[1:]
    if not shutil.which(clinfo):
        print(f"no {clinfo}")
        return 77
    raw = run(clinfo, "--raw")
    devices = json.loads(run(device_attributes, "--json"))["details"]["devices"]
    platforms = json.loads(run(platform_attributes, "--json"))["details"]["platforms"]
    results = [
        compare("device", devices, clinfo_objects(raw, "CL_DEVICE_NAME")),
        compare("platform", platforms, clinfo_objects(raw, "CL_PLATFORM_NAME")),
    ]
    compared, different = map(sum, zip(*results))
    print(f"{compared} attributes compared, {different} different")
    return 0 if compared >= FEWEST and different == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
