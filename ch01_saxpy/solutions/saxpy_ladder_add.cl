// SPDX-License-Identifier: MIT
//
// The vector addition of the tutorial paper, in place of saxpy's kernel.
//: skeleton
//: // It only copies so far.
//: end
//
//     build/bin/saxpy_ladder -V scalar --alpha 1 -k build/exercises/saxpy_ladder_add.cl

//: solution
// One element per work-item.  The last work-group reaches past n: its work-items there do nothing.
//: end
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n) a[i] = c[i];    // Exercise 4 of saxpy_ladder: the sum
    //: solution
    if (i < n) a[i] = b[i] + c[i];
    //: end
}
