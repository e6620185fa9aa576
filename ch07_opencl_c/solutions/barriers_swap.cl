// SPDX-License-Identifier: MIT
//
// Exercise 3 of barriers: the elements change places in local memory.
//: skeleton
//: // Two barriers are missing.
//: end

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
barriers(global uint *restrict out, global const uint *restrict in, ulong n)
{
    local uint part[GROUP];
    size_t i = get_global_id(0), item = get_local_id(0);
    size_t count = min((ulong)GROUP, n - get_group_id(0) * GROUP);

    if (i < n) part[item] = in[i];
    //: solution
    barrier(CLK_LOCAL_MEM_FENCE);    // all elements are there
    //: end
    if (item < count / 2) {
        uint mine = part[item];
        part[item] = part[count - 1 - item];
        part[count - 1 - item] = mine;
    }
    //: skeleton
    //: // Exercise 3 of barriers: where must all work-items wait for each other?
    //: solution
    barrier(CLK_LOCAL_MEM_FENCE);    // all have changed places
    //: end
    if (i < n) out[i] = part[item];
}
