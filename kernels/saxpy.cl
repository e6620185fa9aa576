// SPDX-License-Identifier: MIT
//
// a[i] = alpha * b[i] + c[i], for i from 0 to n - 1: one loop, dealt out to work-items in four ways.

#include "stream.h"

#ifndef RUN
#error "the host must build this file with -DRUN=<elements of a run, a multiple of 16>"
#endif

// One element a work-item.  The last work-group reaches past n: those work-items do nothing.
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = alpha * b[i] + c[i];
}

// Four elements a work-item, moved as one float4.  The first work-item past the whole float4s does the
// one to three elements that are left.
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

// RUN elements a work-item, one after another: the plain C loop, cut into pieces.
kernel void saxpy_run(global float *restrict a, float alpha, global const float *restrict b,
                      global const float *restrict c, ulong n)
{
    ulong first = get_global_id(0) * RUN;
    ulong end = min(first + RUN, n);
    for (ulong i = first; i < end; i++)
        a[i] = alpha * b[i] + c[i];
}

// A run of RUN elements as float16s that go past the caches, where the compiler can say so: a line of a
// that is overwritten as a whole need not be read first.  The last run's tail is stored as usual.
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
    for (ulong tail = end / 16 * 16; tail < end; tail++)
        a[tail] = alpha * b[tail] + c[tail];
}
