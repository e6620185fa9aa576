// SPDX-License-Identifier: MIT
//
// pictures - the picture that is made smaller, and what must become of it; sRGB and light in plain
// C.

#ifndef SRGB_IMAGE_PICTURES_H
#define SRGB_IMAGE_PICTURES_H

#include "ocl.h"

typedef struct {
    ocl_picture picture;       // in the right half every second pixel is black, like a chessboard
    ocl_picture out;           // the small one: half as wide and half as high, rounded up
    ocl_picture shown;         // two small ones: the mean of the bytes, and the mean of the light
    float *ref, *ref_bytes;    // what they must be, in levels, not rounded
} pictures;

// The picture of the command line, and the references.  Free them with pictures_free.
pictures pictures_open(const ocl_env *env, size_t pattern);
void pictures_free(pictures *p);

// Compares p->out, and copies it into its half of p->shown.  Each level that was read may be wrong
// by level_error: what this changes in the small picture is allowed.
ocl_result pictures_take(pictures *p, const char *variant, bool bytes, double level_error);

// A table: how much light is in the two halves of the picture, and of the small ones.
void pictures_show_light(const pictures *p, ocl_report *report);

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
