// SPDX-License-Identifier: MIT
//
// Exercise 4 of saxpy: two elements per work-item.

// The last work-group reaches past n: its work-items there do nothing.
kernel void saxpy(global float *restrict a, float alpha, global const float *restrict b,
                  global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0), half_n = (n + 1) / 2;
    if (i >= half_n) return;
    a[i] = alpha * b[i] + c[i];
    //: skeleton
    //: // Here: the other element, if there is one.
    //: solution
    if (i + half_n < n) a[i + half_n] = alpha * b[i + half_n] + c[i + half_n];
    //: end
}
