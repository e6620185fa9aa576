// SPDX-License-Identifier: MIT
//
// What a device can do at most: the plainest kernels that keep memory, or the FMA units, busy.
// VECTOR is the type a work-item moves at a time (a GPU wants float4, a CPU its full width).

#ifndef VECTOR
#error "the host must build this file with -DVECTOR=<float, float4, float16>"
#endif

// One vector a work-item.
kernel void copy(global VECTOR *restrict out, global const VECTOR *restrict in)
{
    size_t i = get_global_id(0);
    out[i] = in[i];
}

// Each work-item sums `count` vectors.  With stride 1 they lie in one run (a CPU core's own stretch);
// with stride get_global_size(0) neighbours read neighbouring vectors (coalesced on a GPU).
kernel void read(global VECTOR *restrict out, global const VECTOR *restrict in, uint count,
                 uint stride)
{
    size_t i = get_global_id(0);
    size_t first = stride == 1 ? i * count : i;
    VECTOR s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (uint k = 0; k < count; k += 4) {
        size_t at = first + (size_t)k * stride;
        s0 += in[at];
        s1 += in[at + stride];
        s2 += in[at + 2 * (size_t)stride];
        s3 += in[at + 3 * (size_t)stride];
    }
    out[i] = s0 + s1 + s2 + s3;
}

// 16 * steps independent FMAs on each component: enough chains to hide an FMA's latency.
kernel void fma_rate(global VECTOR *restrict out, uint steps, float scale, float offset)
{
    size_t i = get_global_id(0);
    VECTOR m = scale, c = offset, a[16];
    #pragma unroll
    for (int k = 0; k < 16; k++)
        a[k] = (float)(i + k);
    for (uint step = 0; step < steps; step++) {
        #pragma unroll
        for (int k = 0; k < 16; k++)
            a[k] = fma(a[k], m, c);
    }
    VECTOR sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < 16; k++)
        sum += a[k];
    out[i] = sum;
}

kernel void empty(global VECTOR *out)
{
}
