// SPDX-License-Identifier: MIT
//
// Steps of a linear congruential generator: work that can be made to last as long as one likes, and whose
// result the host still knows without doing it, since any number of steps is one step of another
// generator.

#if !defined MULTIPLIER || !defined INCREMENT
#error "the host must build this file with -DMULTIPLIER=... and -DINCREMENT=..."
#endif

// Work-item i takes x[i] that many steps further; the block holds n numbers.
kernel void overlap_steps(global uint *x, uint steps, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint value = x[i];
    for (uint s = 0; s < steps; s++)
        value = value * MULTIPLIER + INCREMENT;
    x[i] = value;
}
