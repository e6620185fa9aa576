// SPDX-License-Identifier: MIT
//
// Exercise 4 of graph_search: a work-item takes the places of its new cells with one atomic.

#ifndef UNSEEN
#error "the host must build this file with -DUNSEEN=<a negative number>"
#endif

// The cells that are new in this level are in `now`: their distance is `level`.  A work-item per
// such cell looks at its four neighbours.  Those that nobody has seen yet are new in the next
// level.
//
// Two work-items may see the same neighbour.  atomic_cmpxchg writes its distance if it is still
// UNSEEN, and returns what was there before: only one of them gets UNSEEN, and puts the cell into
// `next`.  atomic_inc gives each new cell a place of its own.
//
// A wall has the distance WALL, so nobody goes there.  All around the maze is wall: each cell has
// four neighbours.
kernel void graph_search(global int *distance, global uint *next, global uint *next_count,
                         global const uint *now, uint now_count, int level, uint width)
{
    uint i = get_global_id(0);
    if (i >= now_count) return;

    uint cell = now[i];
    uint neighbours[4] = { cell - width, cell - 1, cell + 1, cell + width };
    uint mine[4], found = 0;
    for (int k = 0; k < 4; k++)
        if (atomic_cmpxchg(&distance[neighbours[k]], UNSEEN, level + 1) == UNSEEN)
            mine[found++] = neighbours[k];
    //: skeleton
    //: // Here: put the cells of `mine` into `next`.
    //: solution
    if (found == 0) return;
    uint first = atomic_add(next_count, found);
    for (uint k = 0; k < found; k++)
        next[first + k] = mine[k];
    //: end
}
