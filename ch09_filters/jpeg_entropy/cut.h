// SPDX-License-Identifier: MIT
//
// cut - how the data of a scan is cut into subsequences; the tables that go over several symbols at
// a time (kernels/jpeg_entropy.cl describes both); and the device's memory for all of it.

#ifndef JPEG_CUT_H
#define JPEG_CUT_H

#include "shared/jpeg/plan.h"

enum { JPEG_SYNCHRONISE, JPEG_PICTURE };
extern const char *const JPEG_VARIANTS[];    // by these numbers

// The first five are the macros of the kernels.
typedef struct {
    unsigned lookup_bits, jump_bits, lead;
    size_t group, add_up_group;    // work-items per work-group
    size_t subsequence_bits;
} jpeg_tuning;

// What the command line prescribes; 0: nothing.
typedef struct {
    size_t subsequence_bits, group, lead;
} jpeg_prescribed;

// Parses the command line.
ocl_options jpeg_entropy_parse(int argc, char **argv, jpeg_prescribed *prescribed);

// The best values for a device and a file, and the prescribed ones.
jpeg_tuning jpeg_tuning_of(cl_device_id device, const jpeg_file *file, jpeg_prescribed prescribed);

typedef struct {
    cl_uint begin, end, segment, first;
} jpeg_subsequence;

// Of a subsequence; the host only needs its size.
typedef struct {
    cl_uint start, exit, blocks;
    cl_int dc[JPEG_MAX_COMPONENTS];
} jpeg_device_result;

typedef struct {
    jpeg_subsequence *subsequences;
    cl_uint count;       // of subsequences
    cl_ushort *jumps;    // of the plan's tables
    size_t jump_bytes;
} jpeg_cut;

// Cuts the segments of a plan.  Free it with jpeg_cut_free.
jpeg_cut jpeg_cut_new(const jpeg_plan *plan, const jpeg_tuning *tuning);
void jpeg_cut_free(jpeg_cut *cut);

// --- the device's memory for a file's data, the plans of its scans, and its coefficients

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
