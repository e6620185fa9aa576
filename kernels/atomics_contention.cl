// SPDX-License-Identifier: MIT
//
// Counters that many work-items change at the same time.
//
// OPS            additions of each work-item in the kernels that are timed
// MAX_COUNTERS   at most so many counters, a power of two

#if !defined(OPS) || !defined(MAX_COUNTERS)
#error "the host sets -DOPS=<additions per work-item> and -DMAX_COUNTERS=<a power of two>"
#endif

// atomic_inc reads the counter, adds 1, and stores the sum, as one step: no other work-item comes
// between.  Its result is what it found.  old[i] is what work-item i found.
//
// The pointer `count` has no `restrict`: all work-items change what it points to.
kernel void atomics_contention_counter(global uint *restrict old, global uint *count, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) old[i] = atomic_inc(count);
}

// Each work-item adds 1 to OPS counters.  Addition k of work-item i goes to this counter, so that
// neighbours use different ones at the same time, if there are different ones.
uint counter_of(size_t i, uint k, uint counters)
{
    return (uint)(i + k) & (counters - 1);
}

// All work-items share the counters.  They stand `stride` numbers apart.
kernel void atomics_contention_global(global uint *counts, uint counters, uint stride, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    for (uint k = 0; k < OPS; k++)
        atomic_inc(&counts[counter_of(i, k, counters) * stride]);
}

// Each work-group counts in counters of its own, and adds them to the shared ones at the end.
// Behind the barrier nobody changes the group's counters any more: they may be read plainly.
kernel void atomics_contention_local(global uint *counts, uint counters, uint stride, ulong n)
{
    local uint group[MAX_COUNTERS];
    for (uint c = get_local_id(0); c < counters; c += get_local_size(0))
        group[c] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    size_t i = get_global_id(0);
    for (uint k = 0; i < n && k < OPS; k++)
        atomic_inc(&group[counter_of(i, k, counters)]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint c = get_local_id(0); c < counters; c += get_local_size(0))
        if (group[c] > 0) atomic_add(&counts[c * stride], group[c]);
}
