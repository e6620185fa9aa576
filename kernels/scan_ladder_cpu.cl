// SPDX-License-Identifier: MIT
//
// The rung long_items of scan_ladder, for CPUs: a work-item has a share of its own.  The second
// launch is scan_sums of scan_ladder.cl.  It is a file of its own because compilers for CPUs take
// seconds for scan_ladder_fast.cl.
//
// The host sets ELEMENT as for scan_ladder.cl, and
//     LONG     elements of a tile of one work-item, a multiple of 16
//     AHEAD    see include/scan_long.h

#if !defined(ELEMENT) || !defined(LONG) || !defined(AHEAD)
#error "the host must build this file with -DELEMENT -DLONG -DAHEAD"
#endif

#include "scan_long.h"

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_long_items_sums(global ELEMENT *restrict sums, global const ELEMENT *restrict x, ulong n,
                     uint tiles)
{
    ulong first = get_group_id(0) * (ulong)tiles * LONG;
    sums[get_group_id(0)] = sum_of_share(x, first, min(first + tiles * LONG, n));
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_long_items(global ELEMENT *restrict y, global const ELEMENT *restrict x,
                global const ELEMENT *restrict before, ulong n, uint tiles, uint exclusive)
{
    ulong first = get_group_id(0) * (ulong)tiles * LONG;
    scan_share(y, x, first, min(first + tiles * LONG, n), before[get_group_id(0)], exclusive);
}
