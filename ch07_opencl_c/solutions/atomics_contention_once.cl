// SPDX-License-Identifier: MIT
//
// atomics_contention -V global -k ch07_opencl_c/solutions/atomics_contention_once.cl
//
// A work-item uses the same counter in additions k, k + counters, k + 2 * counters, and so on.  It
// adds them together first, and then adds the sum to the counter with one atomic.

kernel void atomics_contention_global(global uint *counts, uint counters, uint stride, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    for (uint k = 0; k < min(counters, (uint)OPS); k++) {
        uint sum = (OPS - 1 - k) / counters + 1;
        atomic_add(&counts[((uint)(i + k) & (counters - 1)) * stride], sum);
    }
}
