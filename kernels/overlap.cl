// SPDX-License-Identifier: MIT
//
// overlap - some work per number: STEPS steps of a generator of random numbers.  One work-item per
// number.  The result takes the number's place.

kernel void overlap(global uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint value = x[i];
    for (int s = 0; s < STEPS; s++)
        value = value * 1664525 + 1013904223;
    x[i] = value;
}
