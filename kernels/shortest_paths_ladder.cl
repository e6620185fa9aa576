// SPDX-License-Identifier: MIT
//
// shortest_paths_ladder - how long is the shortest way from town 0 to each town?  All towns in each
// launch, then only those that are near.
//
// From town t lead the roads first[t] to first[t + 1] - 1.  Road i leads to town to[i].
//
// The host sets
//     UNKNOWN    the length of a way that is not known: larger than any other
//     DELTA      how much the ways of a bucket may differ; longer roads are heavy

#if !defined(UNKNOWN) || !defined(DELTA)
#error "the host must build this file with -D for each of the macros above"
#endif

// --- plain: each town that is known looks at its roads; the kernel of shortest_paths.

kernel void shortest_paths_plain(global uint *way, global uint *shorter, global const uint *first,
                                 global const uint *to, global const uint *length, uint towns)
{
    uint t = get_global_id(0);
    if (t >= towns) return;
    uint here = atomic_min(&way[t], UNKNOWN);
    if (here == UNKNOWN) return;
    for (uint i = first[t]; i < first[t + 1]; i++) {
        uint there = here + length[i];
        if (atomic_min(&way[to[i]], there) > there) atomic_inc(shorter);
    }
}

// --- delta: a bucket has the towns with ways from begin to end - 1, which is begin + DELTA - 1.
//
//     ways      0 ... 299   |   300 ... 599   |   600 ... 899  ...
//               bucket 0        bucket 1          bucket 2
//
//     gather    a list of the bucket's towns
//     look      light roads, again and again: they may lead to towns of the same bucket, which are
//               the list of the next launch
//     gather    the list of all its towns, whose ways do not change any more
//     look      heavy roads, once: they lead to later buckets

// What a launch tells the host: how many towns are in the new list, and the longest way that was
// new.
typedef struct {
    uint count, farthest;
} news;

// A work-item per town of the country.
kernel void shortest_paths_gather(global uint *list, global news *found, global const uint *way,
                                  uint towns, uint begin)
{
    uint t = get_global_id(0);
    if (t < towns && way[t] >= begin && way[t] < begin + DELTA) list[atomic_inc(&found->count)] = t;
}

// A work-item per town of the list `now`.  A town may get a shorter way several times in a launch:
// the first one to set its mark to this launch puts it into `next`.
kernel void shortest_paths_look(global uint *way, global uint *next, global news *found,
                                global uint *mark, global const uint *now, uint count,
                                global const uint *first, global const uint *to,
                                global const uint *length, uint end, uint launch, uint heavy)
{
    uint k = get_global_id(0);
    if (k >= count) return;
    uint t = now[k], here = atomic_min(&way[t], UNKNOWN), farthest = 0;
    for (uint i = first[t]; i < first[t + 1]; i++) {
        if ((length[i] > DELTA) != heavy) continue;
        uint there = here + length[i];
        if (atomic_min(&way[to[i]], there) <= there) continue;
        farthest = max(farthest, there);
        if (there < end && atomic_xchg(&mark[to[i]], launch) != launch)
            next[atomic_inc(&found->count)] = to[i];
    }
    if (farthest > 0) atomic_max(&found->farthest, farthest);
}
