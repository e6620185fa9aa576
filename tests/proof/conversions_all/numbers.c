// SPDX-License-Identifier: MIT

#include "forms.h"

// The ends of each range: +-2^k, and its neighbours.
static uint64_t integer_number(size_t i, uint64_t random)
{
    const size_t edges = 64 * 6;
    if (i < edges) {
        const uint64_t near = (UINT64_C(1) << i / 6) + i % 3 - 1;
        return i % 6 < 3 ? near : UINT64_C(0) - near;
    }
    return random >> (i % 64);
}

// A number of at most 64 bits and half a unit; or random digits and a half behind the last digit
// that float or half keeps: exact, or one neighbour beside it.
static double halfway_number(uint64_t random)
{
    static const int kept[] = { 0, 11, 24 };
    const int digits = kept[random % 3];
    const bool negative = random >> 2 & 1;
    const int nudge = (int)(random >> 3 & 3) - 1;
    const int exponent = (int)(random >> 5 & 127) - 40;
    const double tie = (double)(random >> 12 & ((UINT64_C(1) << digits) - 1)) + 0.5;
    double x = digits ? ldexp(tie, exponent - digits)
                      : ldexp(1.0, (int)(random >> 12) & 63) + 0.5 * ((int)(random >> 18 & 7) - 4);
    if (nudge == 1) x = nextafter(x, 0.0);
    if (nudge == -1) x = nextafter(x, INFINITY);
    return negative ? -x : x;
}

static double edge_number(size_t i)
{
    static const double edges[] = { 0.0,
                                    INFINITY,
                                    NAN,
                                    0.5,
                                    1.5,
                                    2.5,
                                    0x1p-149,
                                    0x1p-150,
                                    0x1.8p-150,
                                    0x1p-126,
                                    0x1.fffffep127,
                                    0x1.ffffffp127,
                                    0x1.fffffdp127,
                                    0x1p128,
                                    65504.0,
                                    65520.0,
                                    65519.0,
                                    65535.0,
                                    0x1p-24,
                                    0x1p-25,
                                    0x1.8p-25,
                                    0x1p-14,
                                    0x1.fffp-15,
                                    0x1p-1074,
                                    0x1p-1022,
                                    0x1p63,
                                    0x1p64,
                                    0x1.fffffffffffffp1023 };
    const size_t count = sizeof edges / sizeof edges[0];
    return i < count ? edges[i] : -edges[i - count];
}

size_t fill_numbers(size_t type, void *x, size_t count, uint64_t seed)
{
    const scalar_type *t = &SCALAR_TYPE[type];
    if (t->bytes <= 2) {
        // An odd factor: 2^16 numbers in a row are all numbers, and a few of them lie apart.
        const size_t all = (size_t)bits_mask(t) + 1;
        if (count > all) count = all;
        for (size_t i = 0; i < count; i++)
            write_bits(t, x, i, (i * 40503 + 40503) & bits_mask(t));
        return count;
    }
    enum { EDGES = 2 * 28 };
    for (size_t i = 0; i < count; i++) {
        const uint64_t random = ocl_random(seed, i);
        const double number = i < EDGES ? edge_number(i) : halfway_number(random);
        if (is_integer(t) || (i >= EDGES && i % 4 == 0))
            write_bits(t, x, i, is_integer(t) ? integer_number(i, random) : random);
        else if (type == FLOAT)
            ((float *)x)[i] = (float)number;
        else
            ((double *)x)[i] = number;
    }
    return count;
}
