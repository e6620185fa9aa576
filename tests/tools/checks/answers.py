# SPDX-License-Identifier: MIT
"""sample.py json, spoil, wrong, each_power, same_csv: the answer, and what is said of it."""

import json
import re
import tempfile
from pathlib import Path

from runner import CAMPAIGN, OTHER_POISON, Broken, expect, run, skip_if_asked

MAX_COMPARISONS = 400

# --- json

NUMBER = (int, float, type(None))
VARIANT_KEYS = {"name": str, "best_ms": NUMBER, "median_ms": NUMBER, "rate": NUMBER,
                "unit": (str, type(None)), "of_limit": NUMBER, "error": NUMBER, "bound": NUMBER,
                "pass": bool}


def no_number(text):
    raise ValueError(f"{text} is no JSON")


def expect_json(program, result, right):
    """One JSON object of the agreed shape is all that was printed, and its verdict is that."""
    try:
        report = json.loads(result.stdout, parse_constant=no_number)
    except ValueError as error:
        expect(False, f"--json prints no JSON: {error}", result)
    expect(report.get("sample") == Path(program).name, "the name is wrong", result)
    expect(report.get("pass") is right, f"pass is not {str(right).lower()}", result)
    expect(isinstance(report.get("variants"), list) and report["variants"], "no variants", result)
    for variant in report["variants"]:
        for key, kind in VARIANT_KEYS.items():
            expect(key in variant and isinstance(variant[key], kind), f"bad or no {key}", result)
        expect(variant["best_ms"] is None or variant["best_ms"] <= variant["median_ms"],
               "the best run is slower than the median", result)
        expect(variant["median_ms"] is None or variant["unit"], "a rate without a unit", result)


def check_json(program, arguments):
    result = run(program, [*arguments, "--json"])
    skip_if_asked(result)
    expect(result.returncode == 0, "--json fails", result)
    expect_json(program, result, True)


# --- spoil

def expect_verdict(program, result, right):
    """What it prints says the same as its exit status: the last line of a table, or the JSON object."""
    if "--json" in result.args:
        expect_json(program, result, right)
    else:
        word = "PASS" if right else "FAIL"
        expect(re.search(rf"^{word}$", result.stdout, re.M), f"the table says no {word}", result)


def spoiled(program, arguments, k):
    """Whether there is a k-th comparison; spoiled, it must turn the exit status to 1.  The first one is told in the table,
    others in JSON, the last of which says that all is right."""
    result = run(program, [*arguments, *(["--json"] if k > 1 else [])], {"OCL_SAMPLES_SPOIL": str(k)})
    skip_if_asked(result)
    if f"comparison {k} is spoiled" not in result.stderr:
        expect(k > 1, "nothing is compared", result)
        expect(result.returncode == 0, "it fails without being spoiled", result)
        expect_verdict(program, result, True)
        return False
    expect(result.returncode == 1, f"comparison {k} does not reach the exit status", result)
    expect_verdict(program, result, False)
    return True


def check_quiet(program, arguments):
    result = run(program, [*arguments, "--quiet"], OTHER_POISON)
    expect(result.returncode == 0 and not result.stdout, "--quiet is not quiet, or another poison gives another answer", result)


def check_spoil(program, arguments):
    """In a campaign each comparison; else those that a search for the last one meets, the first and the last among them."""
    tried, first_missing = 0, MAX_COMPARISONS
    while tried + 1 < first_missing:
        if CAMPAIGN:
            k = tried + 1
        elif first_missing == MAX_COMPARISONS:
            k = min(2 * tried or 1, MAX_COMPARISONS - 1)
        else:
            k = (tried + first_missing) // 2
        if spoiled(program, arguments, k):
            tried = k
        else:
            first_missing = k
    check_quiet(program, arguments)
    if first_missing == MAX_COMPARISONS:
        raise Broken(f"more than {MAX_COMPARISONS - 2} comparisons with {arguments}")
    print(f"{tried} comparisons, {'each' if CAMPAIGN else 'each that was tried'} reaches the exit status")


# --- others

def check_wrong(program, arguments):
    result = run(program, arguments)
    skip_if_asked(result)
    expect(result.returncode == 1, "a wrong answer is not reported", result)
    expect(result.stderr.startswith(Path(program).name + ": "), "no complaint", result)


def check_each_power(program, arguments):
    """The device may refuse the largest ones: then it names the largest that it takes, and takes all up to this one."""
    option, first, last, *arguments = arguments
    tried, taken, most = int(first), [], None
    while tried <= int(last):
        result = run(program, [*arguments, option, str(tried)])
        skip_if_asked(result)
        if result.returncode == 2:
            most = most or re.search(rf"{option} {tried}: .* at most (\d+)$", result.stderr.strip())
            expect(most and [int(most[1])] == taken[-1:], f"{tried} is refused after {taken}", result)
        else:
            expect(result.returncode == 0, f"{option} {tried} is wrong", result)
            expect(not most, f"{option} {tried} is taken, and less was refused", result)
            taken.append(tried)
        tried *= 2
    print(f"right with {option} {', '.join(map(str, taken))}")


def check_same_csv(program, arguments):
    other, *arguments = arguments
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        for which in (program, other):
            table = Path(folder) / f"{Path(which).name}.csv"
            result = run(which, [*arguments, "--csv", str(table)])
            skip_if_asked(result)
            expect(result.returncode == 0 and table.exists(), "no --csv", result)
            tables.append(table.read_text())
    expect(tables[0] == tables[1], f"another table than that of {Path(program).name}", result)
