// SPDX-License-Identifier: MIT
//
// runs - the launches of a filter, with the picture in an image or in a buffer of padded rows.
// Each reports a row.

#ifndef FILTER_RUNS_H
#define FILTER_RUNS_H

#include "shared/filter/job.h"

// Runs this kernel from image to image, one work-item per pixel: the row "image".  Its arguments
// are the image that it writes and the one that it reads.  Leaves the row out where the device has
// no such images.
void filter_run_image(filter_job *job, cl_program program, const char *name);

// Runs this kernel from buffer to buffer, one work-item per `pixels` pixels of a row: the row
// `variant`.  Its arguments are the buffer that it writes, the one that it reads, and the shape of
// the latter.
void filter_run_buffer(filter_job *job, cl_program program, const char *name, const char *variant,
                       size_t pixels);

// The same with a kernel that may have more arguments, which the caller sets; its work-items make
// each[0] x each[1] pixels.
void filter_run_kernel(filter_job *job, cl_kernel kernel, const char *variant,
                       const size_t each[2]);

// The fast forms of a filter with a 3 x 3 window.  Builds the sample's NAME_fast.cl for this
// variant and runs its kernel NAME_VARIANT.
//
//     strips, packed    a work-item makes 16 bytes of `rows` rows: for GPUs
//     bands             a work-item makes `rows` whole rows: for CPUs
//
// `macros` has the build options besides ROWS, VECTORS and AHEAD.
enum { BAND_ROWS = 16 };    // of `bands`
void filter_run_fast(filter_job *job, const char *variant, size_t rows, const char *macros);

// Rows per work-item for strips and packed of the median.
size_t filter_median_rows(const filter_job *job);

// The pictures of a job in buffers of padded rows.
typedef struct {
    filter_job *job;
    cl_mem d_out, d_in;
    cl_int4 shape;    // of d_in, see filter_shape
} filter_memory;

// Makes a buffer of the job's `in`, which holds the picture, and one like its `out`.  The padding
// of the rows holds bytes that no filter may use.
filter_memory filter_memory_open(filter_job *job);

// Reads d_out into the job's `out`.
void filter_memory_read(const filter_memory *m);

void filter_memory_close(filter_memory *m);

#endif
