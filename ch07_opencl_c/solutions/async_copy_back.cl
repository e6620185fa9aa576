// SPDX-License-Identifier: MIT
//
// Exercise 2 of async_copy: let the sums leave local memory with one call.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
async_copy(global uint *restrict y, global const uint *restrict x, uint n)
{
    local uint tile[GROUP + WINDOW - 1], sums[GROUP];
    size_t start = get_group_id(0) * GROUP;
    event_t arrived = async_work_group_copy(tile, x + start, GROUP + WINDOW - 1, 0);
    wait_group_events(1, &arrived);
    uint item = get_local_id(0), sum = 0;
    for (uint k = 0; k < WINDOW; k++)
        sum += tile[item + k];
    sums[item] = sum;
    //: skeleton
    //: // Here: copy the sums to y + start.  What must be done before, and how many are there at the
    //: // end?
    //: solution
    barrier(CLK_LOCAL_MEM_FENCE);    // the copy waits for nobody: all sums must be there
    event_t left = async_work_group_copy(y + start, sums, min((size_t)GROUP, n - start), 0);
    wait_group_events(1, &left);
    //: end
}
