// SPDX-License-Identifier: MIT
//
// Exercise 3 of basket_option: the place of the lowest 1, by a count of the bits below it.

#include "philox.h"

static float2 normal(uint x, uint y)
{
    float u = ((x >> 8) + 1) * 0x1p-24f, v = (y >> 8) * 0x1p-24f;
    float radius = sqrt(-2.0f * log(u));
    return radius * (float2)(cospi(2.0f * v), sinpi(2.0f * v));
}

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

kernel void basket_option_sobol(global float *restrict sums, constant uint *restrict directions,
                                uint2 key, float spot, float strike, float drift, float volatility,
                                float market, float own, ulong n)
{
    ulong item = get_global_id(0);
    uint run = (uint)get_global_id(1);
    if (item >= n) return;

    uint x[DIMENSIONS], first = (uint)item * POINTS, odd = first ^ (first >> 1);
    for (uint d = 0; d < DIMENSIONS; d += 4)
        vstore4(philox((uint4)(0, run, d, 1), key), 0, x + d);
    for (uint bit = 0; odd >> bit; bit++)
        for (uint d = 0; d < DIMENSIONS; d++)
            x[d] ^= (odd >> bit & 1) ? directions[bit * DIMENSIONS + d] : 0;

    float sum = 0.0f;
    for (uint i = 1; i <= POINTS; i++) {
        sum += pays(x, spot, strike, drift, volatility, market, own);
        //: skeleton
        //: uint bit = 0;    // Here: the place of the lowest 1 of i, by popcount.
        //: solution
        uint bit = popcount((i & -i) - 1);
        //: end
        for (uint d = 0; d < DIMENSIONS; d++)
            x[d] ^= directions[bit * DIMENSIONS + d];
    }
    sums[run * n + item] = sum;
}
