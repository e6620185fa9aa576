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

kernel void shortest_paths_plain(global uint *distance, global uint *shorter,
                                 global const uint *first, global const uint *to,
                                 global const uint *length, uint towns)
{
    uint t = get_global_id(0);
    if (t >= towns) return;
    uint here = atomic_min(&distance[t], UNKNOWN);
    if (here == UNKNOWN) return;
    for (uint i = first[t]; i < first[t + 1]; i++) {
        uint there = here + length[i];
        if (atomic_min(&distance[to[i]], there) > there) atomic_inc(shorter);
    }
}

// --- delta: a bucket has the towns with distances from begin to end - 1, which is begin +
// DELTA - 1.
//
//     distance  0 ... 299   |   300 ... 599   |   600 ... 899  ...
//               bucket 0        bucket 1          bucket 2
//
//     gather    a list of the bucket's towns
//     look      light roads, again and again: they may lead to towns of the same bucket, which are
//               the list of the next launch
//     gather    the list of all its towns, whose distances do not change any more
//     look      heavy roads, once: they lead to later buckets

// What a launch tells the host: how many towns are in the new list, and the largest distance that
// was new.
typedef struct {
    uint count, farthest;
} news;

// A work-item per town of the country.  A work-group counts its towns in local memory, and takes
// places for all of them at once.
kernel void shortest_paths_gather(global uint *list, global news *found,
                                  global const uint *distance, uint towns, uint begin)
{
    local uint towns_here, first_place;
    uint t = get_global_id(0), at = 0;
    bool is_here = t < towns && distance[t] >= begin && distance[t] < begin + DELTA;
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
kernel void shortest_paths_look(global uint *distance, global uint *next, global news *found,
                                global uint *mark, global const uint *now, uint count,
                                global const uint *first, global const uint *to,
                                global const uint *length, uint end, uint launch, uint heavy)
{
    uint k = get_global_id(0);
    if (k >= count) return;
    uint t = now[k], here = atomic_min(&distance[t], UNKNOWN), farthest = 0;
    for (uint i = first[t]; i < first[t + 1]; i++) {
        if ((length[i] > DELTA) != heavy) continue;
        uint there = here + length[i];
        if (atomic_min(&distance[to[i]], there) <= there) continue;
        farthest = max(farthest, there);
        if (there < end && atomic_xchg(&mark[to[i]], launch) != launch)
            next[atomic_inc(&found->count)] = to[i];
    }
    if (farthest > 0) atomic_max(&found->farthest, farthest);
}

// --- queues: for CPUs.  A launch per bucket: a few work-items share its towns, and each of them
// goes on alone.
//
//     pile of the last launch -> queue     a town of this bucket
//     queue -> queue                       it makes a way within the bucket shorter
//     queue -> pile                        it finds the first way to a town of a later bucket
//
// Another work-item may make the same way shorter.  It puts the town into its own queue.  So nobody
// waits for anybody, and nothing but `distance` is shared.

// The towns whose roads a work-item still has to look at: a ring with room for all.
typedef struct {
    global uint *ring, *waits;    // waits[t]: town t is there already
    uint first, count, room;
} queue;

void put(queue *q, uint t)
{
    if (q->waits[t]) return;
    q->waits[t] = 1;
    uint at = q->first + q->count++;
    q->ring[at < q->room ? at : at - q->room] = t;
}

uint take(queue *q)
{
    uint t = q->ring[q->first];
    q->waits[t] = 0;
    q->first = q->first + 1 < q->room ? q->first + 1 : 0;
    q->count--;
    return t;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
shortest_paths_queues(global uint *distance, global uint *piles, global uint *counts,
                      global const uint *last_piles, global const uint *last_counts,
                      global news *found, global uint *queues, global const uint *first,
                      global const uint *to, global const uint *length, uint towns, uint begin)
{
    uint me = get_global_id(0), items = get_global_size(0), end = begin + DELTA, count = 0;
    global uint *pile = piles + (size_t)me * towns;
    global uint *ring = queues + (size_t)me * 2 * towns;
    queue q = { ring, ring + towns, 0, 0, towns };

    // A share of each pile.  A town there may have got a way of an earlier bucket since.
    for (uint i = 0; i < items; i++) {
        ulong all = last_counts[i];
        for (uint k = all * me / items; k < all * (me + 1) / items; k++) {
            uint t = last_piles[(size_t)i * towns + k], here = atomic_min(&distance[t], UNKNOWN);
            if (here >= end)
                pile[count++] = t;
            else if (here >= begin)
                put(&q, t);
        }
    }

    while (q.count > 0) {
        uint t = take(&q), here = atomic_min(&distance[t], UNKNOWN);
        for (uint i = first[t]; i < first[t + 1]; i++) {
            uint there = here + length[i], before = atomic_min(&distance[to[i]], there);
            if (before <= there) continue;
            if (there < end)
                put(&q, to[i]);
            else if (before == UNKNOWN)    // else it is in a pile
                pile[count++] = to[i];
        }
    }
    counts[me] = count;
    atomic_add(&found->count, count);
}
