// SPDX-License-Identifier: MIT

#include "jpeg_reference.h"

#include "entropy.h"

enum { SIDE = 8, LEVEL = 128, LIMIT = 2048 };

// basis[x][u] = C(u) / 2 * cos((2 x + 1) u pi / 16); C(0) = sqrt(1/2), else 1.
static void make_basis(double basis[SIDE][SIDE])
{
    const double pi = 3.14159265358979323846;
    for (int x = 0; x < SIDE; x++)
        for (int u = 0; u < SIDE; u++)
            basis[x][u] = (u == 0 ? sqrt(0.125) : 0.5) * cos((2 * x + 1) * u * pi / 16.0);
}

static double to_range(double value)
{
    return fmin(fmax(value, 0.0), 255.0);
}

void jpeg_idct_ref(double samples[JPEG_BLOCK], const double dequantised[JPEG_BLOCK])
{
    double basis[SIDE][SIDE], columns[SIDE][SIDE];    // columns[y][u]
    make_basis(basis);
    for (int y = 0; y < SIDE; y++)
        for (int u = 0; u < SIDE; u++) {
            double sum = 0.0;
            for (int v = 0; v < SIDE; v++)
                sum += basis[y][v] * dequantised[SIDE * v + u];
            columns[y][u] = sum;
        }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double sum = 0.0;
            for (int u = 0; u < SIDE; u++)
                sum += basis[x][u] * columns[y][u];
            samples[SIDE * y + x] = sum;
        }
}

// All samples of a component, also those that the picture does not show.  Gives the largest sum of
// a block's |dequantised|.
static double decode_plane(float *plane, const jpeg_component *c, const int16_t *coefficients)
{
    const int16_t *from = coefficients + (size_t)JPEG_BLOCK * c->first_block;
    const size_t width = (size_t)SIDE * c->blocks_x;
    double largest = 0.0;
    for (size_t by = 0; by < c->blocks_y; by++)
        for (size_t bx = 0; bx < c->blocks_x; bx++, from += JPEG_BLOCK) {
            double dequantised[JPEG_BLOCK], samples[JPEG_BLOCK], sum = 0.0;
            for (int i = 0; i < JPEG_BLOCK; i++) {
                dequantised[i] =
                    fmin(fmax((double)from[i] * c->quantisation[i], -LIMIT), LIMIT - 1);
                sum += fabs(dequantised[i]);
            }
            largest = fmax(largest, sum);
            jpeg_idct_ref(samples, dequantised);
            for (size_t i = 0; i < JPEG_BLOCK; i++)
                plane[(SIDE * by + i / SIDE) * width + SIDE * bx + i % SIDE] =
                    (float)to_range(samples[i] + LEVEL);
        }
    return largest;
}

static void ycc_to_rgb(float rgb[3], const float ycc[3])
{
    const double y = ycc[0], cb = ycc[1] - LEVEL, cr = ycc[2] - LEVEL;
    rgb[0] = (float)to_range(y + 1.402 * cr);
    rgb[1] = (float)to_range(y - 0.344136286 * cb - 0.714136286 * cr);
    rgb[2] = (float)to_range(y + 1.772 * cb);
}

static void to_rgba(float rgba[4], const float samples[JPEG_MAX_COMPONENTS], const jpeg_file *file)
{
    rgba[3] = 255.0f;
    if (file->colour == JPEG_GREY) {
        rgba[0] = rgba[1] = rgba[2] = samples[0];
    } else if (file->colour == JPEG_YCBCR) {
        ycc_to_rgb(rgba, samples);
    } else if (file->colour == JPEG_RGB) {
        memcpy(rgba, samples, 3 * sizeof *rgba);
    } else {
        float ink[4];    // cyan, magenta, yellow, black
        memcpy(ink, samples, sizeof ink);
        if (file->colour == JPEG_YCCK) {
            ycc_to_rgb(ink, samples);
            for (int i = 0; i < 3; i++)
                ink[i] = 255.0f - ink[i];
        }
        for (int i = 0; i < 4 && !file->inverted; i++)
            ink[i] = 255.0f - ink[i];
        for (int i = 0; i < 3; i++)
            rgba[i] = ink[i] * ink[3] / 255.0f;
    }
}

// A device's samples are 8 bits: 1/2 from the exact ones.  Its IDCT may round the columns to 1/4 of
// sqrt(8) times a sample, as libjpeg's does: 1/8 in the sum over a row.  And its constants may be
// multiples of 2^-13: 2^-15 of the sum of the coefficients.  The formulas of the colours make an
// error in the samples as much larger as the sum of their factors says, and each of their results
// is rounded, too.
static double error_bound(jpeg_colour colour, double largest_sum)
{
    const double sample = 0.5 + 0.125 + largest_sum / 32768.0, rgb = 2.772 * sample + 0.5;
    switch (colour) {
    case JPEG_GREY:
    case JPEG_RGB:
        return sample;
    case JPEG_YCBCR:
        return rgb;
    case JPEG_CMYK:
        return sample + sample + 0.5;
    default:
        return rgb + sample + 0.5;
    }
}

bool jpeg_pixels_ref(float *rgba, double *bound, const jpeg_file *file, const int16_t *coefficients,
                     ocl_message *why)
{
    float *samples = malloc(JPEG_BLOCK * sizeof *samples * file->blocks);
    if (!samples) return ocl_refuse(why, "no memory for the samples of %u blocks", file->blocks);
    double largest = 0.0;
    for (uint32_t i = 0; i < file->count; i++) {
        const jpeg_component *c = &file->components[i];
        float *plane = samples + (size_t)JPEG_BLOCK * c->first_block;
        largest = fmax(largest, decode_plane(plane, c, coefficients));
    }
    *bound = error_bound(file->colour, largest);
    for (uint32_t y = 0; y < file->height; y++)
        for (uint32_t x = 0; x < file->width; x++, rgba += 4) {
            float pixel[JPEG_MAX_COMPONENTS] = { 0.0f };
            for (uint32_t i = 0; i < file->count; i++) {
                const jpeg_component *c = &file->components[i];
                const size_t row = y * c->v / file->v_max, column = x * c->h / file->h_max;
                pixel[i] = samples[(size_t)JPEG_BLOCK * c->first_block + row * SIDE * c->blocks_x +
                                   column];
            }
            to_rgba(rgba, pixel, file);
        }
    free(samples);
    return true;
}

void jpeg_coefficients_ref(int16_t *coefficients, jpeg_file *file)
{
    ocl_message why;
    if (!jpeg_decode_coefficients(file, coefficients, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}

jpeg_answer jpeg_answer_new(jpeg_file *file, int16_t *coefficients)
{
    jpeg_answer answer = { .pixels = (size_t)file->width * file->height };
    answer.rgba = ocl_alloc(4 * answer.pixels * sizeof *answer.rgba);
    ocl_message why;
    jpeg_coefficients_ref(coefficients, file);
    if (!jpeg_pixels_ref(answer.rgba, &answer.bound, file, coefficients, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return answer;
}

void jpeg_answer_free(jpeg_answer *answer)
{
    free(answer->rgba);
    *answer = (jpeg_answer){ .rgba = NULL };
}

ocl_result jpeg_verify(const char *what, const uint8_t *rgba, const jpeg_answer *answer)
{
    float *got = ocl_alloc(4 * answer->pixels * sizeof *got);
    for (size_t i = 0; i < 4 * answer->pixels; i++)
        got[i] = rgba[i];
    const ocl_result result =
        ocl_verify_f32(what, got, answer->rgba, 4 * answer->pixels, answer->bound);
    free(got);
    return result;
}
