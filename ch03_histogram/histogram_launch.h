// SPDX-License-Identifier: MIT
//
// histogram_launch - how the kernels of histogram.cl are driven: sizes, buffers, arguments, launches.

#ifndef HISTOGRAM_LAUNCH_H
#define HISTOGRAM_LAUNCH_H

#include "ocl.h"

enum { HISTOGRAM_BINS = 3 * 256 };    // 256 counts of red, 256 of green, 256 of blue
enum { HISTOGRAM_BYTES = HISTOGRAM_BINS * sizeof(cl_uint) };

// What a work-group may have at most: 16 copies of the counters, and the items that GPUs allow.
enum { HISTOGRAM_LOCAL_MEMORY = 48 << 10, HISTOGRAM_LOCAL_SIZE = 1024 };

// per_item, merged_atomic, merged_private; ended by NULL.
extern const char *const HISTOGRAM_VARIANTS[];

// What is counted, and with what.
typedef struct {
    const ocl_env *env;
    size_t local_memory, local_size;    // of a work-group, at most: bytes, work-items
    cl_program program;                 // of histogram_build
    cl_mem d_pixels;                    // n pixels of four bytes R, G, B, A
    cl_uint n;
} histogram_job;

// One variant, ready to run.
typedef struct {
    cl_kernel count, merge;    // merge: NULL when there is no second kernel
    size_t global, local, merge_local;
    size_t histograms;      // that a run leaves in d_histograms for the host to add up
    cl_mem d_histograms;    // HISTOGRAM_BYTES each
    cl_mem d_between;       // what work-groups or kernels hand over; NULL: nothing
} histogram_launch;

// histogram.cl for the job's device; local_memory and local_size must be set.
cl_program histogram_build(const histogram_job *job);

// Makes kernels and buffers.  A local_memory too small for the variant exits with OCL_EXIT_SKIP.
histogram_launch histogram_prepare(const histogram_job *job, const char *variant);

// Enqueues the kernels, as often as one likes; *first and *last, to be released, are their events
// (of one kernel twice the same).
void histogram_enqueue(const histogram_launch *launch, cl_command_queue queue, cl_event *first,
                       cl_event *last);

// Waits for the last run and adds up the histograms that it left.
void histogram_read(const histogram_launch *launch, cl_command_queue queue,
                    uint32_t counts[HISTOGRAM_BINS]);

void histogram_release(histogram_launch *launch);

#endif
