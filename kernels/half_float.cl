// SPDX-License-Identifier: MIT
//
// half_float - c = a + b for numbers of 16 bits.  One work-item per sum.

kernel void half_float(global half *restrict c, global const half *restrict a,
                       global const half *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float sum = vload_half(i, a) + vload_half(i, b);    // each half becomes a float
    vstore_half(sum, i, c);                             // the sum becomes the nearest half
}
