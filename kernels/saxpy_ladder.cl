// SPDX-License-Identifier: MIT
//
// a[i] = alpha * b[i] + c[i], for i from 0 to n - 1.  Four kernels divide this loop among
// work-items. The host sets RUN, the elements in a run.

#include "stream.h"

#ifndef RUN
#error "the host must build this file with -DRUN=<elements of a run, a multiple of 16>"
#endif

// One element per work-item.  The last work-group reaches past n: its work-items there do nothing.
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = alpha * b[i] + c[i];
}

// Four elements per work-item, as one float4.  The work-item after the last whole float4 computes
// the one to three elements that are left.
kernel void saxpy_float4(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    global float4 *a4 = (global float4 *)a;
    global const float4 *b4 = (global const float4 *)b;
    global const float4 *c4 = (global const float4 *)c;

    size_t i = get_global_id(0);
    if (i < n / 4)
        a4[i] = alpha * b4[i] + c4[i];
    else
        for (size_t tail = 4 * i; tail < n; tail++)
            a[tail] = alpha * b[tail] + c[tail];
}

// RUN elements per work-item, one after the other: a piece of the plain C loop.
kernel void saxpy_run(global float *restrict a, float alpha, global const float *restrict b,
                      global const float *restrict c, ulong n)
{
    ulong first = get_global_id(0) * RUN;
    ulong end = min(first + RUN, n);
    for (ulong i = first; i < end; i++)
        a[i] = alpha * b[i] + c[i];
}

// A run like the one above, as float16s.  Their stores bypass the caches if the compiler can do
// that: then the processor does not read a cache line of a before it overwrites it.  The elements
// after the last whole float16 are stored as usual.  In a larger work-group the work-items past the
// end have none.
kernel void saxpy_stream(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    global float16 *a16 = (global float16 *)a;
    global const float16 *b16 = (global const float16 *)b;
    global const float16 *c16 = (global const float16 *)c;

    ulong first = get_global_id(0) * RUN;
    ulong end = min(first + RUN, n);
    for (ulong i = first / 16; i < end / 16; i++)
        STREAM(alpha * b16[i] + c16[i], &a16[i]);
    for (ulong tail = max(first, end / 16 * 16); tail < end; tail++)
        a[tail] = alpha * b[tail] + c[tail];
}
