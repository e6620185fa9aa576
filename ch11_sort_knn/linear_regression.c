// SPDX-License-Identifier: MIT
//
// linear_regression - the line y = a0 + a1 x that fits n points best, from five sums.
//
// Shows   how sums of floats lose all digits, and what keeps them: a centre, a fixed order of
//         additions, pairs of floats, double; the standard deviations of what was found
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer;
//         reqd_work_group_size, barrier, fma
// Try     linear_regression --offset 0
//         linear_regression -i data/cars.csv -o cars.png
//         linear_regression -n 64M -V doubles

#include "shared/regression.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_pace *pace;
    cl_program program;
    regression_answers *answers;
} job;

// The sums of all work-groups, malloc'ed, and the times.  Where the order of additions is fixed,
// the warm-up has work-groups of half the size: its answer must have the same bits.
static void *launch(const job *j, cl_kernel kernel, cl_mem d_sums, const regression_rung *r,
                    ocl_times *times)
{
    cl_command_queue queue = j->env->queue;
    const size_t bytes = r->groups * ls_sum_count(j->answers->settings->degree) * r->sum_bytes;
    for (size_t run = 0; ocl_pace_again(j->pace, run); run++) {
        const bool half = run == 0 && r->any_local && r->local > 1;
        const size_t local = half ? r->local / 2 : r->local, global = r->groups * local;
        cl_event done;
        ocl_poison_run(queue, d_sums, bytes, run);
        OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        ocl_times_take(times, run, done);
        ocl_answers_add(&times->answers, queue, d_sums, bytes);
    }
    void *sums = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(queue, d_sums, CL_TRUE, 0, bytes, sums, 0, NULL, NULL));
    return sums;
}

static void run_variant(const job *j, int variant)
{
    const char *name = REGRESSION_VARIANTS[variant];
    const xy_points *p = j->answers->points;
    const cl_ulong n = p->n;
    const int degree = j->answers->settings->degree;
    regression_rung r = regression_rung_of(variant, j->answers->shape, p);
    cl_mem d_xy[2];
    for (int k = 0; k < 2; k++) {
        size_t bytes;
        void *packed = regression_pack(variant, k == 0 ? p->x : p->y, p->n, &bytes);
        d_xy[k] = ocl_buffer(j->env, CL_MEM_READ_ONLY, bytes, packed);
        free(packed);
    }
    cl_mem d_sums =
        ocl_buffer(j->env, CL_MEM_WRITE_ONLY, r.groups * ls_sum_count(degree) * r.sum_bytes, NULL);
    char kernel_name[40];
    snprintf(kernel_name, sizeof kernel_name, "linear_regression_%s", name);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(j->program, kernel_name, &err));
    if (r.any_local) r.local = ocl_local_size(kernel, j->env->device, r.local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_xy[0], &d_xy[0]));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_xy[1], &d_xy[1]));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    if (variant != BOOK) regression_set_frame(kernel, variant, &r.frame, p->n);

    const ocl_range_2d range = { .global = { r.groups * r.local, 1 }, .local = { r.local, 1 } };
    const double estimate = ocl_pace_estimate(j->pace, kernel, &range);
    if (ocl_pace_allows(j->pace, j->report, name, estimate)) {
        ocl_times times = { .runs = 0 };
        void *sums = launch(j, kernel, d_sums, &r, &times);
        const ls_fit fit = regression_add(variant, degree, &r, sums, p->n);
        const ocl_result result = regression_verify(j->answers, variant, &r, &fit);
        ocl_report_row(j->report, &(ocl_row){ .name = name,
                                              .times = &times,
                                              .work = (double)r.point_bytes * (double)p->n,
                                              .unit = "GB/s",
                                              .limit = ocl_device_limits(j->env).read_gbs,
                                              .result = result });
        free(sums);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseMemObject(d_xy[1]));
    OCL_CHECK(clReleaseMemObject(d_xy[0]));
}

int main(int argc, char **argv)
{
    // Options, device and points.
    const regression_settings settings = regression_parse(argc, argv, "linear_regression", 1);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    ocl_pace pace = ocl_pace_open(&env);
    xy_points points = regression_points(&env, &settings);
    const regression_shape shape = regression_choose(&settings, env.device);
    if (!shape.fp64) pace.last = REGRESSION_VARIANTS[PAIRS];

    // Reference.
    regression_answers answers = { .settings = &settings, .shape = &shape, .points = &points };
    job j = { .env = &env, .pace = &pace, .answers = &answers };
    j.report = ocl_report_open(opt, env.device);
    ocl_report_count(j.report, "n", points.n);
    OCL_TIME_REFERENCE(j.report, regression_reference(&answers));

    // Program and rungs.
    j.program =
        ocl_build(&env, "linear_regression.cl",
                  "-DGROUP=%zu -DLANES=%zu -DROWS=%zu -DDOUBLE_ROWS=%zu -DWIDTH=%zu -DFP64=%d",
                  shape.group, shape.lanes, shape.rows, shape.double_rows, shape.width, shape.fp64);
    for (int v = BOOK; v < RUNGS; v++)
        if (ocl_wants(opt, REGRESSION_VARIANTS[v]) && regression_can(&answers, v, j.report))
            run_variant(&j, v);
    regression_report(&answers, j.report);

    // Release.
    OCL_CHECK(clReleaseProgram(j.program));
    ocl_close(&env);
    xy_free(&points);
    return ocl_report_close(j.report);
}
