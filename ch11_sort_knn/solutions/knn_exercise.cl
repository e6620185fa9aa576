// SPDX-License-Identifier: MIT
//
// Exercise 2 of knn: give each work-item a piece of neighbouring keys.

kernel void knn_distances(global ulong *restrict keys, global const int2 *restrict points,
                          int2 query, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    int dx = points[i].x - query.x, dy = points[i].y - query.y;
    keys[i] = (ulong)(dx * dx + dy * dy) << 32 | i;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_next(global ulong *restrict nearest, global const ulong *restrict keys, uint n, uint j)
{
    local ulong part[GROUP];
    uint item = get_local_id(0);
    ulong least = j > 0 ? nearest[j - 1] + 1 : 0, best = ULONG_MAX;
    //: skeleton
    //: uint begin = 0, end = 0;    // Here: where does the piece of this work-item begin and end?
    //: solution
    uint piece = (n + GROUP - 1) / GROUP, begin = min(item * piece, n), end = min(begin + piece, n);
    //: end
    for (uint i = begin; i < end; i++)
        if (keys[i] >= least) best = min(best, keys[i]);
    part[item] = best;
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        if (item < left) part[item] = min(part[item], part[item + left]);
    }
    if (item == 0) nearest[j] = part[0];
}
