// SPDX-License-Identifier: MIT
//
// known_points - Sobol points that others have printed.

#ifndef KNOWN_POINTS_H
#define KNOWN_POINTS_H

#include "sample/verify.h"

// The points that the sample's directions make, beside those of another implementation; and that
// the points of each dimension are spread evenly.
ocl_result verify_known_points(void);

#endif
