// SPDX-License-Identifier: MIT
//
// settings - the command line of convolution and convolution_fft.

#ifndef CONVOLUTION_SETTINGS_H
#define CONVOLUTION_SETTINGS_H

#include "shared/convolution/filter.h"

typedef enum { BORDER_EDGE, BORDER_ZERO } convolution_border;
extern const char *const CONVOLUTION_BORDERS[];    // their names, ended by NULL

typedef struct {
    ocl_options options;
    size_t pattern, border;
    const char *filter_name;    // a name or a path
    const char *chart;          // a file; NULL: not asked for
    const size_t *widths;       // of the chart, ended by 0
    convolution_filter filter;
} convolution_settings;

// Parses the command line, and makes or reads the filter.  The sample gives its name, its summary
// and its variants, and the widths that its chart has: first those that matter most, since the
// program stops after about ten seconds.  Most of them go into building the kernels, which are
// cached: the next run gets further.
convolution_settings convolution_parse(int argc, char **argv, const ocl_about *sample,
                                       const size_t *widths);

#endif
