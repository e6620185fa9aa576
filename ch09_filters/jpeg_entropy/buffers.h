// SPDX-License-Identifier: MIT
//
// buffers - the device's memory for the file, the plans of its scans and its coefficients.

#ifndef JPEG_BUFFERS_H
#define JPEG_BUFFERS_H

#include "plan.h"

typedef struct {
    jpeg_plan plan;
    cl_mem d[JPEG_PIECES];
} jpeg_scan_buffers;

typedef struct {
    const ocl_env *env;
    jpeg_tuning tuning;
    size_t bytes;             // of the coefficients
    int16_t *coefficients;    // the host's
    cl_mem d_coefficients;
    cl_mem d_data;     // of all scans
    cl_mem d_flags;    // [0]: the data is damaged; [1]: a state has changed
    bool host_may;     // decode: the file is known to be damaged
    uint32_t scan_count;
    jpeg_scan_buffers scans[JPEG_MAX_COMPONENTS];
} jpeg_buffers;

// Buffers for this file.  Release them with jpeg_buffers_close.
jpeg_buffers jpeg_buffers_open(const ocl_env *env, const jpeg_file *file, jpeg_tuning tuning);
void jpeg_buffers_close(jpeg_buffers *buffers);

// Plans the scans of a file, which is read anew from the same bytes, and enqueues the writing of
// plans and data.  The file must live until the commands have ended.
void jpeg_buffers_send(jpeg_buffers *buffers, const jpeg_file *file);

// Waits for the device.  If it has found damage, or cannot decode the file, the host decodes; but
// only if host_may.  A device that finds damage in a good file is wrong, and its answer stays.
void jpeg_buffers_mend(const jpeg_buffers *buffers, const jpeg_file *file);

#endif
