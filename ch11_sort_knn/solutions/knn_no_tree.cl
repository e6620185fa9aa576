// SPDX-License-Identifier: MIT
//
// Exercise 3 of knn: the smallest of the group without a tree.
//
// knn - the nearest of n points, one after the other.
//
// GROUP   work-items per work-group, a power of two

// 1. The distance of each point, squared: a root would not change the order.  Behind it stands the
// number of the point, in the lower half of the key.  So no two keys are equal.
//
//     query 4,3      point 2 at 6,4      2 * 2 + 1 * 1 = 5      key 5:2
kernel void knn_distances(global ulong *restrict keys, global const int2 *restrict points,
                          int2 query, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    int dx = points[i].x - query.x, dy = points[i].y - query.y;
    keys[i] = (ulong)(dx * dx + dy * dy) << 32 | i;
}

// 2. Neighbour j is the smallest key that is larger than that of neighbour j - 1.  One work-group:
// each work-item looks at every GROUP-th key, then a tree finds the smallest of what they have
// found.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_next(global ulong *restrict nearest, global const ulong *restrict keys, uint n, uint j)
{
    local ulong part[GROUP];
    uint item = get_local_id(0);
    ulong least = j > 0 ? nearest[j - 1] + 1 : 0, best = ULONG_MAX;
    for (uint i = item; i < n; i += GROUP)
        if (keys[i] >= least) best = min(best, keys[i]);
    part[item] = best;
    barrier(CLK_LOCAL_MEM_FENCE);    // all have written
    if (item > 0) return;
    //: skeleton
    //: // Here: what have the others found?
    //: solution
    for (uint k = 1; k < GROUP; k++)
        best = min(best, part[k]);
    //: end
    nearest[j] = best;
}
