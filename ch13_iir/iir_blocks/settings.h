// SPDX-License-Identifier: MIT
//
// settings - the options of iir_blocks.

#ifndef IIR_SETTINGS_H
#define IIR_SETTINGS_H

#include "iir_blocks/filter.h"

typedef struct {
    ocl_options options;
    size_t channels;    // of the variant channels: a multiple of LANES
    double feedback;    // the sum of all |b| of the filter
    iir_filter filter;
} iir_settings;

iir_settings iir_parse(int argc, char **argv, const char *const *variants);

// Exits where the largest signal does not fit.
void require_room(const ocl_env *env, const iir_settings *settings);

#endif
