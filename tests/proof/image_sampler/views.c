// SPDX-License-Identifier: MIT

#include "views.h"

#include "ocl.h"

#include <math.h>
#include <stdlib.h>

enum { MAGNIFICATION = 11, BEYOND = 2 };    // view 1: samples per texel; texels outside
const cl_channel_order ORDER[ORDERS] = { CL_RGBA, CL_R };

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

// Each half of a texel is squeezed into
// its inner 7/8, so that the sample is at least 1/32 texel away from edges and centres of texels.
double sampler_view_point(size_t view, size_t i, size_t count, double size)
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
        double point = sampler_view_point(i / count, i % count, count, size);
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
