// SPDX-License-Identifier: MIT
//
// Exercise 3 of iir_blocks: the run-in as a loop of its own.
//
// A recursive filter: each output needs the 16 inputs up to it and the 16 outputs before it,
//
//     y[t] = a[0] x[t] + ... + a[15] x[t-15]  -  b[0] y[t-1] - ... - b[15] y[t-16]
//
// TAPS is 16.  AHEAD is how many rows ahead `channels` asks for.  What lies before the first sample
// is 0: the buffers begin with TAPS zeros, so that sample t is x[TAPS + t].

#if !defined(TAPS) || !defined(AHEAD)
#error "the host must build this file with -DTAPS= and -DAHEAD="
#endif

#include "prefetch.h"

// --- the paper's form: one output per work-item, from the outputs of the launch before

// All outputs at the same time.  Each launch makes more of them right: the first launch y[0], the
// second y[1], and so on.  It multiplies the error of the others by the sum of |b|, or by less.
kernel void iir_step(global float *restrict y, global const float *restrict y_before,
                     global const float *restrict x, constant float *a, constant float *b, uint n)
{
    size_t t = get_global_id(0);
    if (t >= n) return;
    float sum = 0.0f;
    for (uint i = 0; i < TAPS; i++) {
        sum += a[i] * x[TAPS + t - i];
        sum -= b[i] * y_before[TAPS + t - 1 - i];
    }
    y[TAPS + t] = sum;
}

// --- one long channel, cut into blocks

float next_output(float wait[TAPS], float in, constant float *a, constant float *b)
{
    float out = fma(a[0], in, wait[0]);
#pragma unroll
    for (uint k = 1; k < TAPS; k++)
        wait[k - 1] = fma(-b[k - 1], out, fma(a[k], in, wait[k]));
    wait[TAPS - 1] = -b[TAPS - 1] * out;
    return out;
}

// Work-item k computes y[k * block] and what follows, in the order of time.  It does not know the
// outputs before its block.  So it begins `run_in` samples earlier with outputs of 0: after so many
// samples the filter has forgotten what was before.  It does not store these outputs.
kernel void iir_blocks(global float *restrict y, global const float *restrict x, constant float *a,
                       constant float *b, uint n, uint block, uint run_in)
{
    uint first = get_global_id(0) * block, end = min(first + block, n);
    if (first >= n) return;
    float wait[TAPS];    // as in iir_channels below
#pragma unroll
    for (uint k = 0; k < TAPS; k++)
        wait[k] = 0.0f;
    uint begin = max((int)first - (int)run_in, 0);
    //: skeleton
    //: // Here: the samples from `begin` on, whose outputs nobody needs.
    //: solution
    for (uint t = begin; t < first; t++)
        next_output(wait, x[TAPS + t], a, b);
    //: end
    for (uint t = first; t < end; t++)
        y[TAPS + t] = next_output(wait, x[TAPS + t], a, b);
}

// --- many channels, 16 side by side in a float16

// Sample t of all channels is a row of `groups` vectors.  Work-item g filters the 16 channels of
// vector g in the order of time.
//
// wait[k] has what the samples so far give to output t + k.  Each sample gives its part to all of
// them, and then wait[0] is complete.  So no input and no output is loaded twice: wait stays in
// registers.  y is not restrict on purpose: the compiler must load a and b again for each sample,
// which costs nothing within an fma().  As vectors, kept from sample to sample, they need more
// registers than there are.
kernel void iir_channels(global float16 *y, global const float16 *restrict x, constant float *a,
                         constant float *b, uint n, uint groups)
{
    size_t g = get_global_id(0);
    if (g >= groups) return;
    float16 wait[TAPS];
#pragma unroll
    for (uint k = 0; k < TAPS; k++)
        wait[k] = 0.0f;
    for (size_t t = TAPS; t < TAPS + (size_t)n; t++) {
        // A row is longer than a cache line: without this, the core waits for each line.
        PREFETCH(&x[(t + AHEAD) * groups + g]);
        PREFETCH(&y[(t + AHEAD) * groups + g]);
        float16 in = x[t * groups + g];
        float16 out = fma((float16)(a[0]), in, wait[0]);
#pragma unroll
        for (uint k = 1; k < TAPS; k++)
            wait[k - 1] = fma((float16)(-b[k - 1]), out, fma((float16)(a[k]), in, wait[k]));
        wait[TAPS - 1] = (float16)(-b[TAPS - 1]) * out;
        y[t * groups + g] = out;
    }
}
