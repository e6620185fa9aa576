// SPDX-License-Identifier: MIT
//
// Exercise 3 of async_copy: one event for two copies.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
async_copy(global uint *restrict y, global const uint *restrict x, uint n)
{
    local uint tile[GROUP + WINDOW - 1];
    size_t start = get_group_id(0) * GROUP;
    //: skeleton
    //: if (get_local_id(0) < WINDOW - 1) tile[GROUP + get_local_id(0)] = 0;
    //: event_t arrived = async_work_group_copy(tile, x + start, GROUP, 0);
    //: // Here: the elements behind them.
    //: solution
    event_t arrived = async_work_group_copy(tile, x + start, GROUP, 0);
    arrived = async_work_group_copy(tile + GROUP, x + start + GROUP, WINDOW - 1, arrived);
    //: end
    wait_group_events(1, &arrived);    // the tile is complete, for all work-items
    uint i = get_global_id(0), item = get_local_id(0), sum = 0;
    for (uint k = 0; k < WINDOW; k++)
        sum += tile[item + k];
    if (i < n) y[i] = sum;
}
