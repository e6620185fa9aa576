// SPDX-License-Identifier: MIT
//
// columns - the buffers of a sort: one of keys and, for pairs, one of values.

#ifndef COLUMNS_H
#define COLUMNS_H

#include "keys.h"

typedef struct {
    cl_mem keys, values;    // without pairs `values` is `keys` again: no kernel uses it
} columns;

// Room for all keys and values.
columns columns_open(const ocl_env *env, const keys_data *data);

// The keys and values before the sort; kernels may only read them.
columns columns_input(const ocl_env *env, const keys_data *data);

void columns_close(const columns *c, const keys_data *data);

// A trial (trial.h) whose outputs are these keys and values; and these as its scratch memory.
ocl_trial columns_trial(const columns *c, const ocl_env *env, const keys_data *data,
                        const char *name);
void columns_scratch(ocl_trial *trial, const columns *c, const keys_data *data);

// Reads and compares the answer of the last run.
ocl_result columns_compare(const columns *c, const ocl_env *env, const keys_data *data,
                           const char *what);

// What a trial does before a run, for programs that have none: as ocl_poison_run.
void columns_poison(const columns *c, const ocl_env *env, const keys_data *data, size_t run);

#endif
