// SPDX-License-Identifier: MIT
//
// Exercise 3 of kernel_printf: values in the order of the format.

kernel void kernel_printf(global uint *restrict y, global const uint *restrict x)
{
    uint i = get_global_id(0);
    uint square = x[i] * x[i];
    printf("work-item %u: %u squared is %u\n", i, x[i], square);
    y[i] = square;
}
