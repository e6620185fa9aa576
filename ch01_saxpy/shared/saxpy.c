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
// sum and the reference's sum are each wrong by half an ULP, which is 2^-24 of their size.
double saxpy_bound(float alpha)
{
    const double product = fabs((double)alpha), sum = product + 1.0;
    return (product + 2.0 * sum) / (1 << 24);
}
