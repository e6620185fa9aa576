# SPDX-License-Identifier: MIT
"""sample.py options, options_of_kinds: bad options, bad files and a missing driver are refused, in one line."""

import json
import os
import re
import tempfile
from functools import cache
from pathlib import Path

from runner import ENDING, TESTS, Broken, expect, of_sample, run, skip_if_asked, variants_of
from sample_file import read_sample

# A value that each option must refuse, by the name of the value in --help.  Of a sample's own options those that tell one
# kind of value from another; what else the parser of a kind refuses is tested once per kind of sample.
OWN_VALUES = {"N": ["0", "-1", "1e9x"], "X": ["nan", "1.5y"], "FILE": [""], "LIST": [""],
              **dict.fromkeys(("OPTIONS", "PART", "PREFIX", "TEXT"), [])}    # any text is one
OTHER_VALUES = ["nonsense"]    # of an option whose value has a name of its own, such as BORDER or PERCENT
BAD_VALUES = {"N": [*OWN_VALUES["N"], "12 ", "", "\u00e9\n", "99999999999999999999"],
              "MxN": ["0x5", "5x", "x5", "1x2x3"], "MxNxK": ["0x5x6", "5x6", "5x6x", "1x2x3x4"],
              "FILE": [""], "NAME": ["nonsense", "x"]}
BAD_DEVICES = ["nothing", "999", "cpu:99", "\u00e9\n"]
BAD_WORDS = [["--frobnicate"], ["--devise", "0"], ["--hel"], ["-Z"], ["stray"], ["--json=yes"], ["--"], ["--\u00e9\n"]]


def refused(program, arguments, status=2, environment=None):
    """The sample ends with that status, prints nothing to stdout and complains in one line under its name."""
    result = run(program, arguments, environment)
    expect(result.returncode == status, f"exit status is not {status}", result)
    expect(not result.stdout, "something is on standard output", result)
    expect(result.stderr.startswith(Path(program).name + ": "), "no complaint", result)
    expect(result.stderr.count("\n") == 1, "not one line", result)


@cache
def common_options():
    """The names of the options that common/ has for all samples."""
    return set(re.findall(r'"(?:-\w, )?--([\w-]+)', (TESTS.parent / "common/sample/options.c").read_text()))


def help_of(program):
    """What --help prints, and the options in it: names, and how it calls their values (nothing: a flag)."""
    text = run(program, ["--help"])
    expect(text.returncode == 0 and text.stdout.startswith(f"Usage: {Path(program).name}"), "no --help", text)
    options = dict(re.findall(r"^  (?:-\w, |    )--([\w-]+)(?: ([^ ]+))?  ", text.stdout, re.M))
    expect(len(options) >= 5, "--help shows too few options", text)
    return text, options


# --- what is a sample's own

def check_missing_kernel(program, arguments):
    """A --kernel file without the kernel that the sample needs is named, and so is the kernel."""
    if of_sample(program, "any_kernel_file"):
        return
    variants = variants_of(program)
    chosen = "--variant" in arguments and "all" not in arguments
    one = ["--variant", variants[-1]] if variants and not chosen else []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "other.cl"
        file.write_text("kernel void another(global int *a) { a[0] = 1; }\n")
        result = run(program, [*arguments, *one, "--kernel", str(file)])
        if one and (result.returncode == 77 or "--variant" in result.stderr):    # the last one may be for other devices, or other inputs
            result = run(program, [*arguments, "--variant", variants[0], "--kernel", str(file)])
        skip_if_asked(result)
        expect(result.returncode == 2 and result.stderr.count("\n") == 1 and
               re.search(r"other\.cl\b.*'\w+'", result.stderr), "a --kernel file without the kernel is not named", result)


def check_no_driver(program, arguments):
    with tempfile.TemporaryDirectory() as empty:
        no_driver = {"OCL_ICD_VENDORS": empty}
        if os.environ.get("OCL_TEST_NO_OPENCL"):    # the sample calls no OpenCL
            result = run(program, arguments, no_driver)
            skip_if_asked(result)
            expect(result.returncode == 0, "it needs an OpenCL driver", result)
        elif run(program, ["--list"], no_driver).returncode == 0:
            print("this OpenCL loader ignores OCL_ICD_VENDORS: exit status 4 is not tested")
        else:
            refused(program, arguments, status=4, environment=no_driver)


def check_options(program, arguments):
    """What the sample does with the common options, and its own ones.  The rest is common/'s: options_of_kinds."""
    text, options = help_of(program)
    refused(program, ["--frobnicate"])    # before it prints anything
    for option in options.keys() - common_options():
        for value in OWN_VALUES.get(options[option], OTHER_VALUES if options[option] else []):
            refused(program, [f"--{option}", value])
    if "--pattern NAME: of the picture that --size makes" in text.stdout:
        refused(program, ["--pattern", "photo"])    # without --size the picture comes from a file
    # A default that --help shows is a value that the program takes.
    defaults = re.findall(r"^  (?:-\w, |    )--([\w-]+) [^ ]+  .*\(default (\S+)\)$", text.stdout, re.M)
    again = run(program, [f"--{option}={value}" for option, value in defaults] + ["--help"])
    expect(again.returncode == 0 and again.stdout == text.stdout, "--help offers a default that is refused", again)
    # What it accepts has an effect.
    if "device" in options:
        refused(program, ["--device", "nothing"])
    if "input" in options:
        refused(program, ["--input", "/nonexistent/file"])
        if not of_sample(program, "any_input_file"):
            refused(program, ["--input", __file__])    # not of a kind that any other sample reads
    check_no_driver(program, arguments)
    if "kernel" in options:    # the last: a device that lacks something ends the test here
        check_missing_kernel(program, arguments)


# --- what is common/'s

def check_list(program):
    """--list has a line for each device; --list --json the same devices, numbered."""
    text = run(program, ["--list"])
    expect(text.returncode == 0, "--list fails", text)
    listing = run(program, ["--list", "--json"])
    expect(listing.returncode == 0, "--list --json fails", listing)
    try:
        devices = [device for platform in json.loads(listing.stdout)["platforms"]
                   for device in platform["devices"]]
    except (ValueError, KeyError) as error:
        expect(False, f"--list --json prints no list: {error!r}", listing)
    expect(devices, "an empty --list --json", listing)
    for number, device in enumerate(devices):
        expect(device["number"] == number, "devices are not numbered in turn", listing)
        line = rf"^ +{number}  {device['type']} +{re.escape(device['name'])}, {re.escape(device['version'])}$"
        expect(re.search(line, text.stdout, re.M), f"device {number} is another in --list", text)


def check_kind(program, options):
    """All that the parser refuses, with the options that this kind of sample has."""
    name = Path(program).name
    version = run(program, ["--version"])
    expect(version.returncode == 0 and name in version.stdout, "no --version", version)
    for bad in BAD_WORDS:
        refused(program, bad)
    for option, metavar in options:
        if metavar:
            refused(program, [f"--{option}"])
        for value in ["-1"] if option == "seed" else BAD_VALUES.get(metavar, []):
            refused(program, [f"--{option}", value])
        if option == "kernel":
            refused(program, ["--kernel", "/nonexistent/file"])


def check_options_of_kinds(folder, names):
    """Samples that take the same common options are of one kind: the parser sees no other difference."""
    kinds = {}
    for name in names:
        program = str(Path(folder) / name.removesuffix(ENDING))
        accepted = help_of(program)[1]
        kind = tuple((option, metavar) for option, metavar in accepted.items() if option in common_options())
        starts_mpi = any("ranks:" in one.line for one in read_sample(name).runs or [])    # which takes most of a second
        kinds.setdefault(kind, []).append((starts_mpi, name, program))
    with_device = set()
    for kind, samples in kinds.items():
        _, name, program = min(samples)
        takes_device = ("device", "SPEC") in kind
        print(f"{len(samples):4} as {name}: {' '.join(option for option, metavar in kind if metavar)}", flush=True)
        try:
            check_kind(program, kind)
            if takes_device not in with_device:    # each of these runs asks the drivers
                with_device.add(takes_device)
                check_list(program)
                for value in BAD_DEVICES if takes_device else []:
                    refused(program, ["--device", value])
        except Broken as broken:
            raise Broken(f"{name}, for {len(samples)}: {broken}") from broken
    if not kinds or () in kinds:
        raise Broken("no samples, or one that takes no option of common/sample/options.c")
    print(f"{len(kinds)} kinds of {len(names)} samples")
