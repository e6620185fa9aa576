// SPDX-License-Identifier: MIT
//
// choice - the command line of jpeg_entropy.

#ifndef JPEG_CHOICE_H
#define JPEG_CHOICE_H

#include "plan.h"

enum { JPEG_INTERVALS, JPEG_SYNCHRONISE, JPEG_PICTURE };
extern const char *const JPEG_WAYS[];    // the variants, by these numbers

// Parses the command line.
ocl_options jpeg_ways_parse(int argc, char **argv, jpeg_prescribed *prescribed);

// Whether a variant is to run.  Intervals without restart markers only if it is asked for: a GPU
// would take seconds for a large file.  A note in the report says that it is left out.
bool jpeg_way_wanted(const ocl_options *options, ocl_report *report, const jpeg_file *file,
                     size_t way);

#endif
