// SPDX-License-Identifier: MIT
//
// plan - how knn divides the work on this device.
//
// A CPU gets one work-item per core, alone in its work-group, with one piece of the points, 16 of
// them per vector.  Other devices get large work-groups, in which neighbours read neighbours.
// --access forces either.

#ifndef KNN_PLAN_H
#define KNN_PLAN_H

#include "knn/data.h"

// What the kernels have as macros, and how many work-groups there are.
typedef struct {
    size_t group, items, wide, tile;    // GROUP, ITEMS, WIDE, TILE
    int own_counts;                     // CONTIGUOUS and OWN_COUNTS
    size_t groups;                      // of the kernels that give each work-item a share
    size_t samples;                     // work-groups of knn_sample
    size_t parts;                       // of the points, for knn_queries
    size_t copies;                      // of the grid's counters
    size_t sorted;                      // keys that sort_all sorts: a power of two
} knn_plan;

knn_plan knn_make_plan(cl_device_id device, const knn_data *data);

// The kernels' structure: sizes, and the grid over the box of all points.
typedef struct {
    cl_uint n, stride, queries;
    cl_uint columns, rows, copies;
    cl_float left, bottom, side;
} knn_shape;

// The grid has about k points per cell.
knn_shape knn_make_shape(const knn_data *data, size_t copies);

#endif
