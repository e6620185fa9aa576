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

// A work-item per town of the country.
kernel void shortest_paths_gather(global uint *list, global news *found,
                                  global const uint *distance, uint towns, uint begin)
{
    uint t = get_global_id(0);
    if (t < towns && distance[t] >= begin && distance[t] < begin + DELTA)
        list[atomic_inc(&found->count)] = t;
}

// A work-item per town of the list `now`.  A work-group tells the host once which way was the
// farthest.
kernel void shortest_paths_look(global uint *distance, global uint *next, global news *found,
                                global uint *mark, global const uint *now, uint count,
                                global const uint *first, global const uint *to,
                                global const uint *length, uint end, uint launch, uint heavy)
{
    local uint farthest;
    uint k = get_global_id(0);
    if (get_local_id(0) == 0) farthest = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < count) {
        uint t = now[k], here = atomic_min(&distance[t], UNKNOWN);
        for (uint i = first[t]; i < first[t + 1]; i++) {
            if ((length[i] > DELTA) != heavy) continue;
            uint there = here + length[i];
            if (atomic_min(&distance[to[i]], there) <= there) continue;
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
