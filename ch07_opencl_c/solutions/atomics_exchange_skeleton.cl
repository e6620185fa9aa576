// SPDX-License-Identifier: MIT
//
// atomics --kernel ch07_opencl_c/solutions/atomics_exchange_skeleton.cl
//
// atomic_inc, made of atomic_cmpxchg.  atomic_cmpxchg(p, expected, desired) stores `desired` if it
// finds `expected`.  Its result is what it found.  The loop is missing.

kernel void atomics(global uint *restrict found, global uint *count, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint old = atomic_add(count, 0);    // a plain read would be a race
    // Exercise 2 of atomics: try to exchange the number that you found for the next one, until
    // nobody was faster.
    found[i] = old;
}
