// SPDX-License-Identifier: MIT
//
// symmetric - what conjugate gradients ask of a matrix, as far as looking at it can tell.

#ifndef SHARED_SYMMETRIC_H
#define SHARED_SYMMETRIC_H

#include "shared/matrix.h"

// False, with the reason, where the matrix is not symmetric, or has a row without a positive number
// on its diagonal: then (p, A p) is not above 0 for the p that has a 1 there and else zeros.
bool may_be_positive_definite(const matrix *a, ocl_message *why);

#endif
