// SPDX-License-Identifier: MIT

#include "fast.h"

#include "memory.h"

static cl_program build(const filter_job *job, bool bands, size_t rows, const char *macros)
{
    char file[64];
    snprintf(file, sizeof file, "%s_fast.cl", job->settings->options.about.name);
    return bands ? ocl_build(job->env, file, "%s -DROWS=%zu -DVECTORS=1 -DAHEAD=%d", macros, rows,
                             filter_rows_ahead(job))
                 : ocl_build(job->env, file, "%s -DROWS=%zu -DVECTORS=0", macros, rows);
}

void filter_run_fast(filter_job *job, const char *variant, size_t rows, const char *macros)
{
    const bool bands = strcmp(variant, "bands") == 0;
    cl_program program = build(job, bands, rows, macros);
    filter_memory m = filter_memory_open(job);
    char name[64];
    snprintf(name, sizeof name, "%s_%s", job->settings->options.about.name, variant);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof m.d_out, &m.d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof m.d_in, &m.d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof m.shape, &m.shape));

    const size_t each[2] = { bands ? job->in.width : 16 / job->in.pixel_bytes, rows };
    const ocl_range_2d range = filter_range(job, kernel, each);
    const double least_ns = ocl_pace_estimate(&job->pace, kernel, &range);
    if (ocl_pace_allows(&job->pace, job->report, variant, least_ns)) {
        ocl_trial t = filter_trial(job, variant, m.d_out);
        while (ocl_trial_next(&t)) {
            OCL_CHECK(clEnqueueNDRangeKernel(job->env->queue, kernel, 2, NULL, range.global,
                                             range.local, 0, NULL, &t.done));
            filter_memory_read(&m);
        }
        filter_report_trial(job, &t);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    filter_memory_close(&m);
    OCL_CHECK(clReleaseProgram(program));
}
