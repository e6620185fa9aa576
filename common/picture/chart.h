// SPDX-License-Identifier: MIT
//
// chart - bars and curves as gnuplot scripts: histograms, rates, times.

#ifndef OCL_CHART_H
#define OCL_CHART_H

#include "errors.h"
#include "growing.h"

#include <stdint.h>

typedef struct {
    uint8_t r, g, b;
} ocl_colour;

// Colours that can be told apart, also by colour-blind readers; the index counts modulo their
// number. Source: Okabe and Ito, "Color Universal Design", 2008; grey takes the place of their
// yellow.
ocl_colour ocl_palette(size_t index);

// One set of values in one colour.
typedef struct {
    const char *label;    // in the legend; NULL: not in it
    const double *x;      // of curves; NULL: 0, 1, 2, ...
    const double *y;
    size_t count;
    ocl_colour colour;
} ocl_series;

typedef struct {
    const char *title, *subtitle, *x_label, *y_label;    // NULL: left out
    const ocl_series *series;
    size_t series_count;
    bool log_x, log_y;           // logarithmic axes; values <= 0 are left out; y: if 10 times apart
    const char *const *names;    // of the bars, series[0].count of them; NULL: bars have numbers
    double line;                 // a horizontal line, such as the device's limit; 0: none
    const char *line_label;      // in the legend; NULL: not in it
    double top;                  // the y axis of bars without names ends here; 0: above all values
} ocl_chart;

// Both functions add the data and the commands that draw the chart to a gnuplot script.  Values
// that are not finite are left out.  False, with a message, when there is no other value.

// Points joined by lines.  A value that is left out interrupts the line.  Of curves that lie on
// each other the lower ones are wider.
bool ocl_curves_script(ocl_growing *script, const ocl_chart *chart, ocl_message *why);

// Bars from 0.  With names: one group per name, one bar per series.  Without names (histograms):
// the bars of all series stand at the same place and are transparent; beside bars that are cut at
// the top stand their values.
bool ocl_bars_script(ocl_growing *script, const ocl_chart *chart, ocl_message *why);

// The text as a string constant of gnuplot, in quotes.  What is not printable ASCII becomes '?'.
void ocl_append_quoted(ocl_growing *script, const char *text);

// `set title` with a subtitle below it in small type; either may be NULL.
void ocl_append_title(ocl_growing *script, const char *title, const char *subtitle);

#endif
