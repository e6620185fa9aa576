// SPDX-License-Identifier: MIT
//
// The counter as one would write it in C.  It is a race: count[0]++ is a load, an addition and a
// store.  Two work-items that load the same number store the same sum, and one addition is lost.
// The language does not say what such a program does.

kernel void atomics_contention_broken_counter(global uint *restrict old, global uint *count,
                                              ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) old[i] = count[0]++;
}
