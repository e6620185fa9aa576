// SPDX-License-Identifier: MIT
//
// Exercise 4 of parabolic_regression: the terms of a point in two loops.
//
// Sums over n points, from which the host computes the parabola y = a0 + a1 x + a2 x^2 that
// fits them best.
//
// Each work-group writes its eight sums: of u, uu, uuu, uuuu, v, uv, uuv and vv.  In `book` u is x
// and v is y.  In the others u = (x - centre) * scale, and v likewise.  The host adds the sums of
// all work-groups.
//
// The host sets GROUP, LANES, ROWS, DOUBLE_ROWS, WIDTH and FP64, which least_squares.h explains.
// That header also has the functions load_*, centre_*, merge_* and those of pairs.

#define SUMS 8
#include "least_squares.h"

// --- book: floats, one point per work-item

// The eight terms of a point, each into its own part of local memory.
void put_terms(local float *lanes, float u, float v)
{
    local float *lane = lanes + get_local_id(0);
    float power = u, with_v = v;
    for (int k = 0; k < 4; k++, power *= u)    // u, uu, uuu, uuuu
        lane[k * GROUP] = power;
    //: skeleton
    //: for (int k = 4; k < 7; k++)    // Here: v, uv, uuv
    //:     lane[k * GROUP] = with_v;
    //: solution
    for (int k = 4; k < 7; k++, with_v *= u)    // v, uv, uuv
        lane[k * GROUP] = with_v;
    //: end
    lane[7 * GROUP] = v * v;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
parabolic_regression_book(global float *restrict sums, global const float *restrict x,
                          global const float *restrict y, ulong n)
{
    local float lanes[SUMS * GROUP];
    ulong i = get_global_id(0);
    put_terms(lanes, i < n ? x[i] : 0.0f, i < n ? y[i] : 0.0f);
    merge_floats(sums, lanes, GROUP);
}

// --- centred: x and y lose their offset before anything is multiplied

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
parabolic_regression_centred(global float *restrict sums, global const float *restrict x,
                             global const float *restrict y, ulong n, float4 centre, float2 scale,
                             ulong plane)
{
    local float lanes[SUMS * GROUP];
    ulong i = get_global_id(0);
    float u = 0.0f, v = 0.0f;
    if (i < n) {
        u = ((x[i] - centre.x) + (x[i + plane] - centre.y)) * scale.x;
        v = ((y[i] - centre.z) + (y[i + plane] - centre.w)) * scale.y;
    }
    put_terms(lanes, u, v);
    merge_floats(sums, lanes, GROUP);
}

// --- tree: the order of all additions is fixed

// Work-group g has the points of block g.  Lane l of a block adds points l, l + LANES,
// l + 2 * LANES, ... in this order.  Then the lanes are merged.  A work-item takes WIDTH lanes at a
// time, and all work-items of the group together take all lanes, however many work-items there are.
kernel void parabolic_regression_tree(global float *restrict sums, global const float *restrict x,
                                      global const float *restrict y, ulong n, float4 centre,
                                      float2 scale, ulong plane)
{
    local floats lanes[SUMS * VECTORS];
    for (uint vector = get_local_id(0); vector < VECTORS; vector += get_local_size(0)) {
        floats su = 0.0f, suu = 0.0f, suuu = 0.0f, suuuu = 0.0f;
        floats sv = 0.0f, suv = 0.0f, suuv = 0.0f, svv = 0.0f;
        ulong at = get_group_id(0) * BLOCK_POINTS + vector * WIDTH;
        uint rows = rows_from(at, n, ROWS);
#pragma unroll 4
        for (uint row = 0; row < rows; row++, at += LANES) {
            floats u = centre_floats(x, plane, at, n, centre.xy, scale.x);
            floats v = centre_floats(y, plane, at, n, centre.zw, scale.y);
            floats uu = u * u;
            su += u;
            suu += uu;
            suuu = fma(uu, u, suuu);
            suuuu = fma(uu, uu, suuuu);
            sv += v;
            suv = fma(u, v, suv);
            suuv = fma(uu, v, suuv);
            svv = fma(v, v, svv);
        }
        lanes[0 * VECTORS + vector] = su;
        lanes[1 * VECTORS + vector] = suu;
        lanes[2 * VECTORS + vector] = suuu;
        lanes[3 * VECTORS + vector] = suuuu;
        lanes[4 * VECTORS + vector] = sv;
        lanes[5 * VECTORS + vector] = suv;
        lanes[6 * VECTORS + vector] = suuv;
        lanes[7 * VECTORS + vector] = svv;
    }
    merge_floats(sums, (local float *)lanes, LANES);
}

// --- pairs: what rounding takes away is kept in a second float

kernel void parabolic_regression_pairs(global float *restrict sums, global const float *restrict x,
                                       global const float *restrict y, ulong n, float4 centre,
                                       float2 scale, ulong plane)
{
    local floats high[SUMS * VECTORS], low[SUMS * VECTORS];
    for (uint vector = get_local_id(0); vector < VECTORS; vector += get_local_size(0)) {
        pairs sum[SUMS];
        for (uint s = 0; s < SUMS; s++)
            sum[s].high = sum[s].low = 0.0f;
        ulong at = get_group_id(0) * BLOCK_POINTS + vector * WIDTH;
        uint rows = rows_from(at, n, ROWS);
#pragma unroll 4
        for (uint row = 0; row < rows; row++, at += LANES) {
            pairs u = centre_pairs(x, plane, at, n, centre.xy, scale.x);
            pairs v = centre_pairs(y, plane, at, n, centre.zw, scale.y);
            pairs uu = multiply_pairs(u, u);
            add_pairs(&sum[0], u);
            add_pairs(&sum[1], uu);
            add_pairs(&sum[2], multiply_pairs(uu, u));
            add_pairs(&sum[3], multiply_pairs(uu, uu));
            add_pairs(&sum[4], v);
            add_pairs(&sum[5], multiply_pairs(u, v));
            add_pairs(&sum[6], multiply_pairs(uu, v));
            add_pairs(&sum[7], multiply_pairs(v, v));
        }
        for (uint s = 0; s < SUMS; s++) {
            high[s * VECTORS + vector] = sum[s].high;
            low[s * VECTORS + vector] = sum[s].low;
        }
    }
    merge_pairs(sums, (local float *)high, (local float *)low);
}

// --- doubles: as tree, in double

#if FP64
kernel void parabolic_regression_doubles(global double *restrict sums,
                                         global const double *restrict x,
                                         global const double *restrict y, ulong n, double2 centre,
                                         double2 scale)
{
    local doubles lanes[SUMS * VECTORS];
    for (uint vector = get_local_id(0); vector < VECTORS; vector += get_local_size(0)) {
        doubles su = 0.0, suu = 0.0, suuu = 0.0, suuuu = 0.0;
        doubles sv = 0.0, suv = 0.0, suuv = 0.0, svv = 0.0;
        ulong at = get_group_id(0) * DOUBLE_POINTS + vector * WIDTH;
        uint rows = rows_from(at, n, DOUBLE_ROWS);
#pragma unroll 4
        for (uint row = 0; row < rows; row++, at += LANES) {
            doubles u = centre_doubles(x, at, n, centre.x, scale.x);
            doubles v = centre_doubles(y, at, n, centre.y, scale.y);
            doubles uu = u * u;
            su += u;
            suu += uu;
            suuu = fma(uu, u, suuu);
            suuuu = fma(uu, uu, suuuu);
            sv += v;
            suv = fma(u, v, suv);
            suuv = fma(uu, v, suuv);
            svv = fma(v, v, svv);
        }
        lanes[0 * VECTORS + vector] = su;
        lanes[1 * VECTORS + vector] = suu;
        lanes[2 * VECTORS + vector] = suuu;
        lanes[3 * VECTORS + vector] = suuuu;
        lanes[4 * VECTORS + vector] = sv;
        lanes[5 * VECTORS + vector] = suv;
        lanes[6 * VECTORS + vector] = suuv;
        lanes[7 * VECTORS + vector] = svv;
    }
    merge_doubles(sums, (local double *)lanes);
}
#endif
