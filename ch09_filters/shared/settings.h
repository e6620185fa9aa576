// SPDX-License-Identifier: MIT
//
// settings - the options that all filters have, and the picture that they ask for.

#ifndef FILTER_SETTINGS_H
#define FILTER_SETTINGS_H

#include "plane.h"

enum { MAX_WINDOW = 31, ROW_ALIGNMENT = 64 };

// Which options a filter has besides --format and --pattern.
typedef enum {
    FILTER_3X3,        // --border; the window is 3
    FILTER_WINDOWS,    // --border, --window
    FILTER_POINTS,     // neither: each pixel is made from itself
} filter_kind;

typedef struct {
    ocl_options options;
    filter_kind kind;
    size_t format;     // a plane_format
    size_t border;     // a plane_border
    size_t window;     // the side of the window, odd
    size_t pattern;    // of the picture that --size makes
} filter_settings;

// How a picture lies in a buffer: its rows begin on multiples of ROW_ALIGNMENT bytes, so that a
// work-item may load vectors.  `margin` bytes lie before the first row and after the last one: a
// vector that reaches over a row's end stays inside of the buffer.
typedef struct {
    size_t margin, pitch, bytes;    // pitch: from one row to the next; bytes: of the buffer
} filter_rows_layout;

// Parses the command line.  `about` has the name, the summary, the variants and, in `own`, further
// options (at most four, or NULL); the rest is filled in.
filter_settings filter_parse(int argc, char **argv, ocl_about *about, filter_kind kind);

// The picture of --input or --size, or data/astronaut.bmp, in the format of --format.  Exits where
// two buffers of it and `copies` of it on the host do not fit.
plane filter_input(const ocl_env *env, const filter_settings *settings, size_t copies);

filter_rows_layout filter_rows(const plane *p);

// FORMAT, BORDER and WINDOW for the kernels: the -D options of all filters, in `text`.
const char *filter_build_options(char text[256], const filter_settings *settings);

// The report, with the problem line.
ocl_report *filter_report(const ocl_env *env, const filter_settings *settings, const plane *in);

#endif
