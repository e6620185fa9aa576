// SPDX-License-Identifier: MIT
//
// Exercise 2 of kernel_printf: some squares are wrong.  Let the work-items say what they compute.

kernel void kernel_printf(global uint *restrict y, global const uint *restrict x)
{
    uint i = get_global_id(0);
    ushort square = x[i] * x[i];
    // Here: print i, x[i] and square.
    y[i] = square;
}
