// SPDX-License-Identifier: MIT
//
// division - how a reduction divides the elements on this device, and the options that choose it.

#ifndef REDUCE_DIVISION_H
#define REDUCE_DIVISION_H

#include "ocl.h"

typedef struct {
    size_t access;    // 0: the device decides; 1: contiguous; 2: strided
    size_t groups;    // work-groups; 0: the device decides
    size_t local;     // work-items per work-group; 0: the device decides
} reduce_choice;

// Parses the command line over the usual defaults, with the options of the choice and further ones:
// about.own, or NULL.  Exits where an option cannot be.
ocl_options reduce_parse(int argc, char **argv, const ocl_about *about, reduce_choice *choice);

// A CPU gets a few work-items per core, each alone in its work-group, and each reads its own part.
// Other devices get many work-groups per compute unit, and neighbours read neighbours.
typedef struct {
    size_t local, groups;    // work-items per work-group, work-groups
    cl_uint contiguous;      // 1 or 0
} reduce_division;

reduce_division reduce_divide(const reduce_choice *choice, cl_device_id device);

// A new buffer with an empty slot of so many words per work-group, and one that counts.
cl_mem reduce_slots(const ocl_env *env, const reduce_division *division, size_t words);

#endif
