#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the wrappers that fault_layer.c includes, one for each function of OpenCL's header.

    fault_wrappers.py CL/cl.h OUTPUT
"""

import re
import sys
from pathlib import Path

PROTOTYPE = r"^extern\s+(?:CL_\w+\s+)*?([a-z]\w*(?:\s*\*)?)\s*CL_API_CALL\s+(cl\w+)\s*\(([^;]*)\)[\sA-Z_0-9]*;"
# A parameter's name: that of a pointer to a function, else the last word before any brackets.
CALLBACK, NAME = r"\(\s*CL_CALLBACK\s*\*\s*(\w+)\s*\)", r"(\w+)\s*(?:\[\s*\d*\s*\])?\s*$"


def split_parameters(text):
    """At the commas that are in no brackets."""
    depth, start = 0, 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]


# These cannot tell why there is nothing.
MAY_BE_NULL = ("clSVMAlloc", "clGetExtensionFunctionAddressForPlatform")


def later(name, names):
    """What a command does that ends with an error after it was enqueued, or that waits for such a one."""
    blocks = next((one for one in names if one.startswith("blocking_")), "CL_FALSE")
    kernel = "kernel" if "kernel" in names else "NULL"
    in_vain = "waits_in_vain(num_events_in_wait_list, event_wait_list)"
    if names[0] == "command_queue" and names[-1] == "event":
        code = (f'    if (fails_later("{name}", {kernel}, {blocks}, event))\n'
                f"        return enqueue_failure(command_queue, event, FAULT);\n")
        if "event_wait_list" in names:
            code += (f"    if ({in_vain})\n"
                     f"        return {blocks} ? IN_VAIN : enqueue_failure(command_queue, event, IN_VAIN);\n")
        return code
    if name.startswith("clEnqueueMap"):    # something is mapped, which has not what it should have
        without = ", ".join("NULL" if one == "event" else one for one in names)
        return (f'    if (fails_later("{name}", NULL, {blocks}, event)) {{\n'
                f"        if (event) enqueue_failure(command_queue, event, FAULT);\n"
                f"        return target.{name}({without});\n    }}\n"
                f"    if ({in_vain}) {{\n"
                f"        if (errcode_ret) *errcode_ret = IN_VAIN;\n"
                f"        return NULL;\n    }}\n")
    return ""


def wrapper(result, name, parameters):
    """None for a function that has no way to tell an error."""
    if parameters.strip() == "void":
        return None
    names = [re.search(CALLBACK if "CL_CALLBACK" in one else NAME, one)[1]
             for one in split_parameters(parameters)]
    call = f'target.{name}({", ".join(names)})'
    answer = f"    return {call};\n"
    if result == "cl_int":
        failure = "return FAULT;"
        answer = f'    return accepted("{name}", {call});\n'
    elif names[-1] == "errcode_ret":
        failure = "{ if (errcode_ret) *errcode_ret = FAULT; return NULL; }"
        answer = (f"    {result} made = {call};\n"
                  f'    if (errcode_ret) *errcode_ret = accepted("{name}", *errcode_ret);\n'
                  f"    return made;\n")
    elif name in MAY_BE_NULL:
        failure = "return NULL;"
    else:
        return None
    return (f"static {result} CL_API_CALL fault_{name}({' '.join(parameters.split())})\n{{\n"
            f'    if (fails("{name}")) {failure}\n'
            f"{later(name, names)}{answer}}}\n")


def main():
    header, output = map(Path, sys.argv[1:])
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    wrappers = {}
    for result, name, parameters in re.findall(PROTOTYPE, text, re.M):
        made = wrapper(result, name, parameters)
        if made:
            wrappers[name] = made
    if "clEnqueueNDRangeKernel" not in wrappers:
        sys.exit(f"{header}: no prototypes found")
    assignments = "".join(f"    layer.{name} = fault_{name};\n" for name in wrappers)
    output.write_text("\n".join(wrappers.values()) +
                      f"\nstatic void wrap_all(void)\n{{\n{assignments}}}\n")


if __name__ == "__main__":
    main()
