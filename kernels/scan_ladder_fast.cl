// SPDX-License-Identifier: MIT
//
// The rung vectors of scan_ladder, for GPUs.  A tile has 32 elements per work-item: see
// scan_vectors.h.
//
// The host sets ELEMENT and GROUP as for scan_ladder.cl.

#if !defined(ELEMENT) || !defined(GROUP)
#error "the host must build this file with -DELEMENT -DGROUP"
#endif

#include "scan_vectors.h"

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_vectors_sums(global ELEMENT *restrict sums, global const ELEMENT *restrict x, ulong n,
                  uint tiles)
{
    local ELEMENT values[GROUP];
    uint item = get_local_id(0);
    ulong share = get_group_id(0) * (ulong)tiles * TILE;
    ELEMENT4 sum = 0;
    for (uint tile = 0; tile < tiles; tile++) {
        ELEMENT4 v[ROUNDS];
        load_tile(v, x, share + tile * TILE, n);
        for (uint r = 0; r < ROUNDS; r++)
            sum += v[r];
    }
    values[item] = sum_of_four(sum);
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) values[item] += values[item + left];
    }
    if (item == 0) sums[get_group_id(0)] = values[0];
}

// All work-items of the work-group call it.  `x` and `y` may be the same.
void scan_tiles(global ELEMENT *y, global const ELEMENT *x, ulong first, uint tiles, ulong n,
                ELEMENT carry, uint exclusive, local ELEMENT8 *values, local ELEMENT8 *chunks)
{
    for (uint tile = 0; tile < tiles; tile++, first += TILE) {
        ELEMENT4 v[ROUNDS];
        ELEMENT8 left;
        load_tile(v, x, first, n);
        ELEMENT8 sums = scan_rounds(v, values, chunks, &left);
        store_tile(y, first, n, v, carry, left, sums, exclusive);
        carry += sum_of_eight(sums);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// One work-group.  Many small shares keep a GPU busy to the end, so there are many sums: they are
// scanned as the elements are.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_vectors_before(global ELEMENT *sums, uint count)
{
    local ELEMENT8 values[VALUES], chunks[CHUNKS];
    scan_tiles(sums, sums, 0, (count + TILE - 1) / TILE, count, 0, 1, values, chunks);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_vectors(global ELEMENT *restrict y, global const ELEMENT *restrict x,
             global const ELEMENT *restrict before, ulong n, uint tiles, uint exclusive)
{
    local ELEMENT8 values[VALUES], chunks[CHUNKS];
    scan_tiles(y, x, get_group_id(0) * (ulong)tiles * TILE, tiles, n, before[get_group_id(0)],
               exclusive, values, chunks);
}
