// SPDX-License-Identifier: MIT
//
// Prefix sums in one launch: work-groups wait for what is before their share.
//
// A counter gives out the shares in the order in which work-groups begin.  So a work-group waits
// only for work-groups that have begun.  A device must let these go on; OpenCL does not promise it.
//
// The host numbers the runs: 0, 1, 2 and so on.  The counter goes on from run to run.  Flags are
// larger in each run: those that are left from the run before count as none.  So nothing needs to
// be set to 0 between two runs, and a run is one launch.
//
// The host sets
//     ELEMENT       uint or float
//     AS_ELEMENT    as_uint or as_float
//     GROUP         work-items of a work-group of look_back, a power of two
//     LONG          elements of a share of in_turn, a multiple of 16
//     AHEAD         see include/scan_long.h
//     LOOK_BACK     if the device has cl_khr_int64_base_atomics

#if !defined(ELEMENT) || !defined(AS_ELEMENT) || !defined(GROUP) || !defined(LONG) || \
    !defined(AHEAD)
#error "the host must build this file with -DELEMENT -DAS_ELEMENT -DGROUP -DLONG -DAHEAD"
#endif

#include "scan_long.h"
#include "scan_vectors.h"

// --- in_turn: for CPUs.  Each share is read from memory once: its second reading finds it in the
// cache.  It waits until the share before it has handed over its sum.

// The sum is handed over by atomics: a store and a fence do not reach other work-groups.  The flag
// is set with what atomic_xchg returned, so it is set when the sum is there.
//
// `states` has 0 everywhere before run 0: the counter, an unused word, then two per share: flag,
// sum.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_in_turn(global ELEMENT *restrict y, global const ELEMENT *restrict x,
             volatile global uint *restrict states, ulong n, uint exclusive, uint run)
{
    uint groups = get_num_groups(0), share = atomic_inc(&states[0]) - run * groups;
    if (share >= groups) return;    // a run before has failed
    volatile global uint *own = states + 2 + 2 * (ulong)share;
    ulong first = share * (ulong)LONG, end = min(first + LONG, n);
    ELEMENT sum = sum_of_share(x, first, end), before = 0;
    if (share > 0) {
        while (atomic_or(own - 2, 0) <= 2 * run)
            ;
        before = AS_ELEMENT(atomic_or(own - 1, 0));
    }
    uint old = atomic_xchg(own + 1, as_uint(before + sum));
    atomic_xchg(own, 2 * run + (old == 0 ? 1 : 2));
    scan_share(y, x, first, end, before, exclusive);
}

// --- look_back: for GPUs, where many work-groups run at the same time.  A share tells its own sum
// at once.  Then it looks back: it adds the sums of the shares before it, until it meets one that
// knows the sum from the beginning (Merrill and Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back").
//
//     share     0       1       2       3       4
//     state  [all 17][ own 4 ][ own 9 ][ own 2 ][ ? ]    share 4 adds 2, 9, 4 and 17, and stops
//
// What a share tells, and which of the two it is, are in one word of 64 bits.  So one atomic hands
// over both.  The upper half is the flag: 2 run + OWN or 2 run + ALL.
#ifdef LOOK_BACK
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

enum { OWN = 1, ALL = 2 };                    // what the lower half of a state is
enum { WINDOW = GROUP < 16 ? GROUP : 16 };    // states that are looked at together

ulong state_of(uint flag, ELEMENT sum)
{
    return (ulong)flag << 32 | as_uint(sum);
}

// The sum of all elements before a share.  All work-items call it and get the same.
ELEMENT look_back(volatile global ulong *states, uint share, uint run, local ulong seen[WINDOW])
{
    ELEMENT before = 0;
    bool is_all = false;
    for (uint end = share; !is_all; end -= WINDOW) {
        uint item = get_local_id(0);
        if (end < share) barrier(CLK_LOCAL_MEM_FENCE);    // all have read `seen`
        if (item < WINDOW && item < end) {                // item 0 looks at the nearest share
            ulong state;
            do
                state = atom_add(&states[end - 1 - item], 0);    // a load of OpenCL C 1.2
            while (state >> 32 <= 2 * run);
            seen[item] = state;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < WINDOW && !is_all; k++) {
            before += AS_ELEMENT((uint)seen[k]);
            is_all = seen[k] >> 32 == 2 * run + ALL;    // share 0 is ALL, so it ends there
        }
    }
    return before;
}

// `states` has 0 everywhere before run 0: the counter, then one per share.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_look_back(global ELEMENT *restrict y, global const ELEMENT *restrict x,
               volatile global ulong *restrict states, ulong n, uint exclusive, uint run)
{
    local ELEMENT8 values[VALUES], chunks[CHUNKS];
    local ulong seen[WINDOW];
    local uint begun;
    uint groups = get_num_groups(0);
    if (get_local_id(0) == 0) begun = (uint)atom_add(&states[0], 1) - run * groups;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint share = begun;
    if (share >= groups) return;    // a run before has failed
    volatile global ulong *own = states + 1 + share;
    ulong first = share * (ulong)TILE;

    ELEMENT4 v[ROUNDS];
    ELEMENT8 left;
    load_tile(v, x, first, n);
    ELEMENT8 sums = scan_rounds(v, values, chunks, &left);
    ELEMENT sum = sum_of_eight(sums), before = 0;
    if (share > 0) {
        if (get_local_id(0) == 0) atom_xchg(own, state_of(2 * run + OWN, sum));
        before = look_back(states + 1, share, run, seen);
    }
    if (get_local_id(0) == 0) atom_xchg(own, state_of(2 * run + ALL, before + sum));
    store_tile(y, first, n, v, before, left, sums, exclusive);
}
#endif
