// SPDX-License-Identifier: MIT
//
// null_buffer - NULL in place of a buffer: the kernel gets a null pointer.
//
// Shows   one kernel with an optional input and an optional output; two ways to write NULL
// Uses    clSetKernelArg with NULL, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     null_buffer -n 1

#include "ocl.h"

enum { LOCAL = 64 };

typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem d_out, d_odd;      // outputs; d_odd is optional
    cl_mem d_x, d_weights;    // inputs; d_weights is optional
    size_t bytes;             // of each
    size_t n;
    uint32_t *got, *ref, *x, *weights;
} lesson;

static uint32_t scale_ref(const lesson *l, size_t i, bool weighted)
{
    return weighted ? l->x[i] * l->weights[i] : l->x[i];
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

static ocl_result verify_buffer(const lesson *l, const char *what, cl_mem buffer)
{
    memset(l->got, 0x55, l->bytes);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, buffer, CL_TRUE, 0, l->bytes, l->got, 0, NULL, NULL));
    return ocl_verify_u32(what, l->got, l->ref, l->n);
}

// One launch, with or without each of the optional buffers.
static ocl_result run_case(const lesson *l, bool weighted, bool marked, bool no_pointer)
{
    const ocl_env *env = l->env;
    const size_t local = ocl_local_size(l->kernel, env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    ocl_poison_run(env->queue, l->d_out, l->bytes, 0);
    ocl_poison_run(env->queue, l->d_odd, l->bytes, 0);
    if (ocl_known_fault(env->device, "NULL as the address of an argument")) no_pointer = false;
    set_buffer(l->kernel, 1, marked ? l->d_odd : NULL, no_pointer);
    set_buffer(l->kernel, 3, weighted ? l->d_weights : NULL, no_pointer);
    OCL_CHECK(
        clEnqueueNDRangeKernel(env->queue, l->kernel, 1, NULL, &global, &local, 0, NULL, NULL));

    for (size_t i = 0; i < l->n; i++)
        l->ref[i] = scale_ref(l, i, weighted);
    const ocl_result out = verify_buffer(l, "out", l->d_out);

    // Without the argument the poison stays.
    memset(l->ref, ocl_poison_byte(0), l->bytes);
    for (size_t i = 0; marked && i < l->n; i++)
        l->ref[i] = scale_ref(l, i, weighted) & 1;
    return ocl_result_both(out, verify_buffer(l, "odd", l->d_odd));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "null_buffer",
                              .summary = "NULL in place of a buffer: optional arguments.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, real_bytes, 4.0 * real_bytes, 4.0 * real_bytes);

    lesson l = { .env = &env, .n = opt.n[0], .bytes = sizeof(cl_uint) * opt.n[0] };
    l.got = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    l.x = ocl_alloc(l.bytes);
    l.weights = ocl_alloc(l.bytes);
    ocl_fill_u32(l.x, l.n, opt.seed);
    ocl_fill_u32(l.weights, l.n, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", l.n);

    cl_int err;
    cl_program program = ocl_build(&env, "null_buffer.cl", "-cl-std=CL1.2");
    l.kernel = OCL_CREATE(clCreateKernel(program, "null_buffer_scale", &err));
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_odd = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.x);
    l.d_weights = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.weights);
    OCL_CHECK(clSetKernelArg(l.kernel, 0, sizeof l.d_out, &l.d_out));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof l.d_x, &l.d_x));
    OCL_CHECK(clSetKernelArg(l.kernel, 4, sizeof(cl_ulong), &(cl_ulong){ l.n }));

    ocl_report_result(report, "both buffers", run_case(&l, true, true, true));
    ocl_report_result(report, "no weights", run_case(&l, false, true, true));
    ocl_report_result(report, "no marks", run_case(&l, true, false, true));
    ocl_report_result(report, "neither", run_case(&l, false, false, true));
    ocl_report_result(report, "neither, by a pointer to NULL", run_case(&l, false, false, false));
    ocl_report_result(report, "both again", run_case(&l, true, true, true));

    OCL_CHECK(clReleaseMemObject(l.d_weights));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_odd));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(l.weights);
    free(l.x);
    free(l.ref);
    free(l.got);
    return ocl_report_close(report);
}
