// SPDX-License-Identifier: MIT
//
// atomics_list_one_launch with a mistake: values and links are stored plainly.  The counter is an
// atomic, but it says nothing about other places.  The last work-item may see that all are counted,
// and still find an old value or an old link.  On a CPU the answer is right nearly always; on a GPU
// it is right until many programs share it.

kernel void atomics_list_broken_one_launch(global uint *restrict sums, global uint *value,
                                           global uint *next, global uint *head,
                                           global uint *counted, global const uint *restrict x,
                                           ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    value[i] = x[i];
    next[i] = atomic_xchg(head, (uint)i);
    mem_fence(CLK_GLOBAL_MEM_FENCE);    // orders for the own work-group only
    if (atomic_inc(counted) + 1 < n) return;

    uint sum = 0, count = 0;
    for (uint node = *head; node < n && count < n; node = next[node]) {
        sum += value[node];
        count++;
    }
    sums[0] = count;
    sums[1] = sum;
}
