// SPDX-License-Identifier: MIT
//
// equalize_pipeline - how the kernels of image_equalize.cl are driven: sizes, buffers, arguments, launches.

#ifndef EQUALIZE_PIPELINE_H
#define EQUALIZE_PIPELINE_H

#include "ocl.h"

enum { EQUALIZE_VALUES = 256 };    // of a channel

enum { EQUALIZE_COUNT, EQUALIZE_SCAN, EQUALIZE_TABLE, EQUALIZE_APPLY, EQUALIZE_STAGES };

// count, scan, table, apply.
extern const char *const EQUALIZE_STAGE[EQUALIZE_STAGES];

// The four kernels, ready to run.
typedef struct {
    cl_program program;
    cl_kernel kernel[EQUALIZE_STAGES];
    size_t global[EQUALIZE_STAGES][2], local[EQUALIZE_STAGES][2];
    cl_mem d_counts, d_cdf, d_least, d_table;    // what one kernel leaves for the next
} equalize_pipeline;

// For d_image, a picture of width by height pixels (less than 2^32), and d_out, another image of that size;
// 3 channels are red, green and blue, 1 is luma.
equalize_pipeline equalize_prepare(const ocl_env *env, cl_mem d_out, cl_mem d_image, size_t width,
                                   size_t height, size_t channels);

// Enqueues the four kernels on an in-order queue, as often as one likes; done[], to be released, are their
// events.
void equalize_enqueue(const equalize_pipeline *pipeline, cl_command_queue queue,
                      cl_event done[EQUALIZE_STAGES]);

void equalize_release(equalize_pipeline *pipeline);

#endif
