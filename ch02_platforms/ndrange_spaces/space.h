// SPDX-License-Identifier: MIT
//
// space - the index spaces of the sample, and what a work-item finds out about its place in one.

#ifndef SPACE_H
#define SPACE_H

#include "ocl.h"

enum { SPACES = 10, LABEL_BYTES = 256 };

// What the id functions tell a work-item in one dimension.  ndrange_spaces.cl has the same struct.
typedef struct {
    uint64_t global_id, local_id, group_id, num_groups;
    uint64_t global_size, local_size, global_offset, work_dim;
} space_ids;

// An index space of `dims` dimensions.  In the other dimensions sizes are 1 and offsets are 0.
typedef struct {
    cl_uint dims;
    size_t global[3], offset[3];
    size_t local[3];    // {0, 0, 0}: the driver chooses
    bool picture;       // small enough to be drawn
} space;

// All index spaces of the sample: small ones to look at, then those of the size n.
void space_list(space spaces[SPACES], const size_t n[3]);

// Work-items of the space.
size_t space_items(const space *s);

// Appends so many of the numbers to the label, with `between` between them.
void space_append(char label[LABEL_BYTES], const size_t *values, cl_uint dims, char between);

// "12x12 in 4x4 from 0,0": global size, local size, offset.
void space_label(char label[LABEL_BYTES], const space *s, bool local_by_driver);

// Draws the space: a line per row of work-items, with gaps between work-groups.
// ids[item][dimension], items along x first.
void space_draw(ocl_report *report, const space *s, const space_ids *ids);

#endif
