// SPDX-License-Identifier: MIT
//
// option_price - random futures of a stock: what does an option pay in each?
//
// A work-item tries 4 * COUNTERS futures, and adds up what the option pays, and the squares of it.
// COUNTERS is set by the host.

#include "philox.h"

// Two normal numbers of two uniform ones, by Box and Muller.  u is not 0, because of the logarithm.
static float2 normal(uint x, uint y)
{
    float u = ((x >> 8) + 1) * 0x1p-24f, v = (y >> 8) * 0x1p-24f;
    float radius = sqrt(-2.0f * log(u));
    return radius * (float2)(cospi(2.0f * v), sinpi(2.0f * v));
}

// sums[item] has the sum, and the sum of squares.
kernel void option_price(global float2 *restrict sums, uint2 key, float spot, float strike,
                         float drift, float volatility, ulong n)
{
    ulong item = get_global_id(0);
    if (item >= n) return;

    float4 sum = 0.0f, squares = 0.0f;
    for (uint i = 0; i < COUNTERS; i++) {
        uint4 random = philox((uint4)(i, 0, (uint)item, (uint)(item >> 32)), key);
        float4 z = (float4)(normal(random.x, random.y), normal(random.z, random.w));
        float4 stock = spot * exp(drift + volatility * z);
        float4 paid = fmax(stock - strike, 0.0f);
        sum += paid;
        squares += paid * paid;
    }
    sums[item] = (float2)((sum.x + sum.y) + (sum.z + sum.w),
                          (squares.x + squares.y) + (squares.z + squares.w));
}
