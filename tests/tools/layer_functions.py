#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes ch14_opencl2/count_layer/functions.h: one line per function of OpenCL's header, for the layer that counts calls.

    layer_functions.py CL/cl.h > ch14_opencl2/count_layer/functions.h; tests/format.sh --fix
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "layers"))
from fault_wrappers import CALLBACK, NAME, PROTOTYPE, split_parameters    # noqa: E402

HEAD = """// SPDX-License-Identifier: MIT
//
// One line per function of CL/cl.h of OpenCL 3.0, made by tests/tools/layer_functions.py:
//
//     FUNCTION(result, name, (parameters), (arguments of a call))
//
// Who includes this file defines FUNCTION before.  clSVMFree gives no result, and is not here.

// clang-format off
"""


def prototypes(header):
    """(result, name, parameters) of each function, comments and attributes removed."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    return [(result, name, " ".join(parameters.split())) for result, name, parameters in re.findall(PROTOTYPE, text, re.M)]


def arguments(parameters):
    if parameters == "void":
        return ""
    return ", ".join(re.search(CALLBACK if "CL_CALLBACK" in one else NAME, one)[1] for one in split_parameters(parameters))


def wrapped(words, indent=" " * 9):
    """Lines of at most 100 columns."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > 100:
            lines.append(line)
            line = indent + word
        else:
            line += (" " if line else "") + word
    return "\n".join([*lines, line])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(HEAD)
    for result, name, parameters in prototypes(Path(sys.argv[1])):
        if result != "void":
            line = f"FUNCTION({result}, {name}, ({parameters}), ({arguments(parameters)}))"
            print(wrapped(line.replace("( ", "(").split()))
    print("\n// clang-format on")


if __name__ == "__main__":
    main()
