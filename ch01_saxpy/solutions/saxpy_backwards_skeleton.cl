// SPDX-License-Identifier: MIT
//
// saxpy --kernel ch01_saxpy/solutions/saxpy_backwards_skeleton.cl
//
// As saxpy.cl, but the first work-item shall compute the last element.  So far all work-items
// compute that one.
kernel void saxpy(global float *restrict a, float alpha, global const float *restrict b,
                  global const float *restrict c, ulong n)
{
    size_t item = get_global_id(0);
    if (item < n) {
        size_t i = n - 1;    // Exercise 3 of saxpy: the element of this work-item
        a[i] = alpha * b[i] + c[i];
    }
}
