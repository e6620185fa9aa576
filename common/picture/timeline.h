// SPDX-License-Identifier: MIT
//
// timeline - what ran when, as a gnuplot script: one lane per queue or command, one box per span of
// time, coloured by its kind.

#ifndef OCL_TIMELINE_H
#define OCL_TIMELINE_H

#include "chart.h"

// begin_ns <= end_ns, from any common origin: the picture begins at the earliest span.
typedef struct {
    const char *label;    // written into the box where it fits; NULL: none
    size_t lane, kind;    // indices into the timeline's names
    double begin_ns, end_ns;
} ocl_span;

typedef struct {
    const char *title, *subtitle;    // NULL: none
    const char *const *lanes;        // names, from the top
    size_t lane_count;
    const char *const *kinds;    // names, in the legend; kind k has the colour ocl_palette(k)
    size_t kind_count;
    const ocl_span *spans;    // drawn kind after kind
    size_t span_count;
} ocl_timeline;

// Adds the data and the commands that draw the timeline to a gnuplot script.  False, with a
// message, when there is no lane or span, or when an index or a time is out of range.
bool ocl_timeline_script(ocl_growing *script, const ocl_timeline *timeline, ocl_message *why);

#endif
