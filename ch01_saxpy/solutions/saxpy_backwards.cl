// SPDX-License-Identifier: MIT
//
// saxpy --kernel ch01_saxpy/solutions/saxpy_backwards.cl
//
// As saxpy.cl, but the first work-item computes the last element.
kernel void saxpy(global float *restrict a, float alpha, global const float *restrict b,
                  global const float *restrict c, ulong n)
{
    size_t item = get_global_id(0);
    if (item < n) {
        size_t i = n - 1 - item;
        a[i] = alpha * b[i] + c[i];
    }
}
