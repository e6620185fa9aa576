// SPDX-License-Identifier: MIT
//
// pace - a run of a sample should end within ten seconds: slow variants are left out.
//
//     ocl_pace pace = ocl_pace_open(&env);    // right after ocl_open: then all work counts
//     for each variant:
//         if (!ocl_pace_allows(&pace, report, name, ocl_pace_estimate(&pace, kernel, &range)))
//             continue;
//         ocl_trial t = ocl_trial_open(...);    // trial.h: as many runs as there is time for
//         ...
//
// The default sizes are small enough.  So nothing is estimated, unless --size or --input was given,
// or the sample sets `heavy`.  A variant that --variant names always runs, and as often as a given
// --repeat says.

#ifndef OCL_PACE_H
#define OCL_PACE_H

#include "env.h"
#include "launch.h"
#include "report.h"

typedef struct {
    const ocl_env *env;
    double end_ns;        // when the program should end, by ocl_wall_ns
    bool any_allowed;     // some variant has run
    bool heavy;           // another option than --size makes even the default size slow
    const char *last;     // the last variant that can run here; NULL: the last of the options' list
    double fastest_ns;    // of the variants that were left out
    const char *fastest;    // NULL: none
} ocl_pace;

// The program has ten seconds from ocl_open on.
ocl_pace ocl_pace_open(const ocl_env *env);

// ocl_wants for a variant that is for GPUs.  On a CPU a run of all variants leaves it out, and a
// note says so, unless --variant asks for "all" in so many words: a compiler for CPUs takes long
// for what has been unrolled for the registers of a GPU.
bool ocl_wants_for_gpus(const ocl_env *env, ocl_report *report, const char *variant);

// For how many nanoseconds the timed runs of a variant may go on: about a second, less when the ten
// seconds are over.
double ocl_pace_budget_ns(const ocl_env *env);

// How many nanoseconds the warm-up and one timed run of the kernel will take.  The kernel has its
// arguments.  Launches the first work-groups of the range, which must take as long as the others.
// 0: not estimated, because the range is small or because nothing is to be left out.
double ocl_pace_estimate(const ocl_pace *pace, cl_kernel kernel, const ocl_range_2d *range);

// ocl_pace_estimate for a kernel whose work-items divide n elements among themselves.  Its argument
// `index` is n, a cl_uint: launches the range for fewer elements, then sets the argument to n
// again.
double ocl_pace_estimate_share(const ocl_pace *pace, cl_kernel kernel, const ocl_range_2d *range,
                               cl_uint index, cl_uint n);

// Whether a variant may run that takes at least so many nanoseconds.  It may take half of the time
// that is left; the first variant half of the ten seconds.  If it may not, a note in the report
// says so, and how to run it.
//
// The last variant that can run also runs when no other did and it takes up to 30 seconds.
// A note says so.  If it takes longer, this exits with OCL_EXIT_USAGE and names the fastest one.
// The names must outlive the pace.
bool ocl_pace_allows(ocl_pace *pace, ocl_report *report, const char *variant, double least_ns);

// Whether all runs that --repeat asks for are to be done, however long they take: the user has
// decided on the number and on the variant, or there is none to choose.
bool ocl_pace_is_exact(const ocl_options *options);

// How many timed runs there will be: for a sample that enqueues all of them at once.  least_ns: as
// for ocl_pace_allows.  If a given --repeat asks for more, a note says so, once.
size_t ocl_pace_runs(const ocl_pace *pace, ocl_report *report, const char *variant,
                     double least_ns);

#endif
