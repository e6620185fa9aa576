# SPDX-License-Identifier: MIT
"""sample.py refusals: calls that must be refused, and a driver that accepts one of them."""

import json
import sys
import tempfile
from pathlib import Path

from runner import CAMPAIGN, SKIP, Broken, expect, layer_file, run, skip_if_asked, skip_without_layers


def mistakes_of(result):
    """The calls that must be refused, by their names; none where the run ended early."""
    try:
        return {one["mistake"]: one for one in json.loads(result.stdout)["details"]["mistakes"]}
    except (ValueError, KeyError):
        return {}


def check_excuses(mistakes, result):
    """Which excuses this driver does not need.  Another version of the row's drivers may: only a campaign fails."""
    needless = [name for name, one in mistakes.items() if one["excused"] and one["answer"] == one["wanted"]]
    for name in needless:
        print(f"excused in common/device/known_faults.c, and this driver answers as it should: {name}")
    expect(not needless or not CAMPAIGN, "an excuse is wider than needed", result)


def check_refusals(program, arguments):
    """A driver that refuses all, and one that accepts one of them: once for each call that is refused."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        environment = {"OPENCL_LAYERS": layer_file("OCL_TEST_FAULT_LAYER"), "OCL_SAMPLES_FAULT": "accept:0"}
        result = run(program, [*arguments, "--json"], {**environment, "OCL_SAMPLES_FAULT_LOG": str(log)})
        skip_if_asked(result)
        expect(result.returncode == 0, "a mistake is not refused as it should be", result)
        if not log.exists():
            skip_without_layers()
        lines = log.read_text().splitlines()
        count = sum(line.startswith("refused ") for line in lines)
        compared = {name for name, one in mistakes_of(result).items()
                    if one["wanted"] != "CL_SUCCESS" and not one["excused"]}
        expect(compared, "no mistake is compared", result)
        check_excuses(mistakes_of(result), result)
    found = set()
    for number in range(1, count + 1):
        result = run(program, [*arguments, "--json"], {**environment, "OCL_SAMPLES_FAULT": f"accept:{number}"})
        for name in compared:
            if mistakes_of(result).get(name, {}).get("answer") == "CL_SUCCESS":
                expect(result.returncode == 1 and name in result.stderr, f"'{name}' succeeds, and nobody says so", result)
                found.add(name)
    if not found and "clGetExtensionFunctionAddressForPlatform" in lines:
        print("its calls are those of an extension, which go past the layer")
        sys.exit(SKIP)
    if found != compared:
        raise Broken(f"these calls were never accepted, so nobody knows whether it would be seen: {sorted(compared - found)}")
    print(f"{len(compared)} calls must be refused; each, accepted, turns the exit status to 1")
