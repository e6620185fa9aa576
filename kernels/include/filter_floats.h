// SPDX-License-Identifier: MIT
//
// floats - lanes for filter_strips.h, like those of filter_lanes.h.  But each channel has a float
// of its own, also in the formats of 8 bits: many GPUs add floats twice as fast as integers.
//
// A byte becomes a float without a conversion.  Bit 8 of the float 32768 is worth 1, so a byte that
// is put into its bits 8 to 15 adds its value.  All these floats are 32768 too large, and a
// difference of two is right.
//
// A result r from 0 to 255 is given as 8388608 + r.  Bit 0 of this float is worth 1: the addition
// rounds r to the nearest integer, and leaves it in the lowest byte.

typedef float lanes;

#if FORMAT != 2
#define PER_WORD 4

void open_word(lanes lane[PER_WORD], uint word)
{
    for (int i = 0; i < PER_WORD; i++)
#ifdef cl_nv_pragma_unroll    // NVIDIA's compiler does not find this one instruction by itself
    {
        uint bits;
        __asm__("prmt.b32 %0, %1, %2, %3;"
                : "=r"(bits)
                : "r"(word), "r"(0x47000000), "r"(0x7404 + 0x10 * i));
        lane[i] = as_float(bits);
    }
#else
        lane[i] = as_float(0x47000000 | (word >> 8 * i & 0xff) << 8);
#endif
}

// The bits of 8388608 are 0x4b000000.  Shifts move them out of three lanes.
uint close_word(const lanes lane[PER_WORD])
{
    return as_uint(lane[0]) - 0x4b000000 + (as_uint(lane[1]) << 8) + (as_uint(lane[2]) << 16) +
           (as_uint(lane[3]) << 24);
}

#endif
