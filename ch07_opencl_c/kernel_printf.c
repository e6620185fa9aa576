// SPDX-License-Identifier: MIT
//
// kernel_printf - looks into a kernel while it computes.
//
// Shows   printf in a kernel; the text appears when the command is complete; each work-item prints
//         a line of its own, and no order is promised
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clFinish, clEnqueueReadBuffer
// Try     kernel_printf -n 3; kernel_printf -n 1000 -q; and -k with your own copy

#include "ocl.h"

#include "system/streams.h"

enum { MAX_ITEMS = 4096 };    // a driver's buffer holds at least 1 MiB

// The answer in plain C.
static void square_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

static ocl_result verify_lines(const char *text, size_t length, const cl_uint *x,
                               const cl_uint *squares, size_t n);

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "kernel_printf",
                              .summary = "Looks into a kernel while it computes.",
                              .accepts = "dnks",
                              .size_help = "work-items, at most 4096",
                              .extents = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 8 }, .seed = 1 });
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    if (n > MAX_ITEMS) ocl_exit(OCL_EXIT_USAGE, "--size: at most %d lines", MAX_ITEMS);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "output of printf");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = 1 + (cl_uint)(ocl_random(opt.seed, i) % 999);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "work-items", n);
    OCL_TIME_REFERENCE(report, square_ref(ref, x, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "kernel_printf.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);

    // Arguments and launch.  The lines go to standard output, here by way of `text`, so that they
    // can be compared.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "kernel_printf", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    size_t length;
    ocl_capture *capture = ocl_capture_begin();
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));    // now all lines are there
    char *text = ocl_capture_end(capture, &length);
    ocl_report_print(report, "%s", text);
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.
    ocl_report_result(report, "lines, letters", verify_lines(text, length, x, ref, n));
    ocl_report_result(report, "squares", ocl_verify_u32("squares", y, ref, n));

    // Release, in reverse order.
    free(text);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}

// Each work-item's line must be there, in any order, and nothing else.  No line is a part of
// another one, so a text that has all lines, and no more letters than they have, is made of them.
static ocl_result verify_lines(const char *text, size_t length, const cl_uint *x,
                               const cl_uint *squares, size_t n)
{
    size_t found = 0, letters = 0;
    for (size_t i = 0; i < n; i++) {
        char line[80];
        snprintf(line, sizeof line, "work-item %zu: %u squared is %u\n", i, x[i], squares[i]);
        found += strstr(text, line) != NULL;
        letters += strlen(line);
    }
    return ocl_result_both(ocl_verify_equal("lines found", (long long)found, (long long)n),
                           ocl_verify_equal("letters", (long long)length, (long long)letters));
}
