// SPDX-License-Identifier: MIT
//
// riffle - transposes squares in vectors, as one riffles two halves of a pack of cards.

// The elements of the first halves of a's and b's halves in turn; of the second ones.
#define RIFFLE_FIRST(a, b)                                                                  \
    (int16)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3, (a).s8, (b).s8, \
            (a).s9, (b).s9, (a).sa, (b).sa, (a).sb, (b).sb)
#define RIFFLE_SECOND(a, b)                                                                 \
    (int16)((a).s4, (b).s4, (a).s5, (b).s5, (a).s6, (b).s6, (a).s7, (b).s7, (a).sc, (b).sc, \
            (a).sd, (b).sd, (a).se, (b).se, (a).sf, (b).sf)

// Transposes two squares of 8 x 8 that lie beside each other.  After three riffles, rows have
// become columns.
void transpose_squares(int16 v[8])
{
#pragma unroll
    for (int round = 0; round < 3; round++) {
        int16 riffled[8];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            riffled[2 * i] = RIFFLE_FIRST(v[i], v[i + 4]);
            riffled[2 * i + 1] = RIFFLE_SECOND(v[i], v[i + 4]);
        }
#pragma unroll
        for (int i = 0; i < 8; i++)
            v[i] = riffled[i];
    }
}
