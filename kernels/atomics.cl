// SPDX-License-Identifier: MIT
//
// atomics - all work-items count in one place: one addition per work-item.
//
//     work-item 5    found 7, stored 8
//     work-item 9                           found 8, stored 9
//     the counter    7                 8                     9

// atomic_inc reads the counter, adds 1, and stores the sum, as one step: no other work-item comes
// between.  Its result is what it found.
//
// The pointer `count` has no `restrict`: all work-items change what it points to.
kernel void atomics(global uint *restrict found, global uint *count, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) found[i] = atomic_inc(count);
}
