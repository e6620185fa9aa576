// SPDX-License-Identifier: MIT
//
// knn_steps - the launches of one rung of knn_ladder or knn_queries, without the vote, made ready
// to be timed by turns with others.

#ifndef KNN_STEPS_H
#define KNN_STEPS_H

#include "shared/knn/knn_data.h"

enum { STEP_SELECT, STEP_WIDE, STEP_SAMPLED, STEP_TILES, STEP_GRID, STEP_RUNGS };
extern const char *const STEP_NAMES[];

enum { MAX_STEPS = 5, MAX_BUFFERS = 9 };

typedef struct {
    cl_kernel kernel;
    size_t global[2], local[2];
} knn_step;

typedef struct {
    const ocl_env *env;
    const knn_data *data;
    cl_program program;
    knn_step steps[MAX_STEPS];
    size_t count;
    cl_mem buffers[MAX_BUFFERS];    // the first three: lists, points, queries
    size_t buffer_count;
} knn_steps;

knn_steps knn_steps_open(const ocl_env *env, const knn_data *data, int rung);

// Enqueues all of them; the lists are in buffers[0] then.
void knn_steps_enqueue(const knn_steps *s);

void knn_steps_close(const knn_steps *s);

#endif
