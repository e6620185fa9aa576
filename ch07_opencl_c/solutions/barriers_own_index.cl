// SPDX-License-Identifier: MIT
//
// Exercise 4 of barriers: turned on the way in.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
barriers(global uint *restrict out, global const uint *restrict in, ulong n)
{
    local uint part[GROUP];
    size_t i = get_global_id(0), item = get_local_id(0);
    size_t count = min((ulong)GROUP, n - get_group_id(0) * GROUP);    // elements of this part

    //: skeleton
    //: if (i < n) part[item] = in[i];    // Here: another place.
    //: barrier(CLK_LOCAL_MEM_FENCE);     // all elements of the part are there
    //: solution
    if (i < n) part[count - 1 - item] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);    // all elements of the part are there
    //: end
    if (i < n) out[i] = part[item];
}
