// SPDX-License-Identifier: MIT
//
// Work-items that need the results of others, and what they have to wait for.
//
// One element per work-item, work-groups of LOCAL work-items.  A work-item past the end has the
// value 0 and writes no result.  It still reaches every barrier, because a barrier waits for all
// work-items of its group.
//
// LOCAL   work-items per work-group

#ifndef LOCAL
#error "the host must build this file with -DLOCAL=<work-items per work-group>"
#endif

// What a work-item computes from its element.
uint fences_value(global const uint *x, ulong n, size_t i)
{
    return i < n ? x[i] * x[i] + 1 : 0;
}

// out[i] = value[i] - value[i - 1] within the group, passed on in local memory.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_local(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint value[LOCAL];
    value[l] = fences_value(x, n, i);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = l > 0 ? value[l] - value[l - 1] : value[l];
}

// The values are in global memory.  The group waits as before, but with the other fence.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_global(global uint *restrict out, global const uint *restrict x, ulong n,
              global uint *restrict value)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    value[i] = fences_value(x, n, i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i < n) out[i] = l > 0 ? value[i] - value[i - 1] : value[i];
}

// out[i] = value[i - 1] - value[i + 1] within the group.  The value before is passed on in local
// memory, and the value behind in global memory, with one barrier for both.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_both(global uint *restrict out, global const uint *restrict x, ulong n,
            global uint *restrict behind)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint before[LOCAL];
    before[l] = fences_value(x, n, i);
    behind[i] = before[l];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (i < n) out[i] = (l > 0 ? before[l - 1] : 0) - (l + 1 < LOCAL ? behind[i + 1] : 0);
}

// out[i] = the sum of the group's values up to i.  Work-items overwrite places that others read, so
// each round needs two barriers: one until all have written, one until all have read.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_scan(global uint *restrict out, global const uint *restrict x, ulong n)
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

// out[i] = value[i] - value[i - 1], over all groups.  A barrier waits only for its own group.  The
// end of a kernel waits for all groups, so this takes two kernels.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_store(global uint *restrict value, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0);
    value[i] = fences_value(x, n, i);
}

kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_load(global uint *restrict out, global const uint *restrict value, ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) out[i] = i > 0 ? value[i] - value[i - 1] : value[i];
}

// out[group] = the sum of the group's values.  The work-item that is counted last adds them up; no
// work-item waits for it.  A fence orders the accesses of one work-item, as its work-group sees
// them: its value is there before it is counted, and the last one reads the values after it was
// counted.  The values need atomics, because ordinary accesses of two work-items to one place have
// no order.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_last_in_group(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint value[LOCAL], counted;
    value[l] = 0;
    if (l == 0) counted = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    atomic_xchg(&value[l], fences_value(x, n, i));
    write_mem_fence(CLK_LOCAL_MEM_FENCE);
    if (atomic_inc(&counted) + 1 < LOCAL) return;
    read_mem_fence(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (size_t k = 0; k < LOCAL; k++)
        sum += atomic_add(&value[k], 0);
    out[get_group_id(0)] = sum;
}

// *total = the sum of all values, over all groups, within one kernel.  A fence does not reach
// beyond the work-group.  What reaches all groups is an atomic operation, and it is done when its
// result is here.  So a work-item looks at what lay in its place before its sum, a 0, and is
// counted because of this.  The host sets sums[] and *counted to 0 before.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_last(global uint *restrict total, global const uint *restrict x, ulong n,
            global uint *restrict sums, global uint *restrict counted)
{
    const size_t items = get_global_size(0);
    uint sum = 0;
    for (size_t i = get_global_id(0); i < n; i += items)
        sum += fences_value(x, n, i);

    const uint before = atomic_xchg(&sums[get_global_id(0)], sum);
    const uint handed_over = before == 0 ? 1 : 0;    // 1, but not known before the result is here
    if (atomic_add(counted, handed_over) + 1 < items) return;

    sum = 0;
    for (size_t i = 0; i < items; i++)
        sum += atomic_add(&sums[i], 0);
    *total = sum;
}
