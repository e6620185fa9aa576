// SPDX-License-Identifier: MIT
//
// Numbers of one type made into another.
//
// conversions_all_ways           a float made into an int and a uchar in each way: one number per
//                                work-item
// conversions_all_from_char ...  numbers of one type made into all other types with all suffixes:
//                                WIDTH numbers per work-item (vector_of.h)
//
// HAVE_DOUBLE, HAVE_HALF    defined where the device computes with these types
// NO_INTEGER_ROUNDING       defined where convert_char_rte(int) and its like are missing

#include "vector_of.h"

// The results of number i are y[10 * i] to y[10 * i + 9].
kernel void conversions_all_ways(global int *restrict y, global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int implicit = x[i];
    y[10 * i] = implicit;
    y[10 * i + 1] = (int)x[i];
    y[10 * i + 2] = convert_int(x[i]);
    y[10 * i + 3] = convert_int_rte(x[i]);
    y[10 * i + 4] = convert_int_rtz(x[i]);
    y[10 * i + 5] = convert_int_rtp(x[i]);
    y[10 * i + 6] = convert_int_rtn(x[i]);
    y[10 * i + 7] = convert_uchar_sat(x[i]);
    y[10 * i + 8] = convert_uchar_sat_rte(x[i]);
    y[10 * i + 9] = convert_char_sat_rte(x[i]);
}

#ifdef HAVE_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#define CONVERT(T, S) JOIN(JOIN(convert_, VECTOR(T)), S)

// The results of one function.  They begin at y[number * room].
#define STORE(number, T, S) ((global VECTOR(T) *)(y + (number)*room))[i] = CONVERT(T, S)(x[i]);

// The five functions that differ in the rounding, and the ten of an integer type.
#define ROUNDED(first, T, S)     \
    STORE(first, T, S)           \
    STORE(first + 1, T, S##_rte) \
    STORE(first + 2, T, S##_rtz) \
    STORE(first + 3, T, S##_rtp) \
    STORE(first + 4, T, S##_rtn)
#define INTEGER(FUNCTIONS, first, T) FUNCTIONS(first, T, ) FUNCTIONS(first + 5, T, _sat)

// Between integers nothing is rounded, but the five functions exist.
#ifdef NO_INTEGER_ROUNDING
#define OF_INTEGER STORE
#else
#define OF_INTEGER ROUNDED
#endif

#ifdef HAVE_DOUBLE
#define TO_DOUBLE ROUNDED(85, double, )
#else
#define TO_DOUBLE
#endif
#ifdef HAVE_HALF
#define TO_HALF ROUNDED(90, half, )
#else
#define TO_HALF
#endif

// OF is OF_INTEGER or ROUNDED: what an integer is made from.
#define FROM(T, OF)                                                                               \
    kernel void conversions_all_from_##T(global ulong *restrict y,                                \
                                         global const VECTOR(T) *restrict x, ulong n, ulong room) \
    {                                                                                             \
        size_t i = get_global_id(0);                                                              \
        if (i >= n) return;                                                                       \
        INTEGER(OF, 0, char)                                                                      \
        INTEGER(OF, 10, uchar)                                                                    \
        INTEGER(OF, 20, short)                                                                    \
        INTEGER(OF, 30, ushort)                                                                   \
        INTEGER(OF, 40, int)                                                                      \
        INTEGER(OF, 50, uint)                                                                     \
        INTEGER(OF, 60, long)                                                                     \
        INTEGER(OF, 70, ulong)                                                                    \
        ROUNDED(80, float, )                                                                      \
        TO_DOUBLE                                                                                 \
        TO_HALF                                                                                   \
    }

FROM(char, OF_INTEGER)
FROM(uchar, OF_INTEGER)
FROM(short, OF_INTEGER)
FROM(ushort, OF_INTEGER)
FROM(int, OF_INTEGER)
FROM(uint, OF_INTEGER)
FROM(long, OF_INTEGER)
FROM(ulong, OF_INTEGER)
FROM(float, ROUNDED)
#ifdef HAVE_DOUBLE
FROM(double, ROUNDED)
#endif
#ifdef HAVE_HALF
FROM(half, ROUNDED)
#endif
