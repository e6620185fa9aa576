// SPDX-License-Identifier: MIT

#include "plain.h"

#include "memory.h"

// All of an image is its answer.
void filter_run_image(filter_job *job, cl_kernel kernel)
{
    cl_context context = job->env->context;
    cl_command_queue queue = job->env->queue;
    const size_t origin[3] = { 0 }, region[3] = { job->in.width, job->in.height, 1 };
    const cl_image_format out_format = plane_image_format(&job->out);
    const cl_image_format in_format = plane_image_format(&job->in);
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = job->in.width,
                                 .image_height = job->in.height };
    cl_int err;
    cl_mem d_out =
        OCL_CREATE(clCreateImage(context, CL_MEM_WRITE_ONLY, &out_format, &desc, NULL, &err));
    cl_mem d_in = OCL_CREATE(clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                           &in_format, &desc, job->in.data, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));

    const ocl_range_2d range = filter_range(job, kernel, (size_t[]){ 1, 1 });
    const double least_ns = ocl_pace_estimate(&job->pace, kernel, &range);
    if (ocl_pace_allows(&job->pace, job->report, "image", least_ns)) {
        ocl_trial t = ocl_trial_open(job->env, "image", d_out, 0);
        while (ocl_trial_next(&t))
            OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, range.global, range.local, 0,
                                             NULL, &t.done));
        OCL_CHECK(clEnqueueReadImage(queue, d_out, CL_TRUE, origin, region, 0, 0, job->out.data, 0,
                                     NULL, NULL));
        filter_report_trial(job, &t);
    }
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
}

void filter_run_buffer(filter_job *job, const char *variant, cl_kernel kernel, size_t pixels)
{
    filter_memory m = filter_memory_open(job);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof m.d_out, &m.d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof m.d_in, &m.d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof m.shape, &m.shape));

    const ocl_range_2d range = filter_range(job, kernel, (size_t[]){ pixels, 1 });
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
    filter_memory_close(&m);
}
