// SPDX-License-Identifier: MIT
//
// The highest rates of a device: simple kernels that keep its memory, or its FMA units, busy.
//
// VECTOR is what a work-item moves at a time, FMA_VECTOR what it computes with.  float4 and float
// suit a GPU; vectors as wide as its registers suit a CPU.

#include "stream.h"

#if !defined VECTOR || !defined FMA_VECTOR || !defined IN_FLIGHT || !defined CHAINS
#error "the host must build this file with -DVECTOR= -DFMA_VECTOR= -DIN_FLIGHT= -DCHAINS="
#endif

// One vector per work-item.
kernel void copy(global VECTOR *restrict out, global const VECTOR *restrict in)
{
    size_t i = get_global_id(0);
    out[i] = in[i];
}

// Copies past the caches: a CPU does not have to read the cache lines that it overwrites.
kernel void copy_stream(global VECTOR *restrict out, global const VECTOR *restrict in)
{
    size_t i = get_global_id(0);
    STREAM(in[i], &out[i]);
}

// Each work-item sums `count` vectors, IN_FLIGHT at a time.  With stride 1 they lie side by side,
// which suits a CPU.  With stride get_global_size(0) neighbouring work-items read neighbouring
// vectors, which a GPU coalesces.
kernel void read(global VECTOR *restrict out, global const VECTOR *restrict in, uint count,
                 uint stride)
{
    size_t i = get_global_id(0);
    size_t at = stride == 1 ? i * count : i;
    VECTOR sums[IN_FLIGHT];
#pragma unroll
    for (int k = 0; k < IN_FLIGHT; k++)
        sums[k] = 0.0f;
    for (uint done = 0; done < count; done += IN_FLIGHT) {
#pragma unroll
        for (int k = 0; k < IN_FLIGHT; k++, at += stride)
            sums[k] += in[at];
    }
    VECTOR sum = 0.0f;
#pragma unroll
    for (int k = 0; k < IN_FLIGHT; k++)
        sum += sums[k];
    out[i] = sum;
}

// fma, or mad where the host asks for it: without hardware for fma, only mad is fast.
#ifndef FMA
#define FMA fma
#endif

// CHAINS * steps FMAs per component, in CHAINS independent chains, which hide the latency.
kernel void fma_rate(global FMA_VECTOR *restrict out, uint steps, float scale, float offset)
{
    size_t i = get_global_id(0);
    FMA_VECTOR m = scale, c = offset, a[CHAINS];
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        a[k] = (float)(i + k);
    for (uint step = 0; step < steps; step++) {
#pragma unroll
        for (int k = 0; k < CHAINS; k++)
            a[k] = FMA(a[k], m, c);
    }
    FMA_VECTOR sum = 0.0f;
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        sum += a[k];
    out[i] = sum;
}

kernel void empty(global VECTOR *out)
{
}
