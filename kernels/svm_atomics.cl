// SPDX-License-Identifier: MIT
//
// Kernels that talk with the host while they run.
//
// The memory is the host's, too.  Each atomic has the scope memory_scope_all_svm_devices: the
// default, memory_scope_device, says nothing about the host.

// In the order of svm_atomics.c.
enum { HERE, GO, GAVE_UP, ANSWERS };

// The host and this kernel wait for each other:
//
//     kernel    numbers[n] = its work-items     HERE = 1
//     host      waits for HERE, fills numbers   GO = 1
//     kernel    waits for GO, adds              ANSWERS + i = 100 + i, for each work-item i
//     host      waits for each answer, reads its number
//
// Who stores a flag releases what it has written before.  Who sees the flag acquires it.
kernel void svm_atomics_handshake(global int *numbers, volatile global atomic_int *flags, ulong n,
                                  ulong patience)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    if (i == 0) {
        // Release with a fence: it also holds for the stores behind it.
        numbers[n] = (int)n;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release,
                               memory_scope_all_svm_devices);
        atomic_store_explicit(&flags[HERE], 1, memory_order_relaxed, memory_scope_all_svm_devices);
    }
    // The loop has an end, also if the host is gone.  The first one that gives up tells the others.
    for (ulong k = 0;
         atomic_load_explicit(&flags[GO], memory_order_acquire, memory_scope_all_svm_devices) == 0;
         k++) {
        if (k == patience)
            atomic_store_explicit(&flags[GAVE_UP], 1, memory_order_relaxed,
                                  memory_scope_all_svm_devices);
        if (atomic_load_explicit(&flags[GAVE_UP], memory_order_relaxed,
                                 memory_scope_all_svm_devices))
            return;
    }
    numbers[i] += (int)i;
    atomic_store_explicit(&flags[ANSWERS + i], 100 + (int)i, memory_order_release,
                          memory_scope_all_svm_devices);
}

// --- a list that host and kernel fill at the same time

// Node i is put before the others.  Its place is stored before it becomes the head: release.
kernel void svm_atomics_list(global int *next, volatile global atomic_int *head, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int first = atomic_load_explicit(head, memory_order_relaxed, memory_scope_all_svm_devices);
    do
        next[i] = first;
    while (!atomic_compare_exchange_weak_explicit(head, &first, (int)i, memory_order_release,
                                                  memory_order_relaxed,
                                                  memory_scope_all_svm_devices));
}

// --- a number that host and kernel count up at the same time

kernel void svm_atomics_counter(volatile global atomic_int *count, ulong n)
{
    if (get_global_id(0) < n)
        atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_all_svm_devices);
}
