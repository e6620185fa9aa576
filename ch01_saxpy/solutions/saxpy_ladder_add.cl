// SPDX-License-Identifier: MIT
//
// a[i] = b[i] + c[i]: the vector addition of the tutorial paper, in place of saxpy's kernel.
//
//     build/bin/saxpy_ladder -V scalar --alpha 1 -k ch01_saxpy/solutions/saxpy_ladder_add.cl

// One element per work-item.  The last work-group reaches past n: its work-items there do nothing.
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = b[i] + c[i];
}
