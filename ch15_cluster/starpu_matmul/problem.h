// SPDX-License-Identifier: MIT
//
// problem - what all ranks are given, and how matrices are divided into tiles.

#ifndef STARPU_MATMUL_PROBLEM_H
#define STARPU_MATMUL_PROBLEM_H

#include "shared/cluster.h"
#include "shared/product.h"

typedef struct {
    size_t m, n, k;    // C is m x n, A is m x k, B is k x n
    int layout;        // of tiles of A and B: its number
    size_t most;       // rows and columns of a tile, at most; 0: task_divide chooses
    size_t height, width,
        depth;          // tiles of C: height x width; A: height x depth; B: depth x width
    size_t tasks;       // products of tiles
    size_t cores;       // that run tasks, too
    bool messages;      // tiles are sent, although the ranks could share memory
    size_t deadline;    // seconds
} task_settings;

ocl_options task_parse(int argc, char **argv, task_settings *settings);

// Divides matrices of these extents, m x n x k, into tiles that are whole strips of this layout.
// Without --tile a GPU gets large ones: a small one is multiplied faster than it travels.  Exits
// with OCL_EXIT_USAGE when there are too many.
void task_divide(task_settings *settings, const size_t n[3], int layout);

// Exits with OCL_EXIT_USAGE when device or host have no room.
void task_require_memory(const task_settings *settings, const cluster *c, const ocl_env *env);

// One number for all that the ranks must agree on.
uint64_t task_same(const ocl_options *options, const task_settings *settings);

#endif
