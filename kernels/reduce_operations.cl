// SPDX-License-Identifier: MIT
//
// One answer from n elements: the largest, their sum, or where the smallest is.
//
// The kernels are those of min_reduce_ladder.cl, which explains them.  Here the operation is a
// macro.
//
// The host sets OPERATION (1: max, 2: sum, 3: argmin) and GROUP, the work-items of each work-group,
// a power of two.

#if !defined(OPERATION) || !defined(GROUP)
#error "the host must build this file with -DOPERATION= and -DGROUP="
#endif

// What an operation is made of:
//
//     value          the type of what is merged: a sum needs more bits than an element
//     VALUE(x, i)    the value of the element x at place i
//     MERGE(a, b)    makes one value of two, in any order and any grouping
//     NEUTRAL        a value that changes no other one
//
// The value of argmin has the element in its upper half and the place in its lower half.  So the
// smallest of these values is the smallest element, and of several equal ones the first.
#if OPERATION == 1
typedef uint value;
#define VALUE(x, i) (x)
#define MERGE(a, b) max(a, b)
#define NEUTRAL     0u
#elif OPERATION == 2
typedef ulong value;
#define VALUE(x, i) ((ulong)(x))
#define MERGE(a, b) ((a) + (b))
#define NEUTRAL     0ul
#else
typedef ulong value;
#define VALUE(x, i) ((ulong)(x) << 32 | (i))
#define MERGE(a, b) min(a, b)
#define NEUTRAL     ULONG_MAX
#endif

// --- a work-item's share, as in min_reduce_ladder.cl

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

value merge_tail(value merged, global const uint *x, ulong first, ulong n)
{
    if (get_global_id(0) == 0)
        for (ulong i = first; i < n; i++)
            merged = MERGE(merged, VALUE(x[i], i));
    return merged;
}

value merge_four(value merged, uint4 four, ulong first)
{
    merged = MERGE(merged, VALUE(four.x, first));
    merged = MERGE(merged, VALUE(four.y, first + 1));
    merged = MERGE(merged, VALUE(four.z, first + 2));
    return MERGE(merged, VALUE(four.w, first + 3));
}

value merge_share(global const uint *x, ulong n, share s)
{
    global const uint4 *x4 = (global const uint4 *)x;
    value merged = NEUTRAL;
    for (ulong at = s.first; at < s.end; at += s.stride)
        merged = merge_four(merged, x4[at], 4 * at);
    return merge_tail(merged, x, n / 4 * 4, n);
}

// --- tree: two launches

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
reduce_operations_tree(global value *restrict parts, global const uint *restrict x, ulong n,
                       uint contiguous)
{
    local value values[GROUP];
    value merged = merge_group(values, merge_share(x, n, find_share(n / 4, contiguous)));
    if (get_local_id(0) == 0) parts[get_group_id(0)] = merged;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce_operations_tree_merge(global value *restrict result, global const value *restrict parts,
                             uint count)
{
    local value values[GROUP];
    value merged = NEUTRAL;
    for (uint i = get_local_id(0); i < count; i += GROUP)
        merged = MERGE(merged, parts[i]);
    merged = merge_group(values, merged);
    if (get_local_id(0) == 0) *result = merged;
}

// --- one_launch: values of 64 bits go through two slots

// The atomics of OpenCL C 1.2 have 32 bits.
#define WORDS (sizeof(value) / 4)
#define EMPTY 0

// Returns 1 when all words of the value are in their slots.
uint put_value(volatile global uint *slots, ulong v)
{
    uint put = 0;
    for (uint w = 0; w < WORDS; w++)
        if (atomic_xchg(&slots[w], (uint)(v >> 32 * w)) == EMPTY) put++;
    return put == WORDS ? 1 : 0;
}

// Leaves the slots EMPTY for the next launch.
value take_value(volatile global uint *slots)
{
    ulong v = 0;
    for (uint w = 0; w < WORDS; w++)
        v |= (ulong)atomic_xchg(&slots[w], EMPTY) << 32 * w;
    return v;
}

// The slot behind all others counts the work-groups.
void merge_groups(global value *result, volatile global uint *slots, local value *values,
                  local uint *finished, value merged)
{
    uint groups = get_num_groups(0);
    merged = merge_group(values, merged);
    if (get_local_id(0) == 0) {
        uint own = put_value(slots + WORDS * get_group_id(0), merged);
        *finished = atomic_add(&slots[WORDS * groups], own) + own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (*finished < groups) return;

    merged = NEUTRAL;
    for (uint i = get_local_id(0); i < groups; i += GROUP)
        merged = MERGE(merged, take_value(slots + WORDS * i));
    merged = merge_group(values, merged);
    if (get_local_id(0) == 0) {
        *result = merged;
        atomic_xchg(&slots[WORDS * groups], EMPTY);
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce_operations_one_launch(global value *restrict result, volatile global uint *restrict slots,
                             global const uint *restrict x, ulong n, uint contiguous)
{
    local value values[GROUP];
    local uint finished;
    value merged = merge_share(x, n, find_share(n / 4, contiguous));
    merge_groups(result, slots, values, &finished, merged);
}

// --- vectors: 16 elements per load, for CPUs

// values16 are 16 values side by side; VALUES16(x, i) those of the 16 elements from place i on.
#if OPERATION == 1
typedef uint16 values16;
#define VALUES16(x, i) (x)
#elif OPERATION == 2
typedef ulong16 values16;
#define VALUES16(x, i) convert_ulong16(x)
#else
typedef ulong16 values16;
#define COUNT16        (ulong16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define VALUES16(x, i) (convert_ulong16(x) << 32 | (COUNT16 + (ulong)(i)))
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce_operations_vectors(global value *restrict result, volatile global uint *restrict slots,
                          global const uint *restrict x, ulong n, uint contiguous)
{
    local value values[GROUP];
    local uint finished;
    global const uint16 *x16 = (global const uint16 *)x;
    share s = find_share(n / 16, contiguous);
    values16 lanes = NEUTRAL;
    for (ulong at = s.first; at < s.end; at += s.stride)
        lanes = MERGE(lanes, VALUES16(x16[at], 16 * at));

    value lane[16], merged = NEUTRAL;
    vstore16(lanes, 0, lane);
    for (int k = 0; k < 16; k++)
        merged = MERGE(merged, lane[k]);
    merged = merge_tail(merged, x, n / 16 * 16, n);
    merge_groups(result, slots, values, &finished, merged);
}

// --- in_flight: four loads begin before the first value is used, for GPUs

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce_operations_in_flight(global value *restrict result, volatile global uint *restrict slots,
                            global const uint *restrict x, ulong n, uint contiguous)
{
    local value values[GROUP];
    local uint finished;
    global const uint4 *x4 = (global const uint4 *)x;
    share s = find_share(n / 4, contiguous);
    value merged = NEUTRAL;
    ulong at = s.first;
    for (; at + 3 * s.stride < s.end; at += 4 * s.stride) {
        uint4 four[4];
        for (int k = 0; k < 4; k++)
            four[k] = x4[at + k * s.stride];
        for (int k = 0; k < 4; k++)
            merged = merge_four(merged, four[k], 4 * (at + k * s.stride));
    }
    for (; at < s.end; at += s.stride)
        merged = merge_four(merged, x4[at], 4 * at);

    merged = merge_tail(merged, x, n / 4 * 4, n);
    merge_groups(result, slots, values, &finished, merged);
}

// --- the test: each run finds another element in another place

kernel void reduce_operations_plant(global uint *restrict x, ulong place, uint element)
{
    x[place] = element;
}
