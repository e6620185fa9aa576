// SPDX-License-Identifier: MIT
//
// Exercise 5 of work_group_collectives: any, without an atomic.

#ifndef GROUP
#error "the host must build this file with -DGROUP=<work-items per work-group>"
#endif

#define GROUP_KERNEL kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void

// Work-items behind the last element have this value: it is below `rare`, and adds nothing.
int own_value(global const int *x, ulong n)
{
    size_t i = get_global_id(0);
    return i < n ? x[i] : 0;
}

// --- each function once

// The answers of function f are out[f * items] and the following, one per work-item.
GROUP_KERNEL work_group_collectives_each(global int *restrict out, global const int *restrict x,
                                         ulong n, int rare)
{
    size_t items = get_global_size(0), i = get_global_id(0);
    uint from = get_group_id(0) % GROUP;    // the same in the whole work-group
    int v = own_value(x, n);
    out[0 * items + i] = work_group_all(v > -rare) != 0;
    out[1 * items + i] = work_group_any(v > rare) != 0;
    out[2 * items + i] = work_group_broadcast(v, from);
    out[3 * items + i] = work_group_reduce_add(v);
    out[4 * items + i] = work_group_reduce_min(v);
    out[5 * items + i] = work_group_reduce_max(v);
    out[6 * items + i] = work_group_scan_inclusive_add(v);
    out[7 * items + i] = work_group_scan_inclusive_min(v);
    out[8 * items + i] = work_group_scan_inclusive_max(v);
    out[9 * items + i] = work_group_scan_exclusive_add(v);
    out[10 * items + i] = work_group_scan_exclusive_min(v);
    out[11 * items + i] = work_group_scan_exclusive_max(v);
}

#ifdef cl_khr_work_group_uniform_arithmetic
// What the extension adds: further operations.  Each exists as reduce, scan_inclusive and
// scan_exclusive.
GROUP_KERNEL work_group_collectives_uniform(global int *restrict out, global const int *restrict x,
                                            ulong n)
{
    size_t items = get_global_size(0), i = get_global_id(0);
    int v = own_value(x, n);
    out[0 * items + i] = work_group_reduce_mul(v | 1);
    out[1 * items + i] = work_group_reduce_and(v);
    out[2 * items + i] = work_group_reduce_or(v);
    out[3 * items + i] = work_group_scan_inclusive_xor(v);
    out[4 * items + i] = work_group_reduce_logical_xor(v & 1) != 0;
}
#endif

// --- any: has the work-group a rare value?

// By hand: a flag in local memory.
GROUP_KERNEL work_group_collectives_any_local(global int *restrict out,
                                              global const int *restrict x, ulong n, int rare)
{
    local int flag;
    if (get_local_id(0) == 0) flag = 0;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    //: skeleton
    //: // Exercise 5 of work_group_collectives: store 1 if the value is rare.
    //: solution
    if (own_value(x, n) > rare) flag = 1;
    //: end
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) out[get_group_id(0)] = flag;
}

GROUP_KERNEL work_group_collectives_any_function(global int *restrict out,
                                                 global const int *restrict x, ulong n, int rare)
{
    int any = work_group_any(own_value(x, n) > rare);
    if (get_local_id(0) == 0) out[get_group_id(0)] = any != 0;
}

// --- sum: of the values of a work-group

// By hand: a tree in local memory.  In each step half of the work-items add two values.
GROUP_KERNEL work_group_collectives_sum_local(global int *restrict out,
                                              global const int *restrict x, ulong n, int rare)
{
    local int values[GROUP];
    uint item = get_local_id(0);
    values[item] = own_value(x, n);
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) values[item] += values[item + left];
    }
    if (item == 0) out[get_group_id(0)] = values[0];
}

GROUP_KERNEL work_group_collectives_sum_function(global int *restrict out,
                                                 global const int *restrict x, ulong n, int rare)
{
    int sum = work_group_reduce_add(own_value(x, n));
    if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}

// --- scan: each work-item gets the sum of the values up to its own

// By hand: in each step a work-item adds the sum that ends `step` places before its own.
GROUP_KERNEL work_group_collectives_scan_local(global int *restrict out,
                                               global const int *restrict x, ulong n, int rare)
{
    local int sums[GROUP];
    uint item = get_local_id(0);
    sums[item] = own_value(x, n);
    for (uint step = 1; step < GROUP; step *= 2) {
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        int before = item >= step ? sums[item - step] : 0;
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += before;
    }
    if (get_global_id(0) < n) out[get_global_id(0)] = sums[item];
}

GROUP_KERNEL work_group_collectives_scan_function(global int *restrict out,
                                                  global const int *restrict x, ulong n, int rare)
{
    int sum = work_group_scan_inclusive_add(own_value(x, n));
    if (get_global_id(0) < n) out[get_global_id(0)] = sum;
}

// --- total: the sum of all elements in one launch

// Each work-group stores its sum.  The one that counts itself last adds the sums of all.
// `count`
// is 0 before and after.
//
// Other work-groups see the sum because three things hold.  The barrier before the count has
// the
// scope of the device, so it orders stores to global memory for the whole device.  The atomic
// has
// this scope, too, and releases what is before it and acquires what is after it.  The barrier
// after
// it gives the same order to the other work-items of the work-group.
GROUP_KERNEL work_group_collectives_total(global long *restrict total, global long *parts,
                                          volatile global atomic_uint *count,
                                          global const int *restrict x, ulong n)
{
    size_t item = get_local_id(0), groups = get_num_groups(0);
    long sum = work_group_reduce_add((long)own_value(x, n));
    if (item == 0) parts[get_group_id(0)] = sum;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    uint before = 0;
    if (item == 0)
        before = atomic_fetch_add_explicit(count, 1u, memory_order_acq_rel, memory_scope_device);
    before = work_group_broadcast(before, 0);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    if (before + 1 < groups) return;    // the same answer in the whole work-group

    long own = 0;
    for (size_t g = item; g < groups; g += GROUP)
        own += parts[g];
    sum = work_group_reduce_add(own);
    if (item > 0) return;
    *total = sum;
    atomic_store_explicit(count, 0u, memory_order_relaxed, memory_scope_device);
}
