// SPDX-License-Identifier: MIT
//
// settings - the command line of convolution_ladder and convolution_fft.

#ifndef CONVOLUTION_SETTINGS_H
#define CONVOLUTION_SETTINGS_H

#include "filter.h"

typedef enum { BORDER_EDGE, BORDER_ZERO } convolution_border;
extern const char *const CONVOLUTION_BORDERS[];    // their names, ended by NULL

typedef struct {
    ocl_options options;
    size_t pattern, border;
    const char *filter_name;    // a name or a path
    const char *chart;          // a file; NULL: not asked for
    const size_t *widths;       // of the chart, ended by 0
    convolution_filter filter;

    // Of convolution_next_filter alone.
    size_t tried;                   // filters so far
    double begin_ns, longest_ns;    // of the filter at hand, and of them all
} convolution_settings;

// Parses the command line, and makes or reads the filter.  The sample gives its name, its summary
// and its variants, and the widths that its chart has: first those that matter most, since the
// program stops before ten seconds are over.  Most of them go into building the kernels.  Some
// drivers keep what they have built: then the next run gets further.
convolution_settings convolution_parse(int argc, char **argv, const ocl_about *sample,
                                       const size_t *widths);

// Begins with the next filter: the one that was asked for, or one of each width of the chart.
// False when there is no other one.  A chart has at least two widths.  It gets another one if there
// is time until end_ns for one that takes as long as the longest one so far; else a note says so.
bool convolution_next_filter(convolution_settings *s, ocl_report *report, double end_ns);

// The name of a row: the variant; in a chart with the width of the filter, "plain 5".
void convolution_row_name(char name[64], const convolution_settings *s, const char *variant);

#endif
