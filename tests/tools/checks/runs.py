# SPDX-License-Identifier: MIT
"""sample.py run: one line of [runs] in the file of a sample."""

import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from runner import SKIP, TESTS, Broken, expect, layer_file, run, set_ranks, skip_if_asked, skip_without_layers
from sample_file import LAYERS, read_sample

from checks.answers import check_each_power, check_json, check_same_csv, check_spoil, check_wrong
from checks.simulator import check_oclgrind, check_races

CHECKS = {"json": check_json, "spoil": check_spoil, "wrong": check_wrong, "each_power": check_each_power,
          "same_csv": check_same_csv, "oclgrind": check_oclgrind, "races": check_races}

def settings_of(words):
    """Takes the settings off the front of the words: variables, and key:value for only, in, ranks, solution, skeleton, proof, says and file."""
    variables, settings = {}, {"only": [], "in": [], "ranks": [], "solution": [], "skeleton": [], "proof": [], "says": [], "file": []}
    while words and (setting := re.fullmatch(r"([A-Z_]+)=(.*)|(only|in|ranks|solution|skeleton|proof|says|file):(.*)", words[0], re.S)):
        words.pop(0)
        if setting[1]:
            variables[setting[1]] = setting[2]
        else:
            settings[setting[3]].append(setting[4])
    return variables, settings


def skip_if_layers_are_ignored(program, variables, scratch):
    """Some loaders, such as that of CUDA, do not know OPENCL_LAYERS: the run would be one without the layer."""
    log = Path(scratch) / "layer_log"
    run(program, ["--list"], {**variables, "OCL_TEST_LAYER_LOG": str(log)})
    if not log.exists():
        skip_without_layers()
    log.unlink()


def check_run(program, arguments):
    sample = Path(program).name
    found = [one for one in read_sample(sample).runs or [] if one.name == arguments[0]]
    if not found:
        raise Broken(f"tests/samples/{sample}.txt has no run '{arguments[0]}'")
    expected, words = found[0].expected, found[0].words
    with tempfile.TemporaryDirectory() as scratch:
        places = {"@SOURCE@": str(TESTS.parent), "@DATA@": str(TESTS.parent / "data"), "@SCRATCH@": scratch,
                  "@PROGRAMS@": str(Path(program).parent), "@SKELETONS@": str(Path(program).parents[1] / "skeletons"),
                  **{f"@{layer}@": os.environ.get(f"OCL_TEST_{layer}", "") for layer in LAYERS}}
        for layer in LAYERS:
            if any(f"@{layer}@" in word for word in words):
                layer_file(f"OCL_TEST_{layer}")
        words = [re.sub(r"@[A-Z_]+@", lambda name: places.get(name[0], name[0]), word) for word in words]
        variables, settings = settings_of(words)
        if "OPENCL_LAYERS" in variables:
            skip_if_layers_are_ignored(program, variables, scratch)
        os.environ.update(variables)
        for folder in settings["in"]:
            os.chdir(TESTS.parent / folder)
        for folder, key in (("solutions", "solution"), ("skeletons", "skeleton"), ("proof", "proof")):
            for name in settings[key]:
                program = str(Path(program).parents[1] / folder / name)
        given = {}
        for name, _, content in (file.partition("=") for file in settings["file"]):
            given[Path(scratch, name)] = content.replace("\\n", "\n").encode()
        for path, content in given.items():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        print("command:", *(f"{name}={shlex.quote(value)}" for name, value in variables.items()),
              shlex.join([program, *words]), flush=True)
        devices = run(program, ["--list"]).stdout if settings["only"] else ""
        for word in settings["only"]:
            if word not in devices:
                print(f"no device of --list is called {word}")
                sys.exit(SKIP)

        for count in settings["ranks"]:
            set_ranks(int(count))
        if not expected.isdigit():
            CHECKS[expected](program, words)
        else:
            result = run(program, words)
            print(result.stdout + result.stderr)
            if expected == "0" or settings["skeleton"]:
                skip_if_asked(result)
            expect(result.returncode == int(expected), f"the exit status is not {expected}", result)
            for text in settings["says"]:
                expect(text in result.stderr, f"the complaint lacks: {text}", result)
        for path, content in given.items():
            if path.read_bytes() != content:
                raise Broken(f"{path.name} is no longer what it was")
