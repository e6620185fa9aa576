// SPDX-License-Identifier: MIT
//
// kernel_info - a kernel with four arguments, to be asked about them.  Work-item i makes number i.

kernel void kernel_info(global uint *restrict y, global const uint *restrict x, uint factor, uint n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = factor * x[i];
}
