// SPDX-License-Identifier: MIT
//
// The vector addition of the tutorial paper, in place of saxpy's kernel.  It only copies so far.
//
//     cp ch01_saxpy/solutions/saxpy_ladder_add_skeleton.cl build/my.cl
//     build/bin/saxpy_ladder -V scalar --alpha 1 -k build/my.cl

kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = c[i];    // Exercise 4 of saxpy_ladder: the sum
}
