// SPDX-License-Identifier: MIT
//
// overlap_settings - the options of overlap_tuned.

#ifndef OVERLAP_SETTINGS_H
#define OVERLAP_SETTINGS_H

#include "ocl.h"

enum { PINNED, PAGEABLE, BOTH };    // kinds of host memory
enum { MAX_STEPS = 1 << 24 };

extern const char *const OVERLAP_VARIANTS[];
extern const char *const OVERLAP_MEMORIES[];

typedef struct {
    size_t n, block;    // numbers of the stream and of a block
    size_t steps;       // of the kernel; 0: the sample chooses
    size_t memory;      // PINNED, PAGEABLE or BOTH
} overlap_settings;

ocl_options overlap_parse(int argc, char **argv, overlap_settings *settings);

// Fills in n and block for this device.  Ends the program if the stream does not fit.
void overlap_size(overlap_settings *settings, const ocl_env *env);

#endif
