// SPDX-License-Identifier: MIT
//
// Exercise 3 of graph_search_ladder: a work-item takes the places of its new cells with one atomic.
//
// The host sets
//     UNSEEN    the distance of a cell that nobody has seen; a wall has another negative number
//     LOCAL     levels: work-items of its only work-group
//     MOST      levels: the longest list that it takes
//     LEVELS    levels: so many of them end a launch

#if !defined(UNSEEN) || !defined(LOCAL) || !defined(MOST) || !defined(LEVELS)
#error "the host must build this file with -D for each of the macros above"
#endif

// --- plain: a launch is a level, a work-item is a cell of its list; the kernel of graph_search.

kernel void graph_search_plain(global int *distance, global uint *next, global uint *next_count,
                               global const uint *now, uint now_count, int level, uint width)
{
    uint i = get_global_id(0);
    if (i >= now_count) return;

    uint cell = now[i];
    uint neighbours[4] = { cell - width, cell - 1, cell + 1, cell + width };
    for (int k = 0; k < 4; k++)
        if (atomic_cmpxchg(&distance[neighbours[k]], UNSEEN, level + 1) == UNSEEN)
            next[atomic_inc(next_count)] = neighbours[k];
}

// --- levels: one work-group makes a level after the other, as long as their lists are short.
//
//     launch    level 17   barrier   level 18   barrier   level 19  ...  read by the host
//               lists[0]             lists[1]             lists[0]
//               to lists[1]          to lists[0]          to lists[1]

// Whether the cell is new: then it has a distance now.  A work-item that is alone needs no atomic.
bool is_new(global int *distance, int level)
{
#if LOCAL == 1
    bool unseen = *distance == UNSEEN;
    if (unseen) *distance = level;
    return unseen;
#else
    return atomic_cmpxchg(distance, UNSEEN, level) == UNSEEN;
#endif
}

// A list that is too long goes on in `next`, and the launch ends.  `state` tells the host how many
// cells are in the list, and which level they are.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
graph_search_levels(global int *distance, global uint *next, global uint *state,
                    global const uint *now, uint now_count, int level, uint width)
{
    local uint lists[2][MOST], found;
    uint me = get_local_id(0), count = now_count, which = 0;
    for (uint i = me; i < count; i += LOCAL)
        lists[0][i] = now[i];

    for (int end = level + LEVELS; level < end && count > 0 && count <= MOST; level++) {
        if (me == 0) found = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = me; i < count; i += LOCAL) {
            uint cell = lists[which][i];
            uint neighbours[4] = { cell - width, cell - 1, cell + 1, cell + width };
            uint mine[4], mine_count = 0;
            for (int k = 0; k < 4; k++)
                if (is_new(&distance[neighbours[k]], level + 1)) mine[mine_count++] = neighbours[k];
            //: skeleton
            //: // Here: put the cells of `mine` into the list.
            //: solution
            uint at = atomic_add(&found, mine_count);
            for (uint k = 0; k < mine_count; k++, at++)
                if (at < MOST)
                    lists[1 - which][at] = mine[k];
                else
                    next[at] = mine[k];
            //: end
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        count = found;
        which = 1 - which;
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read `found`
    }

    for (uint i = me; i < min(count, (uint)MOST); i += LOCAL)
        next[i] = lists[which][i];
    if (me == 0) {
        state[0] = count;
        state[1] = level;
    }
}
