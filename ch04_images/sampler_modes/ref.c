// SPDX-License-Identifier: MIT

#include "ref.h"

#include "shared/sampler_model.h"

#include <math.h>

typedef struct {
    double x, y;    // in pixels; the middle of pixel i is at i + 0.5
} point;

// Where pixel (x, y) of the turned picture comes from.
static point come_from(const rotation *r, uint32_t x, uint32_t y)
{
    const double middle_x = 0.5 * r->picture->width, middle_y = 0.5 * r->picture->height;
    const double right = x + 0.5 - middle_x, down = y + 0.5 - middle_y;
    const double step_x = (double)r->step.s[0], step_y = (double)r->step.s[1];
    return (point){ step_x * right - step_y * down + middle_x,
                    step_y * right + step_x * down + middle_y };
}

// The pixel that a sampler reads in place of pixel i of a row or column with n pixels.  -1 is the
// border.
static int64_t address(cl_addressing_mode mode, int64_t i, int64_t n)
{
    switch (mode) {
    case CL_ADDRESS_REPEAT:
        return (i % n + n) % n;
    case CL_ADDRESS_MIRRORED_REPEAT:
        i = (i % (2 * n) + 2 * n) % (2 * n);    // the image and its mirror image
        return i < n ? i : 2 * n - 1 - i;
    case CL_ADDRESS_CLAMP_TO_EDGE:
        return i < 0 ? 0 : i >= n ? n - 1 : i;
    default:    // CL_ADDRESS_CLAMP
        return i < 0 || i >= n ? -1 : i;
    }
}

// Channel c of a pixel, or of what is read in its place: 0 to 255.
static double read_pixel(const rotation *r, double x, double y, size_t c)
{
    const int64_t column = address(r->addressing, (int64_t)x, r->picture->width);
    const int64_t row = address(r->addressing, (int64_t)y, r->picture->height);
    if (column < 0 || row < 0) return 0.0;
    return r->picture->rgba[4 * ((size_t)row * r->picture->width + (size_t)column) + c];
}

static double read_nearest(const rotation *r, point at, size_t c)
{
    return read_pixel(r, floor(at.x), floor(at.y), c);
}

static double read_linear(const rotation *r, point at, size_t c)
{
    // The four pixels around the point begin with the one whose middle is to its upper left.
    const double x = floor(at.x - 0.5), y = floor(at.y - 0.5);
    const double right = at.x - 0.5 - x, down = at.y - 0.5 - y;    // shares of the others, 0 to 1
    const double upper =
        (1.0 - right) * read_pixel(r, x, y, c) + right * read_pixel(r, x + 1.0, y, c);
    const double lower =
        (1.0 - right) * read_pixel(r, x, y + 1.0, c) + right * read_pixel(r, x + 1.0, y + 1.0, c);
    return (1.0 - down) * upper + down * lower;
}

void sampler_modes_ref(ocl_picture *ref, const rotation *r)
{
    for (uint32_t y = 0; y < ref->height; y++)
        for (uint32_t x = 0; x < ref->width; x++) {
            const point at = come_from(r, x, y);
            uint8_t *pixel = &ref->rgba[4 * ((size_t)y * ref->width + x)];
            for (size_t c = 0; c < 4; c++)
                pixel[c] = (uint8_t)lrint(r->filter == CL_FILTER_NEAREST ? read_nearest(r, at, c)
                                                                         : read_linear(r, at, c));
        }
}

static double slack_of(const rotation *r)
{
    const double step = hypot((double)r->step.s[0], (double)r->step.s[1]);
    const double largest = 0.5 * (step + 1.0) * ((double)r->picture->width + r->picture->height);
    return 0x1p-8 + 12.0 * 0x1p-24 * largest;
}

// Whether this is the colour of the pixel that the point lies in.
static bool is_nearest(const rotation *r, point at, const uint8_t pixel[4])
{
    for (size_t c = 0; c < 4; c++)
        if (pixel[c] != (uint8_t)read_nearest(r, at, c)) return false;
    return true;
}

// Copies the colours of `out` that belong to the other side of an edge of a pixel.
static void accept_other_sides(ocl_picture *ref, const ocl_picture *out, const rotation *r)
{
    const double slack = slack_of(r);
    for (uint32_t y = 0; y < ref->height; y++)
        for (uint32_t x = 0; x < ref->width; x++) {
            const point at = come_from(r, x, y);
            const size_t pixel = 4 * ((size_t)y * ref->width + x);
            for (int side = 0; side < 4; side++) {
                const point near = { at.x + (side & 1 ? slack : -slack),
                                     at.y + (side & 2 ? slack : -slack) };
                if (is_nearest(r, near, &out->rgba[pixel]))
                    memcpy(&ref->rgba[pixel], &out->rgba[pixel], 4);
            }
        }
}

ocl_result sampler_modes_verify(cl_device_id device, const ocl_picture *out, ocl_picture *ref,
                                const rotation *r)
{
    double bound = 0.0;
    if (r->filter == CL_FILTER_NEAREST)
        accept_other_sides(ref, out, r);
    else
        bound = 2.0 * 255.0 * slack_of(r) + 255.0 * sampler_known_loss(device, 2) + 0.6 + 0.5;
    return ocl_verify_picture("turned picture", out, ref, (int)bound);
}
