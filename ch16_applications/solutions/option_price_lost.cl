// SPDX-License-Identifier: MIT
//
// Exercise 3 of option_price: what the rounding of a sum loses is added again (Kahan).

#include "philox.h"

static float2 normal(uint x, uint y)
{
    float u = ((x >> 8) + 1) * 0x1p-24f, v = (y >> 8) * 0x1p-24f;
    float radius = sqrt(-2.0f * log(u));
    return radius * (float2)(cospi(2.0f * v), sinpi(2.0f * v));
}

static void add(float4 *sum, float4 *lost, float4 x)
{
    //: skeleton
    //: // Here: add x to the sum, and keep in *lost what the rounding of the sum has taken away.
    //: solution
    float4 rest = x - *lost, next = *sum + rest;
    *lost = (next - *sum) - rest;
    *sum = next;
    //: end
}

kernel void option_price(global float2 *restrict sums, uint2 key, float spot, float strike,
                         float drift, float volatility, ulong n)
{
    ulong item = get_global_id(0);
    if (item >= n) return;

    float4 sum = 0.0f, sum_lost = 0.0f, squares = 0.0f, squares_lost = 0.0f;
    for (uint i = 0; i < COUNTERS; i++) {
        uint4 random = philox((uint4)(i, 0, (uint)item, (uint)(item >> 32)), key);
        float4 z = (float4)(normal(random.x, random.y), normal(random.z, random.w));
        float4 stock = spot * exp(drift + volatility * z);
        float4 paid = fmax(stock - strike, 0.0f);
        add(&sum, &sum_lost, paid);
        add(&squares, &squares_lost, paid * paid);
    }
    sums[item] = (float2)((sum.x + sum.y) + (sum.z + sum.w),
                          (squares.x + squares.y) + (squares.z + squares.w));
}
