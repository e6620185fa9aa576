// SPDX-License-Identifier: MIT
//
// A recursive filter: each output needs the 16 inputs up to it and the 16 outputs before it,
//
//     y[t] = a[0] x[t] + ... + a[15] x[t-15]  -  b[0] y[t-1] - ... - b[15] y[t-16]
//
// TAPS is 16.  AHEAD is how many rows ahead `channels` asks for.  GROUP is how many work-items a
// work-group of `tiles` has, a multiple of 8.  What lies before the first sample is 0: the
// buffers begin with TAPS zeros, so that sample t is x[TAPS + t].

#if !defined(TAPS) || !defined(AHEAD) || !defined(GROUP)
#error "the host must build this file with -DTAPS=, -DAHEAD= and -DGROUP="
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
    for (uint t = begin; t < end; t++) {
        float in = x[TAPS + t];
        float out = fma(a[0], in, wait[0]);
#pragma unroll
        for (uint k = 1; k < TAPS; k++)
            wait[k - 1] = fma(-b[k - 1], out, fma(a[k], in, wait[k]));
        wait[TAPS - 1] = -b[TAPS - 1] * out;
        if (t >= first) y[TAPS + t] = out;
    }
}

// For GPUs.  In iir_blocks, neighbours load samples that are a block apart: each load is a
// piece of memory of its own.  Here a work-group has a tile of COLUMNS samples of each of its
// blocks.  VECTORS work-items copy the samples of a block, which lie side by side; then each
// work-item filters a row of the tile; then the tile is copied back.
//
//     x     block 0: ....[0 1 ... 31]....  block 1: ....[0 1 ... 31]....
//     tile  [0 1 ... 31]   row 0: work-items 0 to 7 copy it, work-item 0 filters it
//           [0 1 ... 31]   row 1: work-items 8 to 15 copy it, work-item 1 filters it
//
// `next` has what comes into the tile next: it is on its way while the work-item filters.  run_in
// and block are multiples of COLUMNS.  Before sample 0, times wrap around and become large.
#define COLUMNS 32    // 128 bytes: a line of the cache of most GPUs
#define VECTORS (COLUMNS / 4)
#define ROWS    (GROUP / VECTORS)    // that a work-group copies at a time
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
iir_tiles(global float *restrict y, global const float *restrict x, constant float *a,
          constant float *b, uint n, uint block, uint run_in)
{
    local float4 tile[GROUP][VECTORS + 1];    // one more: else all rows would begin in one bank
    uint item = get_local_id(0), column = item % VECTORS, row = item / VECTORS;
    uint t = (get_group_id(0) * GROUP + row) * block - run_in + 4 * column;
    float wait[TAPS];    // as in iir_channels below
    float4 next[VECTORS];
#pragma unroll
    for (uint r = 0; r < TAPS; r++)
        wait[r] = 0.0f;
#pragma unroll
    for (uint r = 0; r < VECTORS; r++) {
        uint at = t + r * ROWS * block;
        next[r] = at < n ? *(global const float4 *)(x + TAPS + at) : 0.0f;
    }
    for (uint done = 0; done < run_in + block; done += COLUMNS, t += COLUMNS) {
#pragma unroll
        for (uint r = 0; r < VECTORS; r++)
            tile[row + r * ROWS][column] = next[r];
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
#pragma unroll
        for (uint r = 0; r < VECTORS; r++) {
            uint at = t + COLUMNS + r * ROWS * block;
            next[r] = at < n ? *(global const float4 *)(x + TAPS + at) : 0.0f;
        }
        for (uint part = 0; part < VECTORS; part += TAPS / 4) {
            float sample[TAPS];
#pragma unroll
            for (uint v = 0; v < TAPS / 4; v++) {
                float4 four = tile[item][part + v];
                sample[4 * v] = four.x;
                sample[4 * v + 1] = four.y;
                sample[4 * v + 2] = four.z;
                sample[4 * v + 3] = four.w;
            }
#pragma unroll
            for (uint r = 0; r < TAPS; r++) {
                float in = sample[r], out = fma(a[0], in, wait[0]);
#pragma unroll
                for (uint k = 1; k < TAPS; k++)
                    wait[k - 1] = fma(-b[k - 1], out, fma(a[k], in, wait[k]));
                wait[TAPS - 1] = -b[TAPS - 1] * out;
                sample[r] = out;
            }
#pragma unroll
            for (uint v = 0; v < TAPS / 4; v++)
                tile[item][part + v] = (float4)(sample[4 * v], sample[4 * v + 1], sample[4 * v + 2],
                                                sample[4 * v + 3]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // all rows are filtered
#pragma unroll
        for (uint r = 0; r < VECTORS; r++) {
            uint at = t + r * ROWS * block;
            if (done < run_in || at >= n) continue;
            float4 four = tile[row + r * ROWS][column];
            if (at + 4 <= n) {
                *(global float4 *)(y + TAPS + at) = four;
            } else {
                y[TAPS + at] = four.x;
                if (at + 1 < n) y[TAPS + at + 1] = four.y;
                if (at + 2 < n) y[TAPS + at + 2] = four.z;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile is copied
    }
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

// --- many channels, each cut into blocks

// Work-item (c, k) filters block k of channel c, as iir_blocks does.  Neighbours have neighbouring
// channels: what they load together lies side by side.  The next TAPS samples are on their way
// while it filters TAPS.  Behind the last row, x has TAPS more rows.  run_in and block are
// multiples of TAPS.
kernel void iir_both(global float *restrict y, global const float *restrict x, constant float *a,
                     constant float *b, uint n, uint width, uint block, uint run_in)
{
    uint first = get_global_id(1) * block, end = min(first + block, n);
    if (first >= n || get_global_id(0) >= width) return;
    uint begin = max((int)first - (int)run_in, 0);
    size_t tile = (size_t)TAPS * width, at = tile + (size_t)begin * width + get_global_id(0);
    global const float *from = x + at;
    global float *to = y + at;
    float wait[TAPS], next[TAPS], now[TAPS];    // wait: as in iir_channels above
#pragma unroll
    for (uint r = 0; r < TAPS; r++) {
        next[r] = from[(size_t)r * width];
        wait[r] = 0.0f;
    }
    for (uint t = begin; t < end; t += TAPS, to += tile) {
        if (t + TAPS < end) from += tile;
#pragma unroll
        for (uint r = 0; r < TAPS; r++) {
            now[r] = next[r];
            next[r] = from[(size_t)r * width];
        }
#pragma unroll
        for (uint r = 0; r < TAPS; r++) {
            float in = now[r], out = fma(a[0], in, wait[0]);
#pragma unroll
            for (uint k = 1; k < TAPS; k++)
                wait[k - 1] = fma(-b[k - 1], out, fma(a[k], in, wait[k]));
            wait[TAPS - 1] = -b[TAPS - 1] * out;
            now[r] = out;
        }
        if (t < first) continue;
        // Nearly always all TAPS outputs are stored: then nobody asks for each of them.
        uint left = end - t;
        if (left >= TAPS) {
#pragma unroll
            for (uint r = 0; r < TAPS; r++)
                to[(size_t)r * width] = now[r];
        } else {
#pragma unroll
            for (uint r = 0; r < TAPS; r++)
                if (r < left) to[(size_t)r * width] = now[r];
        }
    }
}
