// SPDX-License-Identifier: MIT

#include "sampler_model.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// A GPU keeps 8 bits of the fraction: rounding to them is an error of up to 2^-9.  An NVIDIA H200
// is off by up to 2^-11 more, as if it had rounded the coordinate to 10 bits first.  With three
// coordinates, in volumes and in arrays of 2-D images, it is off by more, as if it had cut the
// other bits off.
static const double FRACTION_ERROR = 0x1p-9 + 0x1p-11, FRACTION_ERROR_3D = 0x1p-8;

// In volumes it is off by up to 6e-4 more: the weights of the eight texels seem to be rounded, too.
static const double WEIGHT_ERROR = 0x1p-9;

static const double ROUNDING = 0x1p-24, RESULT_ERROR = 0x1p-15;

// One axis: the two texels that a point lies between (nearest: the same texel twice), the fraction
// of the way from the first to the second, and the error that the fraction may have.  An index
// outside of the image means the border.
typedef struct {
    double texel[2], fraction, slack;
} span;

// The coordinate in texels.  A repeating mode brings it into the image first.
static double place(const sampler_mode *mode, double coordinate, double size)
{
    if (!mode->normalized) return coordinate;
    if (mode->addressing == CL_ADDRESS_REPEAT) coordinate -= floor(coordinate);
    if (mode->addressing == CL_ADDRESS_MIRRORED_REPEAT)
        coordinate = fabs(coordinate - 2.0 * rint(0.5 * coordinate));
    return coordinate * size;
}

// The texel that is read in place of texel i.
static double address(cl_addressing_mode mode, double i, double size)
{
    switch (mode) {
    case CL_ADDRESS_REPEAT:
        return i < 0.0 ? i + size : i >= size ? i - size : i;
    case CL_ADDRESS_CLAMP:
        return fmin(fmax(i, -1.0), size);
    case CL_ADDRESS_CLAMP_TO_EDGE:
    case CL_ADDRESS_MIRRORED_REPEAT:
        return fmin(fmax(i, 0.0), size - 1.0);
    default:
        return i;
    }
}

static span span_at(const sampler_mode *mode, double coordinate, double size, double error)
{
    const double at = place(mode, coordinate, size);
    if (mode->filter == CL_FILTER_NEAREST) {
        const double i = address(mode->addressing, floor(at), size);
        return (span){ { i, i }, 0.0, 0.0 };
    }
    const double i = floor(at - 0.5), far = fabs(mode->normalized ? coordinate * size : coordinate);
    return (span){ { address(mode->addressing, i, size), address(mode->addressing, i + 1.0, size) },
                   at - 0.5 - i,
                   error + 3.0 * ROUNDING * far };
}

// The layer of an array is no place between texels: it is rounded and stays inside.
static span layer_at(double coordinate, double layers)
{
    const double i = fmin(fmax(rint(coordinate), 0.0), layers - 1.0);
    return (span){ { i, i }, 0.0, 0.0 };
}

// Channel c of a texel or of the border.  The border is black; it is transparent for CL_RGBA and
// opaque for CL_R.
static double channel(const sampler_image *image, const double texel[3], int c)
{
    if (image->order == CL_R && c > 0) return c == 3;
    size_t at = 0;
    for (int axis = 2; axis >= 0; axis--) {
        if (texel[axis] < 0.0 || texel[axis] >= (double)image->extent[axis]) return 0.0;
        at = at * image->extent[axis] + (size_t)texel[axis];
    }
    return image->rgba[4 * at + (size_t)c] / 255.0;
}

static double range_of(const double t[8])
{
    double least = t[0], most = t[0];
    for (unsigned k = 1; k < 8; k++) {
        least = fmin(least, t[k]);
        most = fmax(most, t[k]);
    }
    return most - least;
}

// Mixes the eight corners along x, then y, then z.  Corner k is the second one along axis a if bit
// a of k is set.
static void mix(const sampler_image *image, const span spans[3], int c, sampler_sample *want)
{
    double t[8];
    for (unsigned k = 0; k < 8; k++) {
        const double texel[3] = { spans[0].texel[k & 1], spans[1].texel[k >> 1 & 1],
                                  spans[2].texel[k >> 2] };
        t[k] = channel(image, texel, c);
    }
    want->bound[c] = RESULT_ERROR;
    if (spans[0].slack > 0.0 && spans[1].slack > 0.0 && spans[2].slack > 0.0)
        want->bound[c] += WEIGHT_ERROR * range_of(t);
    for (unsigned axis = 0; axis < 3; axis++) {
        double step = 0.0;
        for (unsigned k = 0; k < 8; k++)
            step = fmax(step, fabs(t[k ^ 1u << axis] - t[k]));
        want->bound[c] += spans[axis].slack * step;
    }
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned k = 0; k < 4u >> axis; k++)    // the next axis is bit 0 then
            t[k] = t[2 * k] + spans[axis].fraction * (t[2 * k + 1] - t[2 * k]);
    want->value[c] = t[0];
}

sampler_sample sampler_model(const sampler_mode *mode, const sampler_image *image,
                             const float at[3])
{
    span spans[3] = { { .fraction = 0.0 }, { .fraction = 0.0 }, { .fraction = 0.0 } };
    const double error = image->axes == 3 ? FRACTION_ERROR_3D : FRACTION_ERROR;
    for (unsigned axis = 0; axis < image->axes; axis++)
        spans[axis] = image->layers && axis + 1 == image->axes
                          ? layer_at((double)at[axis], (double)image->extent[axis])
                          : span_at(mode, (double)at[axis], (double)image->extent[axis], error);
    sampler_sample want;
    for (int c = 0; c < 4; c++) {
        mix(image, spans, c, &want);
        if (mode->filter == CL_FILTER_NEAREST)
            want.bound[c] = 1.5 * (double)FLT_EPSILON * want.value[c];
        else
            want.bound[c] += image->loss;
    }
    return want;
}

double sampler_known_loss(cl_device_id device, unsigned axes)
{
    return ocl_known_fault(device, "linear filtering of bytes") ? axes / 255.0 : 0.0;
}

ocl_result sampler_compare(const float *samples, const sampler_sample *want, size_t count)
{
    float *allowed = ocl_alloc(4 * count * sizeof *allowed);    // the allowed value next to each
    double error = 0.0, most = 0.0;
    for (size_t i = 0; i < 4 * count; i++) {
        const double got = (double)samples[i], value = want[i / 4].value[i % 4];
        const double bound = want[i / 4].bound[i % 4];
        allowed[i] = (float)fmin(fmax(got, value - bound), value + bound);
        error = fmax(error, fabs(got - value));
        most = fmax(most, bound);
    }
    ocl_result result = ocl_verify_f32("samples", samples, allowed, 4 * count, 0.0);
    if (!isnan(result.error)) result.error = error;
    result.bound = most;
    free(allowed);
    return result;
}

const cl_addressing_mode SAMPLER_COLUMN[SAMPLER_COLUMNS] = { CL_ADDRESS_NONE,
                                                             CL_ADDRESS_CLAMP_TO_EDGE,
                                                             CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                             CL_ADDRESS_MIRRORED_REPEAT };
const char *const SAMPLER_COLUMN_NAMES[SAMPLER_COLUMNS + 1] = {
    "none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat", NULL
};

static const char *const ADDRESS_MACROS[SAMPLER_COLUMNS] = { "NONE", "CLAMP_TO_EDGE", "CLAMP",
                                                             "REPEAT", "MIRRORED_REPEAT" };
const char *const SAMPLER_ROW_NAMES[SAMPLER_ROWS] = { "nearest normalised", "linear normalised",
                                                      "nearest texels", "linear texels" };

sampler_mode sampler_mode_at(size_t column, size_t row)
{
    return (sampler_mode){ .addressing = SAMPLER_COLUMN[column],
                           .filter = row % 2 == 0 ? CL_FILTER_NEAREST : CL_FILTER_LINEAR,
                           .normalized = row < 2 ? CL_TRUE : CL_FALSE };
}

size_t sampler_mode_column(const sampler_mode *mode)
{
    size_t column = 0;
    while (SAMPLER_COLUMN[column] != mode->addressing)
        column++;
    return column;
}

size_t sampler_mode_row(const sampler_mode *mode)
{
    return (mode->normalized ? 0u : 2u) + (mode->filter == CL_FILTER_NEAREST ? 0u : 1u);
}

bool sampler_mode_exists(const sampler_mode *mode)
{
    const bool repeats =
        mode->addressing == CL_ADDRESS_REPEAT || mode->addressing == CL_ADDRESS_MIRRORED_REPEAT;
    return mode->normalized || !repeats;
}

void sampler_mode_name(char text[SAMPLER_TEXT], const sampler_mode *mode)
{
    snprintf(text, SAMPLER_TEXT, "%s %s", SAMPLER_COLUMN_NAMES[sampler_mode_column(mode)],
             SAMPLER_ROW_NAMES[sampler_mode_row(mode)]);
}

void sampler_mode_macros(char text[SAMPLER_TEXT], const sampler_mode *mode)
{
    snprintf(text, SAMPLER_TEXT,
             "-DCOORDINATES=CLK_NORMALIZED_COORDS_%s -DADDRESS=CLK_ADDRESS_%s "
             "-DFILTER=CLK_FILTER_%s",
             mode->normalized ? "TRUE" : "FALSE", ADDRESS_MACROS[sampler_mode_column(mode)],
             mode->filter == CL_FILTER_NEAREST ? "NEAREST" : "LINEAR");
}
