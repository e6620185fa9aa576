// SPDX-License-Identifier: MIT
//
// problem - what all ranks are given: panels, kernel, network; and the report of rank 0.

#ifndef MPI_MATMUL_PROBLEM_H
#define MPI_MATMUL_PROBLEM_H

#include "share.h"
#include "shared/cluster/cluster.h"
#include "shared/product/check.h"

extern const char *const MATMUL_RUNGS[];
enum { IN_TURN, HIDDEN, SHARED, RUNGS };    // the places of their names there

typedef struct {
    size_t depth;         // columns of a panel of A, rows of a panel of B
    size_t form;          // FORM_...
    size_t network_us;    // broadcasts of two panels take so long at least
    size_t deadline;      // seconds
} summa_settings;

ocl_options summa_parse(int argc, char **argv, summa_settings *settings);

// A number that is the same in all ranks if they were given the same problem.
uint64_t summa_same(const ocl_options *options, const summa_settings *settings);

// --- the report of rank 0

// Where the time of a run of in_turn goes, in this rank.
typedef struct {
    double network_ns, bus_ns, kernel_ns;
} summa_phases;

typedef struct {
    ocl_times times;
    summa_phases phases;    // of the best run
} summa_runs;

void summa_runs_add(summa_runs *runs, double ns, const summa_phases *phases);

// The report of rank 0, with the problem and what the serial reference took in all ranks together;
// NULL in the others.  All ranks call it.
ocl_report *summa_report_open(const cluster *c, const ocl_env *env, const share *s,
                              const int grid[2], const matmul_check *check);

// The row of a rung.
void summa_report_row(ocl_report *report, const share *s, const char *name, const summa_runs *runs,
                      ocl_result result);

// The phases of the best run of in_turn, in rank 0.
void summa_report_phases(ocl_report *report, const share *s, const summa_runs *runs);

#endif
