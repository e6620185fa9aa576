// SPDX-License-Identifier: MIT
//
// Steps of a linear congruential generator.  The host chooses how long this work lasts.  It knows
// the result without doing the work, because any number of steps is one step of another generator.
//
// MULTIPLIER, INCREMENT   of the generator

#if !defined MULTIPLIER || !defined INCREMENT
#error "the host must build this file with -DMULTIPLIER=... and -DINCREMENT=..."
#endif

// Work-item i advances x[i] by `steps` steps.  The block holds n numbers.
kernel void overlap_tuned(global uint *x, uint steps, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint value = x[i];
    for (uint s = 0; s < steps; s++)
        value = value * MULTIPLIER + INCREMENT;
    x[i] = value;
}
