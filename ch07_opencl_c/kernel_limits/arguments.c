// SPDX-License-Identifier: MIT

#include "arguments.h"

char *arguments_program(bool constants, size_t count)
{
    ocl_growing text = { 0 };
    ocl_append_text(&text, "kernel void limits_text(global uint *out");
    for (size_t k = 0; k < count; k++)
        ocl_append_format(&text, ", %s%zu", constants ? "constant uint *a" : "uint a", k);
    ocl_append_text(&text, ")\n{\nuint sum = 0;\n");
    for (size_t k = 0; k < count; k++)
        ocl_append_format(&text, "sum += %sa%zu * %zu;\n", constants ? "*" : "", k, k + 1);
    ocl_append_text(&text, "out[0] = sum;\n}\n");
    return text.text;
}
