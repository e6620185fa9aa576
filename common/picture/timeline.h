// SPDX-License-Identifier: MIT
//
// timeline - what ran when: a lane a queue (or command), a box a span of time, coloured by its kind.

#ifndef OCL_TIMELINE_H
#define OCL_TIMELINE_H

#include "draw.h"

// begin_ns <= end_ns, from any common origin: the picture begins at the earliest span.
typedef struct {
    const char *label;    // written into the box where it fits; NULL: none
    size_t lane, kind;    // indices into the timeline's names
    double begin_ns, end_ns;
} ocl_span;

typedef struct {
    const char *title;           // NULL: none
    const char *const *lanes;    // names, from the top
    size_t lane_count;           //
    const char *const *kinds;    // names, in the legend; kind k has colour ocl_palette(k)
    size_t kind_count;           //
    const ocl_span *spans;       // drawn in order: a later one covers an earlier one
    size_t span_count;           //
    uint32_t width;              // of the picture; 0: 960
} ocl_timeline;

// Allocates the picture, as high as the lanes need.  False with a message when there is no lane or
// span, an index or time is out of range, or the picture is not from 240 wide to 16384 x 16384.
bool ocl_draw_timeline(ocl_picture *picture, const ocl_timeline *timeline, ocl_message *why);

#endif
