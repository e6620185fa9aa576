// SPDX-License-Identifier: MIT
//
// build_options - one source, built with five options: what each says, and what it changes.
//
// Shows   options of the compiler: a macro, the language, warnings, the optimiser, fast arithmetic
// Uses    clCreateProgramWithSource, clBuildProgram and its options
// Try     build_options -n 10, and -k with your own copy of build_options.cl

#include "ocl.h"

// The answer in plain C.
static void build_options_ref(float *y, const float *x, float divisor, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] / divisor;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "build_options",
                              .summary = "One source, built with five options.",
                              .accepts = "dnks",
                              .size_help = "numbers to divide",
                              .extents = 1,
                              .most = 1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device and data.  All numbers are between 1 and 1000.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(float);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 4.0 * (double)bytes);
    float *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    float *plain = ocl_alloc(bytes);    // what the build without options computes
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(1 + ocl_random(opt.seed, i) % 1000);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    const char *file = opt.kernel ? opt.kernel : "build_options.cl";
    char *text = ocl_load_source(&opt, "build_options.cl");
    const char *source = text;
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);

    static const char *const options[] = {
        "",                        // none
        "-DDIVISOR=7.0f",          // as if the source began with #define DIVISOR 7.0f
        "-cl-std=CL1.2",           // the language: OpenCL C 1.2
        "-Werror",                 // a warning is an error: the build fails
        "-cl-opt-disable",         // no optimiser: slow code
        "-cl-fast-relaxed-math"    // fast code, which may round in other ways
    };
    ocl_table table = ocl_table_open(report, "builds", "options, x[0], y[0], changed");
    ocl_result all = { 0 };
    for (size_t b = 0; b < sizeof options / sizeof options[0]; b++) {
        // A program of the same source, built with these options.
        cl_int err;
        cl_program program =
            OCL_CREATE(clCreateProgramWithSource(env.context, 1, &source, NULL, &err));
        err = clBuildProgram(program, 1, &env.device, options[b], NULL, NULL);
        ocl_require_build(program, file, "clBuildProgram", err);

        // Launch its kernel, a work-item per number, and read.
        cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "build_options", &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
        const size_t local = ocl_local_size(kernel, env.device, 64);
        const size_t global = ocl_round_up(n, local);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

        // How many numbers are others than without options?
        size_t changed = 0;
        if (b == 0) memcpy(plain, y, bytes);
        for (size_t i = 0; i < n; i++)
            changed += y[i] != plain[i];
        const char *name = b == 0 ? "(none)" : options[b];
        ocl_table_row(&table, "%-22s %6.0f %10.6f %8zu", name, x[0], y[0], changed);

        // Verify.  A quotient may be 2.5 ULP off, also with fast arithmetic.  The reference is
        // rounded, too: at most three floats lie between the two.
        build_options_ref(ref, x, b == 1 ? 7.0f : 3.0f, n);
        const ocl_result result = ocl_verify_f32_ulp(name, y, ref, n, 3);
        all = b == 0 ? result : ocl_result_both(all, result);
        OCL_CHECK(clReleaseKernel(kernel));
        OCL_CHECK(clReleaseMemObject(d_y));
        OCL_CHECK(clReleaseProgram(program));
    }
    ocl_report_result(report, "quotients of all builds", all);

    OCL_CHECK(clReleaseMemObject(d_x));
    free(text);
    ocl_close(&env);
    free(plain);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
