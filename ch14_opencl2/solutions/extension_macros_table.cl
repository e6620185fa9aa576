// SPDX-License-Identifier: MIT
//
// Exercise 4 of extension_macros: four bits at a time.

// A compiler that has an extension of the language has a macro of its name.
#if defined(cl_khr_extended_bit_ops) && !defined(BY_HAND)
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable
#define MIRROR(x) bit_reverse(x)
#else
#define MIRROR(x) mirror_by_hand(x)
#endif

//: skeleton
//: // Here: the last four.
//: constant uchar MIRRORED[16] = { 0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 0, 0, 0, 0 };
//: solution
constant uchar MIRRORED[16] = { 0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15 };
//: end

// The lowest bit becomes the highest one.
uint mirror_by_hand(uint x)
{
    uint out = 0;
    for (uint k = 0; k < 8; k++) {
        out = out << 4 | MIRRORED[x & 15];
        x >>= 4;
    }
    return out;
}

kernel void extension_macros_mirror(global uint *restrict out, global const uint *restrict x,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = MIRROR(x[i]);
}
