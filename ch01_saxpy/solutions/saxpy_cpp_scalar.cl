// SPDX-License-Identifier: MIT
//
// Exercise 3 of saxpy_cpp: the scalar kernel.

// One element per work-item.  The last work-group reaches past n: its work-items there do nothing.
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n) a[i] = c[i];    // Here: alpha and b are missing.
    //: solution
    if (i < n) a[i] = alpha * b[i] + c[i];
    //: end
}
