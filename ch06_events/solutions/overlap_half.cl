// SPDX-License-Identifier: MIT
//
// overlap with half the work: two steps are one step of another generator.

kernel void overlap(global uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint value = x[i], a = 1664525, c = 1013904223;
    for (int s = 0; s < STEPS / 2; s++)
        value = value * (a * a) + (a * c + c);    // a * (a * value + c) + c
    x[i] = value;
}
