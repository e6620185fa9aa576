// SPDX-License-Identifier: MIT
//
// atomics --kernel build/exercises/atomics_exchange.cl
//
// atomic_inc, made of atomic_cmpxchg.  atomic_cmpxchg(p, expected, desired) stores `desired` if it
// finds `expected`.  Its result is what it found.
//: skeleton
//: // The loop is missing.
//: solution
// If this is something else, another work-item was faster, and the loop tries again with the new
// number.  Somebody succeeds each time, so the loops end.
//: end

kernel void atomics(global uint *restrict found, global uint *count, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint old = atomic_add(count, 0);    // a plain read would be a race
    //: skeleton
    //: // Exercise 2 of atomics: try to exchange the number that you found for the next one, until
    //: // nobody was faster.
    //: solution
    uint expected;
    do {
        expected = old;
        old = atomic_cmpxchg(count, expected, expected + 1);
    } while (old != expected);
    //: end
    found[i] = old;
}
