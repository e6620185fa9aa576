// SPDX-License-Identifier: MIT
//
// Numbers of 16 bits: read into a float or double, computed there, rounded back.
//
// half_rounding_add             c = a + b; the sum is made in float
// half_rounding_load            the same halves read by vload_half and its vector forms
// half_rounding_store_float     the same floats rounded and written by all forms of vstore_half
// half_rounding_store_double    the same with doubles
// half_rounding_operators       a + b, a - b, a * b in float, or in half
//
// A work-item of the loads and stores has 48 numbers: three vectors of 16, sixteen of 3.  Each form
// has a part of y with room for `room` numbers.
//
// HAVE_DOUBLE    defined where the device computes with double
// IN_HALF        defined where half_rounding_operators computes in half, with cl_khr_fp16

kernel void half_rounding_add(global half *restrict c, global const half *restrict a,
                              global const half *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float sum = vload_half(i, a) + vload_half(i, b);    // each half becomes a float
    vstore_half(sum, i, c);                             // the sum becomes the nearest half
}

// --- loads

#define FIRST(N) (48 / N * get_global_id(0))
#define LAST(N)  (FIRST(N) + 48 / N)

// vload_halfN reads N numbers at x + N * j.  vloada_halfN does, too, and knows that this address is
// a multiple of N numbers; with N = 3 it reads at x + 4 * j.
#define LOAD(form, N)                           \
    for (size_t j = FIRST(N); j < LAST(N); j++) \
        vstore##N(vload_half##N(j, x), j, y + form * room);
#define LOAD_ALIGNED(form, N, STEP)                   \
    for (size_t j = FIRST(STEP); j < LAST(STEP); j++) \
        vstore##N(vloada_half##N(j, x), 0, y + form * room + STEP * j);

kernel void half_rounding_load(global float *restrict y, global const half *restrict x, ulong n,
                               ulong room)
{
    if (get_global_id(0) >= n) return;
    for (size_t j = FIRST(1); j < LAST(1); j++)
        y[j] = vload_half(j, x);
    LOAD(1, 2)
    LOAD(2, 3)
    LOAD(3, 4)
    LOAD(4, 8)
    LOAD(5, 16)
    LOAD_ALIGNED(6, 2, 2)
    LOAD_ALIGNED(7, 3, 4)
    LOAD_ALIGNED(8, 4, 4)
    LOAD_ALIGNED(9, 8, 8)
    LOAD_ALIGNED(10, 16, 16)
}

// --- stores: MODE is the rounding, nothing or _rte, _rtz, _rtp, _rtn

#define STORE(form, N, MODE)                    \
    for (size_t j = FIRST(N); j < LAST(N); j++) \
        vstore_half##N##MODE(vload##N(j, x), j, y + (form)*room);
#define STORE_ALIGNED(form, N, STEP, MODE)            \
    for (size_t j = FIRST(STEP); j < LAST(STEP); j++) \
        vstorea_half##N##MODE(vload##N(0, x + STEP * j), j, y + (form)*room);
#define STORES(first, MODE)                           \
    for (size_t j = FIRST(1); j < LAST(1); j++)       \
        vstore_half##MODE(x[j], j, y + (first)*room); \
    STORE(first + 1, 2, MODE)                         \
    STORE(first + 2, 3, MODE)                         \
    STORE(first + 3, 4, MODE)                         \
    STORE(first + 4, 8, MODE)                         \
    STORE(first + 5, 16, MODE)                        \
    STORE_ALIGNED(first + 6, 2, 2, MODE)              \
    STORE_ALIGNED(first + 7, 3, 4, MODE)              \
    STORE_ALIGNED(first + 8, 4, 4, MODE)              \
    STORE_ALIGNED(first + 9, 8, 8, MODE)              \
    STORE_ALIGNED(first + 10, 16, 16, MODE)

#define STORE_FROM(T)                                                                        \
    kernel void half_rounding_store_##T(global half *restrict y, global const T *restrict x, \
                                        ulong n, ulong room)                                 \
    {                                                                                        \
        if (get_global_id(0) >= n) return;                                                   \
        STORES(0, )                                                                          \
        STORES(11, _rte)                                                                     \
        STORES(22, _rtz)                                                                     \
        STORES(33, _rtp)                                                                     \
        STORES(44, _rtn)                                                                     \
    }
STORE_FROM(float)
#ifdef HAVE_DOUBLE
STORE_FROM(double)
#endif

// --- arithmetic, in float or in half

#ifdef IN_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half number;
#define READ(p)     p[i]
#define WRITE(x, p) (p)[i] = (x)
#else
typedef float number;
#define READ(p)     vload_half(i, p)
#define WRITE(x, p) vstore_half(x, i, p)
#endif

kernel void half_rounding_operators(global half *restrict y, global const half *restrict a,
                                    global const half *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    number x = READ(a), z = READ(b);
    WRITE(x + z, y);
    WRITE(x - z, y + n);
    WRITE(x * z, y + 2 * n);
}
