// SPDX-License-Identifier: MIT
//
// problem - what all ranks are given: panels, kernel, check, network.

#ifndef MPI_MATMUL_PROBLEM_H
#define MPI_MATMUL_PROBLEM_H

#include "shared/product/check.h"

extern const char *const MATMUL_RUNGS[];
enum { IN_TURN, HIDDEN, SHARED, RUNGS };    // the places of their names there

typedef struct {
    size_t depth;         // columns of a panel of A, rows of a panel of B
    size_t form;          // FORM_...
    size_t method;        // matmul_method: how the answer is checked
    size_t network_us;    // broadcasts of two panels take so long at least
    size_t deadline;      // seconds
} summa_settings;

ocl_options summa_parse(int argc, char **argv, summa_settings *settings);

// A number that is the same in all ranks if they were given the same problem.
uint64_t summa_same(const ocl_options *options, const summa_settings *settings);

#endif
