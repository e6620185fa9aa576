// SPDX-License-Identifier: MIT

#include "views.h"

#include "labels.h"
#include "ocl.h"

#include <math.h>
#include <stdlib.h>

enum { MAGNIFICATION = 11, BEYOND = 2 };    // view 1: samples per texel; texels outside
const cl_channel_order ORDER[ORDERS] = { CL_RGBA, CL_R };

enum { HEADING = 20, GAP = 6, SQUARE = 5 };    // of the contact sheet, in pixels

sampler_views sampler_views_new(const ocl_picture *picture, size_t width)
{
    const size_t pixels = (size_t)picture->width * picture->height, height = (2 * width + 2) / 3;
    sampler_views views = { .picture = picture,
                            .red = ocl_alloc(pixels),
                            .width = width,
                            .height = height,
                            .u_bytes = SAMPLER_VIEWS * width * sizeof *views.u,
                            .v_bytes = SAMPLER_VIEWS * height * sizeof *views.v,
                            .bytes = SAMPLER_VIEWS * width * height * sizeof(cl_float4) };
    for (size_t i = 0; i < pixels; i++)
        views.red[i] = picture->rgba[4 * i];
    views.u = ocl_alloc(views.u_bytes);
    views.v = ocl_alloc(views.v_bytes);
    return views;
}

void sampler_views_free(sampler_views *views)
{
    free(views->v);
    free(views->u);
    free(views->red);
}

void sampler_views_images(const sampler_views *views, const ocl_env *env, cl_mem d_image[ORDERS])
{
    const size_t extents[2] = { views->picture->width, views->picture->height };
    for (size_t i = 0; i < ORDERS; i++) {
        const cl_image_format format = { ORDER[i], CL_UNORM_INT8 };    // read_imagef: 0.0 to 1.0
        d_image[i] = NULL;
        if (ocl_has_image_format(env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, format))
            d_image[i] = ocl_image_2d(env, CL_MEM_READ_ONLY, format, extents,
                                      ORDER[i] == CL_RGBA ? views->picture->rgba : views->red);
    }
}

// The place of sample i of a view along one axis, in texels.  Each half of a texel is squeezed into
// its inner 7/8, so that the sample is at least 1/32 texel away from edges and centres of texels.
static double point_at(size_t view, size_t i, size_t count, double size)
{
    const double at = view == 0 ? size * (2.0 * ((double)i + 0.5) / (double)count - 0.5)
                                : size + BEYOND - (double)(count - i) / MAGNIFICATION;
    const double half = floor(2.0 * at);
    return 0.5 * (half + 1.0 / 16.0 + 7.0 / 8.0 * (2.0 * at - half));
}

// The nearest point for which even linear filtering reads no texel outside of the image.
static double inside(double point, double size)
{
    return size > 1.0 ? fmin(fmax(point, 17.0 / 32.0), size - 17.0 / 32.0) : 0.5;
}

static void place(const sampler_mode *mode, double size, size_t count, float *coordinates)
{
    for (size_t i = 0; i < SAMPLER_VIEWS * count; i++) {
        double point = point_at(i / count, i % count, count, size);
        if (mode->addressing == CL_ADDRESS_NONE) point = inside(point, size);
        coordinates[i] = (float)(mode->normalized ? point / size : point);
    }
}

void sampler_views_place(sampler_views *views, const sampler_mode *mode)
{
    place(mode, views->picture->width, views->width, views->u);
    place(mode, views->picture->height, views->height, views->v);
}

ocl_result sampler_views_compare(const sampler_views *views, const sampler_mode *mode,
                                 cl_channel_order order, const float *samples)
{
    const sampler_image image = { .rgba = views->picture->rgba,
                                  .extent = { views->picture->width, views->picture->height, 1 },
                                  .axes = 2,
                                  .order = order,
                                  .loss = views->loss };
    const size_t count = SAMPLER_VIEWS * views->width * views->height;
    sampler_sample *want = ocl_alloc(count * sizeof *want);
    for (size_t i = 0; i < count; i++) {
        const size_t x = i % views->width, y = i / views->width, view = y / views->height;
        const float at[3] = { views->u[view * views->width + x], views->v[y] };
        want[i] = sampler_model(mode, &image, at);
    }
    const ocl_result result = sampler_compare(samples, want, count);
    free(want);
    return result;
}

static int cell_x(const sampler_views *views, size_t column)
{
    return HEADING + (int)(column * (views->width + GAP));
}

static int cell_y(const sampler_views *views, size_t row)
{
    return HEADING + (int)(row * (SAMPLER_VIEWS * views->height + GAP));
}

bool sampler_sheet_alloc(ocl_picture *sheet, const sampler_views *views, ocl_message *why)
{
    const int width = cell_x(views, SAMPLER_COLUMNS), height = cell_y(views, SAMPLER_ROWS);
    if (!ocl_picture_alloc(sheet, (size_t)width, (size_t)height, why)) return false;
    memset(sheet->rgba, 255, (size_t)4 * sheet->width * sheet->height);
    for (size_t i = 0; i < SAMPLER_COLUMNS; i++)
        label_across(sheet, cell_x(views, i), GAP, SAMPLER_COLUMN_NAMES[i]);
    for (size_t i = 0; i < SAMPLER_ROWS; i++)
        label_up(sheet, GAP, cell_y(views, i + 1) - GAP, SAMPLER_ROW_NAMES[i]);
    return true;
}

static bool is_readable(const sampler_views *views, const sampler_mode *mode, size_t view, size_t x,
                        size_t y)
{
    const double width = views->picture->width, height = views->picture->height;
    const double u = point_at(view, x, views->width, width);
    const double v = point_at(view, y, views->height, height);
    return mode->addressing != CL_ADDRESS_NONE || (u > 0.0 && u < width && v > 0.0 && v < height);
}

// The border is black where it is transparent, so that colours are already multiplied by alpha.
void sampler_sheet_draw(ocl_picture *sheet, const sampler_views *views, const sampler_mode *mode,
                        const float *samples)
{
    const size_t left = (size_t)cell_x(views, sampler_mode_column(mode));
    const size_t top = (size_t)cell_y(views, sampler_mode_row(mode));
    for (size_t y = 0; y < SAMPLER_VIEWS * views->height; y++)
        for (size_t x = 0; x < views->width; x++) {
            const float paper = (x / SQUARE + y / SQUARE) % 2 == 0 ? 0.8f : 1.0f;
            const bool readable = is_readable(views, mode, y / views->height, x, y % views->height);
            const float *sample = &samples[4 * (y * views->width + x)];
            uint8_t *pixel = &sheet->rgba[4 * ((top + y) * sheet->width + left + x)];
            for (int c = 0; c < 3; c++) {
                const float colour = readable ? sample[c] + (1.0f - sample[3]) * paper : paper;
                pixel[c] = (uint8_t)lrintf(255.0f * fminf(fmaxf(colour, 0.0f), 1.0f));
            }
        }
}
