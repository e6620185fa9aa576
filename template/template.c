// SPDX-License-Identifier: MIT
//
// template - C = A + B on vectors: copy it with new_sample.sh and change it.
//
// Shows   what every sample is made of: options, data, reference, launch, comparison, report
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     template -n 1, template -d cpu, and -k with your own copy of template.cl

#include "ocl.h"

// The answer in plain C.
static void template_ref(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = (float)((double)a[i] + b[i]);
}

int main(int argc, char **argv)
{
    // Options.  The default size is a prime: no work-group divides it.
    const ocl_about about = { .name = "template",
                              .summary = "C = A + B on vectors.",
                              .accepts = "dnrks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);

    // Device.  Sizes that do not fit are refused before anything is allocated.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0];
    const double vector_bytes = sizeof(cl_float) * (double)n;    // may not fit a size_t
    ocl_require_memory(env.device, vector_bytes, 3.0 * vector_bytes, 4.0 * vector_bytes);

    // Data and reference.
    const size_t bytes = sizeof(cl_float) * n;
    float *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    float *ref = ocl_alloc(bytes);
    ocl_fill_f32(a, n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(b, n, -1.0f, 1.0f, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, template_ref(ref, a, b, n));

    // Program, buffers and arguments: outputs, inputs, sizes.
    cl_program program = ocl_build(&env, "template.cl", "-cl-std=CL1.2");
    cl_mem d_c = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, a);
    cl_mem d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "template_add", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_c, &d_c));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read: once to warm up, then as often as asked.  trial.h says what a trial does.
    const size_t local = ocl_local_size(kernel, env.device, 256);
    const size_t global = ocl_round_up(n, local);
    ocl_trial t = ocl_trial_open(&env, "add", d_c, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_c, CL_TRUE, 0, bytes, c, 0, NULL, NULL));

    // Verify.  Device and reference each round the sum, which is below 2, by at most half an ULP:
    // 2^-24.
    const double bound = 2.0 / (1 << 24);
    const ocl_result result = ocl_verify_f32("add", c, ref, n, bound);
    const ocl_work work = { .amount = 3.0 * vector_bytes,
                            .unit = "GB/s",
                            .limit = env.limits.copy_gbs };
    ocl_trial_report(&t, report, &work, result);

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(c);
    free(b);
    free(a);
    return ocl_report_close(report);
}
