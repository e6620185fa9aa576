#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The layer that counts calls (ch14_opencl2/count_layer) counts what another layer sees.

    count_layer.py CL/cl.h COUNT_LAYER FAULT_LAYER PROGRAM [ARGUMENTS...]

The program runs under both layers.  fault_layer writes the name of each call into a file, and lets none fail.  For each function of
that file the two counts must be equal.  Each function of the header must have a line in functions.h.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from layer_functions import prototypes

FUNCTIONS = Path(__file__).resolve().parents[2] / "ch14_opencl2/count_layer/functions.h"
ROW = re.compile(r"^(cl\w+) +(\d+) +([\d.]+) +([\d.]+)$", re.M)
SKIP = 77


def missing_functions(header):
    """Those of OpenCL 3.0 and older that the layer does not have."""
    listed = set(re.findall(r"^FUNCTION\([^,]+, (cl\w+),", FUNCTIONS.read_text(), re.M)) | {"clSVMFree"}
    newer = set(re.findall(r"(cl\w+)\([^;]*\)\s*CL_API_SUFFIX__VERSION_3_[1-9]", header.read_text()))
    return sorted({name for _, name, _ in prototypes(header)} - listed - newer)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    header, count_layer, fault_layer, *command = sys.argv[1:]
    wrong = [f"{FUNCTIONS.name} has no {name}" for name in missing_functions(Path(header))]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        environment = {**os.environ, "OPENCL_LAYERS": f"{fault_layer}:{count_layer}", "OCL_SAMPLES_FAULT_LOG": str(log)}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=250, check=False)
        if result.returncode == SKIP or not log.exists():
            print(result.stderr if log.exists() else "this OpenCL loader takes no layers")
            return SKIP
        seen = Counter(line for line in log.read_text().splitlines() if " " not in line)
    rows = ROW.findall(result.stderr)
    counted = {name: int(calls) for name, calls, *_ in rows}
    totals = [float(total) for _, _, total, _ in rows]
    if result.returncode != 0:
        wrong.append(f"exit status {result.returncode}: {result.stderr}")
    wrong += [f"{name}: {counted.get(name, 0)} calls counted, {calls} seen" for name, calls in seen.items()
              if counted.get(name, 0) != calls]
    if not seen:
        wrong.append("no calls were seen")
    if totals != sorted(totals, reverse=True):
        wrong.append("the table is not sorted by total time")
    print("\n".join(wrong) or f"{sum(seen.values())} calls of {len(seen)} functions, counted alike")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
