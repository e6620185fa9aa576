// SPDX-License-Identifier: MIT
//
// Exercise 4 of min_reduce_ladder: the smallest of sixteen by halves.
//
// The smallest of n elements.
//
// Each work-item finds the smallest of its share of the elements: nearly all the time goes there.
// Then the minima of a work-group become one, and those of all work-groups become the answer.  The
// kernels differ in how.
//
// The host sets GROUP, the work-items of each work-group, a power of two.

#ifndef GROUP
#error "the host must build this file with -DGROUP=<work-items per work-group>"
#endif

// --- a work-item's share

// Elements are read as vectors.  Work-item k of m reads
//
//     contiguous    0 0 0 1 1 1 2 2 2    its own part, one vector after the other: a core of a CPU
//     strided       0 1 2 0 1 2 0 1 2    every m-th vector: neighbours read neighbouring vectors
typedef struct {
    ulong first, end, stride;    // in vectors
} share;

share find_share(ulong vectors, uint contiguous)
{
    ulong item = get_global_id(0), items = get_global_size(0);
    share s = { item, vectors, items };
    if (contiguous) {
        ulong each = (vectors + items - 1) / items;
        s.first = min(item * each, vectors);
        s.end = min(s.first + each, vectors);
        s.stride = 1;
    }
    return s;
}

// The first work-item also looks at the elements after the last whole vector.
uint min_with_tail(uint least, global const uint *x, ulong first, ulong n)
{
    if (get_global_id(0) == 0)
        for (ulong i = first; i < n; i++)
            least = min(least, x[i]);
    return least;
}

uint min_of_four(uint4 four)
{
    uint2 two = min(four.lo, four.hi);
    return min(two.x, two.y);
}

uint min_of_share(global const uint *x, ulong n, share s)
{
    global const uint4 *x4 = (global const uint4 *)x;
    uint4 least = UINT_MAX;
    for (ulong at = s.first; at < s.end; at += s.stride)
        least = min(least, x4[at]);
    return min_with_tail(min_of_four(least), x, n / 4 * 4, n);
}

// --- atomics: two launches

// What this launch was like: a debug buffer.
void write_notes(global ulong *notes, share s)
{
    if (get_global_id(0) > 0) return;
    notes[0] = get_num_groups(0);
    notes[1] = get_global_size(0);
    notes[2] = s.end;
    notes[3] = s.stride;
}

// The work-items of a work-group put their minima into `group_least`, one after the other.
kernel void min_reduce_atomics(global uint *restrict minima, global ulong *restrict notes,
                               global const uint *restrict x, ulong n, uint contiguous)
{
    local uint group_least;
    if (get_local_id(0) == 0) group_least = UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);

    share s = find_share(n / 4, contiguous);
    atomic_min(&group_least, min_of_share(x, n, s));
    barrier(CLK_LOCAL_MEM_FENCE);

    if (get_local_id(0) == 0) minima[get_group_id(0)] = group_least;
    write_notes(notes, s);
}

// The second launch: one work-item per minimum.  The host sets *result to UINT_MAX before.
kernel void min_reduce_merge(global uint *restrict result, global const uint *restrict minima)
{
    atomic_min(result, minima[get_global_id(0)]);
}

// --- tree: no atomics

// The smallest value of a work-group, from one value per work-item.  Work-item 0 gets it.  In each
// step half of the work-items compare two values:
//
//     0 1 2 3 4 5 6 7      left = 4: 0 and 4, 1 and 5, 2 and 6, 3 and 7
//     0 1 2 3              left = 2: 0 and 2, 1 and 3
//     0 1                  left = 1: 0 and 1
uint min_of_group(local uint *values, uint own)
{
    uint item = get_local_id(0);
    values[item] = own;
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) values[item] = min(values[item], values[item + left]);
    }
    return values[item];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_tree(global uint *restrict minima, global const uint *restrict x, ulong n,
                uint contiguous)
{
    local uint values[GROUP];
    uint least = min_of_share(x, n, find_share(n / 4, contiguous));
    least = min_of_group(values, least);
    if (get_local_id(0) == 0) minima[get_group_id(0)] = least;
}

// The second launch: one work-group for all minima.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_tree_merge(global uint *restrict result, global const uint *restrict minima, uint count)
{
    local uint values[GROUP];
    uint least = UINT_MAX;
    for (uint i = get_local_id(0); i < count; i += GROUP)
        least = min(least, minima[i]);
    least = min_of_group(values, least);
    if (get_local_id(0) == 0) *result = least;
}

// --- one_launch: the work-group that finishes last looks at the minima of all

#define EMPTY 0

// Each work-group puts its minimum into its slot and then counts itself, in the slot behind all
// others.  The work-group that counts last finds all minima in their slots.
//
// A store in one work-group and a load in another would be a race, and a fence does not reach
// beyond the work-group.  atomic_xchg does, and its result is what lay in the slot before.  When
// the result is here, the minimum is in the slot.  So the work-group counts itself because the slot
// was EMPTY.  The last one leaves all slots EMPTY for the next launch.
void min_of_groups(global uint *result, volatile global uint *slots, local uint *values,
                   local uint *finished, uint least)
{
    uint groups = get_num_groups(0);
    least = min_of_group(values, least);
    if (get_local_id(0) == 0) {
        uint before = atomic_xchg(&slots[get_group_id(0)], least);
        uint own = before == EMPTY ? 1 : 0;
        *finished = atomic_add(&slots[groups], own) + own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (*finished < groups) return;

    least = UINT_MAX;
    for (uint i = get_local_id(0); i < groups; i += GROUP)
        least = min(least, atomic_xchg(&slots[i], EMPTY));
    least = min_of_group(values, least);
    if (get_local_id(0) == 0) {
        *result = least;
        atomic_xchg(&slots[groups], EMPTY);
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_one_launch(global uint *restrict result, volatile global uint *restrict slots,
                      global const uint *restrict x, ulong n, uint contiguous)
{
    local uint values[GROUP], finished;
    uint least = min_of_share(x, n, find_share(n / 4, contiguous));
    min_of_groups(result, slots, values, &finished, least);
}

// --- vectors: 16 elements per load, for the wide registers of a CPU

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_vectors(global uint *restrict result, volatile global uint *restrict slots,
                   global const uint *restrict x, ulong n, uint contiguous)
{
    local uint values[GROUP], finished;
    global const uint16 *x16 = (global const uint16 *)x;
    share s = find_share(n / 16, contiguous);
    uint16 least = UINT_MAX;
    for (ulong at = s.first; at < s.end; at += s.stride)
        least = min(least, x16[at]);

    //: skeleton
    //: // Here: the smallest of all sixteen.
    //: uint one = least.s0;
    //: solution
    uint8 eight = min(least.lo, least.hi);
    uint one = min_of_four(min(eight.lo, eight.hi));
    //: end
    one = min_with_tail(one, x, n / 16 * 16, n);
    min_of_groups(result, slots, values, &finished, one);
}

// --- in_flight: four loads begin before the first value is used, for a GPU, which waits for memory

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_in_flight(global uint *restrict result, volatile global uint *restrict slots,
                     global const uint *restrict x, ulong n, uint contiguous)
{
    local uint values[GROUP], finished;
    global const uint4 *x4 = (global const uint4 *)x;
    share s = find_share(n / 4, contiguous);
    uint4 least = UINT_MAX;
    ulong at = s.first;
    for (; at + 3 * s.stride < s.end; at += 4 * s.stride) {
        uint4 four[4];
        for (int k = 0; k < 4; k++)
            four[k] = x4[at + k * s.stride];
        for (int k = 0; k < 4; k++)
            least = min(least, four[k]);
    }
    for (; at < s.end; at += s.stride)
        least = min(least, x4[at]);

    uint one = min_with_tail(min_of_four(least), x, n / 4 * 4, n);
    min_of_groups(result, slots, values, &finished, one);
}

// --- the test: each run finds another element in another place

kernel void min_reduce_plant(global uint *restrict x, ulong place, uint element)
{
    x[place] = element;
}
