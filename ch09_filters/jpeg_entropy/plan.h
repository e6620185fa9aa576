// SPDX-License-Identifier: MIT
//
// plan - what a device needs to decode a scan: its tables, segments and subsequences, as
// kernels/jpeg_entropy.cl describes them.

#ifndef JPEG_PLAN_H
#define JPEG_PLAN_H

#include "shared/jpeg/jpeg.h"

// How a device decodes; the first five are the macros of the kernels.
typedef struct {
    unsigned lookup_bits, jump_bits, lead;
    size_t group, add_up_group;    // work-items per work-group
    size_t subsequence_bits;
} jpeg_tuning;

// What the command line prescribes; 0: nothing.
typedef struct {
    size_t subsequence_bits, group, lead;
} jpeg_prescribed;

// The best values for a device and a file.
jpeg_tuning jpeg_tuning_of(cl_device_id device, const jpeg_file *file, jpeg_prescribed prescribed);

// The buffers of a scan.  The first two are the device's own.
enum {
    JPEG_RESULTS,
    JPEG_GROUP_EXITS,
    JPEG_SCAN,
    JPEG_LOOKUPS,
    JPEG_JUMPS,
    JPEG_SEGMENTS,
    JPEG_SUBSEQUENCES,
    JPEG_PIECES
};

typedef struct {
    void *pieces[JPEG_PIECES];    // NULL: the device's own
    size_t bytes[JPEG_PIECES];
    size_t groups;    // work-groups of `group` subsequences
    cl_uint segments, subsequences;
} jpeg_plan;

// The plan of a scan of the file.  Exits with OCL_EXIT_USAGE when there is no memory.  Free it with
// jpeg_plan_free.
jpeg_plan jpeg_plan_new(const jpeg_file *file, uint32_t scan, const jpeg_tuning *tuning);
void jpeg_plan_free(jpeg_plan *plan);

// Whether the scans write all blocks; else the others must be 0 before.
bool jpeg_all_written(const jpeg_file *file);

// Whether a device can decode the file: no restart interval is missing, and a cl_uint can count its
// bits.
bool jpeg_device_can(const jpeg_file *file);

#endif
