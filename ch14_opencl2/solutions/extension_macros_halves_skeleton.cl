// SPDX-License-Identifier: MIT
//
// extension_macros --kernel ch14_opencl2/solutions/extension_macros_halves_skeleton.cl
//
// The bits of each number in reverse order, in five steps.  Here only the first one is made.

#if defined(cl_khr_extended_bit_ops) && !defined(BY_HAND)
#define MIRROR(x) bit_reverse(x)
#else
#define MIRROR(x) mirror_by_hand(x)
#endif

uint mirror_by_hand(uint x)
{
    x = x << 16 | x >> 16;    // the halves of the number change places
    // Exercise 2 of extension_macros: your four lines
    return x;
}

kernel void extension_macros_mirror(global uint *restrict out, global const uint *restrict x,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = MIRROR(x[i]);
}
