// SPDX-License-Identifier: MIT
//
// extension_macros --kernel build/exercises/extension_macros_halves.cl
//
// The bits of each number in reverse order, in five steps.
//: skeleton
//: // Here only the first one is made.
//: end

#if defined(cl_khr_extended_bit_ops) && !defined(BY_HAND)
#define MIRROR(x) bit_reverse(x)
#else
#define MIRROR(x) mirror_by_hand(x)
#endif

uint mirror_by_hand(uint x)
{
    x = x << 16 | x >> 16;    // the halves of the number change places
    //: skeleton
    //: // Exercise 2 of extension_macros: your four lines
    //: return x;
    //: solution
    x = (x & 0x00ff00ffu) << 8 | (x >> 8 & 0x00ff00ffu);    // the halves of each half
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    return (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    //: end
}

kernel void extension_macros_mirror(global uint *restrict out, global const uint *restrict x,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = MIRROR(x[i]);
}
