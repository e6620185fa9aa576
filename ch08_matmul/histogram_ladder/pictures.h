// SPDX-License-Identifier: MIT
//
// pictures - which pictures are counted, and with which sizes: the command line; the chart.

#ifndef HISTOGRAM_LADDER_PICTURES_H
#define HISTOGRAM_LADDER_PICTURES_H

#include "rungs.h"

enum { MAX_PICTURES = 4, MAX_COPIES = 64 };

typedef struct {
    ocl_options options;
    histogram_sizes sizes;
    size_t copies;                              // of a picture; runs read them in turn
    size_t pictures;                            // how many pictures are counted
    size_t patterns[MAX_PICTURES];              // of ocl_input_picture, for each of them
    const char *picture_names[MAX_PICTURES];    // for rows and chart
} ladder_settings;

ladder_settings ladder_parse(int argc, char **argv);

// Picture number p, to be freed.  Exits when it, or the copies of it, find no room.  Opens *report
// with the first picture, while it is NULL.
ocl_picture ladder_picture(const ocl_env *env, const ladder_settings *settings, size_t p,
                           ocl_report **report);

// Of each rung on each picture; 0 where it did not run.
typedef struct {
    double gbs[MAX_PICTURES][HISTOGRAM_RUNG_COUNT];
} ladder_rates;

// Draws the rates into the file of --output: a group of bars per rung, a bar per picture.
void ladder_draw(ocl_report *report, const ocl_env *env, const ladder_settings *settings,
                 const ladder_rates *rates);

#endif
