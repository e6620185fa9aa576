// SPDX-License-Identifier: MIT
//
// Exercise 2 of overlap: make two steps at once, so that the kernel has half the work.

kernel void overlap(global uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint value = x[i], a = 1664525, c = 1013904223;
    for (int s = 0; s < STEPS / 2; s++)
        //: skeleton
        //: value = value * a + c;    // Here: what is a * (a * value + c) + c?
        //: solution
        value = value * (a * a) + (a * c + c);    // a * (a * value + c) + c
    //: end
    x[i] = value;
}
