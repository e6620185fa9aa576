// SPDX-License-Identifier: MIT
//
// Work-items that need what others have made, and what they have to wait for.
//
// One work-item an element, work-groups of LOCAL.  Work-items beyond n give 0, write no result, and reach every
// barrier: a barrier waits for all work-items of its group.

#ifndef LOCAL
#error "define the work-group size: -DLOCAL=64"
#endif

// What a work-item makes of its element.
uint fences_value(global const uint *x, ulong n, size_t i)
{
    return i < n ? x[i] * x[i] + 1 : 0;
}

// out[i] = value i - value i - 1 of the same group, handed on in local memory.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))
void fences_local(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint value[LOCAL];
    value[l] = fences_value(x, n, i);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = l > 0 ? value[l] - value[l - 1] : value[l];
}

// The same, handed on in global memory: another barrier, although it is the same group that waits.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))
void fences_global(global uint *restrict out, global const uint *restrict x, ulong n,
                   global uint *restrict value)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    value[i] = fences_value(x, n, i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i < n) out[i] = l > 0 ? value[i] - value[i - 1] : value[i];
}

// The value before in local memory and the value behind in global memory, with one barrier for both:
// out[i] = value i - 1 - value i + 1 of the same group.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))
void fences_both(global uint *restrict out, global const uint *restrict x, ulong n,
                 global uint *restrict behind)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint before[LOCAL];
    before[l] = fences_value(x, n, i);
    behind[i] = before[l];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (i < n) out[i] = (l > 0 ? before[l - 1] : 0) - (l + 1 < LOCAL ? behind[i + 1] : 0);
}

// out[i] = sum of the values of the group up to i.  A place that is written again needs two barriers a
// round: one until all have written, one until all have read.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))
void fences_scan(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint sum[LOCAL];
    sum[l] = fences_value(x, n, i);
    for (size_t step = 1; step < LOCAL; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint before = l >= step ? sum[l - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum[l] += before;
    }
    if (i < n) out[i] = sum[l];
}

// out[i] = value i - value i - 1, of all groups.  No barrier reaches beyond the group; the end of a kernel
// does, so this takes two.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))
void fences_store(global uint *restrict value, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0);
    value[i] = fences_value(x, n, i);
}

kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))
void fences_load(global uint *restrict out, global const uint *restrict value, ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) out[i] = i > 0 ? value[i] - value[i - 1] : value[i];
}

// *total = sum of all values, within one kernel: whoever is counted last adds up, and nobody waits.  The fences
// order what one work-item does, so that its sum is in memory before it is counted, and the others' sums
// are read after they were.  Atomics, because ordinary accesses of two groups to one place are never in
// order.  *counted is 0 before.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1)))
void fences_last(global uint *restrict total, global const uint *restrict x, ulong n,
                 global uint *restrict sums, global uint *restrict counted)
{
    const size_t items = get_global_size(0);
    uint sum = 0;
    for (size_t i = get_global_id(0); i < n; i += items)
        sum += fences_value(x, n, i);
    atomic_xchg(&sums[get_global_id(0)], sum);
    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (atomic_inc(counted) + 1 < items) return;
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
    sum = 0;
    for (size_t i = 0; i < items; i++)
        sum += atomic_add(&sums[i], 0);
    *total = sum;
}
