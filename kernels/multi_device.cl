// SPDX-License-Identifier: MIT
//
// multi_device - a[i] = alpha * b[i] + c[i] for a part of the elements: one work-item per element.
//
// A device sees its part only.  It counts from 0, and n is the number of elements of the part.

kernel void multi_device(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = alpha * b[i] + c[i];
}
