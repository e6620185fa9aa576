// SPDX-License-Identifier: MIT
//
// shortest_paths_ladder_farthest - exercise 4 of shortest_paths_ladder: a work-group
// tells the farthest way once.
//
//     build/bin/shortest_paths_ladder -V delta -k build/exercises/shortest_paths_ladder_farthest.cl

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

// A work-item per town of the list `now`.  A work-group tells the host once which way was the
// farthest.
kernel void shortest_paths_look(global uint *way, global uint *next, global news *found,
                                global uint *mark, global const uint *now, uint count,
                                global const uint *first, global const uint *to,
                                global const uint *length, uint end, uint launch, uint heavy)
{
    local uint farthest;
    uint k = get_global_id(0);
    if (get_local_id(0) == 0) farthest = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < count) {
        uint t = now[k], here = atomic_min(&way[t], UNKNOWN);
        for (uint i = first[t]; i < first[t + 1]; i++) {
            if ((length[i] > DELTA) != heavy) continue;
            uint there = here + length[i];
            if (atomic_min(&way[to[i]], there) <= there) continue;
            atomic_max(&farthest, there);
            if (there < end && atomic_xchg(&mark[to[i]], launch) != launch)
                next[atomic_inc(&found->count)] = to[i];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    //: skeleton
    //: // Exercise 4 of shortest_paths_ladder: the host must know it.  Who tells it?
    //: solution
    if (get_local_id(0) == 0 && farthest > 0) atomic_max(&found->farthest, farthest);
    //: end
}
