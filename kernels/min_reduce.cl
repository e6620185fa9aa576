// SPDX-License-Identifier: MIT
//
// One answer from n elements: the smallest, the largest, their sum, or where the smallest is.
//
// In all kernels a work-item first reduces its share of the elements to one value in private
// memory: nearly all the time goes there.  Then the values of a work-group become one, then those
// of all work-groups.  The kernels differ in how.
//
// The host sets OPERATION (0: min, 1: max, 2: sum, 3: argmin) and GROUP, the work-items of each
// work-group, a power of two.

#if !defined(OPERATION) || !defined(GROUP)
#error "the host must build this file with -DOPERATION= and -DGROUP="
#endif

// A `value` is what is reduced, values16 are 16 of them.  VALUE(x, i) is that of element x at place
// i, VALUES16(x, i) those of the 16 elements from place i on.  MERGE makes one of two, in any order
// and any grouping.  NEUTRAL changes nothing.
#if OPERATION == 0
typedef uint value;
typedef uint16 values16;
#define VALUE(x, i)    (x)
#define VALUES16(x, i) (x)
#define MERGE(a, b)    min(a, b)
#define NEUTRAL        UINT_MAX
#elif OPERATION == 1
typedef uint value;
typedef uint16 values16;
#define VALUE(x, i)    (x)
#define VALUES16(x, i) (x)
#define MERGE(a, b)    max(a, b)
#define NEUTRAL        0u
#elif OPERATION == 2
typedef ulong value;
typedef ulong16 values16;
#define VALUE(x, i)    ((ulong)(x))
#define VALUES16(x, i) convert_ulong16(x)
#define MERGE(a, b)    ((a) + (b))
#define NEUTRAL        0ul
#else
// The element in the upper half, its place in the lower half: the smallest of these is the smallest
// element, and of several equal ones the first.
typedef ulong value;
typedef ulong16 values16;
#define VALUE(x, i) ((ulong)(x) << 32 | (i))
#define VALUES16(x, i)          \
    (convert_ulong16(x) << 32 | \
     ((ulong16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + (ulong)(i)))
#define MERGE(a, b) min(a, b)
#define NEUTRAL     ULONG_MAX
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
    ulong each = (vectors + items - 1) / items;
    share s = { item, vectors, items };
    if (contiguous) {
        s.first = min(item * each, vectors);
        s.end = min(s.first + each, vectors);
        s.stride = 1;
    }
    return s;
}

// The elements after the last whole vector belong to the first work-item.
value reduce_tail(value sum, global const uint *x, ulong first, ulong n)
{
    if (get_global_id(0) == 0)
        for (ulong i = first; i < n; i++)
            sum = MERGE(sum, VALUE(x[i], i));
    return sum;
}

value merge_4(value sum, uint4 four, ulong first)
{
    sum = MERGE(sum, VALUE(four.x, first));
    sum = MERGE(sum, VALUE(four.y, first + 1));
    sum = MERGE(sum, VALUE(four.z, first + 2));
    return MERGE(sum, VALUE(four.w, first + 3));
}

value reduce_share(global const uint *x, ulong n, share s)
{
    global const uint4 *x4 = (global const uint4 *)x;
    value sum = NEUTRAL;
    for (ulong at = s.first; at < s.end; at += s.stride)
        sum = merge_4(sum, x4[at], 4 * at);
    return reduce_tail(sum, x, n / 4 * 4, n);
}

// --- atomics: two launches

// The work-items merge their values in `group_value`, one after the other.  notes gets what this
// launch was like: a debug buffer.
#if OPERATION < 2
#define ATOMIC_MERGE(p, v) (OPERATION == 0 ? atomic_min(p, v) : atomic_max(p, v))

kernel void min_reduce_atomics(global uint *restrict values, global ulong *restrict notes,
                               global const uint *restrict x, ulong n, uint contiguous)
{
    local uint group_value;
    if (get_local_id(0) == 0) group_value = NEUTRAL;
    barrier(CLK_LOCAL_MEM_FENCE);
    share s = find_share(n / 4, contiguous);
    ATOMIC_MERGE(&group_value, reduce_share(x, n, s));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) values[get_group_id(0)] = group_value;

    if (get_global_id(0) == 0) {
        notes[0] = get_num_groups(0);
        notes[1] = get_global_size(0);
        notes[2] = s.end;
        notes[3] = s.stride;
    }
}

// The second launch: one work-item per value.  The host sets *result to NEUTRAL before.
kernel void min_reduce_merge(global uint *restrict result, global const uint *restrict values)
{
    ATOMIC_MERGE(result, values[get_global_id(0)]);
}
#endif

// --- tree: no atomics

// Merges one value per work-item.  Work-item 0 gets the result; the others get what they had last.
// In each step half of the work-items merge two values:
//
//     0 1 2 3 4 5 6 7      left = 4: 0 and 4, 1 and 5, 2 and 6, 3 and 7
//     0 1 2 3              left = 2: 0 and 2, 1 and 3
//     0 1                  left = 1: 0 and 1
value merge_group(local value *values, value own)
{
    uint item = get_local_id(0);
    values[item] = own;
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) values[item] = MERGE(values[item], values[item + left]);
    }
    return values[item];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_tree(global value *restrict values, global const uint *restrict x, ulong n,
                uint contiguous)
{
    local value room[GROUP];
    value sum = merge_group(room, reduce_share(x, n, find_share(n / 4, contiguous)));
    if (get_local_id(0) == 0) values[get_group_id(0)] = sum;
}

// The second launch: one work-group for all values.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_tree_merge(global value *restrict result, global const value *restrict values,
                      uint count)
{
    local value room[GROUP];
    value sum = NEUTRAL;
    for (uint i = get_local_id(0); i < count; i += GROUP)
        sum = MERGE(sum, values[i]);
    sum = merge_group(room, sum);
    if (get_local_id(0) == 0) *result = sum;
}

// --- one_launch: the work-group that finishes last merges the values of all

// Every work-group puts its value into a slot, then counts itself in *finished.  The one that
// counts last finds all values in their slots.
//
// A plain store in one work-group and a plain load in another would be a race.  Atomics are none.
// But a fence does not reach beyond the work-group, so it could not say when a value is in its
// slot.  The result of atomic_xchg says it: when the result is here, the exchange is done.  The
// slot was EMPTY before; the work-group counts itself because of this.
//
// Atomics have 32 bits: a value of 64 bits is handed over in halves.
#define HALVES (sizeof(value) / 4)
#define EMPTY  0

// Returns 1 when the value is in its slot.
uint put_value(volatile global uint *slots, uint group, value v)
{
    uint halves = 0;
    for (uint h = 0; h < HALVES; h++)
        if (atomic_xchg(&slots[HALVES * group + h], (uint)(v >> 16 * h >> 16 * h)) == EMPTY)
            halves++;
    return halves == HALVES ? 1 : 0;
}

// Leaves the slot EMPTY for the next launch.
value take_value(volatile global uint *slots, uint group)
{
    value v = 0;
    for (uint h = 0; h < HALVES; h++)
        v |= (value)atomic_xchg(&slots[HALVES * group + h], EMPTY) << 16 * h << 16 * h;
    return v;
}

void merge_groups(global value *result, volatile global uint *slots, volatile global uint *finished,
                  local value *room, local uint *count, value sum)
{
    uint groups = get_num_groups(0);
    sum = merge_group(room, sum);
    if (get_local_id(0) == 0) {
        uint put = put_value(slots, get_group_id(0), sum);
        *count = atomic_add(finished, put) + put;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (*count < groups) return;

    sum = NEUTRAL;
    for (uint i = get_local_id(0); i < groups; i += GROUP)
        sum = MERGE(sum, take_value(slots, i));
    sum = merge_group(room, sum);
    if (get_local_id(0) == 0) {
        *result = sum;
        atomic_xchg(finished, 0);    // for the next launch
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_one_launch(global value *restrict result, volatile global uint *restrict slots,
                      volatile global uint *restrict finished, global const uint *restrict x,
                      ulong n, uint contiguous)
{
    local value room[GROUP];
    local uint count;
    value sum = reduce_share(x, n, find_share(n / 4, contiguous));
    merge_groups(result, slots, finished, room, &count, sum);
}

// --- vectors: 16 elements per load, 16 values side by side, for the wide registers of a CPU

value reduce_share_16(global const uint *x, ulong n, share s)
{
    global const uint16 *x16 = (global const uint16 *)x;
    values16 sums = NEUTRAL;
    for (ulong at = s.first; at < s.end; at += s.stride)
        sums = MERGE(sums, VALUES16(x16[at], 16 * at));
    value lane[16];
    *(values16 *)lane = sums;
    value sum = NEUTRAL;
    for (int k = 0; k < 16; k++)
        sum = MERGE(sum, lane[k]);
    return reduce_tail(sum, x, n / 16 * 16, n);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_vectors(global value *restrict result, volatile global uint *restrict slots,
                   volatile global uint *restrict finished, global const uint *restrict x, ulong n,
                   uint contiguous)
{
    local value room[GROUP];
    local uint count;
    value sum = reduce_share_16(x, n, find_share(n / 16, contiguous));
    merge_groups(result, slots, finished, room, &count, sum);
}

// --- in_flight: four loads begin before the first value is used, for a GPU, which waits for memory

value reduce_share_in_flight(global const uint *x, ulong n, share s)
{
    global const uint4 *x4 = (global const uint4 *)x;
    value sum = NEUTRAL;
    ulong at = s.first;
    for (; at + 3 * s.stride < s.end; at += 4 * s.stride) {
        uint4 four[4];
        for (int k = 0; k < 4; k++)
            four[k] = x4[at + k * s.stride];
        for (int k = 0; k < 4; k++)
            sum = merge_4(sum, four[k], 4 * (at + k * s.stride));
    }
    for (; at < s.end; at += s.stride)
        sum = merge_4(sum, x4[at], 4 * at);
    return reduce_tail(sum, x, n / 4 * 4, n);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce_in_flight(global value *restrict result, volatile global uint *restrict slots,
                     volatile global uint *restrict finished, global const uint *restrict x,
                     ulong n, uint contiguous)
{
    local value room[GROUP];
    local uint count;
    value sum = reduce_share_in_flight(x, n, find_share(n / 4, contiguous));
    merge_groups(result, slots, finished, room, &count, sum);
}

// --- the test: each run finds another element in another place

kernel void min_reduce_plant(global uint *restrict x, ulong place, uint element)
{
    x[place] = element;
}
