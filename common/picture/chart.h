// SPDX-License-Identifier: MIT
//
// chart - bars and curves drawn into an picture: histograms, rates, timings.

#ifndef OCL_CHART_H
#define OCL_CHART_H

#include "draw.h"

// One set of values in one colour.
typedef struct {
    const char *label;    // in the legend; NULL: not in it
    const double *x;      // for curves; NULL: 0, 1, 2, ...
    const double *y;
    size_t count;
    ocl_colour colour;
} ocl_series;

typedef struct {
    const char *title, *x_label, *y_label;    // NULL: left out
    const ocl_series *series;
    size_t series_count;
    bool log_x, log_y;           // logarithmic axes (values <= 0 are left out)
    const char *const *names;    // of the bars, `series[0].count` of them; NULL: numbers
    double line;                 // a labelled horizontal line, such as the device's limit; 0: none
    const char *line_label;      // NULL: none
    uint32_t width, height;      // of the picture; 0: 960, 540
} ocl_chart;

// Values that are not finite, or beyond 1e300, are left out.  Both functions allocate the picture,
// and return false with a message when its size is not from 240 x 160 to 16384 x 16384, or is too
// large for the memory.

// Points joined by lines, all series over common axes with round tick marks; a value that is left
// out interrupts the line.
bool ocl_draw_curves(ocl_picture *picture, const ocl_chart *chart, ocl_message *why);

// Bars from 0, series side by side.  With more bars than fit side by side (histograms) they touch,
// and overlapping series are mixed so that each stays visible; several bars in a pixel column show
// as the highest.
bool ocl_draw_bars(ocl_picture *picture, const ocl_chart *chart, ocl_message *why);

#endif
