// SPDX-License-Identifier: MIT
//
// The kernels of fences.cl, each with one mistake.  Any of them may give the right answer on some
// device or in some run.  `oclgrind --data-races` finds all mistakes but the last one.
//
// LOCAL   work-items per work-group

#ifndef LOCAL
#error "the host must build this file with -DLOCAL=<work-items per work-group>"
#endif

uint fences_value(global const uint *x, ulong n, size_t i)
{
    return i < n ? x[i] * x[i] + 1 : 0;
}

// No work-item waits.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_no_barrier(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint value[LOCAL];
    value[l] = fences_value(x, n, i);
    if (i < n) out[i] = l > 0 ? value[l] - value[l - 1] : value[l];
}

// A fence is no barrier: it orders the accesses of this work-item, and does not wait for the one
// before it.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_mem_fence(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint value[LOCAL];
    value[l] = fences_value(x, n, i);
    mem_fence(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = l > 0 ? value[l] - value[l - 1] : value[l];
}

// All wait, but after that only local memory is sure to be up to date.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_local_fence(global uint *restrict out, global const uint *restrict x, ulong n,
                          global uint *restrict value)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    value[i] = fences_value(x, n, i);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = l > 0 ? value[i] - value[i - 1] : value[i];
}

// All wait, but after that only global memory is sure to be up to date.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_global_fence(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint value[LOCAL];
    value[l] = fences_value(x, n, i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i < n) out[i] = l > 0 ? value[l] - value[l - 1] : value[l];
}

// One of the two fences is left out.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_half_fence(global uint *restrict out, global const uint *restrict x, ulong n,
                         global uint *restrict behind)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint before[LOCAL];
    before[l] = fences_value(x, n, i);
    behind[i] = before[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = (l > 0 ? before[l - 1] : 0) - (l + 1 < LOCAL ? behind[i + 1] : 0);
}

// One barrier per round: a fast work-item writes its sum before another one has read the old sum.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_one_barrier(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint sum[LOCAL];
    sum[l] = fences_value(x, n, i);
    for (size_t step = 1; step < LOCAL; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum[l] += l >= step ? sum[l - step] : 0;
    }
    if (i < n) out[i] = sum[l];
}

// The first work-item of a group reads what another group writes.  No barrier waits for another
// group.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_other_group(global uint *restrict out, global const uint *restrict x, ulong n,
                          global uint *restrict value)
{
    const size_t i = get_global_id(0);
    value[i] = fences_value(x, n, i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i < n) out[i] = i > 0 ? value[i] - value[i - 1] : value[i];
}

// Ordinary stores and loads: a sum that is counted may not be in memory yet.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_last(global uint *restrict total, global const uint *restrict x, ulong n,
                   global uint *restrict sums, global uint *restrict counted)
{
    const size_t items = get_global_size(0);
    uint sum = 0;
    for (size_t i = get_global_id(0); i < n; i += items)
        sum += fences_value(x, n, i);
    sums[get_global_id(0)] = sum;
    if (atomic_inc(counted) + 1 < items) return;
    sum = 0;
    for (size_t i = 0; i < items; i++)
        sum += sums[i];
    *total = sum;
}

// Atomics and fences, but a fence orders accesses for its own work-group only.  The result of
// atomic_xchg is not used, so nothing says when the sum is in memory: another group may see that
// this work-item was counted before it sees its sum.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_last_fences(global uint *restrict total, global const uint *restrict x, ulong n,
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
