// SPDX-License-Identifier: MIT

#include "random_numbers.h"

#include <math.h>

void philox(uint32_t counter[4], const uint32_t key[2])
{
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = UINT64_C(0xD2511F53) * counter[0];
        const uint64_t p1 = UINT64_C(0xCD9E8D57) * counter[2];
        counter[0] = (uint32_t)(p1 >> 32) ^ counter[1] ^ k0;
        counter[1] = (uint32_t)p1;
        counter[2] = (uint32_t)(p0 >> 32) ^ counter[3] ^ k1;
        counter[3] = (uint32_t)p0;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

void normal(double z[2], uint32_t x, uint32_t y)
{
    const double u = ((x >> 8) + 1) * 0x1p-24, v = (y >> 8) * 0x1p-24;
    const double radius = sqrt(-2.0 * log(u)), angle = 2.0 * acos(-1.0) * v;
    z[0] = radius * cos(angle);
    z[1] = radius * sin(angle);
}
