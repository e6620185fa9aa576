// SPDX-License-Identifier: MIT
//
// plain - a filter whose work-items make one pixel each, or a few beside each other: with the
// picture in an image, and in a buffer of padded rows.

#ifndef FILTER_PLAIN_H
#define FILTER_PLAIN_H

#include "job.h"

// Runs a kernel from image to image, one work-item per pixel, and reports the row "image".  Its
// arguments are the image that it writes and the one that it reads.  Ask filter_has_images before
// the kernel is made.
void filter_run_image(filter_job *job, cl_kernel kernel);

// Runs a kernel from buffer to buffer, whose work-items make `pixels` of a row each, and reports
// the row of this variant.  Its first three arguments are the buffer that it writes, the one that
// it reads, and the shape of the latter; the caller sets the others.
void filter_run_buffer(filter_job *job, const char *variant, cl_kernel kernel, size_t pixels);

#endif
