// SPDX-License-Identifier: MIT

#include "random.h"

uint64_t ocl_random(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

float ocl_random_f32(float low, float high, uint64_t seed, uint64_t index)
{
    const double scale = ((double)high - low) / (1 << 24);
    return (float)(low + scale * (double)(ocl_random(seed, index) >> 40));
}

void ocl_fill_f32(float *x, size_t count, float low, float high, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = ocl_random_f32(low, high, seed, i);
}

void ocl_fill_u32(uint32_t *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = (uint32_t)(ocl_random(seed, i) >> 32);
}

// Shifts take the bytes from the low end of each number: the result is the same for any byte order.
void ocl_fill_bytes(void *x, size_t bytes, uint64_t seed)
{
    unsigned char *out = x;
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(ocl_random(seed, i / 8) >> (8 * (i % 8)));
}
