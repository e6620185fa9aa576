// SPDX-License-Identifier: MIT
//
// works - whether an object that was made with a list is one that works.

#ifndef PROPERTY_LISTS_WORKS_H
#define PROPERTY_LISTS_WORKS_H

#include "ocl.h"

// The queue fills a buffer of n numbers, and reads it.
ocl_result queue_works(const ocl_env *env, const char *what, cl_command_queue queue, size_t n);

// Of the image that image_works knows: its format, its shape and its pixels.
extern const cl_image_format IMAGE_FORMAT;
extern const cl_image_desc IMAGE_SHAPE;
enum { IMAGE_WIDTH = 5, IMAGE_HEIGHT = 3, IMAGE_NUMBERS = 4 * IMAGE_WIDTH * IMAGE_HEIGHT };
extern const cl_uint IMAGE_PIXELS[IMAGE_NUMBERS];

// The image has these pixels.
ocl_result image_works(const ocl_env *env, const char *what, cl_mem image);

#endif
