// SPDX-License-Identifier: MIT
//
// plan - how knn_queries divides queries and points, and its grid.

#ifndef KNN_QUERIES_PLAN_H
#define KNN_QUERIES_PLAN_H

#include "shared/knn/knn_data.h"

// What the kernels have as macros, and how many parts there are.
typedef struct {
    knn_sizes sizes;    // GROUP, WIDE, and work-groups that keep the device busy
    int contiguous;     // CONTIGUOUS and OWN_COUNTS
    size_t items;       // ITEMS: queries of a work-group
    size_t tile;        // TILE: points in local memory
    size_t parts;       // of the points, for knn_tiles
    size_t copies;      // of the grid's counters
} knn_plan;

knn_plan knn_make_plan(cl_device_id device, const knn_data *data);

cl_program knn_build(const ocl_env *env, const knn_data *data, const knn_plan *plan);

// The kernels' structure: sizes, and the grid over the box of all points.
typedef struct {
    cl_uint n, stride, queries;
    cl_uint columns, rows, copies;
    cl_float left, bottom, side;
} knn_shape;

// The grid has about k points per cell.
knn_shape knn_make_shape(const knn_data *data, size_t copies);

#endif
