// SPDX-License-Identifier: MIT

#include "image_filter.h"

static long long mirror(long long at, long long size)
{
    if (size == 1) return 0;
    long long period = 2 * (size - 1), in_period = llabs(at) % period;
    return in_period < size ? in_period : period - in_period;
}

static uint8_t filtered(const ocl_picture *src, const float *weights, long long x, long long y,
                        int channel)
{
    const long long width = src->width, height = src->height;
    double sum = 0.0;
    for (int k = 0; k < TAPS; k++) {
        long long from_x = mirror(x + k % COLUMNS - COLUMNS / 2, width);
        long long from_y = mirror(y + k / COLUMNS - ROWS / 2, height);
        sum += weights[k] * src->rgba[4 * (from_y * width + from_x) + channel] / 255.0;
    }
    if (channel < 3) sum = sum * sum * (3.0 - 2.0 * sum);
    return (uint8_t)(fmin(fmax(sum, 0.0), 1.0) * 255.0 + 0.5);
}

void filter_ref(ocl_picture *dst, const ocl_picture *src, const float *weights)
{
    uint8_t *next = dst->rgba;
    for (long long y = 0; y < src->height; y++)
        for (long long x = 0; x < src->width; x++)
            for (int channel = 0; channel < 4; channel++)
                *next++ = filtered(src, weights, x, y, channel);
}

filter_data filter_data_make(ocl_picture picture, uint64_t seed)
{
    filter_data data = { .src = picture };
    ocl_message why;
    if (!ocl_picture_alloc(&data.ref, picture.width, picture.height, &why) ||
        !ocl_picture_alloc(&data.got, picture.width, picture.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    // Random weights show a window that is turned or shifted.
    float sum = 0.0f;
    ocl_fill_f32(data.weights, TAPS, 0.0f, 1.0f, seed);
    for (int k = 0; k < TAPS; k++)
        sum += data.weights[k];
    for (int k = 0; k < TAPS; k++)
        data.weights[k] /= sum;
    return data;
}

void filter_data_free(filter_data *data)
{
    ocl_picture_free(&data->got);
    ocl_picture_free(&data->ref);
    ocl_picture_free(&data->src);
}
