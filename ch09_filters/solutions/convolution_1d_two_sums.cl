// SPDX-License-Identifier: MIT
//
// Exercise 5 of convolution_1d: two sums in turn.
//
// y = x * h, the convolution of a signal x of n samples with a filter h of m numbers:
//
//     y[i] = sum over j below m of h[j] * x[i - j]        for i below n + m - 1
//
// x is 0 before its first sample and after its last one.  The filter runs backwards over the
// signal: h[0] meets the newest sample.
//
// Only `plain` looks where x ends.  For the other kernels the host puts zeros around x:
//
//     in     0 0 0 ... 0 | x[0] x[1] ... x[n - 1] | 0 0 ... 0
//            `before` of them
//
// h ends with zeros, too, so that its length is a multiple of EACH.
//
// The host sets:
//
//   LOCAL      local_tile, register_block: work-items per work-group
//   PIECE      local_tile, register_block: numbers of h per step, a multiple of EACH
//   EACH       register_block: samples of y per work-item, an odd number
//   LANES      vector_block: floats per vector, 4, 8 or 16
//   VECTORS    vector_block: vectors of y per work-item

#if !defined(LOCAL) || !defined(PIECE) || !defined(EACH) || !defined(LANES) || !defined(VECTORS)
#error "the host must build this file with -D for each of the names above"
#endif

// --- plain: one sample of y per work-item.  The limits of the loop leave out what is 0 anyway.

kernel void convolution_1d_plain(global float *restrict y, global const float *restrict x,
                                 global const float *restrict h, ulong n, ulong m, ulong before)
{
    const size_t i = get_global_id(0);
    if (i >= n + m - 1) return;
    const size_t first = i < n ? 0 : i - n + 1, end = min((size_t)m, i + 1);
    float sum = 0.0f;
    for (size_t j = first; j < end; j++)
        sum += h[j] * x[i - j];
    y[i] = sum;
}

// --- constant_filter: h is in constant memory, and all work-items have the same loop.
//
// At any moment all of them need the same number of h: constant memory gives it to them at once.

kernel void convolution_1d_constant_filter(global float *restrict y,
                                           global const float *restrict in,
                                           constant float *restrict h, ulong n, ulong m,
                                           ulong before)
{
    const size_t i = get_global_id(0);
    if (i >= n + m - 1) return;
    global const float *x = in + before + i;
    float even = 0.0f, odd = 0.0f;
    size_t j = 0;
    for (; j + 2 <= m; j += 2) {
        even += h[j] * *(x - j);
        odd += h[j + 1] * *(x - j - 1);
    }
    //: skeleton
    //: // Here: the last one of an odd number.
    //: solution
    if (j < m) even += h[j] * *(x - j);    // the last one of an odd number
    //: end
    y[i] = even + odd;
}

// --- local_tile: a work-group copies the samples that it needs for PIECE numbers of h.
//
//     in      |<--- PIECE --->|<--- LOCAL --->|       for h[0] to h[PIECE - 1]
//       |<--- PIECE --->|<--- LOCAL --->|             for the next PIECE numbers, and so on

kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
convolution_1d_local_tile(global float *restrict y, global const float *restrict in,
                          global const float *restrict h, ulong n, ulong m, ulong before)
{
    local float tile[LOCAL + PIECE], taps[PIECE];
    const uint item = get_local_id(0);
    const size_t i = get_global_id(0);
    float sum = 0.0f;
    for (size_t first = 0; first < m; first += PIECE) {
        const uint count = min((ulong)PIECE, m - first);
        global const float *from = in + before + (i - item) - first - PIECE;
        for (uint k = item; k < LOCAL + PIECE; k += LOCAL)
            tile[k] = from[k];
        for (uint k = item; k < count; k += LOCAL)
            taps[k] = h[first + k];
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
        for (uint j = 0; j < count; j++)
            sum += taps[j] * tile[PIECE + item - j];
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read it
    }
    if (i < n + m - 1) y[i] = sum;
}

// --- register_block: as local_tile, but EACH neighbours of y per work-item, and as many samples of
// x in registers.
//
//     EACH 3      h[0]     h[1]     h[2]     h[3]          One load from the tile (>) gives one new
//     sum[0]       x0     >x-1     >x-2     >x-3           sample, which then serves EACH products.
//     sum[1]       x1       x0      x-1      x-2           The others stay in their registers: the
//     sum[2]       x2       x1       x0      x-1           sums take them in turn.
//
// EACH is odd: then neighbours, which read samples that are EACH apart, meet in no memory bank.

kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
convolution_1d_register_block(global float *restrict y, global const float *restrict in,
                              global const float *restrict h, ulong n, ulong m, ulong before)
{
    local float tile[LOCAL * EACH + PIECE], taps[PIECE];
    const uint item = get_local_id(0);
    const size_t block = get_group_id(0) * (size_t)(LOCAL * EACH);
    float sum[EACH], x[EACH];
#pragma unroll
    for (uint e = 0; e < EACH; e++)
        sum[e] = 0.0f;
    for (size_t first = 0; first < m; first += PIECE) {
        const uint count = min((ulong)PIECE, (m - first + EACH - 1) / EACH * EACH);
        global const float *from = in + before + block - first - PIECE;
        for (uint k = item; k < LOCAL * EACH + PIECE; k += LOCAL)
            tile[k] = from[k];
        for (uint k = item; k < count; k += LOCAL)
            taps[k] = h[first + k];
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
        local const float *at = tile + PIECE + item * EACH;
#pragma unroll
        for (uint e = 0; e < EACH; e++)
            x[e] = at[e];
        for (uint j = 0; j < count; j += EACH) {
#pragma unroll
            for (uint k = 0; k < EACH; k++) {
                const float tap = taps[j + k];
#pragma unroll
                for (uint e = 0; e < EACH; e++)
                    sum[e] += tap * x[(e + EACH - k) % EACH];
                x[EACH - 1 - k] = at[-(int)(j + k + 1)];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read it
    }
    for (uint e = 0; e < EACH; e++) {
        const size_t i = block + item * EACH + e;
        if (i < n + m - 1) y[i] = sum[e];
    }
}

// --- vector_block: for a CPU: VECTORS vectors of y per work-item, whose sums stay in registers.

#define JOIN(a, b)   a##b
#define NAME(a, b)   JOIN(a, b)
#define vector       NAME(float, LANES)
#define LOAD(from)   NAME(vload, LANES)(0, from)
#define STORE(v, to) NAME(vstore, LANES)(v, 0, to)

kernel void convolution_1d_vector_block(global float *restrict y, global const float *restrict in,
                                        global const float *restrict h, ulong n, ulong m,
                                        ulong before)
{
    const size_t block = get_global_id(0) * (VECTORS * LANES);
    if (block >= n + m - 1) return;
    vector sum[VECTORS];
#pragma unroll
    for (int v = 0; v < VECTORS; v++)
        sum[v] = 0.0f;
    global const float *x = in + before + block;
    for (size_t j = 0; j < m; j++)
#pragma unroll
        for (int v = 0; v < VECTORS; v++)
            sum[v] = fma(LOAD(x - j + v * LANES), (vector)h[j], sum[v]);
#pragma unroll
    for (int v = 0; v < VECTORS; v++) {
        const size_t i = block + v * LANES;
        if (i + LANES <= n + m - 1) {
            STORE(sum[v], y + i);
        } else {
            float one[LANES];
            STORE(sum[v], one);
            for (uint k = 0; i + k < n + m - 1; k++)
                y[i + k] = one[k];
        }
    }
}
