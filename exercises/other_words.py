# SPDX-License-Identifier: MIT
"""What one writes in a kernel out of habit, and what OpenCL C has for it: for learn.py."""

import re

# The word, and what stands for it.  x, y and z of CUDA are the dimensions 0, 1 and 2.
OF_CUDA = [
    (r"blockIdx\.(.) *\* *blockDim\.\1 *\+ *threadIdx\.\1", r"get_global_id(\1)"),
    (r"threadIdx\.(.) *\+ *blockIdx\.(.) *\* *blockDim\.\1", r"get_global_id(\1)"),
    (r"threadIdx\.(.)", r"get_local_id(\1)"),
    (r"blockIdx\.(.)", r"get_group_id(\1)"),
    (r"blockDim\.(.)", r"get_local_size(\1)"),
    (r"gridDim\.(.)", r"get_num_groups(\1)"),
    (r"__global__", "kernel, and the pointers to buffers are global ones"),
    (r"__shared__", "local"),
    (r"__constant__", "constant"),
    (r"__restrict__", "restrict"),
    (r"__syncthreads\(\)", "barrier(CLK_LOCAL_MEM_FENCE)"),
    (r"atomicCAS", "atomic_cmpxchg"),
    (r"atomicExch", "atomic_xchg"),
    (r"atomic(Add|Sub|Min|Max|And|Or|Xor)", r"atomic_\1"),
    (r"make_(\w+)", r"(\1)(...)"),
    (r"__popc", "popcount"),
    (r"__clz", "clz"),
]
# OpenCL C has one name for all types of numbers.
OF_C = [
    (r"f(abs|min|max)f", r"f\1"),
    (r"(sqrt|exp|log|sin|cos|tan|pow|fma|fmod|floor|ceil|round|trunc)f", r"\1"),
    (r"int8_t", "char"),
    (r"int16_t", "short"),
    (r"int32_t", "int"),
    (r"int64_t", "long"),
    (r"uint8_t", "uchar"),
    (r"uint16_t", "ushort"),
    (r"uint32_t", "uint"),
    (r"uint64_t", "ulong"),
]


def without_comments(text):
    """The same number of lines."""
    return re.sub(r"//.*|/\*(?s:.*?)\*/", lambda found: "\n" * found[0].count("\n"), text)


def translations(kernel):
    """What is said of each word of CUDA or of C in a kernel that does not build."""
    text, lines = without_comments(kernel), []
    for language, words in (("CUDA", OF_CUDA), ("C", OF_C)):
        for pattern, here in words:
            whole = re.compile(rf"(?<!\w){pattern}(?!\w)")
            found = whole.search(text)
            if found:
                there = re.sub(r"\(([xyz])\)", lambda axis: f"({'xyz'.index(axis[1])})", found.expand(here))
                there = there.lower() if there.startswith("atomic_") else there
                lines.append((text.count("\n", 0, found.start()) + 1, f"{found[0]} is {language}'s; here it is {there}"))
                text = whole.sub(lambda known: "\n" * known[0].count("\n"), text)    # threadIdx of a whole expression is not told again
    return [f"line {number}: {said}" for number, said in sorted(lines)]


def redefinitions(kernel, options):
    """What is said of each #define that takes the place of an option -DNAME=VALUE, outside of #ifndef NAME."""
    given = {name: option for option in options for name in re.findall(r"^-D(\w+)", option)}
    open_conditions, lines = [], []
    for number, line in enumerate(without_comments(kernel).split("\n"), 1):
        found = re.match(r"\s*#\s*(\w+)\s*(.*)", line)
        if not found:
            continue
        word, rest = found.groups()
        if word.startswith("if"):
            open_conditions.append(f"{word} {rest}")
        elif word == "endif" and open_conditions:
            open_conditions.pop()
        name = re.match(r"\w*", rest)[0]
        if word in ("define", "undef") and name in given and not any(re.search(rf"\b{name}\b", condition) for condition in open_conditions):
            lines.append(f"line {number}: this #{word} takes the place of the option {given[name]}, which then says nothing: "
                         f"write it between #ifndef {name} and #endif")
    return lines
