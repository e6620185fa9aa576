// SPDX-License-Identifier: MIT
//
// kernel_printf - each work-item squares one number, and prints what it does.

kernel void kernel_printf(global uint *restrict y, global const uint *restrict x)
{
    uint i = get_global_id(0);
    uint square = x[i] * x[i];
    printf("work-item %u: %u squared is %u\n", i, x[i], square);
    y[i] = square;
}
