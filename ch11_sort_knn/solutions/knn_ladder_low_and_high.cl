// SPDX-License-Identifier: MIT
//
// Exercise 4 of knn_ladder: a pair without a branch.
//
// The K nearest of n points for one query, and the class that most of them have.
//
// include/knn.h has the keys, the distance and a work-item's list.  From `select` on lists are
// merged: include/knn_merge.h.  What `wide` and `sampled` need is in include/knn_wide.h.
//
// Buffers
//     points     as knn.h says
//     query      DIMS floats
//     classes    of the points
//     list       K keys, nearest first
//     answer     K keys, nearest first; the class; how many of the K points each class has
//
// The headers name the macros that the host sets.

#include "knn.h"
#include "knn_merge.h"
#include "knn_wide.h"

// --- sort_all: all distances, all sorted

// One key per work-item.  Behind the points: keys that sort to the end.
kernel void knn_distances(global ulong *restrict keys, global const float *restrict points,
                          global const float *restrict query, uint n, uint stride)
{
    uint i = get_global_id(0);
    float q[DIMS];
    read_query(q, query, 0);
    keys[i] = i < n ? make_key(distance_to(q, points, stride, i), i) : ULONG_MAX;
}

// One pass of a bitonic sort: each work-item puts one pair in order.  The keys are a power of two.
kernel void knn_sort_pass(global ulong *restrict keys, uint block, uint apart)
{
    uint t = get_global_id(0);
    uint low = t & (apart - 1);
    uint a = 2 * (t - low) + low, b = a + apart;
    bool up = (a & block) == 0;
    ulong low_key = min(keys[a], keys[b]), high_key = max(keys[a], keys[b]);
    //: skeleton
    //: keys[a] = low_key;    // Here: blocks that fall
    //: keys[b] = high_key;
    //: solution
    keys[a] = up ? low_key : high_key;
    keys[b] = up ? high_key : low_key;
    //: end
}

// --- the vote: the first K of the sorted keys, or a list of another rung

// One work-item.  The class with the most neighbours wins; of several such classes, the one with
// the nearest neighbour.
kernel void knn_vote(global ulong *restrict answer, global const ulong *restrict list,
                     global const uint *restrict classes, uint n, uint class_count)
{
    global ulong *votes = answer + K + 1;
    for (uint c = 0; c < class_count; c++)
        votes[c] = 0;
    for (int j = 0; j < K; j++) {
        uint index = (uint)list[j];
        answer[j] = list[j];
        if (index < n) votes[classes[index]]++;
    }
    ulong winner = 0, most = 0;
    for (int j = 0; j < K; j++) {    // the nearest first, so a later class must have more
        uint index = (uint)list[j], class = index < n ? classes[index] : 0;
        if (votes[class] > most) {
            most = votes[class];
            winner = class;
        }
    }
    answer[K] = winner;
}

// --- select: each work-item keeps the K smallest keys of its share

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_select(global ulong *restrict parts, global const float *restrict points,
           global const float *restrict query, uint n, uint stride)
{
    local ulong lists[K * GROUP];
    ulong list[K];
    float q[DIMS];
    read_query(q, query, 0);
    clear_list(list);
    share own = find_share(n, 1);
    for (uint i = own.first; i < own.end; i += own.step) {
        ulong key = make_key(distance_to(q, points, stride, i), i);
        if (key < list[K - 1]) insert_key(list, key);
    }
    merge_group(parts + (ulong)get_group_id(0) * K, lists, list);
}

// The K smallest of `count` keys.  One work-group.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_merge(global ulong *restrict list, global const ulong *restrict keys, uint count)
{
    local ulong room[K * GROUP];
    merge_keys(list, keys, count, room);
}

// --- wide: 16 points at a time, and one question for 8 times 16

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_wide(global ulong *restrict parts, global const floats *restrict points,
         global const float *restrict query, uint stride)
{
    local ulong lists[K * GROUP];
    ulong list[K];
    float q[DIMS];
    read_query(q, query, 0);
    clear_list(list);
    uint vectors = stride / WIDE;
    share own = find_share(vectors, AT_ONCE);
    uint v = own.first, step = own.step;
    float limit = key_distance(list[K - 1]);
    for (; v + (AT_ONCE - 1) * step < own.end; v += AT_ONCE * step) {
        if (!any_below(nearest_to(q, points, vectors, v, step), limit)) continue;
        for (uint k = 0; k < AT_ONCE; k++)
            insert_nearer(list, distances_to(q, points, vectors, v + k * step),
                          (v + k * step) * WIDE);
        limit = key_distance(list[K - 1]);
    }
    for (; v < own.end; v += step)
        insert_nearer(list, distances_to(q, points, vectors, v), v * WIDE);
    merge_group(parts + (ulong)get_group_id(0) * K, lists, list);
}

// --- sampled: a bound first, then the few points within it

// Each work-group finds the nearest of a few points of its piece.  These are different points, so
// the K-th smallest of their distances bounds that of the K-th neighbour.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_sample(global ulong *restrict parts, global uint *restrict found,
           global const float *restrict points, global const float *restrict query, uint n,
           uint stride)
{
    local ulong nearest[GROUP];
    float q[DIMS];
    read_query(q, query, 0);
    uint item = get_local_id(0), piece = n / get_num_groups(0);
    uint first = get_group_id(0) * piece, count = max(piece / 16, 1u);
    ulong own = EMPTY;
    for (uint i = first + item; i < first + count; i += GROUP)
        own = min(own, make_key(distance_to(q, points, stride, i), i));
    nearest[item] = own;
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) nearest[item] = min(nearest[item], nearest[item + left]);
    }
    if (item == 0) parts[get_group_id(0)] = nearest[0];
    if (get_global_id(0) == 0) *found = 0;
}

// There is room for `room` keys; more are only found if an earlier command failed.
void append_within(global ulong *keys, volatile global uint *found, uint room, floats distances,
                   float bound, uint first)
{
    lanes at = { distances };
    for (int k = 0; k < WIDE; k++) {
        if (!(at.lane[k] <= bound)) continue;
        uint to = atomic_inc(found);
        if (to < room) keys[to] = make_key(at.lane[k], first + k);
    }
}

// All points within the bound, in any order.  The bound is the last key of the list.
kernel void knn_gather(global ulong *restrict keys, volatile global uint *restrict found,
                       global const floats *restrict points, global const float *restrict query,
                       global const ulong *restrict list, uint n, uint stride)
{
    float q[DIMS];
    read_query(q, query, 0);
    float bound = key_distance(list[K - 1]);
    float above = as_float(as_uint(bound) + 1);
    uint vectors = stride / WIDE;
    share own = find_share(vectors, AT_ONCE);
    uint v = own.first, step = own.step;
    for (; v + (AT_ONCE - 1) * step < own.end; v += AT_ONCE * step)
        if (any_below(nearest_to(q, points, vectors, v, step), above))
            for (uint k = 0; k < AT_ONCE; k++)
                append_within(keys, found, n, distances_to(q, points, vectors, v + k * step), bound,
                              (v + k * step) * WIDE);
    for (; v < own.end; v += step)
        append_within(keys, found, n, distances_to(q, points, vectors, v), bound, v * WIDE);
}

// The K smallest of the keys that were found.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_merge_found(global ulong *restrict list, global const ulong *restrict keys,
                global const uint *restrict found, uint n)
{
    local ulong room[K * GROUP];
    merge_keys(list, keys, min(*found, n), room);
}
