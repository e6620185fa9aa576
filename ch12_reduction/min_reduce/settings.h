// SPDX-License-Identifier: MIT
//
// settings - the options of min_reduce, and how it divides the work on this device.

#ifndef MIN_REDUCE_SETTINGS_H
#define MIN_REDUCE_SETTINGS_H

#include "ocl.h"

// --operation.  kernels/min_reduce.cl has the same numbers.
typedef enum { REDUCE_MIN, REDUCE_MAX, REDUCE_SUM, REDUCE_ARGMIN } reduce_operation;

extern const char *const REDUCE_VARIANTS[];

typedef struct {
    ocl_options options;
    size_t operation;    // a reduce_operation
    size_t access;       // 0: the device decides; 1: contiguous; 2: strided
    size_t groups;       // work-groups; 0: the device decides
    size_t local;        // work-items per work-group; 0: the device decides
} reduce_settings;

reduce_settings reduce_parse(int argc, char **argv);

// A CPU gets a few work-items per core, each alone in its work-group, and each reads its own part.
// Other devices get many work-groups per compute unit, and neighbours read neighbours.
typedef struct {
    size_t local, groups;    // work-items per work-group, work-groups
    cl_uint contiguous;      // 1 or 0
} reduce_division;

reduce_division reduce_divide(const reduce_settings *settings, cl_device_id device);

// A new buffer with an empty slot per work-group.
cl_mem reduce_slots(const ocl_env *env, const reduce_division *division);

// Bytes of a value: 4 or 8.
size_t reduce_value_bytes(const reduce_settings *settings);

// Shows and compares what the kernel of `atomics` wrote down about its launch: NOTES numbers.
enum { NOTES = 4 };
void check_notes(ocl_report *report, cl_command_queue queue, cl_mem d_notes,
                 const reduce_division *d, size_t n);

#endif
