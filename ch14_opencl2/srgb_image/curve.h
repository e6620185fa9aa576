// SPDX-License-Identifier: MIT
//
// curve - sRGB and light in plain C, and every level once.

#ifndef SRGB_IMAGE_CURVE_H
#define SRGB_IMAGE_CURVE_H

#include "ocl.h"

// A level that is stored may be off by 0.6: the specification lets devices round so.  Floats are
// rounded before, so a little more.
static const double STORING = 0.61;

// Light, 0 to 1, of a stored level, 0 to 255; and back.
double light_of(double level);
double level_of(double light);

// 256 pixels, in which each colour and alpha have every level.
enum { LEVELS = 256 };
void draw_levels(uint8_t pixels[4 * LEVELS]);

// Whether what the device has read belongs to these levels, within 0.5 level.  `order`: of the
// channels in memory; CL_RGBA is read as it is stored, the others as light.
ocl_result levels_verify(const char *what, const float *read, const uint8_t pixels[4 * LEVELS],
                         cl_channel_order order);

#endif
