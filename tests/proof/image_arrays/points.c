// SPDX-License-Identifier: MIT

#include "points.h"

enum { OUTSIDE = 2 };

const sampler_mode WHOLE_CLAMP = { .addressing = CL_ADDRESS_CLAMP, .filter = CL_FILTER_NEAREST };
const sampler_mode WHOLE_CLAMP_TO_EDGE = { .addressing = CL_ADDRESS_CLAMP_TO_EDGE,
                                           .filter = CL_FILTER_NEAREST };

sample_points points_new(const ocl_env *env, const image_box *box, size_t count)
{
    sample_points points = { .count = count, .bytes = count * sizeof(cl_float4) };
    points.image = (sampler_image){ .rgba = box->ref,
                                    .extent = { box->extent[0], box->extent[1], box->extent[2] },
                                    .axes = box->kind->axes,
                                    .layers = box->kind->layers,
                                    .order = CL_RGBA };
    points.image.loss = sampler_known_loss(env->device, points.image.axes);
    points.at = memset(ocl_alloc(points.bytes), 0, points.bytes);
    return points;
}

void points_free(sample_points *points)
{
    free(points->at);
}

static bool is_layer(const sample_points *points, unsigned axis)
{
    return points->image.layers && axis + 1 == points->image.axes;
}

// Each half of a texel is squeezed into its inner 7/8: the point is at least 1/32 texel away from
// edges and centres.
static double squeeze(double at)
{
    const double half = floor(2.0 * at);
    return 0.5 * (half + 1.0 / 16.0 + 7.0 / 8.0 * (2.0 * at - half));
}

void points_draw(sample_points *points, const sampler_mode *mode, uint64_t seed)
{
    float *random = ocl_alloc(points->bytes);
    ocl_fill_f32(random, 4 * points->count, -0.5f, 1.5f, seed);
    for (size_t i = 0; i < points->count; i++)
        for (unsigned axis = 0; axis < points->image.axes; axis++) {
            const double size = (double)points->image.extent[axis];
            const double at = squeeze((double)random[4 * i + axis] * size);
            const bool divided = mode->normalized && !is_layer(points, axis);
            points->at[i].s[axis] = (float)(divided ? at / size : at);
        }
    free(random);
}

void points_draw_texels(sample_points *points, bool inside, uint64_t seed)
{
    const int outside = inside ? 0 : OUTSIDE;
    uint32_t *random = ocl_alloc(points->bytes);
    ocl_fill_u32(random, 4 * points->count, seed);
    for (size_t i = 0; i < points->count; i++)
        for (unsigned axis = 0; axis < points->image.axes; axis++) {
            const size_t places = points->image.extent[axis] + 2 * (size_t)outside;
            points->at[i].s[axis] = (float)(random[4 * i + axis] % places) - (float)outside;
        }
    free(random);
}

void points_line(sample_points *points)
{
    const unsigned last = points->image.axes - 1;
    for (size_t i = 0; i < points->count; i++) {
        points->at[i] = (cl_float4){ { 0.5f, 0.5f, 0.5f, 0.0f } };
        points->at[i].s[last] = 0.25f + 0.5f * (float)i;
    }
}

ocl_result points_compare(const sample_points *points, const sampler_mode *mode,
                          const cl_float4 *samples)
{
    sampler_sample *want = ocl_alloc(points->count * sizeof *want);
    for (size_t i = 0; i < points->count; i++)
        want[i] = sampler_model(mode, &points->image, points->at[i].s);
    const ocl_result result = sampler_compare(&samples[0].s[0], want, points->count);
    free(want);
    return result;
}
