// SPDX-License-Identifier: MIT
//
// rungs - the rungs of histogram_ladder: their kernels, how large their launches are, and the
// results of their runs.
//
// Shared with bench_histogram.

#ifndef HISTOGRAM_LADDER_RUNGS_H
#define HISTOGRAM_LADDER_RUNGS_H

#include "ocl.h"

enum { HISTOGRAM_BINS = 3 * 256 };    // 256 counts of red, 256 of green, 256 of blue
enum { HISTOGRAM_BYTES = HISTOGRAM_BINS * sizeof(cl_uint) };
enum { HISTOGRAM_RUNG_COUNT = 10 };

// The kernel files: the ladder for GPUs, and the one for CPUs.
enum { HISTOGRAM_LADDER_CL, HISTOGRAM_LADDER_CPU_CL, HISTOGRAM_PROGRAMS };

// Who adds up the histograms of the work-groups.
typedef enum {
    BY_HOST,             // the host: the result is one histogram per work-group
    BY_LAST_GROUP,       // the work-group that finishes last
    BY_EVERY_GROUP,      // each work-group adds its own to the result, with atomics
    BY_SECOND_KERNEL,    // histogram_merge
} histogram_merger;

// Where a field is 0, the command line decides (histogram_sizes).
typedef struct {
    const char *name, *kernel;
    int program;               // HISTOGRAM_LADDER_CL ...
    size_t group_size;         // work-items per work-group, at most
    size_t groups_per_unit;    // work-groups per compute unit, at most
    size_t item_pixels;        // the fewest pixels per work-item
    size_t local_bytes;        // the least local memory that a work-group needs
    size_t item_bytes;         // local memory per work-item, in a kernel argument
    bool told_pixels;          // an argument says how many pixels a work-item counts
    histogram_merger merged_by;
} histogram_rung;

extern const histogram_rung HISTOGRAM_RUNGS[HISTOGRAM_RUNG_COUNT];

// Their names, ended by NULL.
const char *const *histogram_names(void);

// What the command line may change.
typedef struct {
    size_t local_memory;    // bytes per work-group, at most
    size_t local_size;      // work-items per work-group, at most
    size_t groups;          // work-groups per compute unit, at most (from in_flight on)
    size_t loads;           // loads of 16 bytes that a work-item has in flight (from in_flight on)
} histogram_sizes;

// The sizes that suit an NVIDIA H200.
extern const histogram_sizes HISTOGRAM_SIZES;

// Whether the rung is to run.  Without --variant a device runs its own ladder.  The first rung
// begins both.
bool histogram_wants(const ocl_env *env, const histogram_rung *rung);

// Builds the kernel file of a rung.
cl_program histogram_build(const ocl_env *env, const histogram_rung *rung,
                           const histogram_sizes *sizes);

// Work-items per work-group.  Exits with OCL_EXIT_SKIP where a work-group has too little local
// memory for the rung.
size_t histogram_local_size(const histogram_rung *rung, const histogram_sizes *sizes,
                            cl_kernel kernel, cl_device_id device);

// How many work-groups of `local` work-items count n pixels; each has at least one pixel.
size_t histogram_groups(const histogram_rung *rung, const histogram_sizes *sizes,
                        cl_device_id device, size_t local, size_t n);

// How many pixels each of `global` work-items counts, for rungs that are told so (told_pixels).
size_t histogram_each(const histogram_rung *rung, size_t global, size_t n);

// Work-items per work-group of histogram_merge: a divisor of the bins.
size_t histogram_merge_size(const histogram_sizes *sizes, cl_kernel merge, cl_device_id device);

// A new buffer for `count` histograms, all bytes of it `byte`.
cl_mem histogram_buffer(const ocl_env *env, size_t count, int byte);

// Counts n pixels in plain C.  No count can wrap: n is less than 2^32.
void histogram_ref(uint32_t ref[HISTOGRAM_BINS], const uint8_t *rgba, size_t n);

// Adds up histograms that lie one after the other.
void histogram_add_up(uint32_t counts[HISTOGRAM_BINS], const uint32_t *histograms, size_t count);

// --- the results of runs that are queued together: each run has its own, so that each can be
// compared afterwards

enum { HISTOGRAM_QUEUED = 12 };    // runs, at most

typedef struct {
    histogram_merger merged_by;
    size_t queued;                             // runs that have buffers of their own
    size_t histograms, between;                // in a buffer; between: 0 where the rung has none
    cl_mem d_results[HISTOGRAM_QUEUED + 1];    // BY_EVERY_GROUP: a run clears the next result
    cl_mem d_between[HISTOGRAM_QUEUED];        // BY_LAST_GROUP: only the first is used, by all runs
} histogram_results;

// Creates the buffers of a rung, for `global` work-items in `groups` work-groups.  The totals of
// BY_LAST_GROUP are 0: each run leaves them so.
histogram_results histogram_results_open(const ocl_env *env, const histogram_rung *rung,
                                         size_t groups, size_t global);

// Before the runs `first_run` and following ones: what they write must hold poison.  Only the first
// result of BY_EVERY_GROUP holds zeros.
void histogram_results_poison(const histogram_results *results, cl_command_queue queue,
                              size_t first_run);

void histogram_results_close(histogram_results *results);

#endif
