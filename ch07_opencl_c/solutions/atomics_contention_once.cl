// SPDX-License-Identifier: MIT
//
// atomics_contention -V global -k build/exercises/atomics_contention_once.cl
//
// A work-item uses the same counter in additions k, k + counters, k + 2 * counters, and so on.  It
// adds them together first, and then adds the sum to the counter with one atomic.
//: skeleton
//: // The sum is missing.
//: end

kernel void atomics_contention_global(global uint *counts, uint counters, uint stride, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    for (uint k = 0; k < min(counters, (uint)OPS); k++) {
        //: skeleton
        //: uint sum = 0;    // Exercise 2 of atomics_contention: how many additions use this counter?
        //: solution
        uint sum = (OPS - 1 - k) / counters + 1;
        //: end
        atomic_add(&counts[((uint)(i + k) & (counters - 1)) * stride], sum);
    }
}
