// SPDX-License-Identifier: MIT
//
// pictures - the picture that is made smaller, and what must become of it.

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

#endif
