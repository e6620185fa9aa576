// SPDX-License-Identifier: MIT
//
// a[i] = alpha * b[i] + c[i], for i from 0 to n - 1.

#ifndef VECTORS
#error "the host must build this file with -DVECTORS=<float4s a work-item handles>"
#endif

// One work-item an element.  The last work-group reaches past n: those work-items do nothing.
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = alpha * b[i] + c[i];
}

// VECTORS float4s a work-item.  In each of its VECTORS steps a work-group reads one stretch of memory,
// neighbouring work-items neighbouring float4s.  The one to three elements after the last whole float4 are
// the tail; the first work-item of all adds them one by one.
kernel void saxpy_float4(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    global float4 *a4 = (global float4 *)a;
    global const float4 *b4 = (global const float4 *)b;
    global const float4 *c4 = (global const float4 *)c;

    size_t local_size = get_local_size(0);
    size_t i = get_group_id(0) * local_size * VECTORS + get_local_id(0);
    for (int k = 0; k < VECTORS; k++, i += local_size)
        if (i < n / 4) a4[i] = alpha * b4[i] + c4[i];

    if (get_global_id(0) == 0)
        for (size_t tail = n / 4 * 4; tail < n; tail++)
            a[tail] = alpha * b[tail] + c[tail];
}
