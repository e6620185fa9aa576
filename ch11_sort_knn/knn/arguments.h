// SPDX-License-Identifier: MIT
//
// arguments - the kernels, their buffers, and what the buffers need.

#ifndef KNN_ARGUMENTS_H
#define KNN_ARGUMENTS_H

#include "knn/plan.h"

enum { KEYS, PARTS, LISTS, ANSWERS, FOUND, POINTS, ASKED, CLASSES, PLANE_BUFFERS };
enum { COUNTS = PLANE_BUFFERS, BOOKED, STARTS, CELL_POINTS, INDICES, BUFFERS };
enum { DISTANCES, SORT_PASS, SHARE, SHARE_WIDE, MERGE_PARTS, MERGE_KEYS, SAMPLE, GATHER, TILES };
enum { VOTE = TILES + 1, CLEAR, COUNT, ROWS, SCATTER, SEARCH, KERNELS };

// A kernel's arguments are these buffers, then a knn_shape, then numbers that change.
typedef struct {
    const char *name;
    cl_uint count;    // of the buffers
    int buffers[5];
} knn_kernel;

extern const knn_kernel KNN_KERNELS[];

void knn_buffer_bytes(size_t bytes[BUFFERS], const knn_data *data, const knn_plan *plan,
                      const knn_shape *shape);

// Builds knn.cl with its macros.
cl_program knn_build(const ocl_env *env, const knn_data *data, const knn_plan *plan);

// Whether the variant is to run: it is wanted, the points suit it, and it is not too slow.  The
// kernel is knn_distances, with its arguments.
bool knn_allows(ocl_pace *pace, ocl_report *report, const knn_data *data, cl_kernel distances,
                int variant);

#endif
