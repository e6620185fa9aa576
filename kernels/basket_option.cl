// SPDX-License-Identifier: MIT
//
// basket_option - futures of STOCKS stocks: what does an option on their mean pay?
//
// A work-item of each run tries POINTS futures, and adds up what the option pays.  A future is a
// point with DIMENSIONS numbers, 4 or 8.  POINTS, a power of two, STOCKS and DIMENSIONS are set by
// the host.

#include "philox.h"

// Two normal numbers of two uniform ones, as in option_price.
static float2 normal(uint x, uint y)
{
    float u = ((x >> 8) + 1) * 0x1p-24f, v = (y >> 8) * 0x1p-24f;
    float radius = sqrt(-2.0f * log(u));
    return radius * (float2)(cospi(2.0f * v), sinpi(2.0f * v));
}

// What the option pays in the future x.  z[0] is the market's, z[k] that of stock k.
static float pays(const uint *x, float spot, float strike, float drift, float volatility,
                  float market, float own)
{
    float z[DIMENSIONS], sum = 0.0f;
    for (int d = 0; d <= STOCKS; d += 2)
        vstore2(normal(x[d], x[d + 1]), 0, z + d);
    for (int k = 1; k <= STOCKS; k++)
        sum += spot * exp(drift + volatility * (market * z[0] + own * z[k]));
    return fmax(sum / STOCKS - strike, 0.0f);
}

// --- random: each point is drawn.
kernel void basket_option_random(global float *restrict sums, uint2 key, float spot, float strike,
                                 float drift, float volatility, float market, float own, ulong n)
{
    ulong item = get_global_id(0);
    uint run = (uint)get_global_id(1);
    if (item >= n) return;

    float sum = 0.0f;
    for (uint i = 0; i < POINTS; i++) {
        uint x[DIMENSIONS];
        for (uint d = 0; d < DIMENSIONS; d += 4)
            vstore4(philox((uint4)((uint)item * POINTS + i, run, d, 0), key), 0, x + d);
        sum += pays(x, spot, strike, drift, volatility, market, own);
    }
    sums[run * n + item] = sum;
}

// --- sobol: each point is the one before it, with one direction changed.
//
//     index        0    1    2    3    4    5    6    7    8
//     direction         0    1    0    2    0    1    0    3     the lowest 1 of the index
//
// A run has a shift of its own, a random point: all its points are changed by it.
kernel void basket_option_sobol(global float *restrict sums, constant uint *restrict directions,
                                uint2 key, float spot, float strike, float drift, float volatility,
                                float market, float own, ulong n)
{
    ulong item = get_global_id(0);
    uint run = (uint)get_global_id(1);
    if (item >= n) return;

    // The first point: the directions that are changed an odd number of times before it.
    uint x[DIMENSIONS], first = (uint)item * POINTS, odd = first ^ (first >> 1);
    for (uint d = 0; d < DIMENSIONS; d += 4)
        vstore4(philox((uint4)(0, run, d, 1), key), 0, x + d);
    for (uint bit = 0; odd >> bit; bit++)
        for (uint d = 0; d < DIMENSIONS; d++)
            x[d] ^= (odd >> bit & 1) ? directions[bit * DIMENSIONS + d] : 0;

    float sum = 0.0f;
    for (uint i = 1; i <= POINTS; i++) {
        sum += pays(x, spot, strike, drift, volatility, market, own);
        uint bit = 31 - clz(i & -i);
        for (uint d = 0; d < DIMENSIONS; d++)
            x[d] ^= directions[bit * DIMENSIONS + d];
    }
    sums[run * n + item] = sum;
}
