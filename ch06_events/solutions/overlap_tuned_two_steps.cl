// SPDX-License-Identifier: MIT
//
// Exercise 6 of overlap_tuned: two steps per round.

#if !defined MULTIPLIER || !defined INCREMENT
#error "the host must build this file with -DMULTIPLIER=... and -DINCREMENT=..."
#endif

// Work-item i advances x[i] by `steps` steps.  The block holds n numbers.
kernel void overlap_tuned(global uint *x, uint steps, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint value = x[i];
    const uint m = MULTIPLIER, c = INCREMENT;
    //: skeleton
    //: for (uint s = 0; s + 1 < steps; s += 2)
    //:     value = value * (m * m) + c;    // Here: what do two steps add?
    //: // Here: the last step, if `steps` is odd.
    //: solution
    for (uint s = 0; s + 1 < steps; s += 2)
        value = value * (m * m) + (m * c + c);
    if (steps % 2 == 1) value = value * m + c;
    //: end
    x[i] = value;
}
