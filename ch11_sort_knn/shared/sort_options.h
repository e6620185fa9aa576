// SPDX-License-Identifier: MIT
//
// sort_options - the command line of the sorting samples, and --group, which two of them have.

#ifndef SORT_OPTIONS_H
#define SORT_OPTIONS_H

#include "keys.h"

// What a sample tells about itself.
typedef struct {
    const char *name, *summary;     // for --help
    const char *const *variants;    // ended by NULL
    const ocl_option *own;    // its own options, MAX_SORT_OPTIONS or fewer; an empty row ends them
    size_t repeat;            // the default of --repeat
    bool keys_alone;          // there is no --pairs
    bool draws;               // there is --output, a chart
} sort_program;

enum { MAX_SORT_OPTIONS = 3 };

// Parses the command line.  *keys gets what --type, --order, --pattern and --pairs say.
ocl_options sort_parse(int argc, char **argv, const sort_program *program, keys_settings *keys);

// -g, --group N.  0 means that the device decides.
ocl_option sort_group_option(size_t *group);

// Exits with OCL_EXIT_USAGE where --group is not a power of two.
void sort_require_group(size_t group);

// The work-items of a work-group: those of --group; without it `usual`, or fewer where the device
// cannot have so many.  Exits with OCL_EXIT_USAGE where it cannot have those of --group.
size_t sort_choose_group(size_t group, size_t usual, cl_device_id device);

// Exits with OCL_EXIT_USAGE where --group asks for more work-items than local memory is enough for.
void sort_require_room(size_t group, size_t most);

#endif
