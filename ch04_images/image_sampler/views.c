// SPDX-License-Identifier: MIT

#include "views.h"

#include "labels.h"
#include "ocl.h"

#include <math.h>
#include <stdlib.h>

enum { MAGNIFICATION = 11, BEYOND = 2 };       // samples a texel; texels behind the border
enum { HEADING = 20, GAP = 6, SQUARE = 5 };    // of the canvas, in pixels

// --- where

// Where sample i of a view lies along an axis, in texels.  Each half of a texel is squeezed into its inner 7/8,
// which keeps the sample 1/32 texel away from texels' edges and centres.
static double point_at(size_t view, size_t i, size_t count, double size)
{
    const double at = view == 0 ? size * (2.0 * ((double)i + 0.5) / (double)count - 0.5)
                                : size + BEYOND - (double)(count - i) / MAGNIFICATION;
    const double half = floor(2.0 * at);
    return 0.5 * (half + 1.0 / 16.0 + 7.0 / 8.0 * (2.0 * at - half));
}

// The nearest point for which linear filtering, too, needs no texel outside of the image.
static double inside(double point, double size)
{
    return size > 1.0 ? fmin(fmax(point, 17.0 / 32.0), size - 17.0 / 32.0) : 0.5;
}

static void place(sampler_mode mode, double size, size_t count, float *coordinates)
{
    for (size_t i = 0; i < SAMPLER_VIEWS * count; i++) {
        double point = point_at(i / count, i % count, count, size);
        if (mode.addressing == CL_ADDRESS_NONE) point = inside(point, size);
        coordinates[i] = (float)(mode.normalized ? point / size : point);
    }
}

void sampler_views_place(sampler_views *views, sampler_mode mode)
{
    place(mode, views->picture->width, views->width, views->u);
    place(mode, views->picture->height, views->height, views->v);
}

// --- right or wrong

ocl_result sampler_views_compare(const sampler_views *views, sampler_mode mode,
                                 cl_channel_order order, const float *samples)
{
    const size_t count = 4 * SAMPLER_VIEWS * views->width * views->height;
    float *allowed = ocl_alloc(count * sizeof *allowed);    // the right value nearest to each
    double error = 0.0, most = 0.0;
    for (size_t i = 0; i < count; i += 4) {
        const size_t x = i / 4 % views->width, y = i / 4 / views->width;
        const size_t view = y / views->height;
        double want[4], bound[4];
        sampler_model(mode, views->picture, order, views->u[view * views->width + x], views->v[y],
                      want, bound);
        for (size_t c = 0; c < 4; c++) {
            const double got = (double)samples[i + c];
            allowed[i + c] = (float)fmin(fmax(got, want[c] - bound[c]), want[c] + bound[c]);
            error = fmax(error, fabs(got - want[c]));
            most = fmax(most, bound[c]);
        }
    }
    ocl_result check = ocl_verify_f32("samples", samples, allowed, count, 0.0);
    if (!isnan(check.error)) check.error = error;
    check.bound = most;
    free(allowed);
    return check;
}

// --- the picture

static int cell_x(const sampler_views *views, size_t column)
{
    return HEADING + (int)(column * (views->width + GAP));
}

static int cell_y(const sampler_views *views, size_t row)
{
    return HEADING + (int)(row * (SAMPLER_VIEWS * views->height + GAP));
}

bool sampler_views_canvas(ocl_picture *canvas, const sampler_views *views,
                          const char *const rows[SAMPLER_ROWS],
                          const char *const columns[SAMPLER_COLUMNS], ocl_message *why)
{
    const int width = cell_x(views, SAMPLER_COLUMNS), height = cell_y(views, SAMPLER_ROWS);
    if (!ocl_picture_alloc(canvas, (size_t)width, (size_t)height, why)) return false;
    memset(canvas->rgba, 255, (size_t)4 * canvas->width * canvas->height);
    for (size_t i = 0; i < SAMPLER_COLUMNS; i++)
        label_across(canvas, cell_x(views, i), GAP, columns[i]);
    for (size_t i = 0; i < SAMPLER_ROWS; i++)
        label_up(canvas, GAP, cell_y(views, i + 1) - GAP, rows[i]);
    return true;
}

static bool is_asked(const sampler_views *views, sampler_mode mode, size_t view, size_t x, size_t y)
{
    const double width = views->picture->width, height = views->picture->height;
    const double u = point_at(view, x, views->width, width);
    const double v = point_at(view, y, views->height, height);
    return mode.addressing != CL_ADDRESS_NONE || (u > 0.0 && u < width && v > 0.0 && v < height);
}

// The border's colour is black where it is transparent, so colours come multiplied by their alpha.
void sampler_views_draw(ocl_picture *canvas, const sampler_views *views, sampler_mode mode,
                        size_t row, size_t column, const float *samples)
{
    const size_t left = (size_t)cell_x(views, column), top = (size_t)cell_y(views, row);
    for (size_t y = 0; y < SAMPLER_VIEWS * views->height; y++)
        for (size_t x = 0; x < views->width; x++) {
            const float paper = (x / SQUARE + y / SQUARE) % 2 == 0 ? 0.8f : 1.0f;
            const bool asked = is_asked(views, mode, y / views->height, x, y % views->height);
            const float *sample = &samples[4 * (y * views->width + x)];
            uint8_t *pixel = &canvas->rgba[4 * ((top + y) * canvas->width + left + x)];
            for (int c = 0; c < 3; c++) {
                const float colour = asked ? sample[c] + (1.0f - sample[3]) * paper : paper;
                pixel[c] = (uint8_t)lrintf(255.0f * fminf(fmaxf(colour, 0.0f), 1.0f));
            }
        }
}
