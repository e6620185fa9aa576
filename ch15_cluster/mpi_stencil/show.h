// SPDX-License-Identifier: MIT
//
// show - the report of rank 0.

#ifndef MPI_STENCIL_SHOW_H
#define MPI_STENCIL_SHOW_H

#include "settings.h"

// The report, and the answer in plain C, which the caller frees.
ocl_report *stencil_report_open(const ocl_env *env, const stencil_settings *settings, int ranks,
                                float **ref);

// What the runs of a variant took and gave.
typedef struct {
    ocl_times times;
    ocl_answers answers;
    double kernel_ns, halo_ns;    // of `wait`: all steps of the last run
} stencil_runs;

// The row of a variant: all cells are compared.
void stencil_report_row(ocl_report *report, const plate *p, const char *variant,
                        const stencil_runs *runs, const float *const got_and_ref[2]);

// Where the time of a step goes.  A part of the halos' time is hidden: overlap does without it.
// runs[WAIT] and runs[OVERLAP] may be without runs.
void stencil_report_steps(ocl_report *report, const plate *p, const stencil_runs *runs);

#endif
