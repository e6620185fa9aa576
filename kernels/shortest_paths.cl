// SPDX-License-Identifier: MIT
//
// shortest_paths - how long is the shortest way from town 0 to each town?  A round of Bellman and
// Ford: whether a town that is known makes the ways to its neighbours shorter.
//
// The host sets
//     UNKNOWN    the distance of a town to which no way is known: larger than any other

#ifndef UNKNOWN
#error "the host must build this file with -D for the macro above"
#endif

// A work-item per town.  From town t lead the roads first[t] to first[t + 1] - 1.  Road i leads to
// town to[i].
//
// Many roads may lead to the same town.  atomic_min keeps the shortest distance, and returns the
// one that was there before: so a work-item knows whether it has found a shorter way.  While it
// reads distance[t], others may make that shorter: this read is an atomic, too.
kernel void shortest_paths(global uint *distance, global uint *shorter, global const uint *first,
                           global const uint *to, global const uint *length, uint towns)
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
