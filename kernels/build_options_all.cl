// SPDX-License-Identifier: MIT
//
// One program for many sets of build options.  The first kernel writes out the macros that it sees.
// Each of the others computes something that an option may change.
//
// RUN               elements that a work-item of build_options_all_sum adds up
// WITH_...          switches on a header, a warning, an error
// NO_CONTRACTION    a product and a sum are rounded one by one

#ifndef RUN
#error RUN is the number of elements that a work-item of build_options_all_sum adds up
#endif

#ifdef WITH_HEADER
#include <build_options_all_answer.h>
#endif

#ifdef WITH_WARNING
constant int half_of_one = 0.5;    // becomes 0: compilers warn
#endif

#ifdef WITH_ERROR
constant int undeclared = no_such_name;
#endif

#ifdef WITH_NO_HEADER
#include <build_options_all_nowhere.h>
#endif

#ifdef NO_CONTRACTION
#pragma OPENCL FP_CONTRACT OFF
#endif

// One work-item writes the macros of the host's table, in its order: 0 for one that is not defined.
kernel void build_options_all_macros(global uint *out)
{
    for (int i = 0; i < 5; i++)
        out[i] = 0;
#ifdef NAME
    out[0] = NAME;
#endif
#ifdef VALUE
    out[1] = VALUE;
#endif
#ifdef ANSWER
    out[2] = ANSWER;
#endif
#ifdef __OPENCL_C_VERSION__
    out[3] = __OPENCL_C_VERSION__;
#endif
#ifdef __FAST_RELAXED_MATH__
    out[4] = 1;
#endif
}

// out[i] = x[i] * y[i] - 1, for i from 0 to n - 1.  Here and below: one work-item per element.
// For a product near 1 the subtraction cancels the leading bits.  What is left shows how the
// product was rounded.
kernel void build_options_all_product(global float *restrict out, global const float *restrict x,
                                      global const float *restrict y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] * y[i] - 1.0f;
}

// out[i] = x[i] / y[i].
kernel void build_options_all_quotient(global float *restrict out, global const float *restrict x,
                                       global const float *restrict y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] / y[i];
}

// out[i] = the square root of x[i].
kernel void build_options_all_root(global float *restrict out, global const float *restrict x,
                                   global const float *restrict y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = sqrt(x[i]);
}

// out[i] = x[i] * 0.1, where 0.1 is a double: it has no suffix f.
kernel void build_options_all_tenth(global float *restrict out, global const float *restrict x,
                                    global const float *restrict y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] * 0.1;
}

// out[i] = x[i] * FLT_MIN, which is denormal where x[i] < 1.
kernel void build_options_all_denormal(global float *restrict out, global const float *restrict x,
                                       global const float *restrict y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] * FLT_MIN;
}

// out[i] = 1 with the sign of x[i] + 0.  That is the sign of x[i], except that -0 becomes +0.
kernel void build_options_all_sign(global float *restrict out, global const float *restrict x,
                                   global const float *restrict y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = copysign(1.0f, x[i] + 0.0f);
}

// out[i] = 1 where x[i] differs from itself, as NaN does, else 0.
kernel void build_options_all_nan(global float *restrict out, global const float *restrict x,
                                  global const float *restrict y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] != x[i] ? 1.0f : 0.0f;
}

// out[j] = x[j * RUN] + x[j * RUN + 1] + ... in this order: RUN elements, or what is left of n.
// One work-item per sum.  Each addition waits for the one before, unless the compiler may change
// the order.
kernel void build_options_all_sum(global float *restrict out, global const float *restrict x,
                                  global const float *restrict y, ulong n)
{
    size_t first = get_global_id(0) * RUN;
    if (first >= n) return;
    size_t count = min((ulong)RUN, n - first);
    float sum = 0.0f;
    for (size_t i = 0; i < count; i++)
        sum += x[first + i];
    out[get_global_id(0)] = sum;
}
