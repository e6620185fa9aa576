// SPDX-License-Identifier: MIT
//
// histogram_launch - how the kernels of histogram.cl are driven: sizes, buffers, arguments, launches.

#ifndef HISTOGRAM_LAUNCH_H
#define HISTOGRAM_LAUNCH_H

#include "ocl.h"

enum { HISTOGRAM_BINS = 3 * 256 };    // 256 counts of red, 256 of green, 256 of blue
enum { HISTOGRAM_BYTES = HISTOGRAM_BINS * sizeof(cl_uint) };

// per_item, merged_atomic, merged_private; ended by NULL.
extern const char *const HISTOGRAM_VARIANTS[];

// What is counted, and with what.
typedef struct {
    const ocl_env *env;
    size_t local_memory, local_size;    // of a work-group, at most: bytes, work-items
    size_t groups;                      // merged_atomic: work-groups a compute unit, at most
    size_t loads;                       // merged_atomic: 16-byte loads of a work-item in flight
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
    cl_mem d_between;       // what work-groups, kernels or runs hand over; NULL: nothing
    bool relay;             // what a run clears in d_between is where the next one counts
    cl_uint pixels_at;      // which argument of `count` is the picture
} histogram_launch;

// A job whose sizes are those that suit an NVIDIA H200, and everything else 0.
histogram_job histogram_defaults(void);

// Builds a kernel file for the job's device: histogram.cl, or another that includes the same headers.
cl_program histogram_build(const histogram_job *job, const char *file);

// Makes kernels and buffers.  A local_memory too small for the variant exits with OCL_EXIT_SKIP.
histogram_launch histogram_prepare(const histogram_job *job, const char *variant);

// Has the next runs count another picture of the same size.
void histogram_set_pixels(const histogram_launch *launch, cl_mem d_pixels);

// Enqueues the kernels, as often as one likes; *first and *last, to be released, are their events
// (of one kernel twice the same).  Both may be NULL, not one of them: an event costs a device time, too.  The result
// comes into d_histograms, with relay another buffer than before.
void histogram_enqueue(histogram_launch *launch, cl_command_queue queue, cl_event *first,
                       cl_event *last);

// Waits for the last run and adds up the histograms that it left.
void histogram_read(const histogram_launch *launch, cl_command_queue queue,
                    uint32_t counts[HISTOGRAM_BINS]);

void histogram_release(histogram_launch *launch);

// What variants are made of.

cl_kernel histogram_kernel(const histogram_job *job, const char *name);

// Full of counts that would be noticed.
cl_mem histogram_buffer(const histogram_job *job, size_t bytes);

// A histogram of zeros, and after it the same for the number of work-groups that have finished.
cl_mem histogram_zeros(const histogram_job *job);

// Work-items a work-group of the kernels that are built for a size: what the job wants if the device allows.
size_t histogram_group_size(const histogram_job *job);

// Work-items a work-group: as many as wanted if the job and the kernel allow.
size_t histogram_local_size(const histogram_job *job, cl_kernel kernel, size_t wanted);

// Work-groups: so many a compute unit, but no more than there are stretches of that many pixels.
size_t histogram_groups(const histogram_job *job, size_t a_unit, size_t pixels);

// Exits with OCL_EXIT_SKIP when a work-group may not have that many bytes of local memory.
void histogram_require_local(const histogram_job *job, const char *variant, size_t bytes);

#endif
