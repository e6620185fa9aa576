// SPDX-License-Identifier: MIT
//
// For GPUs: a work-group scans a tile of 32 elements per work-item.  A work-item has a vector of
// four in each of eight rounds, next to its neighbours' vectors:
//
//     round 0    [item 0][item 1] ... [item GROUP - 1]
//     round 1    [item 0][item 1] ...
//
// The kernel file has ELEMENT, its type, and GROUP, the work-items of a work-group: a power of two.

#include "element.h"

enum { ROUNDS = 8, TILE = 4 * ROUNDS * GROUP };

// Four elements, or what is left of them.
ELEMENT4 load_four(global const ELEMENT *x, ulong i, ulong n)
{
    if (i + 4 <= n) return vload4(0, x + i);
    ELEMENT4 v = 0;
    if (i < n) v.x = x[i];
    if (i + 1 < n) v.y = x[i + 1];
    if (i + 2 < n) v.z = x[i + 2];
    return v;
}

void store_four(global ELEMENT *y, ulong i, ulong n, ELEMENT4 v)
{
    if (i + 4 <= n) {
        *(global ELEMENT4 *)(y + i) = v;
        return;
    }
    if (i < n) y[i] = v.x;
    if (i + 1 < n) y[i + 1] = v.y;
    if (i + 2 < n) y[i + 2] = v.z;
}

// This work-item's vectors of the tile that begins at `first`, a multiple of four.  In a whole tile
// the loads do not wait for each other, and each is one instruction: vload4 would be four, because
// it takes any address.
void load_tile(ELEMENT4 v[ROUNDS], global const ELEMENT *x, ulong first, ulong n)
{
    ulong i = first + 4 * get_local_id(0);
    if (first + TILE <= n)
        for (uint r = 0; r < ROUNDS; r++)
            v[r] = *(global const ELEMENT4 *)(x + i + r * 4 * GROUP);
    else
        for (uint r = 0; r < ROUNDS; r++)
            v[r] = load_four(x, i + r * 4 * GROUP, n);
}

// The sums of the vectors, scanned for all rounds at once: component r belongs to round r.
// `before` gets what is before this work-item's vector in each round, and the result is the sum of
// each round.  Few barriers matter more than few steps: one work-item per CHUNK scans the values of
// its chunk, and then each work-item adds the sums of the chunks before its own.
//
//     values    [ 3 1 7 0 ][ 4 1 6 3 ]        chunks of four
//               [ 0 3 4 11 ][ 0 4 5 11 ]      scanned by work-items 0 and 1
//     chunks    [    11    ][    14    ]
//
// A place between the chunks keeps work-items that scan side by side in different memory banks.
enum { CHUNK = GROUP < 8 ? GROUP : 8, CHUNKS = GROUP / CHUNK, VALUES = GROUP + CHUNKS };

ELEMENT8 scan_rounds(const ELEMENT4 v[ROUNDS], local ELEMENT8 values[VALUES],
                     local ELEMENT8 chunks[CHUNKS], ELEMENT8 *before)
{
    uint item = get_local_id(0), own_chunk = item / CHUNK;
    values[item + own_chunk] =
        (ELEMENT8)(sum_of_four(v[0]), sum_of_four(v[1]), sum_of_four(v[2]), sum_of_four(v[3]),
                   sum_of_four(v[4]), sum_of_four(v[5]), sum_of_four(v[6]), sum_of_four(v[7]));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < CHUNKS) {
        ELEMENT8 sum = 0;
        for (uint k = 0; k < CHUNK; k++) {
            uint place = item * (CHUNK + 1) + k;
            ELEMENT8 value = values[place];
            values[place] = sum;
            sum += value;
        }
        chunks[item] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT8 sum = 0;
    for (uint chunk = 0; chunk < CHUNKS; chunk++) {
        if (chunk == own_chunk) *before = sum + values[item + own_chunk];
        sum += chunks[chunk];
    }
    return sum;
}

// The sums of the tile.  `carry` is what is before the tile; `before` and `sums` are those of
// scan_rounds.
void store_tile(global ELEMENT *y, ulong first, ulong n, const ELEMENT4 v[ROUNDS], ELEMENT carry,
                ELEMENT8 before, ELEMENT8 sums, uint exclusive)
{
    ulong i = first + 4 * get_local_id(0);
    ELEMENT lefts[ROUNDS], rounds[ROUNDS];
    vstore8(before, 0, lefts);
    vstore8(sums, 0, rounds);
    for (uint r = 0; r < ROUNDS; r++) {
        ELEMENT start = carry + lefts[r];
        ELEMENT4 inclusive = v[r];
        inclusive.yw += inclusive.xz;
        inclusive.zw += inclusive.y;
        ELEMENT4 shifted = (ELEMENT4)(0, inclusive.xyz);
        store_four(y, i + r * 4 * GROUP, n, start + (exclusive ? shifted : inclusive));
        carry += rounds[r];
    }
}
