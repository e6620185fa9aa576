// SPDX-License-Identifier: MIT
//
// answer - the list that an object gives back, beside the one that it was made with; whether the
// object works.

#ifndef PROPERTY_LISTS_ANSWER_H
#define PROPERTY_LISTS_ANSWER_H

#include "ocl.h"

enum { MAX_WORDS = 16 };

// What an object answered.
typedef struct {
    cl_properties words[MAX_WORDS];
    size_t bytes;
} answered_list;

// One row: the object, the list, how many words it gave back.
void list_row(ocl_table *table, const char *object, const cl_properties *list,
              const answered_list *answer);

// Whether the object gave back what it was made with: the same words in the same order, with the 0
// at the end; nothing where the list was NULL.
ocl_result verify_list(const char *what, const cl_properties *list, const answered_list *answer);

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
