// SPDX-License-Identifier: MIT
//
// As in jpeg_intervals.cl, a work-item decodes an interval.  Here a table in local memory tells
// most symbols, and the coefficients behind them, in one step (include/jpeg_lookup.h).
//
// The host sets GROUP and LOOKUP_BITS.

#include "jpeg_lookup.h"

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_intervals_lookup(global short *restrict coefficients, global uint *damaged,
                      global const uint *restrict data, constant scan *s,
                      global const segment *restrict intervals, uint count,
                      global const uint *restrict all_lookups, local uint *lookups)
{
    local uchar natural[64];
    copy_lookups(lookups, all_lookups, s);
    copy_natural(natural);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint i = get_global_id(0);
    if (i >= count) return;

    const decoder d = { data, s, lookups, natural };
    const segment own = intervals[i];
    int dc[MAX_COMPONENTS] = { 0 };
    const uint behind =
        write_blocks(coefficients, damaged, &d, reader_at(data, own.begin), own.end, own, 0, dc);
    if (behind < own.blocks) atomic_max(damaged, 1);
}
