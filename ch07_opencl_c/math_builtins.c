// SPDX-License-Identifier: MIT
//
// math_builtins - how far sqrt, exp, log, sin, tan and pow are from the exact result.
//
// Shows   functions of OpenCL C with a promised accuracy; errors in units of the last place
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     math_builtins -n 1M, and -k with your own copy of math_builtins.cl

#include "ocl.h"

static double power(double x)
{
    return pow(x, 1.5);
}

// The functions in the order of the kernel, and how large the specification lets their errors be.
static const struct {
    const char *name;
    double (*exact)(double);
    double bound;
} FUNCTIONS[] = { { "sqrt", sqrt, 3 }, { "exp", exp, 3 }, { "log", log, 3 },
                  { "sin", sin, 4 },   { "tan", tan, 5 }, { "pow", power, 16 } };
enum { COUNT = sizeof FUNCTIONS / sizeof FUNCTIONS[0] };

// The answer in plain C.  A double has 29 binary digits more than a float: enough to call it exact.
static void math_ref(double *exact, const float *x, size_t n)
{
    for (size_t f = 0; f < COUNT; f++)
        for (size_t i = 0; i < n; i++)
            exact[f * n + i] = FUNCTIONS[f].exact((double)x[i]);
}

// The error of y in ULP, units of the last place: the distance of two neighbouring floats there.
static float error_in_ulp(float y, double exact)
{
    if (exact == 0.0) return y == 0.0f ? 0.0f : INFINITY;
    return (float)(fabs((double)y - exact) / ldexp(1.0, ilogb(exact) - 23));
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "math_builtins",
                              .summary = "The errors of six mathematical functions.",
                              .accepts = "dnks",
                              .size_help = "numbers for each function",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device, data, reference.  The numbers lie between 2^-20 and 2^6, in each octave as many.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(float) * (double)opt.n[0];    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, COUNT * room, (COUNT + 1) * room, (3 * COUNT + 3) * room);
    const size_t n = opt.n[0], x_bytes = n * sizeof(float), y_bytes = COUNT * x_bytes;
    float *x = ocl_alloc(x_bytes), *y = ocl_alloc(y_bytes);
    float *errors = ocl_alloc(x_bytes), *zeros = ocl_alloc(x_bytes);
    double *exact = ocl_alloc(COUNT * n * sizeof *exact);
    for (size_t i = 0; i < n; i++) {
        const uint64_t random = ocl_random(opt.seed, i);
        x[i] = ldexpf(1.0f + (float)(random >> 41) / 8388608.0f, (int)(random % 26) - 20);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, math_ref(exact, x, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "math_builtins.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, y_bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, x_bytes, x);

    // Arguments and launch.
    cl_int err;
    cl_event done;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "math_builtins", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, y_bytes, y, 0, NULL, NULL));

    // Verify.  An error of 0 is wanted, and one of some ULP is allowed.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_table table = ocl_table_open(report, "errors", "function, ULP, at x, result, exact");
    ocl_result results[COUNT];
    memset(zeros, 0, x_bytes);
    for (size_t f = 0; f < COUNT; f++) {
        for (size_t i = 0; i < n; i++)
            errors[i] = error_in_ulp(y[f * n + i], exact[f * n + i]);
        results[f] = ocl_verify_f32(FUNCTIONS[f].name, errors, zeros, n, FUNCTIONS[f].bound);
        const size_t worst = results[f].worst;
        ocl_table_row(&table, "%-8s %5.3f %14.9g %14.9g %18.13g", FUNCTIONS[f].name,
                      (double)errors[worst], (double)x[worst], (double)y[f * n + worst],
                      exact[f * n + worst]);
    }
    for (size_t f = 0; f < COUNT; f++)
        ocl_report_result(report, FUNCTIONS[f].name, results[f]);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(exact);
    free(zeros);
    free(errors);
    free(y);
    free(x);
    return ocl_report_close(report);
}
