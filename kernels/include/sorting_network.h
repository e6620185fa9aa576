// SPDX-License-Identifier: MIT
//
// sorting_network - sorts unsigned keys, 16 at a time: which keys are compared does not depend on
// the keys.
//
// A comparator puts two keys in order.  On vectors it is min() and max(): 16 comparators at once,
// and no branch that the processor could foresee wrongly.
//
// Two sorted lists become one (Batcher's bitonic merge).  The first comparators fold the lists: the
// first key meets the last one, the second key the last but one.  After that, no key of the first
// half belongs into the second half.  The same happens in each half, each quarter, and so on, where
// key i of one half meets key i of the other:
//
//     1 3 5 8 | 2 4 6 7      1 with 7, 3 with 6, 5 with 4, 8 with 2
//     1 3 4 2 | 8 5 6 7      1 with 4, 3 with 2         8 with 6, 5 with 7
//     1 2 | 4 3 | 6 5 | 8 7  1 with 2, 4 with 3         6 with 5, 8 with 7
//     1 2 3 4 5 6 7 8
//
// (bitonic_sort_ladder shows the same merge for whole arrays.)
//
// A vector is a row of a matrix, its 16 places are lanes.  Partners in one lane of two rows are put
// in order as they are.  Partners in two lanes need a copy of the row whose lanes have changed
// places, and each lane then takes one of two keys.  So a block of 16 rows begins with its columns,
// whose comparators need nothing else.  With four rows of two lanes:
//
//     4 7             1 2              1 5
//     9 2    sort     4 3    merge     2 6    transpose    1 2 3 4
//     1 5   columns   6 5   columns    3 7   ---------->   5 6 7 9
//     6 3  -------->  9 7  -------->   4 9

#define ROWS  16    // of a block, which is sorted in registers: 256 keys
#define LANES (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

#define INLINED __attribute__((always_inline)) static    // with constants: all loops are unrolled

INLINED void order(uint16 *a, uint16 *b)
{
    uint16 smaller = min(*a, *b);
    *b = max(*a, *b);
    *a = smaller;
}

// All comparators at these distances in the same lane: `first`, half of it, and so on down to 1.
INLINED void order_rows(uint16 rows[ROWS], uint first)
{
#pragma unroll
    for (uint distance = first; distance > 0; distance /= 2)
#pragma unroll
        for (uint i = 0; i < ROWS; i++)
            if (!(i & distance)) order(&rows[i], &rows[i ^ distance]);
}

// Lane i gets the key of lane i ^ change.
INLINED uint16 swap_lanes(uint16 row, uint change)
{
    return shuffle(row, LANES ^ change);
}

// Each lane meets its partner.  The upper of two lanes at this distance takes the larger key.
INLINED uint16 order_lanes(uint16 row, uint16 partners, uint distance)
{
    return select(min(row, partners), max(row, partners), (LANES & distance) != 0);
}

// All comparators at the lane distances `first`, half of it, and so on down to 1.
INLINED void order_within_rows(uint16 rows[ROWS], uint first)
{
#pragma unroll
    for (uint distance = first; distance > 0; distance /= 2)
#pragma unroll
        for (uint i = 0; i < ROWS; i++)
            rows[i] = order_lanes(rows[i], swap_lanes(rows[i], distance), distance);
}

// Sorts each column.
INLINED void sort_columns(uint16 rows[ROWS])
{
#pragma unroll
    for (uint list = 1; list < ROWS; list *= 2) {
#pragma unroll
        for (uint i = 0; i < ROWS; i++)
            if (!(i & list)) order(&rows[i], &rows[i ^ (2 * list - 1)]);
        order_rows(rows, list / 2);
    }
}

// Merges lists of `list` columns each, two by two.  Folded, row i meets row 15 - i, and the lanes
// of two lists meet in the opposite order.
INLINED void merge_columns(uint16 rows[ROWS], uint list)
{
#pragma unroll
    for (uint i = 0; i < ROWS / 2; i++) {
        uint16 a = rows[i], b = rows[i ^ (ROWS - 1)];
        rows[i] = order_lanes(a, swap_lanes(b, 2 * list - 1), list);
        rows[i ^ (ROWS - 1)] = order_lanes(b, swap_lanes(a, 2 * list - 1), list);
    }
    order_within_rows(rows, list / 2);
    order_rows(rows, ROWS / 2);
}

// Columns become rows.  Four times: row i and row i + 8 become one row after the other, in which
// their keys take turns.
INLINED void transpose(uint16 rows[ROWS])
{
#pragma unroll
    for (uint k = 0; k < 4; k++) {
        uint16 old[ROWS];
#pragma unroll
        for (uint i = 0; i < ROWS; i++)
            old[i] = rows[i];
#pragma unroll
        for (uint i = 0; i < ROWS / 2; i++) {
            rows[2 * i].even = old[i].lo;
            rows[2 * i].odd = old[i + ROWS / 2].lo;
            rows[2 * i + 1].even = old[i].hi;
            rows[2 * i + 1].odd = old[i + ROWS / 2].hi;
        }
    }
}

INLINED void load_block(uint16 rows[ROWS], global const uint16 *keys)
{
#pragma unroll
    for (uint i = 0; i < ROWS; i++)
        rows[i] = keys[i];
}

INLINED void store_block(global uint16 *keys, const uint16 rows[ROWS])
{
#pragma unroll
    for (uint i = 0; i < ROWS; i++)
        keys[i] = rows[i];
}

void sort_block(global uint16 *keys)
{
    uint16 rows[ROWS];
    load_block(rows, keys);
    sort_columns(rows);
#pragma unroll
    for (uint list = 1; list < ROWS; list *= 2)
        merge_columns(rows, list);
    transpose(rows);
    store_block(keys, rows);
}

// The end of a merge of rows: all comparators at distances of less than a block.
void end_merge(global uint16 *keys)
{
    uint16 rows[ROWS];
    load_block(rows, keys);
    order_rows(rows, ROWS / 2);
    order_within_rows(rows, 8);
    store_block(keys, rows);
}

// Row i meets row i + distance, for `count` rows.
void order_far(global uint16 *keys, uint distance, uint count)
{
    for (uint i = 0; i < count; i++) {
        uint16 a = keys[i], b = keys[i + distance];
        keys[i] = min(a, b);
        keys[i + distance] = max(a, b);
    }
}

// Merges rows: the first `list` rows are sorted, and so are the others up to `end`, at most as
// many.  Think of the largest key in all places behind the end: comparators would leave it there,
// so they are left out.  Folded rows of the second half stay turned around: the comparators that
// follow find both halves of a list in the same lanes, and sort each row at last.
void merge_lists(global uint16 *keys, uint list, uint end)
{
    for (uint i = list; i < end; i++) {
        uint16 a = keys[2 * list - 1 - i], b = swap_lanes(keys[i], 15);
        keys[2 * list - 1 - i] = min(a, b);
        keys[i] = max(a, b);
    }
    for (uint distance = list / 2; distance >= ROWS; distance /= 2)
        for (uint first = 0; first + distance < end; first += 2 * distance)
            order_far(keys + first, distance, min(distance, end - first - distance));
    for (uint first = 0; first < end; first += ROWS)
        end_merge(keys + first);
}

// Merges sorted blocks: `end` rows.
void merge_blocks(global uint16 *keys, uint end)
{
    for (uint list = ROWS; list < end; list *= 2)
        for (uint first = 0; first + list < end; first += 2 * list)
            merge_lists(keys + first, list, min(2 * list, end - first));
}
