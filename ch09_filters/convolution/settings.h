// SPDX-License-Identifier: MIT
//
// settings - the command line of convolution.

#ifndef CONVOLUTION_SETTINGS_H
#define CONVOLUTION_SETTINGS_H

#include "convolution/filter.h"

typedef enum { BORDER_EDGE, BORDER_ZERO } convolution_border;
extern const char *const CONVOLUTION_BORDERS[];    // their names, ended by NULL

typedef struct {
    ocl_options options;
    size_t pattern, border;
    const char *filter_name;    // a name or a path
    const char *chart;          // a file; NULL: not asked for
    convolution_filter filter;
} convolution_settings;

// Parses the command line, and makes or reads the filter.  `rungs` are the names of the kernels,
// ended by NULL.
convolution_settings convolution_parse(int argc, char **argv, const char *const *rungs);

#endif
