// SPDX-License-Identifier: MIT
//
// buffers - the device's memory for a file's data, the plans of its scans, and its coefficients.

#ifndef JPEG_BUFFERS_H
#define JPEG_BUFFERS_H

#include "cut.h"

typedef struct {
    jpeg_plan plan;
    jpeg_cut cut;
    size_t groups;                      // work-groups that have all subsequences
    cl_mem d_results, d_group_exits;    // written by the device
    cl_mem d_scan, d_lookups, d_jumps;
    cl_mem d_segments, d_subsequences;
} jpeg_scan_buffers;

typedef struct {
    const ocl_env *env;
    jpeg_tuning tuning;
    size_t bytes;    // of the coefficients
    cl_mem d_coefficients;
    cl_mem d_damaged;    // 1: the data is damaged
    cl_mem d_changed;    // states between work-groups that have changed
    cl_mem d_data;       // of all scans
    uint32_t scan_count;
    jpeg_scan_buffers scans[JPEG_MAX_COMPONENTS];
} jpeg_buffers;

// Buffers for this file.  Release them with jpeg_buffers_close.
jpeg_buffers jpeg_buffers_open(const ocl_env *env, const jpeg_file *file, jpeg_tuning tuning);
void jpeg_buffers_close(jpeg_buffers *buffers);

// Plans the scans of a file, which is read anew from the same bytes, and enqueues the writing of
// plans and data.  The file must live until the commands have ended.  The first time they must
// block: kernels rely on the numbers of a plan, and an error must be seen before.
void jpeg_buffers_send(jpeg_buffers *buffers, const jpeg_file *file, cl_bool blocks);

#endif
