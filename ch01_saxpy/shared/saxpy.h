// SPDX-License-Identifier: MIT
//
// saxpy - what all programs that compute A = alpha * B + C have in common.

#ifndef SAXPY_H
#define SAXPY_H

#include "ocl.h"

// Parses the command line: the options that `about` accepts, and --alpha, whose value goes to
// *alpha. `about` must live as long as the result.
ocl_options saxpy_parse(int argc, char **argv, ocl_about *about, ocl_options defaults,
                        float *alpha);

// How far each element may be off the reference.  The caller frees them.  Exits with
// OCL_EXIT_USAGE if they would hide that one of the terms is missing.
float *saxpy_bounds(float alpha, const float *b, const float *c, size_t n);

// saxpy_bounds for matrices b and c.  The extents are rows, columns, and the elements from one row
// to the next.  The bounds have no gaps.
float *saxpy_bounds_2d(float alpha, const float *b, const float *c, const size_t extents[3]);

#endif
