// SPDX-License-Identifier: MIT

#include "model.h"

#include <float.h>
#include <math.h>

// A GPU keeps 8 bits of the fraction: rounding to them is an error of up to 2^-9.  An NVIDIA H200
// is off by up to 2^-11 more, as if it had rounded the coordinate to 10 bits first.
static const double FRACTION_ERROR = 0x1p-9 + 0x1p-11, ROUNDING = 0x1p-24, RESULT_ERROR = 0x1p-15;

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

static span span_at(const sampler_mode *mode, double coordinate, double size)
{
    const double at = place(mode, coordinate, size);
    if (mode->filter == CL_FILTER_NEAREST) {
        const double i = address(mode->addressing, floor(at), size);
        return (span){ { i, i }, 0.0, 0.0 };
    }
    const double i = floor(at - 0.5), far = fabs(mode->normalized ? coordinate * size : coordinate);
    return (span){ { address(mode->addressing, i, size), address(mode->addressing, i + 1.0, size) },
                   at - 0.5 - i,
                   FRACTION_ERROR + 3.0 * ROUNDING * far };
}

// Channel c of a texel or of the border.  The border is black; it is transparent for CL_RGBA and
// opaque for CL_R.
static double channel(const ocl_picture *picture, cl_channel_order order, double x, double y, int c)
{
    if (order == CL_R && c > 0) return c == 3;
    if (x < 0.0 || y < 0.0 || x >= picture->width || y >= picture->height) return 0.0;
    return picture->rgba[4 * ((size_t)y * picture->width + (size_t)x) + (size_t)c] / 255.0;
}

sampler_sample sampler_model(const sampler_mode *mode, const ocl_picture *picture,
                             cl_channel_order order, sampler_point at)
{
    const span x = span_at(mode, (double)at.u, picture->width);
    const span y = span_at(mode, (double)at.v, picture->height);
    sampler_sample want;
    for (int c = 0; c < 4; c++) {
        double t[2][2];    // row, column
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++)
                t[j][i] = channel(picture, order, x.texel[i], y.texel[j], c);
        const double top = t[0][0] + x.fraction * (t[0][1] - t[0][0]);
        const double bottom = t[1][0] + x.fraction * (t[1][1] - t[1][0]);
        const double step_x = fmax(fabs(t[0][1] - t[0][0]), fabs(t[1][1] - t[1][0]));
        const double step_y = fmax(fabs(t[1][0] - t[0][0]), fabs(t[1][1] - t[0][1]));
        want.value[c] = top + y.fraction * (bottom - top);
        want.bound[c] = mode->filter == CL_FILTER_NEAREST
                            ? 1.5 * (double)FLT_EPSILON * want.value[c]
                            : x.slack * step_x + y.slack * step_y + RESULT_ERROR;
    }
    return want;
}
