// SPDX-License-Identifier: MIT
//
// matmul_prepare - the variants of matmul made ready, each in a file of its own; for launch.c.

#ifndef MATMUL_PREPARE_H
#define MATMUL_PREPARE_H

#include "launch.h"

// naive to tiled.
matmul_launch matmul_prepare_ladder(const matmul_job *job, const char *variant);

matmul_launch matmul_prepare_register_blocked(const matmul_job *job, const matmul_blocking *b);

matmul_launch matmul_prepare_cpu_blocked(const matmul_job *job, const matmul_blocking *b);

// Adds a step with this kernel of the program, without sizes and arguments.
matmul_step *matmul_add_step(matmul_launch *launch, cl_program program, const char *name);

// An argument that the kernel takes as int or uint.
void matmul_set_size(cl_kernel kernel, cl_uint index, size_t size);

#endif
