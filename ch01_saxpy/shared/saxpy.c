// SPDX-License-Identifier: MIT

#include "saxpy.h"

#include <float.h>

ocl_options saxpy_parse(int argc, char **argv, ocl_about *about, ocl_options defaults, float *alpha)
{
    double factor = 2.5;
    const ocl_option own[] = {
        { .usage = "-a, --alpha X: the factor of B", .real = &factor },
        { 0 },
    };
    about->own = own;
    const ocl_options options = ocl_parse(argc, argv, about, defaults);
    about->own = NULL;
    if (fabs(factor) > FLT_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--alpha: %.15g is too large for a float; the largest is %.9g",
                 factor, (double)FLT_MAX);
    *alpha = (float)factor;
    return options;
}

// The device's compiler may round alpha * b before it adds c, or not.  At worst the product, the
// sum and the reference's sum are each wrong by half an ULP, which is 2^-24 of their size.  A
// product below FLT_MIN may become 0.
float *saxpy_bounds_2d(float alpha, const float *b, const float *c, const size_t extents[3])
{
    const size_t height = extents[0], width = extents[1], pitch = extents[2];
    float *bounds = ocl_alloc(height * width * sizeof *bounds);
    bool shows_b = false, shows_c = false;    // an answer without them is wrong somewhere
    for (size_t i = 0; i < height * width; i++) {
        const size_t at = i / width * pitch + i % width;
        const double product = fabs((double)alpha * b[at]), term = fabs((double)c[at]);
        bounds[i] = (float)((product + 2.0 * (product + term)) / (1 << 24) + (double)FLT_MIN);
        shows_b = shows_b || product > (double)bounds[i];
        shows_c = shows_c || term > (double)bounds[i];
    }
    if (!shows_b || !shows_c)
        ocl_exit(OCL_EXIT_USAGE, "--alpha: with %g, floats do not show whether %s is in the sum",
                 (double)alpha, shows_b ? "C" : "alpha * B");
    return bounds;
}

float *saxpy_bounds(float alpha, const float *b, const float *c, size_t n)
{
    return saxpy_bounds_2d(alpha, b, c, (const size_t[]){ 1, n, n });
}
