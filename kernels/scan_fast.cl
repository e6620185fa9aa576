// SPDX-License-Identifier: MIT
//
// The fast forms of scan.cl.  Its scan_sums is their second launch, and its macros are ours.
//
// The host sets ELEMENT, GROUP and TILES as in scan.cl, and
//     LONG          elements of a share of one work-item, a multiple of 16
//     AS_ELEMENT    as_uint or as_float

#if !defined(ELEMENT) || !defined(GROUP) || !defined(LONG) || !defined(AS_ELEMENT)
#error "the host must build this file with -DELEMENT -DGROUP -DLONG -DAS_ELEMENT"
#endif

#include "stream.h"

#define JOIN(type, width)      type##width
#define VECTOR_OF(type, width) JOIN(type, width)
#define ELEMENT2               VECTOR_OF(ELEMENT, 2)
#define ELEMENT4               VECTOR_OF(ELEMENT, 4)
#define ELEMENT8               VECTOR_OF(ELEMENT, 8)
#define ELEMENT16              VECTOR_OF(ELEMENT, 16)

// --- vectors: for GPUs.  A work-item has ROUNDS vectors of four elements, and the work-group scans
// the sums of all vectors at once.  TILES is 16.
//
//     round 0    [item 0][item 1] ... [item GROUP - 1]     each reads next to its neighbours
//     round 1    [item 0][item 1] ...
//
enum { ROUNDS = 4 };

ELEMENT sum_of_four(ELEMENT4 v)
{
    return (v.x + v.y) + (v.z + v.w);
}

// Four elements, or what is left of them.
ELEMENT4 load_four(global const ELEMENT *x, ulong i, ulong n)
{
    if (i + 4 <= n) return vload4(0, x + i);
    ELEMENT4 v = 0;
    if (i < n) v.x = x[i];
    if (i + 1 < n) v.y = x[i + 1];
    if (i + 2 < n) v.z = x[i + 2];
    return v;
}

void store_four(global ELEMENT *y, ulong i, ulong n, ELEMENT4 v)
{
    if (i + 4 <= n) {
        vstore4(v, 0, y + i);
        return;
    }
    if (i < n) y[i] = v.x;
    if (i + 1 < n) y[i + 1] = v.y;
    if (i + 2 < n) y[i + 2] = v.z;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_vectors(global ELEMENT *restrict y, global const ELEMENT *restrict x,
             global const ELEMENT *restrict before, ulong n, uint exclusive)
{
    local ELEMENT4 values[GROUP];
    uint item = get_local_id(0);
    ulong first = get_group_id(0) * (ulong)(TILES * GROUP) + 4 * item;
    ELEMENT4 v[ROUNDS];
    for (uint r = 0; r < ROUNDS; r++)
        v[r] = load_four(x, first + r * 4 * GROUP, n);

    // Component r of `values` belongs to round r.
    ELEMENT4 own =
        (ELEMENT4)(sum_of_four(v[0]), sum_of_four(v[1]), sum_of_four(v[2]), sum_of_four(v[3]));
    values[item] = own;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        ELEMENT4 left = item >= distance ? values[item - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        values[item] += left;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT4 left = item > 0 ? values[item - 1] : 0, sums = values[GROUP - 1];

    ELEMENT carry = before[get_group_id(0)];
    ELEMENT lefts[ROUNDS] = { left.x, left.y, left.z, left.w };
    ELEMENT rounds[ROUNDS] = { sums.x, sums.y, sums.z, sums.w };
    for (uint r = 0; r < ROUNDS; r++) {
        ELEMENT start = carry + lefts[r];
        ELEMENT4 inclusive = v[r];
        inclusive.yw += inclusive.xz;
        inclusive.zw += inclusive.y;
        ELEMENT4 shifted = (ELEMENT4)(0, inclusive.xyz);
        store_four(y, first + r * 4 * GROUP, n, start + (exclusive ? shifted : inclusive));
        carry += rounds[r];
    }
}

// --- long_items: for CPUs.  A work-item has a share of its own, LONG elements in a row.

ELEMENT sum_of_share(global const ELEMENT *x, ulong first, ulong end)
{
    ELEMENT16 sums = 0;
    ulong i = first;
    for (; i + 16 <= end; i += 16)
        sums += vload16(0, x + i);
    ELEMENT8 s8 = sums.lo + sums.hi;
    ELEMENT4 s4 = s8.lo + s8.hi;
    ELEMENT sum = sum_of_four(s4);
    for (; i < end; i++)
        sum += x[i];
    return sum;
}

// Sixteen elements in four steps, as Hillis and Steele do, in one register.
ELEMENT16 scan_sixteen(ELEMENT16 v)
{
    v += (ELEMENT16)((ELEMENT)0, v.s0123, v.s4567, v.s89ab, v.scd, v.se);
    v += (ELEMENT16)((ELEMENT2)0, v.s01, v.s23456789, v.sabcd);
    v += (ELEMENT16)((ELEMENT4)0, v.s0123, v.s456789ab);
    v += (ELEMENT16)((ELEMENT8)0, v.s01234567);
    return v;
}

// `first` is a multiple of 16.
void scan_share(global ELEMENT *y, global const ELEMENT *x, ulong first, ulong end, ELEMENT carry,
                uint exclusive)
{
    ulong i = first;
    for (; i + 16 <= end; i += 16) {
        ELEMENT16 v = scan_sixteen(vload16(0, x + i));
        ELEMENT next = carry + v.sf;
        if (exclusive) v = (ELEMENT16)((ELEMENT)0, v.s0123, v.s4567, v.s89ab, v.scd, v.se);
        STREAM(carry + v, (global ELEMENT16 *)(y + i));
        carry = next;
    }
    for (; i < end; i++) {
        ELEMENT next = carry + x[i];
        y[i] = exclusive ? carry : next;
        carry = next;
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_long_sums(global ELEMENT *restrict sums, global const ELEMENT *restrict x, ulong n)
{
    ulong first = get_group_id(0) * (ulong)LONG;
    sums[get_group_id(0)] = sum_of_share(x, first, min(first + LONG, n));
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_long_items(global ELEMENT *restrict y, global const ELEMENT *restrict x,
                global const ELEMENT *restrict before, ulong n, uint exclusive)
{
    ulong first = get_group_id(0) * (ulong)LONG;
    scan_share(y, x, first, min(first + LONG, n), before[get_group_id(0)], exclusive);
}

// --- one_launch: for CPUs.  Each share is read from memory once: its second reading finds it in
// the cache.

// A share waits until the share before it has handed over its sum.  A counter gives out the shares
// in the order in which work-groups begin.  So a work-group waits only for work-groups that have
// begun.  A device must let these go on; OpenCL does not promise it.
//
// The sum is handed over by atomics: a store and a fence do not reach other work-groups.  The flag
// is set with what atomic_xchg returned, so it is set when the sum is there.
//
// `states` has 0 everywhere before: the counter, then two words per share: flag, sum.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_one_launch(global ELEMENT *restrict y, global const ELEMENT *restrict x,
                volatile global uint *restrict states, ulong n, uint exclusive)
{
    uint share = atomic_inc(&states[0]);
    volatile global uint *own = states + 1 + 2 * (ulong)share;
    ulong first = share * (ulong)LONG, end = min(first + LONG, n);
    ELEMENT sum = sum_of_share(x, first, end), before = 0;
    if (share > 0) {
        while (atomic_or(own - 2, 0) == 0)
            ;
        before = AS_ELEMENT(atomic_or(own - 1, 0));
    }
    uint old = atomic_xchg(own + 1, as_uint(before + sum));
    atomic_xchg(own, old == 0 ? 1 : 2);
    scan_share(y, x, first, end, before, exclusive);
}
