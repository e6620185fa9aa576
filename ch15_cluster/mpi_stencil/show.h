// SPDX-License-Identifier: MIT
//
// show - the report of rank 0.

#ifndef MPI_STENCIL_SHOW_H
#define MPI_STENCIL_SHOW_H

#include "share.h"

// The report, and the answer in plain C, which the caller frees.
ocl_report *stencil_report_open(const ocl_env *env, const stencil_settings *settings,
                                const plate_share *s, int ranks, float **ref);

// Where the time of a run of `wait` goes.
typedef struct {
    double kernel_ns, halo_ns;
} stencil_phases;

// What the runs of a variant took and gave.
typedef struct {
    ocl_times times;
    ocl_answers answers;
    stencil_phases phases;    // of the best run
} stencil_runs;

void stencil_runs_add(stencil_runs *runs, double ns, const stencil_phases *phases);

// The row of a variant: all cells are compared.
void stencil_report_row(ocl_report *report, const plate *p, const char *variant,
                        const stencil_runs *runs, const float *const got_and_ref[2]);

// Where the time of a step goes.  A part of the halos' time is hidden or saved: overlap and deep do
// without it.  Each variant may be without runs.
void stencil_report_steps(ocl_report *report, const plate *p, const stencil_runs *runs);

#endif
