// SPDX-License-Identifier: MIT
//
// regression_accuracy - the line y = a0 + a1 x that fits n points best, from five sums.
//
// Shows   how sums of floats lose all digits, and what keeps them: a centre, a fixed order of
//         additions, pairs of floats, double; the standard deviations of what was found
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer;
//         reqd_work_group_size, barrier, fma
// Try     regression_accuracy --offset 0
//         regression_accuracy -i data/cars.csv -o cars.png
//         regression_accuracy -n 64M -V doubles

#include "ocl.h"

#include "shared/regression.h"

// Where the order of additions is fixed, the warm-up has work-groups of half the size: its answer
// must have the same bits.
static size_t local_size(const regression_rung *rung, size_t run)
{
    const bool half = run == 0 && rung->any_local && rung->local > 1;
    return half ? rung->local / 2 : rung->local;
}

static void run_variant(regression *r, cl_program program, int variant)
{
    const char *name = REGRESSION_VARIANTS[variant];
    cl_command_queue queue = r->env.queue;
    const cl_ulong n = r->points.n;
    regression_rung rung = regression_rung_of(variant, &r->shape, &r->points);
    const size_t bytes = rung.groups * ls_sum_count(1) * rung.sum_bytes;

    // Points and sums.
    cl_mem d_sums = ocl_buffer(&r->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = regression_upload(&r->env, variant, r->points.x, r->points.n);
    cl_mem d_y = regression_upload(&r->env, variant, r->points.y, r->points.n);

    // Kernel and arguments.
    char kernel_name[40];
    snprintf(kernel_name, sizeof kernel_name, "regression_accuracy_%s", name);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, kernel_name, &err));
    if (rung.any_local) rung.local = ocl_local_size(kernel, r->env.device, rung.local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    if (variant != BOOK) regression_set_frame(kernel, variant, &rung.frame, r->points.n);

    // Runs.  The host adds the sums of all work-groups, and solves.
    const ocl_range_2d range = { .global = { rung.groups * rung.local, 1 },
                                 .local = { rung.local, 1 } };
    const double estimate_ns = ocl_pace_estimate(&r->pace, kernel, &range);
    if (ocl_pace_allows(&r->pace, r->report, name, estimate_ns)) {
        ocl_trial t = ocl_trial_open(&r->env, name, d_sums, bytes);
        while (ocl_trial_next(&t)) {
            const size_t local = local_size(&rung, t.run), global = rung.groups * local;
            OCL_CHECK(
                clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
        }
        void *sums = ocl_alloc(bytes);
        OCL_CHECK(clEnqueueReadBuffer(queue, d_sums, CL_TRUE, 0, bytes, sums, 0, NULL, NULL));
        const ls_fit fit = regression_add(variant, 1, &rung, sums, r->points.n);
        const ocl_work work = { .amount = (double)rung.point_bytes * (double)n,
                                .unit = "GB/s",
                                .limit = r->env.limits.read_gbs };
        ocl_trial_report(&t, r->report, &work,
                         regression_verify(&r->answers, variant, &rung, &fit));
        free(sums);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_sums));
}

int main(int argc, char **argv)
{
    regression r;
    regression_open(&r, argc, argv, "regression_accuracy",
                    1);    // options, device, points, reference
    cl_program program = regression_build(&r.env, "regression_accuracy.cl", &r.shape);
    for (int v = BOOK; v < RUNGS; v++)
        if (regression_wants(&r, v)) run_variant(&r, program, v);
    OCL_CHECK(clReleaseProgram(program));
    return regression_close(&r);
}
