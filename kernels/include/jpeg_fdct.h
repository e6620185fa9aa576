// SPDX-License-Identifier: MIT
//
// fdct - the DCT of 8 values in integers, with 12 products instead of 64.
//
// Even frequencies see samples x and 7 - x with the same sign, odd ones with opposite signs.
//
//     samples x + samples (7 - x) -> sums, differences, a rotation -> even frequencies
//     samples x - samples (7 - x) -> rotations                     -> odd frequencies
//
// (C. Loeffler, A. Ligtenberg, G. S. Moschytz, ICASSP 1989.)  The slow integer DCT of libjpeg has
// the same results.  It begins with the rows, and rounds them to 1/4 of sqrt(8) times a
// coefficient.

// v[x], samples less 128 or what FDCT_ROW made of them, becomes v[u] times 2^13 * sqrt(8).  `type`
// is int, or a vector of int: then each element is of a transform of its own.
#define FDCT_PARTS(type, v)                                              \
    do {                                                                 \
        const type s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5]; \
        const type s3 = v[3] + v[4], d0 = v[0] - v[7], d1 = v[1] - v[6]; \
        const type d2 = v[2] - v[5], d3 = v[3] - v[4];                   \
        const type outer = s0 - s3, inner = s1 - s2;                     \
        const type rotated = (outer + inner) * 4433; /* 0.541196 */      \
        const type all = (d0 + d1 + d2 + d3) * 9633; /* 1.175876 */      \
        const type far = all - (d1 + d3) * 16069;    /* 1.961571 */      \
        const type near = all - (d0 + d2) * 3196;    /* 0.390181 */      \
        const type ends = (d0 + d3) * 7373;          /* 0.899976 */      \
        const type middle = (d1 + d2) * 20995;       /* 2.562915 */      \
        v[0] = (s0 + s3 + s1 + s2) * 8192;                               \
        v[4] = (s0 + s3 - s1 - s2) * 8192;                               \
        v[2] = rotated + outer * 6270;     /* 0.765367 */                \
        v[6] = rotated - inner * 15137;    /* 1.847759 */                \
        v[1] = d0 * 12299 - ends + near;   /* 1.501321 */                \
        v[3] = d1 * 25172 - middle + far;  /* 3.072711 */                \
        v[5] = d2 * 16819 - middle + near; /* 2.053120 */                \
        v[7] = d3 * 2446 - ends + far;     /* 0.298631 */                \
    } while (0)

// After the transform of the rows; after that of the columns: 8 times a coefficient.
#define FDCT_ROW(part)    (((part) + (1 << 10)) >> 11)
#define FDCT_COLUMN(part) (((part) + (1 << 14)) >> 15)
