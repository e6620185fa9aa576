// SPDX-License-Identifier: MIT
//
// Exercise 5 of c11_atomics: a difference by addition.

#ifndef SCOPE
#error "the host must build this file with -DSCOPE=memory_scope_device or memory_scope_work_group"
#endif

// In the order of c11_atomics.c.
enum { ADD, SUB, OR, AND, XOR, MIN, MAX, EXCHANGE, STRONG, WEAK, STORED, WINNERS, VARIABLES };

// One work-item per element of x.  `returned` gets what atomic_fetch_add gave each, and `swapped`
// what atomic_exchange gave: the number of the work-item before.  Four work-items share each flag,
// and the first one of them wins.
kernel void c11_atomics_change(volatile global atomic_int *v, global int *restrict returned,
                               global int *restrict swapped, volatile global atomic_flag *flags,
                               global const int *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int own = x[i];
    returned[i] = atomic_fetch_add_explicit(&v[ADD], 1, memory_order_relaxed, SCOPE);
    //: skeleton
    //: // Exercise 5 of c11_atomics: this is the sum.
    //: atomic_fetch_add_explicit(&v[SUB], own, memory_order_relaxed, SCOPE);
    //: solution
    atomic_fetch_add_explicit(&v[SUB], -own, memory_order_relaxed, SCOPE);
    //: end
    atomic_fetch_or_explicit(&v[OR], 1 << i % 31, memory_order_relaxed, SCOPE);
    atomic_fetch_and_explicit(&v[AND], ~(1 << i % 31), memory_order_relaxed, SCOPE);
    atomic_fetch_xor_explicit(&v[XOR], own, memory_order_relaxed, SCOPE);
    atomic_fetch_min_explicit(&v[MIN], own, memory_order_relaxed, SCOPE);
    atomic_fetch_max_explicit(&v[MAX], own, memory_order_relaxed, SCOPE);
    swapped[i] = atomic_exchange_explicit(&v[EXCHANGE], (int)i, memory_order_relaxed, SCOPE);

    // What has no function of its own: compute from the value that was found, and try to store it.
    // If another work-item was faster, `found` gets the newer value.  The strong form fails for no
    // other reason.
    int found = atomic_load_explicit(&v[STRONG], memory_order_relaxed, SCOPE);
    while (!atomic_compare_exchange_strong_explicit(
        &v[STRONG], &found, (int)((uint)found * (uint)(own | 1)), memory_order_relaxed,
        memory_order_relaxed, SCOPE))
        ;
    // The weak form may also fail for no reason.  In a loop that does not matter.
    found = atomic_load_explicit(&v[WEAK], memory_order_relaxed, SCOPE);
    while (!atomic_compare_exchange_weak_explicit(
        &v[WEAK], &found, found + own % 7, memory_order_relaxed, memory_order_relaxed, SCOPE))
        ;
    atomic_store_explicit(&v[VARIABLES + i], own, memory_order_relaxed, SCOPE);
    if (atomic_load_explicit(&v[VARIABLES + i], memory_order_relaxed, SCOPE) == own)
        atomic_fetch_add_explicit(&v[STORED], 1, memory_order_relaxed, SCOPE);
    if (!atomic_flag_test_and_set_explicit(&flags[i / 4], memory_order_relaxed, SCOPE))
        atomic_fetch_add_explicit(&v[WINNERS], 1, memory_order_relaxed, SCOPE);
}

// Clears the flags.  One work-item per flag.
kernel void c11_atomics_clear(volatile global atomic_flag *flags, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) atomic_flag_clear_explicit(&flags[i], memory_order_relaxed, SCOPE);
}
