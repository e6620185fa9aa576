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

// The largest difference from the reference that is not an error, for |b| and |c| of at most 1.
double saxpy_bound(float alpha);

#endif
