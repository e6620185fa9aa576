// SPDX-License-Identifier: MIT
//
// What knn_ladder.cl and knn_queries.cl share: keys, distances, and a work-item's list of the
// nearest.
//
// A point's key has the squared distance in its upper half and the point's index in its lower half.
// Distances are not negative, so their bits are in the same order as their values: keys are in the
// order of (distance, index).  No two points have the same key.  So there is one right answer, also
// where distances are equal.
//
// Points are DIMS rows of `stride` floats: coordinate j of all points, then of all the next.  After
// the last point a row is filled up with INFINITY: nobody's neighbours.
//
// Macros that the host sets
//     DIMS          coordinates of a point
//     K             keys in a list
//     CONTIGUOUS    1: a work-item has one piece of the points; 0: neighbours read neighbours

#if !defined(DIMS) || !defined(K) || !defined(CONTIGUOUS)
#error "the host must build this file with -DDIMS=, -DK= and -DCONTIGUOUS="
#endif

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

// --- what a work-item does of work for all

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
