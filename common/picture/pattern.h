// SPDX-License-Identifier: MIT
//
// pattern - pictures of any size that are made, not read.

#ifndef OCL_PATTERN_H
#define OCL_PATTERN_H

#include "picture.h"

// What --pattern calls them, ended by NULL, in the order of the enum.
extern const char *const OCL_PATTERNS[];
typedef enum { OCL_NOISE, OCL_GRADIENT, OCL_CONSTANT, OCL_PHOTO } ocl_pattern;

// How large the picture is, and the seed of its noise or colour.
typedef struct {
    size_t width, height;
    uint64_t seed;
} ocl_pattern_size;

// Makes one of these:
//     noise       seeded, each byte by itself
//     gradient    in a direction that no axis and no channel shares with another
//     constant    one colour, made from the seed
//     photo       the photograph astronaut.bmp of data/, scaled to the height and repeated
// False, with a message, when the picture does not fit into memory or the photograph cannot be
// read.
bool ocl_picture_pattern(ocl_picture *picture, ocl_pattern pattern, ocl_pattern_size size,
                         ocl_message *why);

#endif
