// SPDX-License-Identifier: MIT

#include "rungs.h"

// atomic: the book's sizes.  atomic_fit, replicated: work-groups a compute unit.
enum { BOOK_SIZE = 256, BOOK_EACH = 256, FIT_GROUPS = 8, REPLICATED_GROUPS = 4 };

// in_flight, last_group: pixels a load.
enum { LOAD_PIXELS = 4 };

enum { PER_ITEM, ATOMIC, ATOMIC_FIT, REPLICATED, IN_FLIGHT, LAST_GROUP, MERGED_ATOMIC };

const char *const HISTOGRAM_RUNGS[] = { "per_item",      "atomic",         "atomic_fit",
                                        "replicated",    "in_flight",      "last_group",
                                        "merged_atomic", "merged_private", NULL };

// A histogram a work-group is left to the host.
static void set_groups(histogram_launch *launch, const histogram_job *job, size_t groups)
{
    launch->global = groups * launch->local;
    launch->histograms = groups;
    launch->d_histograms = histogram_buffer(job, groups * HISTOGRAM_BYTES);
    OCL_CHECK(clSetKernelArg(launch->count, 0, sizeof(cl_mem), &launch->d_histograms));
    launch->pixels_at = 1;
    histogram_set_pixels(launch, job->d_pixels);
    OCL_CHECK(clSetKernelArg(launch->count, 2, sizeof job->n, &job->n));
}

// With a_unit work-groups a compute unit the host chooses how many pixels a work-item counts; with 0 that is
// given, as in the book, and the picture decides how many work-groups there are.
static histogram_launch prepare_stretches(const histogram_job *job, const char *kernel,
                                          size_t a_unit)
{
    histogram_launch launch = { .count = histogram_kernel(job, kernel) };
    launch.local = histogram_local_size(job, launch.count, BOOK_SIZE);
    const size_t groups = a_unit > 0 ? histogram_groups(job, a_unit, launch.local)
                                     : histogram_groups(job, job->n, BOOK_EACH * launch.local);
    const cl_uint each =
        a_unit > 0 ? (cl_uint)((job->n - 1) / (groups * launch.local) + 1) : BOOK_EACH;
    set_groups(&launch, job, groups);
    OCL_CHECK(clSetKernelArg(launch.count, 3, sizeof each, &each));
    return launch;
}

static histogram_launch prepare_in_flight(const histogram_job *job)
{
    histogram_launch launch = { .count = histogram_kernel(job, "histogram_in_flight") };
    launch.local = histogram_group_size(job);
    set_groups(&launch, job, histogram_groups(job, job->groups, LOAD_PIXELS * launch.local));
    return launch;
}

// The totals between the work-groups begin at 0, and each run leaves them so.
static histogram_launch prepare_last_group(const histogram_job *job)
{
    histogram_launch launch = { .count = histogram_kernel(job, "histogram_last_group"),
                                .histograms = 1,
                                .d_histograms = histogram_buffer(job, HISTOGRAM_BYTES),
                                .d_between = histogram_zeros(job),
                                .pixels_at = 2 };
    launch.local = histogram_group_size(job);
    launch.global = launch.local * histogram_groups(job, job->groups, LOAD_PIXELS * launch.local);
    OCL_CHECK(clSetKernelArg(launch.count, 0, sizeof(cl_mem), &launch.d_histograms));
    OCL_CHECK(clSetKernelArg(launch.count, 1, sizeof(cl_mem), &launch.d_between));
    histogram_set_pixels(&launch, job->d_pixels);
    OCL_CHECK(clSetKernelArg(launch.count, 3, sizeof job->n, &job->n));
    return launch;
}

histogram_launch histogram_prepare_rung(const histogram_job *job, int rung)
{
    const char *name = HISTOGRAM_RUNGS[rung];
    if (rung == PER_ITEM || rung >= MERGED_ATOMIC) return histogram_prepare(job, name);

    histogram_require_local(job, name, HISTOGRAM_BYTES);
    switch (rung) {
    case ATOMIC:
        return prepare_stretches(job, "histogram_atomic", 0);
    case ATOMIC_FIT:
        return prepare_stretches(job, "histogram_atomic", FIT_GROUPS);
    case REPLICATED:
        return prepare_stretches(job, "histogram_replicated", REPLICATED_GROUPS);
    case IN_FLIGHT:
        return prepare_in_flight(job);
    default:
        return prepare_last_group(job);
    }
}
