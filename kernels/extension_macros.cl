// SPDX-License-Identifier: MIT
//
// The 32 bits of each number in reverse order, one element per work-item: with a function of an
// extension where the compiler has it, and by hand elsewhere.
//
// BY_HAND    set by the host: do not use the extension

// A compiler that has an extension of the language has a macro of its name.
#if defined(cl_khr_extended_bit_ops) && !defined(BY_HAND)
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable
#define MIRROR(x) bit_reverse(x)
#else
#define MIRROR(x) mirror_by_hand(x)
#endif

// The lowest bit becomes the highest one.
uint mirror_by_hand(uint x)
{
    uint out = 0;
    for (uint bit = 0; bit < 32; bit++) {
        out = out << 1 | (x & 1);
        x >>= 1;
    }
    return out;
}

kernel void extension_macros_mirror(global uint *restrict out, global const uint *restrict x,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = MIRROR(x[i]);
}
