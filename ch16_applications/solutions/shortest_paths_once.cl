// SPDX-License-Identifier: MIT
//
// shortest_paths_once - exercise 2 of shortest_paths: a work-item counts once.
//
//     build/bin/shortest_paths -k build/exercises/shortest_paths_once.cl

#ifndef UNKNOWN
#error "the host must build this file with -D for the macro above"
#endif

// A work-item per town.  It remembers whether it has found a shorter way, and counts once.
kernel void shortest_paths(global uint *distance, global uint *shorter, global const uint *first,
                           global const uint *to, global const uint *length, uint towns)
{
    uint t = get_global_id(0);
    if (t >= towns) return;
    uint here = atomic_min(&distance[t], UNKNOWN);
    if (here == UNKNOWN) return;
    bool found = false;
    for (uint i = first[t]; i < first[t + 1]; i++) {
        uint there = here + length[i];
        if (atomic_min(&distance[to[i]], there) > there) found = true;
    }
    //: skeleton
    //: // Exercise 2 of shortest_paths: the host must know whether anything was found.
    //: solution
    if (found) atomic_inc(shorter);
    //: end
}
