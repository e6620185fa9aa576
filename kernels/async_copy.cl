// SPDX-License-Identifier: MIT
//
// async_copy - y[i] = x[i] + x[i + 1] + ... + x[i + WINDOW - 1].  One work-item per sum.
//
// Each work-group copies what its sums need to local memory.  Here with GROUP 4 and WINDOW 3:
//
//     x      3  1  4  1  5  9  2  6  5  3  5  8  0  0
//     tile  [3  1  4  1  5  9]                            work-group 0, for y 0 to 3
//     tile              [5  9  2  6  5  3]                work-group 1, for y 4 to 7
//
// GROUP     work-items per work-group
// WINDOW    elements of each sum; x has WINDOW - 1 zeros behind the last work-group's part

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
async_copy(global uint *restrict y, global const uint *restrict x, uint n)
{
    local uint tile[GROUP + WINDOW - 1];
    size_t start = get_group_id(0) * GROUP;
    event_t arrived = async_work_group_copy(tile, x + start, GROUP + WINDOW - 1, 0);
    wait_group_events(1, &arrived);    // the tile is complete, for all work-items
    uint i = get_global_id(0), item = get_local_id(0), sum = 0;
    for (uint k = 0; k < WINDOW; k++)
        sum += tile[item + k];
    if (i < n) y[i] = sum;
}
