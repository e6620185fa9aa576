// SPDX-License-Identifier: MIT
//
// water - heights of water as colours.

#ifndef SHARED_WATER_H
#define SHARED_WATER_H

#include "ocl.h"

// What is high is white, what is low is dark, and flat water is blue.  A height of `full` is as
// white as it gets, a quarter of it half as white: small waves are seen, too.  Where `wall` is not
// 0 there is sand; NULL: nowhere.
void draw_water(ocl_picture *picture, const cl_int *heights, const uint8_t *wall, double full);

#endif
