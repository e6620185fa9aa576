// SPDX-License-Identifier: MIT
//
// idct - the inverse DCT of 8 values in integers, with 12 products instead of 64.
//
// Even frequencies give the same to sample x and to sample 7 - x.  Odd ones give it with opposite
// signs.
//
//     v[0] v[4] -> sum, difference --+
//     v[2] v[6] -> rotation ---------+-> 4 even parts --+-> sums: samples 0 1 2 3
//     v[1] v[3] v[5] v[7] -> rotations -> 4 odd parts --+-> differences: samples 7 6 5 4
//
// (C. Loeffler, A. Ligtenberg, G. S. Moschytz, ICASSP 1989.)  The slow integer IDCT of libjpeg has
// the same results.  It rounds the columns to 1/4 and the samples to 1, halves up.  Between, it is
// exact: constants are multiples of 2^-13, and sums have up to 27 bits, of which a float holds 24.

// v[0] to v[3] become the even parts, v[4] to v[7] the odd parts, all times 2^13 * sqrt(8).  `type`
// is uint, or a vector of uint: then each element is of a transform of its own.  A sum on the way
// may be too large for 32 bits.  In unsigned numbers it still leads to the right parts.
#define IDCT_PARTS(type, v)                                                     \
    do {                                                                        \
        const type sum = (v[0] + v[4]) << 13, difference = (v[0] - v[4]) << 13; \
        const type rotated = (v[2] + v[6]) * 4433u;           /* 0.541196 */    \
        const type outer = rotated + v[2] * 6270u;            /* 0.765367 */    \
        const type inner = rotated - v[6] * 15137u;           /* 1.847759 */    \
        const type all = (v[1] + v[3] + v[5] + v[7]) * 9633u; /* 1.175876 */    \
        const type far = all - (v[3] + v[7]) * 16069u;        /* 1.961571 */    \
        const type near = all - (v[1] + v[5]) * 3196u;        /* 0.390181 */    \
        const type ends = (v[1] + v[7]) * 7373u;              /* 0.899976 */    \
        const type middle = (v[3] + v[5]) * 20995u;           /* 2.562915 */    \
        const type odd0 = v[1] * 12299u - ends + near;        /* 1.501321 */    \
        const type odd1 = v[3] * 25172u - middle + far;       /* 3.072711 */    \
        const type odd2 = v[5] * 16819u - middle + near;      /* 2.053120 */    \
        const type odd3 = v[7] * 2446u - ends + far;          /* 0.298631 */    \
        v[0] = sum + outer, v[3] = sum - outer;                                 \
        v[1] = difference + inner, v[2] = difference - inner;                   \
        v[4] = odd0, v[5] = odd1, v[6] = odd2, v[7] = odd3;                     \
    } while (0)

// Columns, in quarters of sqrt(8) times a sample: less than 2^16.  Parts are int, or vectors of it.
#define COLUMN(even, odd) (((even) + (odd) + (1 << 10)) >> 11)

// Samples.  Each part fits an int, also when a file is damaged, but their sum may not: hadd(a, b)
// is (a + b) >> 1 without overflow.
#define SAMPLE(even, odd) (hadd((even) + (1 << 17), odd) >> 17)
