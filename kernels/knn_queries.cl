// SPDX-License-Identifier: MIT
//
// The K nearest of n points for each of many queries, and the class that most of them have.
//
// include/knn.h has the keys, the distance and a work-item's list.  What `tiles` needs is in
// include/knn_wide.h and include/knn_merge.h.
//
// Buffers
//     points     as knn.h says
//     queries    DIMS floats per query
//     classes    of the points
//     lists      K keys per query, nearest first
//     answers    KEEP keys per query, nearest first, and then the class
//
// Macros that the host sets, beside those of the headers
//     KEEP          keys that count: K, or K - 1 where each query is a point that must not count
//     ITEMS         work-items per work-group where each has a query
//     TILE          points in local memory at a time, a multiple of 8 * WIDE
//     OWN_COUNTS    1: each work-item of knn_grid_count has counters of its own; 0: atomics

#if !defined(KEEP) || !defined(ITEMS) || !defined(TILE) || !defined(OWN_COUNTS)
#error "the host must build this file with -DKEEP=, -DITEMS=, -DTILE= and -DOWN_COUNTS="
#endif

#include "knn.h"
#include "knn_merge.h"
#include "knn_wide.h"

// --- each: one query per work-item, which looks at all points

kernel void knn_each(global ulong *restrict lists, global const float *restrict points,
                     global const float *restrict queries, uint n, uint stride, uint query_count)
{
    uint query = get_global_id(0);
    if (query >= query_count) return;
    ulong list[K];
    float q[DIMS];
    read_query(q, queries, query);
    clear_list(list);
    for (uint i = 0; i < n; i++) {
        ulong key = make_key(distance_to(q, points, stride, i), i);
        if (key < list[K - 1]) insert_key(list, key);
    }
    for (int j = 0; j < K; j++)
        lists[(ulong)query * K + j] = list[j];
}

// --- the vote

// One query per work-item.  The class with the most neighbours wins; of several such classes, the
// one with the nearest neighbour.
kernel void knn_vote(global ulong *restrict answers, global const ulong *restrict lists,
                     global const uint *restrict classes, uint n, uint query_count)
{
    uint query = get_global_id(0);
    if (query >= query_count) return;
    global const ulong *list = lists + (ulong)query * K;
    global ulong *answer = answers + (ulong)query * (KEEP + 1);
    uint class[KEEP], kept = 0;
    for (int j = 0; j < K; j++) {
        ulong key = list[j];
        uint index = (uint)key;
        bool itself = (KEEP < K) & (index == query);
        if (itself || kept == KEEP) continue;
        class[kept] = index < n ? classes[index] : UINT_MAX;
        answer[kept++] = key;
    }
    uint winner = 0, most = 0;
    for (uint i = 0; i < KEEP; i++) {    // the nearest first, so a later class must have more
        uint votes = 0;
        for (uint j = 0; j < KEEP; j++)
            votes += class[j] == class[i];
        if (votes > most) {
            most = votes;
            winner = class[i];
        }
    }
    answer[KEEP] = winner;
}

// --- tiles: a work-group looks at the same tile of points

floats distances_in(const float *q, local const floats *tile, uint v)
{
    floats sum = 0.0f;
#pragma unroll
    for (int j = 0; j < DIMS; j++) {
        floats d = tile[j * (TILE / WIDE) + v] - q[j];
        sum = fma(d, d, sum);
    }
    return sum;
}

// Dimension 1 divides the points: work-group (g, p) has part p of them.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
knn_tiles(global ulong *restrict parts, global const floats *restrict points,
          global const float *restrict queries, uint stride, uint query_count)
{
    local floats tile[DIMS * (TILE / WIDE)];
    uint query = get_global_id(0), item = get_local_id(0);
    ulong list[K];
    float q[DIMS];
    read_query(q, queries, min(query, query_count - 1));
    clear_list(list);
    uint vectors = stride / WIDE, tiles = (vectors + TILE / WIDE - 1) / (TILE / WIDE);
    uint part = get_group_id(1), part_count = get_num_groups(1);
    uint each = (tiles + part_count - 1) / part_count;
    uint end = min((part + 1) * each, tiles);
    for (uint t = part * each; t < end; t++) {
        uint first = t * (TILE / WIDE), count = min((uint)(TILE / WIDE), vectors - first);
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile before is not needed any more
        for (uint v = item; v < count; v += ITEMS)
            for (int j = 0; j < DIMS; j++)
                tile[j * (TILE / WIDE) + v] = points[(ulong)j * vectors + first + v];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (query >= query_count) continue;
        float limit = key_distance(list[K - 1]);
        for (uint v = 0; v < count; v += AT_ONCE) {
            floats nearest = distances_in(q, tile, v);
#pragma unroll
            for (uint k = 1; k < AT_ONCE; k++)
                nearest = min(nearest, distances_in(q, tile, v + k));
            if (!any_below(nearest, limit)) continue;
            for (uint k = v; k < v + AT_ONCE; k++)
                insert_nearer(list, distances_in(q, tile, k), (first + k) * WIDE);
            limit = key_distance(list[K - 1]);
        }
    }
    if (query < query_count)
        for (int j = 0; j < K; j++)
            parts[((ulong)query * part_count + part) * K + j] = list[j];
}

// The K smallest of `count` keys for each query.  One work-group per query.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_merge_parts(global ulong *restrict lists, global const ulong *restrict keys, uint count)
{
    local ulong room[K * GROUP];
    uint query = get_group_id(0);
    merge_keys(lists + (ulong)query * K, keys + (ulong)query * count, count, room);
}

// --- grid: the plane in square cells, and each cell's points side by side
#if DIMS == 2

// The host has the same structure.
typedef struct {
    uint n, stride, queries;
    uint columns, rows, copies;    // of the grid's cells; counters per cell
    float left, bottom, side;      // the grid's corner, the side of a cell
} knn_shape;

// Positions are in cells.  Rounding moves one by less than 1/128 of a cell.
float2 position_of(float2 p, knn_shape s)
{
    return (p - (float2)(s.left, s.bottom)) / s.side;
}

int2 cell_of(float2 position, knn_shape s)
{
    return convert_int2(
        clamp(position, (float2)(0.0f), (float2)((float)(s.columns - 1), (float)(s.rows - 1))));
}

uint cell_index(global const float *points, uint i, knn_shape s)
{
    int2 cell = cell_of(position_of((float2)(points[i], points[s.stride + i]), s), s);
    return (uint)cell.y * s.columns + (uint)cell.x;
}

// Adds 1 to a counter and gives what it was.
uint next(volatile global uint *counter)
{
    return OWN_COUNTS ? (*counter)++ : atomic_inc(counter);
}

// One counter per work-item.
kernel void knn_grid_clear(global uint *restrict counts, global uint *restrict booked, knn_shape s)
{
    uint i = get_global_id(0);
    if (i < s.columns * s.rows * s.copies) counts[i] = 0;
    if (i == 0) *booked = 0;
}

// How many points each cell has.  Copy c of all counters follows copy c - 1.
kernel void knn_grid_count(global uint *restrict counts, global const float *restrict points,
                           knn_shape s)
{
    share own = find_share(s.n, 1);
    global uint *copy = counts + (OWN_COUNTS ? get_global_id(0) * s.columns * s.rows : 0);
    for (uint i = own.first; i < own.end; i += own.step)
        next(&copy[cell_index(points, i, s)]);
}

// One work-group per row of cells.  The row books room for its points: rows are in any order, the
// cells of a row are side by side.  A counter becomes the place of the cell's first point.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_grid_rows(global uint *restrict starts, global uint *restrict counts,
              volatile global uint *restrict booked, knn_shape s)
{
    local uint sums[GROUP], row_start;
    uint item = get_local_id(0), row = get_group_id(0), cells = s.columns * s.rows;
    uint each = (s.columns + GROUP - 1) / GROUP;
    uint first = min(item * each, s.columns), end = min(first + each, s.columns);
    uint sum = 0;
    for (uint x = first; x < end; x++)
        for (uint c = 0; c < s.copies; c++)
            sum += counts[c * cells + row * s.columns + x];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = 0;
    for (uint i = 0; i < item; i++)
        at += sums[i];
    if (item == GROUP - 1) row_start = atomic_add(booked, at + sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    at += row_start;
    global uint *start = starts + row * (s.columns + 1);
    for (uint x = first; x < end; x++) {
        start[x] = at;
        for (uint c = 0; c < s.copies; c++) {
            global uint *counter = &counts[c * cells + row * s.columns + x];
            uint count = *counter;
            *counter = at;
            at += count;
        }
    }
    if (item == GROUP - 1) start[s.columns] = at;
}

// Each point goes to the next free place of its cell, with its index.
kernel void knn_grid_scatter(global float *restrict cell_points, global uint *restrict indices,
                             global uint *restrict counts, global const float *restrict points,
                             knn_shape s)
{
    share own = find_share(s.n, 1);
    global uint *copy = counts + (OWN_COUNTS ? get_global_id(0) * s.columns * s.rows : 0);
    for (uint i = own.first; i < own.end; i += own.step) {
        uint to = next(&copy[cell_index(points, i, s)]);
        if (to >= s.n) continue;    // an earlier command failed
        cell_points[to] = points[i];
        cell_points[s.stride + to] = points[s.stride + i];
        indices[to] = i;
    }
}

// The points of the cells from (from, y) to (to, y): they are side by side.
void search_run(ulong *list, const float *q, global const float *cell_points,
                global const uint *indices, global const uint *starts, knn_shape s, int y, int from,
                int to)
{
    if (y < 0 || y >= (int)s.rows) return;
    from = max(from, 0);
    to = min(to, (int)s.columns - 1);
    if (from > to) return;
    global const uint *start = starts + (uint)y * (s.columns + 1);
    uint end = min(start[to + 1], s.n);    // more is only there if an earlier command failed
    for (uint p = start[from]; p < end; p++) {
        ulong key = make_key(distance_to(q, cell_points, s.stride, p), indices[p]);
        if (key < list[K - 1]) insert_key(list, key);
    }
}

// One query per work-item: its cell and the cells around it, then ring after ring.  A ring is the
// last one when everything outside is farther than the K-th neighbour.  Two positions are rounded:
// 1/64 of a cell is more than both errors.
kernel void knn_grid_search(global ulong *restrict lists, global const float *restrict cell_points,
                            global const uint *restrict indices, global const uint *restrict starts,
                            global const float *restrict queries, knn_shape s)
{
    uint query = get_global_id(0);
    if (query >= s.queries) return;
    ulong list[K];
    float q[DIMS];
    read_query(q, queries, query);
    clear_list(list);
    float2 position = position_of((float2)(q[0], q[1]), s);
    int2 cell = cell_of(position, s);
    for (int ring = 1;; ring++) {
        int left = cell.x - ring, right = cell.x + ring;
        int bottom = cell.y - ring, top = cell.y + ring;
        for (int y = bottom; y <= top; y++)
            if (ring == 1 || y == bottom || y == top) {
                search_run(list, q, cell_points, indices, starts, s, y, left, right);
            } else {
                search_run(list, q, cell_points, indices, starts, s, y, left, left);
                search_run(list, q, cell_points, indices, starts, s, y, right, right);
            }
        float cells = INFINITY;    // from the query to the nearest cell outside
        if (left > 0) cells = min(cells, position.x - left);
        if (right < (int)s.columns - 1) cells = min(cells, right + 1 - position.x);
        if (bottom > 0) cells = min(cells, position.y - bottom);
        if (top < (int)s.rows - 1) cells = min(cells, top + 1 - position.y);
        float reach = (cells - 1.0f / 64.0f) * s.side * 0.9999f;
        if (isinf(cells) || reach * reach > key_distance(list[K - 1])) break;
    }
    for (int j = 0; j < K; j++)
        lists[(ulong)query * K + j] = list[j];
}
#endif
