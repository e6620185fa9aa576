// SPDX-License-Identifier: MIT

#include "pictures.h"

#include <math.h>

// Every second pixel of the right half is black, like a chessboard.
static void draw_board(ocl_picture *picture)
{
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = picture->width / 2; x < picture->width; x++)
            if ((x + y) % 2) memset(&picture->rgba[4 * ((size_t)y * picture->width + x)], 0, 3);
}

// Channel c of pixel k of the four that become pixel (x, y).
static double one_of_four(const ocl_picture *picture, size_t x, size_t y, size_t c, size_t k)
{
    const size_t column = ocl_smaller(2 * x + k % 2, picture->width - 1);
    const size_t row = ocl_smaller(2 * y + k / 2, picture->height - 1);
    return picture->rgba[4 * (row * picture->width + column) + c];
}

// The level of the mean light when each level is off by `off`.
static double mean_level(const double levels[4], double off)
{
    double light = 0.0;
    for (size_t k = 0; k < 4; k++)
        light += light_of(fmin(fmax(levels[k] + off, 0.0), 255.0)) / 4.0;
    return level_of(light);
}

static void shrink_ref(float *ref, const ocl_picture *picture, bool bytes)
{
    const size_t width = (picture->width + 1) / 2, height = (picture->height + 1) / 2;
    for (size_t i = 0; i < 4 * width * height; i++) {
        double levels[4], sum = 0.0;
        for (size_t k = 0; k < 4; k++)
            sum += levels[k] = one_of_four(picture, i / 4 % width, i / 4 / width, i % 4, k);
        ref[i] = (float)(bytes || i % 4 == 3 ? sum / 4.0 : mean_level(levels, 0.0));
    }
}

// How much the levels of the small picture may change when each level that is read is off by `off`.
static double reading_slack(const ocl_picture *picture, double off)
{
    const size_t width = (picture->width + 1) / 2, height = (picture->height + 1) / 2;
    double slack = 0.0;
    for (size_t i = 0; i < 4 * width * height; i++) {
        double levels[4];
        for (size_t k = 0; k < 4; k++)
            levels[k] = one_of_four(picture, i / 4 % width, i / 4 / width, i % 4, k);
        const double middle = mean_level(levels, 0.0);
        slack =
            fmax(slack, fmax(mean_level(levels, off) - middle, middle - mean_level(levels, -off)));
    }
    return slack;
}

pictures pictures_open(const ocl_env *env, size_t pattern)
{
    pictures p = { .picture = ocl_input_picture(env, pattern, "coffee.bmp") };
    const double bytes = 4.0 * p.picture.width * p.picture.height;
    ocl_require_memory(env->device, bytes, 2.25 * bytes, 4.0 * bytes);
    ocl_require_image_2d(env->device, (size_t[2]){ p.picture.width, p.picture.height });
    const size_t width = ((size_t)p.picture.width + 1) / 2;
    const size_t height = ((size_t)p.picture.height + 1) / 2;
    ocl_message why;
    if (!ocl_picture_alloc(&p.out, width, height, &why) ||
        !ocl_picture_alloc(&p.shown, 2 * width, height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    p.ref = ocl_alloc(4 * width * height * sizeof *p.ref);
    p.ref_bytes = ocl_alloc(4 * width * height * sizeof *p.ref_bytes);
    draw_board(&p.picture);
    shrink_ref(p.ref, &p.picture, false);
    shrink_ref(p.ref_bytes, &p.picture, true);
    return p;
}

void pictures_free(pictures *p)
{
    free(p->ref_bytes);
    free(p->ref);
    ocl_picture_free(&p->shown);
    ocl_picture_free(&p->out);
    ocl_picture_free(&p->picture);
}

ocl_result pictures_take(pictures *p, const char *variant, bool bytes, double level_error)
{
    const size_t row = (size_t)4 * p->out.width;
    const ocl_grid grid = { row, p->out.height };
    float *got = ocl_alloc(row * grid.height * sizeof *got);
    for (size_t y = 0; y < grid.height; y++)
        memcpy(p->shown.rgba + (2 * y + !bytes) * row, p->out.rgba + y * row, row);
    for (size_t i = 0; i < row * grid.height; i++)
        got[i] = p->out.rgba[i];
    const double bound = STORING + reading_slack(&p->picture, level_error);
    const ocl_result result =
        ocl_verify_grid_f32(variant, got, bytes ? p->ref_bytes : p->ref, grid, bound);
    free(got);
    return result;
}

// The mean light, 0 to 1, of the columns from `from` to before `to`; NaN where there are none.
static double mean_light(const ocl_picture *picture, size_t from, size_t to)
{
    double light = 0.0;
    for (size_t y = 0; y < picture->height; y++)
        for (size_t i = 4 * from; i < 4 * to; i++)
            if (i % 4 < 3) light += light_of(picture->rgba[4 * y * picture->width + i]);
    return to == from ? NAN : light / (3.0 * (double)(to - from) * picture->height);
}

void pictures_show_light(const pictures *p, ocl_report *report)
{
    const size_t middle = p->picture.width / 2, half = p->out.width;
    ocl_table table = ocl_table_open(report, "mean light", "picture, left half, right half");
    const char *row = "%-18s %9.4f %10.4f";
    ocl_table_row(&table, row, "as it was", mean_light(&p->picture, 0, middle),
                  mean_light(&p->picture, middle, p->picture.width));
    ocl_table_row(&table, row, "mean of the bytes", mean_light(&p->shown, 0, half / 2),
                  mean_light(&p->shown, half / 2, half));
    ocl_table_row(&table, row, "mean of the light", mean_light(&p->shown, half, half + half / 2),
                  mean_light(&p->shown, half + half / 2, 2 * half));
}

double light_of(double level)
{
    const double stored = level / 255.0;
    return stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4);
}

double level_of(double light)
{
    return 255.0 * (light < 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1.0 / 2.4) - 0.055);
}

void draw_levels(uint8_t pixels[4 * LEVELS])
{
    for (size_t i = 0; i < LEVELS; i++) {
        pixels[4 * i] = (uint8_t)i;
        pixels[4 * i + 1] = (uint8_t)(LEVELS - 1 - i);
        pixels[4 * i + 2] = (uint8_t)(7 * i);
        pixels[4 * i + 3] = (uint8_t)(5 * i);
    }
}

ocl_result levels_verify(const char *what, const float *read, const uint8_t pixels[4 * LEVELS],
                         cl_channel_order order)
{
    float got[4 * LEVELS], want[4 * LEVELS];
    for (size_t i = 0; i < 4 * LEVELS; i++) {
        const size_t c = i % 4, swapped = order == CL_sBGRA && c < 3 ? 2 - c : c;
        const double value = (double)read[i];
        got[i] = (float)(c < 3 && order != CL_RGBA ? level_of(value) : 255.0 * value);
        want[i] = c == 3 && order == CL_sRGBx ? 255.0F : pixels[i - c + swapped];
    }
    return ocl_verify_f32(what, got, want, 4 * LEVELS, 0.5);
}
