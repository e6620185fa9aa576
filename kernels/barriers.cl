// SPDX-License-Identifier: MIT
//
// barriers - each part of an array is turned round, in local memory.
//
// A work-item per element, a work-group per part.  Each work-item puts one element in, and takes
// out an element that another work-item has put in.
//
// GROUP    work-items per work-group, elements per part; the last part may be shorter

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
barriers(global uint *restrict out, global const uint *restrict in, ulong n)
{
    local uint part[GROUP];
    size_t i = get_global_id(0), item = get_local_id(0);
    size_t count = min((ulong)GROUP, n - get_group_id(0) * GROUP);    // elements of this part

    if (i < n) part[item] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);    // all elements of the part are there
    if (i < n) out[i] = part[count - 1 - item];
}
