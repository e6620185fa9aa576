// SPDX-License-Identifier: MIT
//
// The functions of OpenCL C for integers.
//
// integer_builtins_all_average   what they are good for: two numbers per work-item
// integer_builtins_all_char ...  all functions of one type: WIDTH triples per work-item
//                                (vector_of.h)

#include "vector_of.h"

// The results of pair i are y[8 * i] to y[8 * i + 7].
kernel void integer_builtins_all_average(global uint *restrict y, global const uint *restrict a,
                                         global const uint *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[8 * i] = (a[i] + b[i]) / 2;
    y[8 * i + 1] = hadd(a[i], b[i]);
    y[8 * i + 2] = rhadd(a[i], b[i]);
    y[8 * i + 3] = add_sat(a[i], b[i]);
    y[8 * i + 4] = mul_hi(a[i], b[i]);
    y[8 * i + 5] = clz(a[i]);
    y[8 * i + 6] = popcount(a[i]);
    y[8 * i + 7] = rotate(a[i], 8u);
}

// The results of one function.  They begin at y[number * room].
#define STORE(number, T, value) ((global VECTOR(T) *)(y + number * room))[i] = value;

// Some functions take a vector and one number for all its components: here the first of b and c.
#if WIDTH == 1
#define FIRST(v) v
#else
#define FIRST(v) v.s0
#endif
#define FIRST_LOW  min(FIRST(b[i]), FIRST(c[i]))
#define FIRST_HIGH max(FIRST(b[i]), FIRST(c[i]))

// UPSAMPLE stands for upsample, MUL24 for mul24 and mad24, of types that have them.  W is the type
// with twice the bits, U the unsigned type.
#define UPSAMPLE(T, U, W) STORE(15, W, upsample(a[i], JOIN(as_, VECTOR(U))(b[i])))
#define MUL24(T, U, W)                                  \
    UPSAMPLE(T, U, W)                                   \
    STORE(16, T, mul24(a[i] << 8 >> 8, b[i] << 8 >> 8)) \
    STORE(17, T, mad24(a[i] << 8 >> 8, b[i] << 8 >> 8, c[i]))
#define NEITHER(T, U, W)

#define FUNCTIONS_OF(T, U, W, MORE)                                                               \
    kernel void integer_builtins_all_##T(global ulong *restrict y,                                \
                                         global const VECTOR(T) *restrict a,                      \
                                         global const VECTOR(T) *restrict b,                      \
                                         global const VECTOR(T) *restrict c, ulong n, ulong room) \
    {                                                                                             \
        size_t i = get_global_id(0);                                                              \
        if (i >= n) return;                                                                       \
        STORE(0, T, clamp(a[i], min(b[i], c[i]), max(b[i], c[i])))                                \
        STORE(1, T, mad_hi(a[i], b[i], c[i]))                                                     \
        STORE(2, T, mad_sat(a[i], b[i], c[i]))                                                    \
        STORE(3, U, abs(a[i]))                                                                    \
        STORE(4, T, clz(a[i]))                                                                    \
        STORE(5, T, popcount(a[i]))                                                               \
        STORE(6, U, abs_diff(a[i], b[i]))                                                         \
        STORE(7, T, add_sat(a[i], b[i]))                                                          \
        STORE(8, T, sub_sat(a[i], b[i]))                                                          \
        STORE(9, T, hadd(a[i], b[i]))                                                             \
        STORE(10, T, rhadd(a[i], b[i]))                                                           \
        STORE(11, T, max(a[i], b[i]))                                                             \
        STORE(12, T, min(a[i], b[i]))                                                             \
        STORE(13, T, mul_hi(a[i], b[i]))                                                          \
        STORE(14, T, rotate(a[i], b[i]))                                                          \
        STORE(18, T, clamp(a[i], FIRST_LOW, FIRST_HIGH))                                          \
        STORE(19, T, max(a[i], FIRST(b[i])))                                                      \
        STORE(20, T, min(a[i], FIRST(b[i])))                                                      \
        STORE(21, T, select(a[i], b[i], JOIN(convert_, VECTOR(T))(c[i] > b[i])))                  \
        STORE(22, T, bitselect(a[i], b[i], c[i]))                                                 \
        MORE(T, U, W)                                                                             \
    }

FUNCTIONS_OF(char, uchar, short, UPSAMPLE)
FUNCTIONS_OF(uchar, uchar, ushort, UPSAMPLE)
FUNCTIONS_OF(short, ushort, int, UPSAMPLE)
FUNCTIONS_OF(ushort, ushort, uint, UPSAMPLE)
FUNCTIONS_OF(int, uint, long, MUL24)
FUNCTIONS_OF(uint, uint, ulong, MUL24)
FUNCTIONS_OF(long, ulong, long, NEITHER)
FUNCTIONS_OF(ulong, ulong, ulong, NEITHER)
