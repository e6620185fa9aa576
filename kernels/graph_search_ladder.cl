// SPDX-License-Identifier: MIT
//
// graph_search_ladder - how far is each cell of a maze from the start?  One level of the search per
// launch, then many.
//
// The host sets
//     UNSEEN    the distance of a cell that nobody has seen; a wall has another negative number
//     LOCAL     levels: work-items of its only work-group
//     MOST      levels: the longest list that it takes
//     LEVELS    levels: the most of them per launch

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
            for (int k = 0; k < 4; k++) {
                if (!is_new(&distance[neighbours[k]], level + 1)) continue;
                uint at = LOCAL == 1 ? found++ : atomic_inc(&found);
                if (at < MOST)
                    lists[1 - which][at] = neighbours[k];
                else
                    next[at] = neighbours[k];
            }
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
