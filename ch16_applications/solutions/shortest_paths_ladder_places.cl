// SPDX-License-Identifier: MIT
//
// shortest_paths_ladder_places - exercise 3 of shortest_paths_ladder: a work-group takes all its
// places at once.
//
//     build/bin/shortest_paths_ladder -V delta -k build/exercises/shortest_paths_ladder_places.cl

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

// A work-item per town of the country.  A work-group counts its towns in local memory, and takes
// places for all of them at once.
kernel void shortest_paths_gather(global uint *list, global news *found, global const uint *way,
                                  uint towns, uint begin)
{
    local uint towns_here, first_place;
    uint t = get_global_id(0), at = 0;
    bool is_here = t < towns && way[t] >= begin && way[t] < begin + DELTA;
    if (get_local_id(0) == 0) towns_here = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_here) at = atomic_inc(&towns_here);
    barrier(CLK_LOCAL_MEM_FENCE);
    //: skeleton
    //: // Exercise 3 of shortest_paths_ladder: where do the towns of this work-group begin in the list?
    //: if (get_local_id(0) == 0) first_place = 0;
    //: solution
    if (get_local_id(0) == 0) first_place = atomic_add(&found->count, towns_here);
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_here) list[first_place + at] = t;
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
