// SPDX-License-Identifier: MIT
//
// image - an 8-bit RGBA picture, read from and written to files, or made from a pattern.

#ifndef OCL_IMAGE_H
#define OCL_IMAGE_H

#include "errors.h"

#include <stddef.h>
#include <stdint.h>

// Rows from the top, pixels from the left, four bytes R, G, B, A each, no padding.
typedef struct {
    uint32_t width, height;    // at least 1 each
    uint8_t *rgba;             // 4 * width * height bytes, malloc'ed
} ocl_image;

// An image of that size with every byte 0; false with a message when it is empty or does not fit
// into memory.
bool ocl_image_alloc(ocl_image *image, size_t width, size_t height, ocl_message *why);

// Frees the pixels of an image that a function below or above made; the image is empty then.
void ocl_image_free(ocl_image *image);

// Reads BMP, PBM, PGM, PPM (and PNG where libpng is there) by what the file holds, not by its name.
// False with a message that names the file and what is wrong in it.
bool ocl_image_read(ocl_image *image, const char *path, ocl_message *why);

// The same from memory.
bool ocl_image_decode(ocl_image *image, const uint8_t *data, size_t bytes, ocl_message *why);

// Writes the format of the name's ending: .bmp, .ppm, .pgm (luminance), .png where libpng is
// there.  Whole or not at all.
bool ocl_image_write(const ocl_image *image, const char *path, ocl_message *why);

// How --pattern names what ocl_image_pattern makes, ended by NULL, in the order of the enum.
extern const char *const OCL_PATTERNS[];
typedef enum { OCL_NOISE, OCL_GRADIENT, OCL_CONSTANT, OCL_PHOTO } ocl_pattern;

// A picture of any size: seeded noise; a gradient that no axis or channel shares; one colour made
// from the seed; the photograph of data/, scaled to the height and tiled.
bool ocl_image_pattern(ocl_image *image, ocl_pattern pattern, size_t width, size_t height,
                       uint64_t seed, ocl_message *why);

// Where an installed data file is, malloc'ed, NULL when it is nowhere: $OCL_SAMPLES_DATA, then
// beside the executable.
char *ocl_find_data(const char *name);

#endif
