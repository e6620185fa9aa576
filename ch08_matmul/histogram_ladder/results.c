// SPDX-License-Identifier: MIT

#include "results.h"

static const size_t ROOM = (size_t)1 << 27;    // bytes of all buffers, where two runs fit

histogram_results histogram_results_open(const ocl_env *env, const histogram_rung *rung,
                                         size_t groups, size_t global)
{
    histogram_results r = { .merged_by = rung->merged_by };
    r.histograms = rung->merged_by == BY_HOST ? groups : 1;
    if (rung->merged_by == BY_LAST_GROUP) r.between = 2;    // totals, and the finished groups
    if (rung->merged_by == BY_SECOND_KERNEL) r.between = global;    // one per work-item
    const size_t fit = ROOM / ((r.histograms + r.between) * HISTOGRAM_BYTES);
    r.queued = fit < 2 ? 2 : fit < HISTOGRAM_QUEUED ? fit : HISTOGRAM_QUEUED;
    for (size_t i = 0; i <= r.queued; i++)
        r.d_results[i] = histogram_buffer(env, r.histograms, 0);
    for (size_t i = 0; i < r.queued && r.between; i++)
        r.d_between[i] = histogram_buffer(env, r.between, 0);
    return r;
}

// Written and not filled: Oclgrind takes a filled buffer for one that was never written.
static void write(cl_command_queue queue, cl_mem buffer, size_t count, int byte)
{
    const size_t bytes = count * HISTOGRAM_BYTES;
    void *host = memset(ocl_alloc(bytes), byte, bytes);
    OCL_CHECK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
    free(host);
}

void histogram_results_poison(const histogram_results *r, cl_command_queue queue, size_t first_run)
{
    for (size_t i = 0; i <= r->queued; i++) {
        const bool zeros = r->merged_by == BY_EVERY_GROUP && i == 0;
        write(queue, r->d_results[i], r->histograms, zeros ? 0 : ocl_poison_byte(first_run + i));
        if (r->merged_by == BY_SECOND_KERNEL && i < r->queued)
            write(queue, r->d_between[i], r->between, ocl_poison_byte(first_run + i));
    }
}

void histogram_results_close(histogram_results *r)
{
    for (size_t i = 0; i < r->queued && r->between; i++)
        OCL_CHECK(clReleaseMemObject(r->d_between[i]));
    for (size_t i = 0; i <= r->queued; i++)
        OCL_CHECK(clReleaseMemObject(r->d_results[i]));
}
