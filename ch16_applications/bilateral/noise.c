// SPDX-License-Identifier: MIT

#include "noise.h"

static ocl_picture picture_of(size_t width, size_t height)
{
    ocl_picture p;
    ocl_message why;
    if (!ocl_picture_alloc(&p, width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return p;
}

static size_t channels(const ocl_picture *p)
{
    return (size_t)4 * p->width * p->height;
}

// The sum of four random numbers is nearly normal; each of 16 bits has the variance 65536^2 / 12.
ocl_picture add_noise(const ocl_picture *clean, double width, uint64_t seed)
{
    ocl_picture noisy = picture_of(clean->width, clean->height);
    for (size_t i = 0; i < channels(clean); i++) {
        const uint64_t bits = ocl_random(seed, i);
        const double sum = (double)(bits & 65535) + (double)(bits >> 16 & 65535) +
                           (double)(bits >> 32 & 65535) + (double)(bits >> 48);
        const double value = clean->rgba[i] + width * (sum - 2 * 65535) / (65536 / sqrt(3.0));
        noisy.rgba[i] = i % 4 == 3 ? clean->rgba[i] : (uint8_t)fmin(fmax(value + 0.5, 0), 255);
    }
    return noisy;
}

ocl_picture round_pixels(const float *rgba, uint32_t width, uint32_t height)
{
    ocl_picture p = picture_of(width, height);
    for (size_t i = 0; i < channels(&p); i++)
        p.rgba[i] = (uint8_t)fminf(fmaxf(rgba[i] + 0.5f, 0), 255);    // a NaN becomes 0
    return p;
}

double psnr(const ocl_picture *got, const ocl_picture *clean)
{
    double squares = 0;
    for (size_t i = 0; i < channels(clean); i++) {
        const double difference = got->rgba[i] - clean->rgba[i];
        squares += i % 4 == 3 ? 0 : difference * difference;
    }
    if (squares == 0) return NAN;
    return 10 * log10(255.0 * 255.0 * 0.75 * (double)channels(clean) / squares);
}

void output_three(const ocl_picture *const pictures[3], const char *path)
{
    const size_t row = (size_t)4 * pictures[0]->width;
    ocl_picture all = picture_of((size_t)3 * pictures[0]->width, pictures[0]->height);
    for (size_t y = 0; y < all.height; y++)
        for (size_t k = 0; k < 3; k++)
            memcpy(all.rgba + (3 * y + k) * row, pictures[k]->rgba + y * row, row);
    ocl_output_picture(&all, path);
    ocl_picture_free(&all);
}
