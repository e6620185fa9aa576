// SPDX-License-Identifier: MIT
//
// settings - the options of starpu_matmul.

#ifndef STARPU_MATMUL_SETTINGS_H
#define STARPU_MATMUL_SETTINGS_H

#include "shared/cluster.h"

extern const char *const TASK_VARIANTS[];
enum { ONE_RANK, RANKS, VARIANT_COUNT };    // the places of their names there

typedef struct {
    size_t m, n, k;
    size_t tile;        // rows and columns of a tile, at most
    size_t cpus;        // workers that run the CPU's form of a task
    size_t deadline;    // seconds
    uint64_t seed;
} task_settings;

ocl_options task_parse(int argc, char **argv, task_settings *settings);

// Exits with OCL_EXIT_USAGE when device or host have no room.
void task_require_memory(const task_settings *settings, const cluster *c, const ocl_env *env);

// One number for all that the ranks must agree on.
uint64_t task_same(const ocl_options *options, const task_settings *settings);

#endif
