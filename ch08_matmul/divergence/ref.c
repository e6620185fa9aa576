// SPDX-License-Identifier: MIT

#include "ref.h"

static uint32_t rotate_7(uint32_t x)
{
    return x << 7 | x >> 25;
}

static uint32_t stir(uint32_t x, uint32_t path)
{
    for (int k = 0; k < DIVERGENCE_STEPS; k++) {
        if (path == 0) {
            x = (x ^ x >> 15) * 0x2c1b3c6dU;
        } else if (path == 1) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
        } else if (path == 2) {
            x = rotate_7(x) * 5 + 0xe6546b64U;
        } else {
            x += x << 3;
            x ^= x >> 11;
        }
    }
    return x;
}

static uint32_t cheap(uint32_t x)
{
    const uint32_t y = x >> 3, z = x >> 5;
    for (int k = 0; k < DIVERGENCE_STEPS; k++)
        x = rotate_7(x & 1 ? x + y : x - z);
    return x;
}

static uint32_t trips(uint32_t x)
{
    for (uint32_t count = x >> 26; count > 0; count--)
        x = (x ^ x >> 15) * 0x2c1b3c6dU;
    return x;
}

static uint32_t element(int topic, const uint32_t *in, size_t n, size_t i)
{
    const uint32_t x = in[i];
    switch (topic) {
    case PATHS:
        return stir(x, x >> 30);
    case INDEX:
        return stir(x, i % 4);
    case CHEAP:
        return cheap(x);
    case RARE:
        return x >> 22 == 0 ? stir(x, 0) : x;
    case CONDITIONS:
        return x % 2 && in[n + i] % 2 && in[2 * n + i] % 2 ? x : 0;
    default:
        return trips(x);
    }
}

void divergence_ref(int topic, uint32_t *ref, const uint32_t *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ref[i] = element(topic, in, n, i);
}

void divergence_regroup(uint32_t *out, const uint32_t *in, size_t n)
{
    size_t next[65] = { 0 };
    for (size_t i = 0; i < n; i++)
        next[(in[i] >> 26) + 1]++;
    for (int k = 0; k < 64; k++)
        next[k + 1] += next[k];
    for (size_t i = 0; i < n; i++)
        out[next[in[i] >> 26]++] = in[i];
}
