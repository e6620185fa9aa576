// SPDX-License-Identifier: MIT

#include "plane.h"

#include <math.h>

plane plane_new(plane_format format, size_t width, size_t height)
{
    static const size_t CHANNELS[] = { 4, 1, 1 }, PIXEL_BYTES[] = { 4, 1, sizeof(float) };
    plane p = { .format = format,
                .width = width,
                .height = height,
                .channels = CHANNELS[format],
                .pixel_bytes = PIXEL_BYTES[format] };
    p.data = ocl_alloc(plane_bytes(&p));
    return p;
}

plane plane_from_picture(const ocl_picture *picture, plane_format format)
{
    plane p = plane_new(format, picture->width, picture->height);
    const uint8_t *rgba = picture->rgba;
    if (format == PLANE_RGBA) {
        memcpy(p.data, rgba, plane_bytes(&p));
        return p;
    }
    for (size_t i = 0; i < p.width * p.height; i++) {
        const unsigned red = rgba[4 * i], green = rgba[4 * i + 1], blue = rgba[4 * i + 2];
        const unsigned grey = (77 * red + 150 * green + 29 * blue + 128) / 256;
        if (format == PLANE_GREY)
            ((uint8_t *)p.data)[i] = (uint8_t)grey;
        else
            ((float *)p.data)[i] = (float)grey / 255.0f;
    }
    return p;
}

plane plane_like(const plane *other)
{
    return plane_new(other->format, other->width, other->height);
}

void plane_free(plane *p)
{
    free(p->data);
    p->data = NULL;
}

size_t plane_bytes(const plane *p)
{
    return p->width * p->height * p->pixel_bytes;
}

cl_image_format plane_image_format(const plane *p)
{
    static const cl_image_format FORMATS[] = { [PLANE_RGBA] = { CL_RGBA, CL_UNSIGNED_INT8 },
                                               [PLANE_GREY] = { CL_R, CL_UNSIGNED_INT8 },
                                               [PLANE_FLOAT] = { CL_R, CL_FLOAT } };
    return FORMATS[p->format];
}

ptrdiff_t plane_index(ptrdiff_t i, size_t n, plane_border border)
{
    const ptrdiff_t count = (ptrdiff_t)n;
    if (i >= 0 && i < count) return i;
    if (border == BORDER_ZERO) return -1;
    if (border == BORDER_EDGE) return i < 0 ? 0 : count - 1;
    const ptrdiff_t along = (i < 0 ? -1 - i : i) % (2 * count);    // 0 ... n - 1, n - 1 ... 0
    return along < count ? along : 2 * count - 1 - along;
}

double plane_at(const plane *p, ptrdiff_t x, ptrdiff_t y, size_t channel, plane_border border)
{
    const ptrdiff_t column = plane_index(x, p->width, border);
    const ptrdiff_t row = plane_index(y, p->height, border);
    if (column < 0 || row < 0) return 0.0;
    const size_t at = ((size_t)row * p->width + (size_t)column) * p->channels + channel;
    return p->format == PLANE_FLOAT ? (double)((const float *)p->data)[at]
                                    : (double)((const uint8_t *)p->data)[at];
}

float *plane_padded(const plane *p, size_t channel, size_t radius, plane_border border)
{
    const size_t width = p->width + 2 * radius, height = p->height + 2 * radius;
    float *padded = ocl_alloc(width * height * sizeof *padded);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            padded[y * width + x] =
                (float)plane_at(p, (ptrdiff_t)x - (ptrdiff_t)radius,
                                (ptrdiff_t)y - (ptrdiff_t)radius, channel, border);
    return padded;
}

void plane_set(plane *p, size_t x, size_t y, size_t channel, double value)
{
    const size_t at = (y * p->width + x) * p->channels + channel;
    if (p->format == PLANE_FLOAT)
        ((float *)p->data)[at] = (float)value;
    else
        ((uint8_t *)p->data)[at] = (uint8_t)fmin(fmax(floor(value + 0.5), 0.0), 255.0);
}

ocl_result plane_verify(const char *what, const plane *got, const plane *want, double bound)
{
    const ocl_grid grid = { got->width, got->height };
    if (got->format == PLANE_FLOAT)
        return ocl_verify_grid_f32(what, got->data, want->data, grid, bound);
    if (got->format == PLANE_GREY) return ocl_verify_grid_u8(what, got->data, want->data, grid);
    const ocl_picture a = { (uint32_t)got->width, (uint32_t)got->height, got->data };
    const ocl_picture b = { (uint32_t)want->width, (uint32_t)want->height, want->data };
    return ocl_verify_picture(what, &a, &b, 0);
}

void plane_output(const plane *p, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, p->width, p->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t i = 0; i < p->width * p->height; i++)
        for (size_t c = 0; c < 4; c++) {
            const size_t x = i % p->width, y = i / p->width;
            double v = p->format == PLANE_RGBA ? plane_at(p, (ptrdiff_t)x, (ptrdiff_t)y, c, 0)
                       : c == 3                ? 255.0
                                               : plane_at(p, (ptrdiff_t)x, (ptrdiff_t)y, 0, 0);
            if (p->format == PLANE_FLOAT && c < 3) v = floor(255.0 * fmin(fmax(v, 0.0), 1.0) + 0.5);
            picture.rgba[4 * i + c] = (uint8_t)v;
        }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}
