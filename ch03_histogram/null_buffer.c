// SPDX-License-Identifier: MIT
//
// null_buffer - NULL in place of a buffer: the kernel gets a null pointer.
//
// Shows   one kernel with an optional input and an optional output; two ways to write NULL; which
//         arguments must not be NULL
// Uses    clSetKernelArg with NULL, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     null_buffer -n 1

#include "ocl.h"

enum { LOCAL = 64 };

typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem d_out, d_odd, d_x, d_weights;
    size_t bytes;
    cl_ulong n;
    uint32_t *got, *ref, *x, *weights;
} job;

static uint32_t scale_ref(const job *j, size_t i, bool weighted)
{
    return weighted ? j->x[i] * j->weights[i] : j->x[i];
}

// A buffer, or NULL.  The specification allows two ways: no pointer to a value, or a pointer to a
// value that is NULL.
static void set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer, bool no_pointer)
{
    if (!buffer && no_pointer)
        OCL_CHECK(clSetKernelArg(kernel, index, sizeof(cl_mem), NULL));
    else
        OCL_CHECK(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
}

static ocl_result verify_buffer(const job *j, const char *what, cl_mem buffer)
{
    memset(j->got, 0x55, j->bytes);
    OCL_CHECK(
        clEnqueueReadBuffer(j->env->queue, buffer, CL_TRUE, 0, j->bytes, j->got, 0, NULL, NULL));
    return ocl_verify_u32(what, j->got, j->ref, j->n);
}

// One launch, with or without each of the optional buffers.
static ocl_result run_case(const job *j, bool weighted, bool marked, bool no_pointer)
{
    const ocl_env *env = j->env;
    const size_t local = ocl_local_size(j->kernel, env->device, LOCAL);
    const size_t global = ocl_round_up(j->n, local);
    ocl_poison_run(env->queue, j->d_out, j->bytes, 0);
    ocl_poison_run(env->queue, j->d_odd, j->bytes, 0);
    if (ocl_known_platform(env->device) == OCL_OCLGRIND) no_pointer = false;    // it crashes
    set_buffer(j->kernel, 1, marked ? j->d_odd : NULL, no_pointer);
    set_buffer(j->kernel, 3, weighted ? j->d_weights : NULL, no_pointer);
    OCL_CHECK(
        clEnqueueNDRangeKernel(env->queue, j->kernel, 1, NULL, &global, &local, 0, NULL, NULL));

    for (size_t i = 0; i < j->n; i++)
        j->ref[i] = scale_ref(j, i, weighted);
    const ocl_result out = verify_buffer(j, "out", j->d_out);
    for (size_t i = 0; i < j->n; i++)    // without the argument the poison stays
        j->ref[i] = marked ? scale_ref(j, i, weighted) & 1 : UINT32_MAX;
    return ocl_result_both(out, verify_buffer(j, "odd", j->d_odd));
}

static void report_mistakes(const job *j, ocl_report *report)
{
    if (ocl_known_platform(j->env->device) == OCL_OCLGRIND) return;    // it crashes
    const ocl_refusal refusals[] = {
        { .mistake = "NULL for a number",
          .got = clSetKernelArg(j->kernel, 4, sizeof j->n, NULL),
          .want = CL_INVALID_ARG_VALUE },
        { .mistake = "NULL for a buffer, with a size of 0",
          .got = clSetKernelArg(j->kernel, 3, 0, NULL),
          .want = CL_INVALID_ARG_SIZE,
          .excused = OCL_NVIDIA },
    };
    ocl_report_refusals(report, j->env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "null_buffer",
                              .summary = "NULL in place of a buffer: optional arguments.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, real_bytes, 4.0 * real_bytes, 4.0 * real_bytes);

    job j = { .env = &env, .n = opt.n[0], .bytes = sizeof(cl_uint) * opt.n[0] };
    j.got = ocl_alloc(j.bytes);
    j.ref = ocl_alloc(j.bytes);
    j.x = ocl_alloc(j.bytes);
    j.weights = ocl_alloc(j.bytes);
    ocl_fill_u32(j.x, j.n, opt.seed);
    ocl_fill_u32(j.weights, j.n, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", j.n);

    cl_int err;
    cl_program program = ocl_build(&env, "null_buffer.cl", "-cl-std=CL1.2");
    j.kernel = OCL_CREATE(clCreateKernel(program, "null_buffer_scale", &err));
    j.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, j.bytes, NULL);
    j.d_odd = ocl_buffer(&env, CL_MEM_WRITE_ONLY, j.bytes, NULL);
    j.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, j.bytes, j.x);
    j.d_weights = ocl_buffer(&env, CL_MEM_READ_ONLY, j.bytes, j.weights);
    OCL_CHECK(clSetKernelArg(j.kernel, 0, sizeof j.d_out, &j.d_out));
    OCL_CHECK(clSetKernelArg(j.kernel, 2, sizeof j.d_x, &j.d_x));
    OCL_CHECK(clSetKernelArg(j.kernel, 4, sizeof j.n, &j.n));

    ocl_report_result(report, "both buffers", run_case(&j, true, true, true));
    ocl_report_result(report, "no weights", run_case(&j, false, true, true));
    ocl_report_result(report, "no marks", run_case(&j, true, false, true));
    ocl_report_result(report, "neither", run_case(&j, false, false, true));
    ocl_report_result(report, "neither, by a pointer to NULL", run_case(&j, false, false, false));
    ocl_report_result(report, "both again", run_case(&j, true, true, true));
    report_mistakes(&j, report);

    OCL_CHECK(clReleaseMemObject(j.d_weights));
    OCL_CHECK(clReleaseMemObject(j.d_x));
    OCL_CHECK(clReleaseMemObject(j.d_odd));
    OCL_CHECK(clReleaseMemObject(j.d_out));
    OCL_CHECK(clReleaseKernel(j.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(j.weights);
    free(j.x);
    free(j.ref);
    free(j.got);
    return ocl_report_close(report);
}
