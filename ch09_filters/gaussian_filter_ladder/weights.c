// SPDX-License-Identifier: MIT

#include "weights.h"

// 255 * 2^22, the largest sum, fits an int.
enum { SHIFT = 11 };

gaussian_weights gaussian_weights_of(size_t window, double sigma)
{
    if (window == 3 && sigma == 0.0)
        return (gaussian_weights){ .window = 3, .w = { 1, 2, 1 }, .shift = 2 };
    const size_t radius = window / 2;
    if (sigma == 0.0) sigma = 0.3 * ((double)radius - 1.0) + 0.8;

    gaussian_weights weights = { .window = window, .shift = SHIFT };
    double real[MAX_WINDOW], sum = 0.0;
    for (size_t i = 0; i < window; i++) {
        const double x = (double)i - (double)radius;
        sum += real[i] = exp(-x * x / (2.0 * sigma * sigma));
    }
    int missing = 1 << SHIFT;
    for (size_t i = 0; i < window; i++) {
        weights.w[i] = (int)lround(real[i] / sum * (1 << SHIFT));
        missing -= weights.w[i];
    }
    weights.w[radius] += missing;
    return weights;
}

const char *gaussian_build_options(char text[256], const gaussian_weights *weights)
{
    int length = snprintf(text, 256, "-DSHIFT=%d -DWEIGHTS=%d", weights->shift, weights->w[0]);
    for (size_t i = 1; i < weights->window; i++)
        length += snprintf(text + length, 256 - (size_t)length, ",%d", weights->w[i]);
    return text;
}
