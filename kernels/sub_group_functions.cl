// SPDX-License-Identifier: MIT
//
// Sub-groups: the work-items of a work-group that the device runs together, such as the 32 of a
// warp.  They exchange values without local memory and without a barrier.
//
// GROUP      the work-items of each work-group, a power of two and at least 4
//
// The host defines these where the device has the extension cl_khr_subgroup_...
//
// BALLOT, SHUFFLE, SHUFFLE_RELATIVE, ROTATE, CLUSTERED_REDUCE, NON_UNIFORM_VOTE,
// NON_UNIFORM_ARITHMETIC, EXTENDED_TYPES

#ifndef GROUP
#error "the host must build this file with -DGROUP=<work-items per work-group>"
#endif

#define GROUP_KERNEL kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void

// --- the shape: which work-item is where

// A work-item's place in its work-group, by sub-groups: all of the first one, then all of the next
// one.  Only the last sub-group may have fewer than the largest number of work-items.
//
// The broadcast tells the compiler that the number is the same in the whole sub-group.  Then
// neighbours have neighbouring places, and loads and stores become vectors.
uint find_sub_group(void)
{
    return sub_group_broadcast(get_sub_group_id(), 0);
}

uint find_place(void)
{
    return find_sub_group() * get_max_sub_group_size() + get_sub_group_local_id();
}

// Any work-group size.
kernel void sub_groups_shape(global uint *restrict shape)
{
    size_t items = get_global_size(0), i = get_global_id(0);
    shape[0 * items + i] = get_sub_group_id();
    shape[1 * items + i] = get_sub_group_local_id();
    shape[2 * items + i] = get_sub_group_size();
    shape[3 * items + i] = get_max_sub_group_size();
    shape[4 * items + i] = get_num_sub_groups();
}

// --- each function once: row f of `out` has one answer per work-item, ordered by places

GROUP_KERNEL sub_groups_each(global int *restrict out, global const int *restrict x, int rare)
{
    size_t items = get_global_size(0), i = get_group_id(0) * GROUP + find_place();
    uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
    int v = x[i];

    out[0 * items + i] = sub_group_all(v > -rare) != 0;
    out[1 * items + i] = sub_group_any(v > rare) != 0;
    out[2 * items + i] = sub_group_broadcast(v, last);
    out[3 * items + i] = sub_group_reduce_add(v);
    out[4 * items + i] = sub_group_reduce_min(v);
    out[5 * items + i] = sub_group_scan_inclusive_add(v);
    out[6 * items + i] = sub_group_scan_exclusive_max(v);

#ifdef BALLOT
    // One bit per work-item of the sub-group.
    uint4 ballot = sub_group_ballot(v > 0);
    out[7 * items + i] = sub_group_ballot_bit_count(ballot);
    out[8 * items + i] = sub_group_ballot_exclusive_scan(ballot);
    out[9 * items + i] = any(ballot != 0) ? (int)sub_group_ballot_find_lsb(ballot) : -1;
    out[10 * items + i] = sub_group_inverse_ballot(ballot) != 0;
    out[11 * items + i] = sub_group_broadcast_first(v);
#endif
#ifdef SHUFFLE
    // Each work-item chooses from whom it takes.
    out[12 * items + i] = sub_group_shuffle(v, last - lane);
    out[13 * items + i] = sub_group_shuffle_xor(v, 1);
#endif
#ifdef SHUFFLE_RELATIVE
    out[14 * items + i] = sub_group_shuffle_up(v, 1);
    out[15 * items + i] = sub_group_shuffle_down(v, 2);
#endif
#ifdef ROTATE
    out[16 * items + i] = sub_group_rotate(v, 1);
    out[17 * items + i] = sub_group_clustered_rotate(v, 1, 4);
#endif
#ifdef CLUSTERED_REDUCE
    out[18 * items + i] = sub_group_clustered_reduce_add(v, 4);
#endif

    // Some work-items only: those in the branch are asked.
    int elected = 0, vote = 0, sum = 0, scan = 0;
    if (v > 0) {
#ifdef NON_UNIFORM_VOTE
        elected = sub_group_elect() != 0;
        vote = sub_group_non_uniform_any(v > rare) != 0;
#endif
#ifdef NON_UNIFORM_ARITHMETIC
        sum = sub_group_non_uniform_reduce_add(v);
        scan = sub_group_non_uniform_scan_inclusive_add(v);
#endif
    }
    out[19 * items + i] = elected;
    out[20 * items + i] = vote;
    out[21 * items + i] = sum;
    out[22 * items + i] = scan;

#ifdef EXTENDED_TYPES
    out[23 * items + i] = sub_group_reduce_max((short)(v / 4));
    out[24 * items + i] = sub_group_broadcast((int2)(v, -v), 0).y;
#endif
}

// --- sum: of the values of a work-group

// By hand: a tree in local memory.
GROUP_KERNEL sub_groups_sum_local(global int *restrict out, global const int *restrict x)
{
    local int values[GROUP];
    uint item = get_local_id(0);
    values[item] = x[get_global_id(0)];
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) values[item] += values[item + left];
    }
    if (item == 0) out[get_group_id(0)] = values[0];
}

// One sum per sub-group goes through local memory.  The first sub-group adds them.
GROUP_KERNEL sub_groups_sum_sub_group(global int *restrict out, global const int *restrict x)
{
    local int sums[GROUP];
    int sum = sub_group_reduce_add(x[get_global_id(0)]);
    if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_id() > 0) return;

    int own = 0;
    for (uint s = get_sub_group_local_id(); s < get_num_sub_groups(); s += get_sub_group_size())
        own += sums[s];
    sum = sub_group_reduce_add(own);
    if (get_sub_group_local_id() == 0) out[get_group_id(0)] = sum;
}

// --- scan: each work-item gets the sum of the values up to its own

GROUP_KERNEL sub_groups_scan_local(global int *restrict out, global const int *restrict x)
{
    local int sums[GROUP];
    uint item = get_local_id(0);
    sums[item] = x[get_global_id(0)];
    for (uint step = 1; step < GROUP; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int before = item >= step ? sums[item - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += before;
    }
    out[get_global_id(0)] = sums[item];
}

// A scan in each sub-group.  Then each adds the sums of the sub-groups before its own.
GROUP_KERNEL sub_groups_scan_sub_group(global int *restrict out, global const int *restrict x)
{
    local int sums[GROUP];
    size_t i = get_group_id(0) * GROUP + find_place();
    int sum = sub_group_scan_inclusive_add(x[i]);
    if (get_sub_group_local_id() == get_sub_group_size() - 1) sums[get_sub_group_id()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 0, own = find_sub_group(); s < own; s++)
        sum += sums[s];
    out[i] = sum;
}

// --- transpose: a matrix of side x side numbers, by tiles of 4 x 4; `side` is a multiple of 4

// Four work-items have a tile, each one of its rows.  Then each has one of its columns.
//
//     item 0   a b c d             a e i m
//     item 1   e f g h     --->    b f j n
//     item 2   i j k l             c g k o
//     item 3   m n o p             d h l p
void store_column(global int *out, uint side, uint tile, uint item, int4 column)
{
    uint tiles = side / 4, tile_x = tile % tiles, tile_y = tile / tiles;
    if (tile_y < tiles) vstore4(column, 0, out + (size_t)(4 * tile_x + item) * side + 4 * tile_y);
}

int4 load_row(global const int *x, uint side, uint tile, uint item)
{
    uint tiles = side / 4, tile_x = tile % tiles, tile_y = tile / tiles;
    return tile_y < tiles ? vload4(0, x + (size_t)(4 * tile_y + item) * side + 4 * tile_x) : 0;
}

GROUP_KERNEL sub_groups_transpose_local(global int *restrict out, global const int *restrict x,
                                        uint side)
{
    local int rows[GROUP * 4];
    uint place = get_local_id(0), item = place % 4, first = place - item;
    uint tile = (get_group_id(0) * GROUP + place) / 4;
    vstore4(load_row(x, side, tile, item), place, rows);
    barrier(CLK_LOCAL_MEM_FENCE);
    int4 column = { rows[4 * first + item], rows[4 * first + 4 + item], rows[4 * first + 8 + item],
                    rows[4 * first + 12 + item] };
    store_column(out, side, tile, item, column);
}

#ifdef SHUFFLE
// In two steps: with the neighbour, then with the one after it.  In each step a work-item keeps one
// half of its numbers and gives the other half.
//
//     a b c d          a e c g          a e i m
//     e f g h   xor 1  b f d h   xor 2  b f j n
//     i j k l   --->   i m k o   --->   c g k o
//     m n o p          j n l p          d h l p
GROUP_KERNEL sub_groups_transpose_sub_group(global int *restrict out, global const int *restrict x,
                                            uint side)
{
    uint place = find_place(), item = place % 4;
    uint tile = (get_group_id(0) * GROUP + place) / 4;
    int4 v = load_row(x, side, tile, item);

    int2 give = item & 1 ? v.even : v.odd, take;
    take.x = sub_group_shuffle_xor(give.x, 1);
    take.y = sub_group_shuffle_xor(give.y, 1);
    v = item & 1 ? (int4)(take.x, v.y, take.y, v.w) : (int4)(v.x, take.x, v.z, take.y);

    give = item & 2 ? v.lo : v.hi;
    take.x = sub_group_shuffle_xor(give.x, 2);
    take.y = sub_group_shuffle_xor(give.y, 2);
    v = item & 2 ? (int4)(take, v.hi) : (int4)(v.lo, take);
    store_column(out, side, tile, item, v);
}
#endif
