// SPDX-License-Identifier: MIT
//
// Two litmus tests: two work-items, two variables, and what each sees.
//
// Work-groups 2 k and 2 k + 1 belong together.  Work-item i of one plays with work-item i of the
// other, on variables x and y of their own, which are 0 before.  The kernel "in_group" is another
// case: there the two halves of each work-group play.  seen[] gets what was read: the first numbers
// of all pairs, then their second numbers.
//
// GROUP       the work-items of each work-group
// PATIENCE    how often a work-group looks whether the other one has begun, too

#if !defined(GROUP) || !defined(PATIENCE)
#error "the host sets -DGROUP= and -DPATIENCE="
#endif

// The two work-groups try to begin at the same time.  They may run one after the other, so nobody
// waits for long.
void meet(volatile global atomic_int *here)
{
    if (get_local_id(0) == 0) {
        atomic_fetch_add_explicit(here, 1, memory_order_relaxed, memory_scope_device);
        for (int k = 0; k < PATIENCE; k++)
            if (atomic_load_explicit(here, memory_order_relaxed, memory_scope_device) == 2) break;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The number of the pair that a work-item belongs to.
size_t own_pair(void)
{
    return get_group_id(0) / 2 * GROUP + get_local_id(0);
}

// --- store buffering: each stores to its own variable, and reads the other one.  May both read 0?

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
memory_orders_buffering_relaxed(global int *restrict seen, volatile global atomic_int *x,
                                volatile global atomic_int *y, volatile global atomic_int *here,
                                ulong pairs)
{
    size_t p = own_pair();
    meet(&here[get_group_id(0) / 2]);
    if (get_group_id(0) % 2 == 0) {
        atomic_store_explicit(&x[p], 1, memory_order_relaxed, memory_scope_device);
        seen[p] = atomic_load_explicit(&y[p], memory_order_relaxed, memory_scope_device);
    } else {
        atomic_store_explicit(&y[p], 1, memory_order_relaxed, memory_scope_device);
        seen[pairs + p] = atomic_load_explicit(&x[p], memory_order_relaxed, memory_scope_device);
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
memory_orders_buffering_seq_cst(global int *restrict seen, volatile global atomic_int *x,
                                volatile global atomic_int *y, volatile global atomic_int *here,
                                ulong pairs)
{
    size_t p = own_pair();
    meet(&here[get_group_id(0) / 2]);
    if (get_group_id(0) % 2 == 0) {
        atomic_store_explicit(&x[p], 1, memory_order_seq_cst, memory_scope_device);
        seen[p] = atomic_load_explicit(&y[p], memory_order_seq_cst, memory_scope_device);
    } else {
        atomic_store_explicit(&y[p], 1, memory_order_seq_cst, memory_scope_device);
        seen[pairs + p] = atomic_load_explicit(&x[p], memory_order_seq_cst, memory_scope_device);
    }
}

// --- the same with the scope of the work-group: once too narrow for the two, which is a data race;
// once wide enough

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
memory_orders_buffering_too_narrow(global int *restrict seen, volatile global atomic_int *x,
                                   volatile global atomic_int *y, volatile global atomic_int *here,
                                   ulong pairs)
{
    size_t p = own_pair();
    meet(&here[get_group_id(0) / 2]);
    if (get_group_id(0) % 2 == 0) {
        atomic_store_explicit(&x[p], 1, memory_order_seq_cst, memory_scope_work_group);
        seen[p] = atomic_load_explicit(&y[p], memory_order_seq_cst, memory_scope_work_group);
    } else {
        atomic_store_explicit(&y[p], 1, memory_order_seq_cst, memory_scope_work_group);
        seen[pairs + p] =
            atomic_load_explicit(&x[p], memory_order_seq_cst, memory_scope_work_group);
    }
}

// Work-item i of the first half of a work-group plays with work-item i of the second half.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
memory_orders_buffering_in_group(global int *restrict seen, volatile global atomic_int *x,
                                 volatile global atomic_int *y, volatile global atomic_int *here,
                                 ulong pairs)
{
    size_t own = get_local_id(0), p = get_group_id(0) * (GROUP / 2) + own % (GROUP / 2);
    if (own < GROUP / 2) {
        atomic_store_explicit(&x[p], 1, memory_order_seq_cst, memory_scope_work_group);
        seen[p] = atomic_load_explicit(&y[p], memory_order_seq_cst, memory_scope_work_group);
    } else {
        atomic_store_explicit(&y[p], 1, memory_order_seq_cst, memory_scope_work_group);
        seen[pairs + p] =
            atomic_load_explicit(&x[p], memory_order_seq_cst, memory_scope_work_group);
    }
}

// --- message passing: one stores data, then a flag; the other one reads the flag, then the data.
// May it see the flag without the data?

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
memory_orders_message_relaxed(global int *restrict seen, volatile global atomic_int *x,
                              volatile global atomic_int *y, volatile global atomic_int *here,
                              ulong pairs)
{
    size_t p = own_pair();
    meet(&here[get_group_id(0) / 2]);
    if (get_group_id(0) % 2 == 0) {
        atomic_store_explicit(&x[p], 1, memory_order_relaxed, memory_scope_device);
        atomic_store_explicit(&y[p], 1, memory_order_relaxed, memory_scope_device);
    } else {
        seen[p] = atomic_load_explicit(&y[p], memory_order_relaxed, memory_scope_device);
        seen[pairs + p] = atomic_load_explicit(&x[p], memory_order_relaxed, memory_scope_device);
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
memory_orders_message_acquire(global int *restrict seen, volatile global atomic_int *x,
                              volatile global atomic_int *y, volatile global atomic_int *here,
                              ulong pairs)
{
    size_t p = own_pair();
    meet(&here[get_group_id(0) / 2]);
    if (get_group_id(0) % 2 == 0) {
        atomic_store_explicit(&x[p], 1, memory_order_relaxed, memory_scope_device);
        atomic_store_explicit(&y[p], 1, memory_order_release, memory_scope_device);
    } else {
        seen[p] = atomic_load_explicit(&y[p], memory_order_acquire, memory_scope_device);
        seen[pairs + p] = atomic_load_explicit(&x[p], memory_order_relaxed, memory_scope_device);
    }
}
