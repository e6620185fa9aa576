// SPDX-License-Identifier: MIT
//
// The K nearest of n points for each query, and the class that most of them have.
//
// A point's key has the squared distance in its upper half and the point's index in its lower half.
// Distances are not negative, so their bits are in the same order as their values: keys are in the
// order of (distance, index).  No two points have the same key.  So there is one right answer, also
// where distances are equal.
//
// Buffers
//     points     DIMS rows of `stride` floats: coordinate j of all points, then of all the next.
//                After the last point a row is filled up with INFINITY: nobody's neighbours
//     queries    DIMS floats per query
//     lists      K keys per query, nearest first
//     answers    KEEP keys per query, nearest first, and then the class
//
// Macros that the host sets
//     DIMS          coordinates of a point
//     K             keys that are looked for
//     KEEP          keys that count: K, or K - 1 where each query is a point that must not count
//     GROUP         work-items per work-group, a power of two; 1 on a CPU
//     ITEMS         work-items per work-group of knn_queries, one query each
//     WIDE          points side by side in a vector: 16 on a CPU, else 4
//     TILE          points in local memory at a time, a multiple of 8 * WIDE
//     CONTIGUOUS    1: a work-item has one piece of the points; 0: neighbours read neighbours
//     OWN_COUNTS    1: each work-item of knn_grid_count has counters of its own; 0: atomics

#if !defined(DIMS) || !defined(K) || !defined(KEEP) || !defined(GROUP) || !defined(ITEMS)
#error "the host must build this file with -DDIMS= -DK= -DKEEP= -DGROUP= -DITEMS="
#endif
#if !defined(WIDE) || !defined(TILE) || !defined(CONTIGUOUS) || !defined(OWN_COUNTS)
#error "the host must build this file with -DWIDE= -DTILE= -DCONTIGUOUS= -DOWN_COUNTS="
#endif

// The host has the same structure.
typedef struct {
    uint n, stride, queries;
    uint columns, rows, copies;    // of the grid's cells; counters per cell
    float left, bottom, side;      // the grid's corner, the side of a cell
} knn_shape;

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
typedef JOIN(float, WIDE) floats;

// Behind every point.
#define EMPTY ((ulong)as_uint(FLT_MAX) << 32 | UINT_MAX)

ulong make_key(float distance, uint index)
{
    return (ulong)as_uint(distance) << 32 | index;
}

float key_distance(ulong key)
{
    return as_float((uint)(key >> 32));
}

// --- the distance: fma() rounds once, so every device gets the same bits

void read_query(float *q, global const float *queries, uint query)
{
    for (int j = 0; j < DIMS; j++)
        q[j] = queries[(ulong)query * DIMS + j];
}

float distance_to(const float *q, global const float *points, uint stride, uint i)
{
    float sum = 0.0f;
    for (int j = 0; j < DIMS; j++) {
        float d = points[(ulong)j * stride + i] - q[j];
        sum = fma(d, d, sum);
    }
    return sum;
}

// --- a list of the K smallest keys so far, in order

void clear_list(ulong *list)
{
    for (int j = 0; j < K; j++)
        list[j] = EMPTY;
}

// The larger keys move up by one place.
void insert_key(ulong *list, ulong key)
{
#if K <= 16    // no branch, no index that is only known at run time: the list stays in registers
#pragma unroll
    for (int j = K - 1; j > 0; j--)
        list[j] = min(list[j], max(list[j - 1], key));
    list[0] = min(list[0], key);
#else
    int j = K - 1;
    for (; j > 0 && list[j - 1] > key; j--)
        list[j] = list[j - 1];
    list[j] = key;
#endif
}

// Key j of work-item i is lists[j * GROUP + i].  Of two lists, `a` gets the K smallest keys.
void merge_two(local ulong *lists, uint a, uint b)
{
    ulong merged[K];
    uint from_a = 0, from_b = 0;
    for (int j = 0; j < K; j++) {
        ulong x = lists[from_a * GROUP + a], y = lists[from_b * GROUP + b];
        merged[j] = min(x, y);
        if (x <= y)
            from_a++;
        else
            from_b++;
    }
    for (int j = 0; j < K; j++)
        lists[j * GROUP + a] = merged[j];
}

// The lists of a work-group become one, that of work-item 0, which writes it to `out`.
void merge_group(global ulong *out, local ulong *lists, const ulong *list)
{
    uint item = get_local_id(0);
    for (int j = 0; j < K; j++)
        lists[j * GROUP + item] = list[j];
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) merge_two(lists, item, item + left);
    }
    if (item == 0)
        for (int j = 0; j < K; j++)
            out[j] = lists[j * GROUP];
}

// --- sort_all: all distances, all sorted

// One key per work-item.  Behind the points: keys that sort to the end.
kernel void knn_distances(global ulong *restrict keys, global const float *restrict points,
                          global const float *restrict queries, knn_shape s, uint query)
{
    uint i = get_global_id(0);
    float q[DIMS];
    read_query(q, queries, query);
    keys[i] = i < s.n ? make_key(distance_to(q, points, s.stride, i), i) : ULONG_MAX;
}

// One pass of a bitonic sort: each work-item puts one pair in order.  The keys are a power of two.
kernel void knn_sort_pass(global ulong *restrict keys, knn_shape s, uint block, uint apart)
{
    uint t = get_global_id(0);
    uint low = t & (apart - 1);
    uint a = 2 * (t - low) + low, b = a + apart;
    bool up = (a & block) == 0;
    ulong x = keys[a], y = keys[b];
    if ((x > y) == up) {
        keys[a] = y;
        keys[b] = x;
    }
}

// --- select: each work-item keeps the K smallest keys of its share

typedef struct {
    uint first, end, step;
} share;

// Of `count` things for all work-items; pieces are multiples of `multiple`.
share find_share(uint count, uint multiple)
{
    uint item = get_global_id(0), items = get_global_size(0);
    if (!CONTIGUOUS) return (share){ item, count, items };
    uint each = (count / multiple + items - 1) / items * multiple;
    uint first = (uint)min((ulong)item * each, (ulong)count);
    return (share){ first, min(first + each, count), 1 };
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_select(global ulong *restrict parts, global const float *restrict points,
           global const float *restrict queries, knn_shape s, uint query)
{
    local ulong lists[K * GROUP];
    ulong list[K];
    float q[DIMS];
    read_query(q, queries, query);
    clear_list(list);
    share own = find_share(s.n, 1);
    for (uint i = own.first; i < own.end; i += own.step) {
        ulong key = make_key(distance_to(q, points, s.stride, i), i);
        if (key < list[K - 1]) insert_key(list, key);
    }
    merge_group(parts + (ulong)get_group_id(0) * K, lists, list);
}

// The K smallest of `count` keys.  One work-group per query, the first one for `query`.  count = 0:
// as many keys as knn_gather found.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_merge(global ulong *restrict lists, global const ulong *restrict keys,
          global const uint *restrict found, knn_shape s, uint query, uint count)
{
    local ulong room[K * GROUP];
    ulong list[K];
    clear_list(list);
    if (count == 0) count = min(*found, s.n);
    keys += (ulong)get_group_id(0) * count;
    for (uint i = get_local_id(0); i < count; i += GROUP)
        if (keys[i] < list[K - 1]) insert_key(list, keys[i]);
    merge_group(lists + (ulong)(query + get_group_id(0)) * K, room, list);
}

// --- wide: WIDE points side by side, and one question for several vectors: is any point nearer?

#define AT_ONCE 8u    // vectors

floats distances_to(const float *q, global const floats *points, uint vectors, uint v)
{
    floats sum = 0.0f;
#pragma unroll
    for (int j = 0; j < DIMS; j++) {
        floats d = points[(ulong)j * vectors + v] - q[j];
        sum = fma(d, d, sum);
    }
    return sum;
}

// Lane by lane, the smallest of AT_ONCE vectors.
floats nearest_to(const float *q, global const floats *points, uint vectors, uint v, uint step)
{
    floats nearest = distances_to(q, points, vectors, v);
#pragma unroll
    for (uint k = 1; k < AT_ONCE; k++)
        nearest = min(nearest, distances_to(q, points, vectors, v + k * step));
    return nearest;
}

// Whether any lane is below the limit.  A comparison gives -1 where it holds.  any() looks at one
// lane after the other on some CPUs; so lanes become bytes, and 8 bytes are looked at at once.
bool any_below(floats x, float limit)
{
#if WIDE == 16
    ulong2 some = as_ulong2(convert_char16(x < (floats)limit));
    return (some.x | some.y) != 0;
#else
    return any(x < (floats)limit);
#endif
}

// Points come in the order of their indices: of two at the same distance, the later one loses.
void insert_nearer(ulong *list, floats distances, uint first)
{
    if (!any_below(distances, key_distance(list[K - 1]))) return;
    float lane[WIDE];
    *(floats *)lane = distances;
    for (int k = 0; k < WIDE; k++)
        if (lane[k] < key_distance(list[K - 1])) insert_key(list, make_key(lane[k], first + k));
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_wide(global ulong *restrict parts, global const floats *restrict points,
         global const float *restrict queries, knn_shape s, uint query)
{
    local ulong lists[K * GROUP];
    ulong list[K];
    float q[DIMS];
    read_query(q, queries, query);
    clear_list(list);
    uint vectors = s.stride / WIDE;
    share own = find_share(vectors, AT_ONCE);
    uint v = own.first, step = own.step;
    float limit = key_distance(list[K - 1]);
    for (; v + (AT_ONCE - 1) * step < own.end; v += AT_ONCE * step) {
        if (!any_below(nearest_to(q, points, vectors, v, step), limit)) continue;
        for (uint k = 0; k < AT_ONCE; k++)
            insert_nearer(list, distances_to(q, points, vectors, v + k * step),
                          (v + k * step) * WIDE);
        limit = key_distance(list[K - 1]);
    }
    for (; v < own.end; v += step)
        insert_nearer(list, distances_to(q, points, vectors, v), v * WIDE);
    merge_group(parts + (ulong)get_group_id(0) * K, lists, list);
}

// --- sampled: a bound first, then the few points within it

// Each work-group finds the nearest of a few points of its piece.  These are different points, so
// the K-th smallest of their distances bounds that of the K-th neighbour.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_sample(global ulong *restrict parts, global uint *restrict found,
           global const float *restrict points, global const float *restrict queries, knn_shape s,
           uint query)
{
    local ulong nearest[GROUP];
    float q[DIMS];
    read_query(q, queries, query);
    uint item = get_local_id(0), piece = s.n / get_num_groups(0);
    uint first = get_group_id(0) * piece, count = max(piece / 16, 1u);
    ulong own = EMPTY;
    for (uint i = first + item; i < first + count; i += GROUP)
        own = min(own, make_key(distance_to(q, points, s.stride, i), i));
    nearest[item] = own;
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) nearest[item] = min(nearest[item], nearest[item + left]);
    }
    if (item == 0) parts[get_group_id(0)] = nearest[0];
    if (get_global_id(0) == 0) *found = 0;
}

// There is room for `room` keys; more are only found if an earlier command failed.
void append_within(global ulong *keys, volatile global uint *found, uint room, floats distances,
                   float bound, uint first)
{
    float lane[WIDE];
    *(floats *)lane = distances;
    for (int k = 0; k < WIDE; k++) {
        if (!(lane[k] <= bound)) continue;
        uint to = atomic_inc(found);
        if (to < room) keys[to] = make_key(lane[k], first + k);
    }
}

// All points within the bound, in any order.  The bound is the last key of the query's list.
kernel void knn_gather(global ulong *restrict keys, volatile global uint *restrict found,
                       global const floats *restrict points, global const float *restrict queries,
                       global const ulong *restrict lists, knn_shape s, uint query)
{
    float q[DIMS];
    read_query(q, queries, query);
    float bound = key_distance(lists[(ulong)query * K + K - 1]);
    float above = as_float(as_uint(bound) + 1);
    uint vectors = s.stride / WIDE;
    share own = find_share(vectors, AT_ONCE);
    uint v = own.first, step = own.step;
    for (; v + (AT_ONCE - 1) * step < own.end; v += AT_ONCE * step)
        if (any_below(nearest_to(q, points, vectors, v, step), above))
            for (uint k = 0; k < AT_ONCE; k++)
                append_within(keys, found, s.n, distances_to(q, points, vectors, v + k * step),
                              bound, (v + k * step) * WIDE);
    for (; v < own.end; v += step)
        append_within(keys, found, s.n, distances_to(q, points, vectors, v), bound, v * WIDE);
}

// --- queries: one query per work-item, all of a work-group look at the same tile of points

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
knn_queries(global ulong *restrict parts, global const floats *restrict points,
            global const float *restrict queries, knn_shape s)
{
    local floats tile[DIMS * (TILE / WIDE)];
    uint query = get_global_id(0), item = get_local_id(0);
    ulong list[K];
    float q[DIMS];
    read_query(q, queries, min(query, s.queries - 1));
    clear_list(list);
    uint vectors = s.stride / WIDE, tiles = (vectors + TILE / WIDE - 1) / (TILE / WIDE);
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
        if (query >= s.queries) continue;
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
    if (query < s.queries)
        for (int j = 0; j < K; j++)
            parts[((ulong)query * part_count + part) * K + j] = list[j];
}

// --- grid: the plane in square cells, and each cell's points side by side
#if DIMS == 2

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

// --- the vote

// One query per work-item.  The class with the most neighbours wins; of several such classes, the
// one with the nearest neighbour.  The list is used up: the next run cannot find this one's.
kernel void knn_vote(global ulong *restrict answers, global ulong *restrict lists,
                     global const uint *restrict classes, knn_shape s)
{
    uint query = get_global_id(0);
    if (query >= s.queries) return;
    global ulong *list = lists + (ulong)query * K;
    global ulong *answer = answers + (ulong)query * (KEEP + 1);
    uint class[KEEP], kept = 0;
    for (int j = 0; j < K; j++) {
        ulong key = list[j];
        uint index = (uint)key;
        list[j] = ULONG_MAX;
        bool itself = (KEEP < K) & (index == query);
        if (itself || kept == KEEP) continue;
        class[kept] = index < s.n ? classes[index] : UINT_MAX;
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
