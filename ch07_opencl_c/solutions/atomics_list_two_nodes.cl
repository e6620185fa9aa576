// SPDX-License-Identifier: MIT
//
// Exercise 5 of atomics_list: two nodes per exchange.

// One atomic per node.  Between the exchange and the store the list is cut in two: nobody may walk
// along it before the launch has ended.
kernel void atomics_list_exchange(global uint *restrict next, global uint *head, ulong n)
{
    size_t i = get_global_id(0), half_n = (n + 1) / 2;
    if (i >= half_n) return;
    size_t last = i;
    //: skeleton
    //: // Here: join node i + half_n to it, if there is one.
    //: solution
    if (i + half_n < n) {
        last = i + half_n;
        next[i] = (uint)last;
    }
    //: end
    next[last] = atomic_xchg(head, (uint)i);
}
