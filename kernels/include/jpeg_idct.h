// SPDX-License-Identifier: MIT
//
// idct - the inverse DCT of 8 values, with half of the products of the definition.
//
// Even frequencies give the same to sample x and to sample 7 - x; odd ones give it with opposite
// signs.
//
//     v[0] v[4] -> sum, difference --+
//     v[2] v[6] -> rotation ---------+-> 4 even parts --+-> sums: samples 0 1 2 3
//     v[1] v[3] v[5] v[7] -> 4 x 4 products: odd parts -+-> differences: samples 7 6 5 4
//
// The slow integer IDCT of libjpeg has the same results.  It rounds the columns to 1/4 and the
// samples to 1, halves up; between, it is exact.  A float holds 24 bits.  So that they are enough,
// the constants are multiples of 2^-13, as there, and the mean of a block is kept apart: the
// multiple of 8 in its DC coefficient, which is an integer in each sample.

#define IDCT_CONSTANT(k) ((k) / 8192.0f)

// In place, times sqrt(8).  `type` is float, or a vector of floats: then each element is of a
// transform of its own.
#define IDCT_8(type, v)                                                              \
    do {                                                                             \
        const type sum = v[0] + v[4], difference = v[0] - v[4];                      \
        const type outer = v[2] * IDCT_CONSTANT(10703) + v[6] * IDCT_CONSTANT(4433); \
        const type inner = v[2] * IDCT_CONSTANT(4433) - v[6] * IDCT_CONSTANT(10704); \
        const type even0 = sum + outer, even3 = sum - outer;                         \
        const type even1 = difference + inner, even2 = difference - inner;           \
        const type odd0 = v[1] * IDCT_CONSTANT(11363) + v[3] * IDCT_CONSTANT(9633) + \
                          v[5] * IDCT_CONSTANT(6437) + v[7] * IDCT_CONSTANT(2260);   \
        const type odd1 = v[1] * IDCT_CONSTANT(9633) - v[3] * IDCT_CONSTANT(2259) -  \
                          v[5] * IDCT_CONSTANT(11362) - v[7] * IDCT_CONSTANT(6436);  \
        const type odd2 = v[1] * IDCT_CONSTANT(6437) - v[3] * IDCT_CONSTANT(11362) + \
                          v[5] * IDCT_CONSTANT(2261) + v[7] * IDCT_CONSTANT(9633);   \
        const type odd3 = v[1] * IDCT_CONSTANT(2260) - v[3] * IDCT_CONSTANT(6436) +  \
                          v[5] * IDCT_CONSTANT(9633) - v[7] * IDCT_CONSTANT(11363);  \
        v[0] = even0 + odd0, v[7] = even0 - odd0;                                    \
        v[1] = even1 + odd1, v[6] = even1 - odd1;                                    \
        v[2] = even2 + odd2, v[5] = even2 - odd2;                                    \
        v[3] = even3 + odd3, v[4] = even3 - odd3;                                    \
    } while (0)

// The nearest integer of a number of at most 2^22: the sum has no bits behind the point.  A half
// would become the even neighbour.  With TIE added to v[0] before IDCT_8, each half is a little
// more than a half, and becomes the upper neighbour.
#define ROUNDER      12582912.0f
#define ROUND(value) ((value) + ROUNDER - ROUNDER)
#define TIE          (0.5f / 8192.0f)
