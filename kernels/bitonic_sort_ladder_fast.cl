// SPDX-License-Identifier: MIT
//
// Bitonic sort as in bitonic_sort_ladder.cl, which explains it.  There a work-item reads two keys
// from memory for each comparison.  Here it does several passes on what it holds in registers: all
// keys that these passes compare with each other.
//
//     registers         several passes per launch on global memory; one between two barriers of a
//                       tile
//     register_tiles    several passes between two barriers of a tile, too
//     vectors           the same with rows of 16 keys in place of single ones
//
// The host sets, beside the macros of keys.h,
//
//     TILE           keys that a work-group sorts in local memory
//     TILE_BITS      TILE is 2^TILE_BITS
//     GROUP          work-items of such a work-group
//     ROW_BITS       in a tile a work-item holds 2^ROW_BITS rows: it does ROW_BITS passes
//     PASSES         bitonic_sort_merge does so many passes
//     LANES          keys of a row: 1, or 16 for the vector registers of a CPU
//
// `stride_bits` stands for the stride 2^stride_bits.

#include "keys.h"

#if !defined(TILE) || !defined(TILE_BITS) || !defined(GROUP)
#error "the host must build this file with -DTILE= -DTILE_BITS= and -DGROUP="
#endif
#if !defined(ROW_BITS) || !defined(PASSES) || !defined(LANES)
#error "the host must build this file with -DROW_BITS= -DPASSES= and -DLANES="
#endif

// An element is the rank of a key.  With values it is the rank in the upper half and the value in
// the lower half: equal keys are ordered by their values.
#if PAIRS
typedef ulong element;
#define TO_ELEMENT(key, value) ((ulong)RANK(uint, key) << 32 | (value))
#define KEY_OF(element)        UNRANK(uint, (uint)((element) >> 32))
#else
typedef uint element;
#define TO_ELEMENT(key, value) RANK(uint, key)
#define KEY_OF(element)        UNRANK(uint, element)
#endif

// A row is LANES elements, one after the other in memory.
#if LANES == 1
typedef element row;
#define LANE_BITS 0
#elif PAIRS
typedef ulong16 row;
#define LANE_BITS 4
#else
typedef uint16 row;
#define LANE_BITS 4
#endif

// The smaller one to `a`.
#define ORDER(a, b)          \
    do {                     \
        row low = min(a, b); \
        b = max(a, b);       \
        a = low;             \
    } while (0)

// The first element of this work-group's tile.  A launch for a part of the keys has an offset:
// get_global_id begins there, get_group_id always with 0.
uint tile_start(void)
{
    return get_global_id(0) / GROUP * TILE;
}

// --- global memory: element i is key i and value i

element load_element(global const uint *keys, global const uint *values, uint i, uint n)
{
    if (i >= n) return ~(element)0;
    return TO_ELEMENT(keys[i], values[i]);
}

void store_element(global uint *keys, global uint *values, uint i, uint n, element e)
{
    if (i >= n) return;
    keys[i] = KEY_OF(e);
#if PAIRS
    values[i] = (uint)e;
#endif
}

// The row whose first element is i, a multiple of LANES.
#if LANES == 1
#define load_row  load_element
#define store_row store_element
#else
row load_row(global const uint *keys, global const uint *values, uint i, uint n)
{
    if (i + LANES <= n) {
        uint16 rank = RANK(uint16, *(global const uint16 *)(keys + i));
#if PAIRS
        uint16 value = *(global const uint16 *)(values + i);
        return convert_ulong16(rank) << 32 | convert_ulong16(value);
#else
        return rank;
#endif
    }
    row whole = ~(row)0;
    for (uint lane = 0; i + lane < n; lane++)
        ((element *)&whole)[lane] = load_element(keys, values, i + lane, n);
    return whole;
}

void store_row(global uint *keys, global uint *values, uint i, uint n, row whole)
{
    if (i + LANES <= n) {
#if PAIRS
        *(global uint16 *)(keys + i) = UNRANK(uint16, convert_uint16(whole >> 32));
        *(global uint16 *)(values + i) = convert_uint16(whole);
#else
        *(global uint16 *)(keys + i) = UNRANK(uint16, whole);
#endif
    } else {
        for (uint lane = 0; i + lane < n; lane++)
            store_element(keys, values, i + lane, n, ((element *)&whole)[lane]);
    }
}
#endif

// --- which rows belong together

// A set is 2^passes rows which are 2^stride_bits elements apart: so many passes compare them with
// each other and with nothing else; the last pass has this stride.  With 4 rows of one element and
// stride 2:
//
//     element          0 1 2 3 4 5 6 7  8 9 ...
//     of set           0 1 0 1 0 1 0 1  2 3 ...
//     with a flip      0 1 0 1 1 0 1 0  2 3 ...    the upper half is mirrored
//
// x and y say where row j begins: x + j * stride in the lower half, y + j * stride in the upper.
uint2 find_set(uint k, uint passes, uint stride_bits, uint flip)
{
    uint stride = 1u << stride_bits;
    uint at = k * LANES & (stride - 1);
    uint block = k >> (stride_bits - LANE_BITS) << (stride_bits + passes);
    return (uint2)(block + at, block + (flip ? stride - LANES - at : at));
}

uint find_row(uint2 set, uint j, uint passes, uint stride_bits)
{
    return (j >> (passes - 1) ? set.y : set.x) + (j << stride_bits);
}

// --- lanes: passes inside a row

#if LANES == 1
#define REVERSE(r)     (r)
#define merge_lanes(r) (r)
#define sort_lanes(r)  (r)
#else
#define REVERSE(r) ((r).sfedcba9876543210)

// `partner` has in each lane what this lane is compared with.  The larger one is for those lanes
// where `upper` has a 1 as its highest bit.
row order_lanes(row r, row partner, row upper)
{
    return select(min(r, partner), max(r, partner), upper);
}

#define U       (~(element)0)
#define UPPER_8 (row)(0, 0, 0, 0, 0, 0, 0, 0, U, U, U, U, U, U, U, U)
#define UPPER_4 (row)(0, 0, 0, 0, U, U, U, U, 0, 0, 0, 0, U, U, U, U)
#define UPPER_2 (row)(0, 0, U, U, 0, 0, U, U, 0, 0, U, U, 0, 0, U, U)
#define UPPER_1 (row)(0, U, 0, U, 0, U, 0, U, 0, U, 0, U, 0, U, 0, U)

// Passes of stride 4, 2, 1.
row merge_lanes_4(row r)
{
    r = order_lanes(r, r.s45670123cdef89ab, UPPER_4);
    r = order_lanes(r, r.s23016745ab89efcd, UPPER_2);
    return order_lanes(r, r.s1032547698badcfe, UPPER_1);
}

row merge_lanes(row r)
{
    return merge_lanes_4(order_lanes(r, r.s89abcdef01234567, UPPER_8));
}

// Stages 1 to 4.
row sort_lanes(row r)
{
    r = order_lanes(r, r.s1032547698badcfe, UPPER_1);
    r = order_lanes(r, r.s32107654ba98fedc, UPPER_2);
    r = order_lanes(r, r.s1032547698badcfe, UPPER_1);
    r = order_lanes(r, r.s76543210fedcba98, UPPER_4);
    r = order_lanes(r, r.s23016745ab89efcd, UPPER_2);
    r = order_lanes(r, r.s1032547698badcfe, UPPER_1);
    return merge_lanes_4(order_lanes(r, REVERSE(r), UPPER_8));
}
#endif

// --- registers: passes on 2^all rows that a work-item holds, in blocks of 2^bits rows.  `all` is a
// constant wherever this is inlined: so the loops are unrolled, and each row stays in a register.

__attribute__((always_inline)) static void merge_rows(row *r, int all, int bits, uint flip)
{
    int pairs = 1 << all >> 1;
    if (flip) {
#pragma unroll
        for (int k = 0; k < pairs; k++) {
            int left = (k >> (bits - 1) << bits) + (k & ((1 << (bits - 1)) - 1));
            int right = left ^ ((1 << bits) - 1);
            row mirrored = REVERSE(r[right]);
            ORDER(r[left], mirrored);
            r[right] = REVERSE(mirrored);
        }
        bits--;
    }
#pragma unroll
    for (int b = all - 1; b >= 0; b--) {
        if (b < bits) {
#pragma unroll
            for (int k = 0; k < pairs; k++) {
                int left = (k >> b << (b + 1)) + (k & ((1 << b) - 1));
                ORDER(r[left], r[left + (1 << b)]);
            }
        }
    }
}

// PASSES passes on global memory, of strides 2^(stride_bits + PASSES - 1) to 2^stride_bits.  A
// work-item holds one set.
kernel void bitonic_sort_merge(global uint *keys, global uint *values, global const uint *in_keys,
                               global const uint *in_values, uint n, uint stride_bits, uint flip)
{
    uint2 set = find_set(get_global_id(0), PASSES, stride_bits, flip);
    if (set.x >= n) return;
    row r[1 << PASSES];
#pragma unroll
    for (uint j = 0; j < 1u << PASSES; j++)
        r[j] = load_row(in_keys, in_values, find_row(set, j, PASSES, stride_bits), n);
    merge_rows(r, PASSES, PASSES, flip);
#pragma unroll
    for (uint j = 0; j < 1u << PASSES; j++)
        store_row(keys, values, find_row(set, j, PASSES, stride_bits), n, r[j]);
}

// --- register tiles: ROW_BITS passes between two barriers

#define ROWS (1u << ROW_BITS)
#define SETS (TILE / (ROWS * LANES))

// Where the row of element i is in local memory.  An empty place after 32 elements: without it,
// work-items that hold neighbouring sets of 16 would all ask the same bank of the memory.
#if LANES == 1
#define SLOT(i) ((i) + (i) / 32)
#else
#define SLOT(i) ((i) / LANES)
#endif

void load_rows(local row *tile, global const uint *in_keys, global const uint *in_values, uint n)
{
    uint first = tile_start();
    for (uint i = get_local_id(0) * LANES; i < TILE; i += GROUP * LANES)
        tile[SLOT(i)] = load_row(in_keys, in_values, first + i, n);
}

// In load_merged other work-items have read what this one writes.
void store_rows(global uint *keys, global uint *values, uint n, local const row *tile)
{
    uint first = tile_start();
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (uint i = get_local_id(0) * LANES; i < TILE; i += GROUP * LANES)
        store_row(keys, values, first + i, n, tile[SLOT(i)]);
}

// The first stages: each set is ROWS rows one after the other, and becomes sorted.
void sort_sets(local row *tile)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = get_local_id(0); k < SETS; k += GROUP) {
        row r[ROWS];
        uint first = k * ROWS * LANES;
#pragma unroll
        for (uint j = 0; j < ROWS; j++)
            r[j] = sort_lanes(tile[SLOT(first + j * LANES)]);
#pragma unroll
        for (int bits = 1; bits <= ROW_BITS; bits++) {
            merge_rows(r, ROW_BITS, bits, 1);
#pragma unroll
            for (uint j = 0; j < ROWS; j++)
                r[j] = merge_lanes(r[j]);
        }
#pragma unroll
        for (uint j = 0; j < ROWS; j++)
            tile[SLOT(first + j * LANES)] = r[j];
    }
}

// ROW_BITS passes of a set, the last one with stride 2^stride_bits; then its rows go to the tile.
__attribute__((always_inline)) static void merge_set(local row *tile, row *r, uint2 set,
                                                     uint stride_bits, uint flip)
{
    merge_rows(r, ROW_BITS, ROW_BITS, flip);
    if (stride_bits == LANE_BITS) {
#pragma unroll
        for (uint j = 0; j < ROWS; j++)
            r[j] = merge_lanes(r[j]);
    }
#pragma unroll
    for (uint j = 0; j < ROWS; j++)
        tile[SLOT(find_row(set, j, ROW_BITS, stride_bits))] = r[j];
}

// The stride of the last of the next ROW_BITS passes.  Some of them may have been done before, when
// few are left.  Then they change nothing.
uint next_stride(uint stride_bits)
{
    return max(stride_bits, (uint)(ROW_BITS + LANE_BITS)) - ROW_BITS;
}

// All passes of strides below 2^stride_bits, ROW_BITS at a time.
void merge_tile(local row *tile, uint stride_bits, uint flip)
{
    while (stride_bits > LANE_BITS) {
        stride_bits = next_stride(stride_bits);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = get_local_id(0); k < SETS; k += GROUP) {
            uint2 set = find_set(k, ROW_BITS, stride_bits, flip);
            row r[ROWS];
#pragma unroll
            for (uint j = 0; j < ROWS; j++)
                r[j] = tile[SLOT(find_row(set, j, ROW_BITS, stride_bits))];
            merge_set(tile, r, set, stride_bits, flip);
        }
        flip = 0;
    }
}

// The first passes of the rest of a stage: the rows come from global memory.
void load_merged(local row *tile, global const uint *in_keys, global const uint *in_values, uint n,
                 uint stride_bits)
{
    uint first = tile_start();
    for (uint k = get_local_id(0); k < SETS; k += GROUP) {
        uint2 set = find_set(k, ROW_BITS, stride_bits, 0);
        row r[ROWS];
#pragma unroll
        for (uint j = 0; j < ROWS; j++)
            r[j] = load_row(in_keys, in_values, first + find_row(set, j, ROW_BITS, stride_bits), n);
        merge_set(tile, r, set, stride_bits, 0);
    }
}

// Sorts each tile.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
bitonic_sort_register_tile(global uint *keys, global uint *values, global const uint *in_keys,
                           global const uint *in_values, uint n)
{
    local row tile[SLOT(TILE)];
    load_rows(tile, in_keys, in_values, n);
    sort_sets(tile);
    for (uint stage = ROW_BITS + LANE_BITS + 1; stage <= TILE_BITS; stage++)
        merge_tile(tile, stage, 1);
    store_rows(keys, values, n, tile);
}

// The last passes of a larger block: those of strides below 2^stride_bits.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
bitonic_sort_register_tile_merge(global uint *keys, global uint *values, global const uint *in_keys,
                                 global const uint *in_values, uint n, uint stride_bits)
{
    local row tile[SLOT(TILE)];
    stride_bits = next_stride(stride_bits);
    load_merged(tile, in_keys, in_values, n, stride_bits);
    merge_tile(tile, stride_bits, 0);
    store_rows(keys, values, n, tile);
}
