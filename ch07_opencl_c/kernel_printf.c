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

enum { MAX_ITEMS = 4096, MAX_SHOWN = 16 };    // a driver's buffer holds at least 1 MiB

// The answer in plain C.
static void square_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

// How often each work-item's line stands in the text, which is cut into lines.  A line with other
// numbers is not counted.
static void count_lines(cl_uint *seen, char *text, const cl_uint *x, const cl_uint *ref, size_t n)
{
    memset(seen, 0, n * sizeof *seen);
    for (const char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        unsigned i;
        char want[80];
        if (sscanf(line, "work-item %u:", &i) != 1 || i >= n) continue;
        snprintf(want, sizeof want, "work-item %u: %u squared is %u", i, x[i], ref[i]);
        seen[i] += strcmp(line, want) == 0;
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "kernel_printf",
                              .summary = "Looks into a kernel while it computes.",
                              .accepts = "dnks",
                              .size_help = "work-items, at most 4096; up to 16 lines are shown",
                              .extents = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 8 }, .seed = 1 });
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    if (n > MAX_ITEMS) ocl_exit(OCL_EXIT_USAGE, "--size: at most %d lines", MAX_ITEMS);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "output of printf");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    cl_uint *seen = ocl_alloc(bytes), *once = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++) {
        x[i] = 1 + (cl_uint)(ocl_random(opt.seed, i) % 999);
        once[i] = 1;
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "work-items", n);
    OCL_TIME_REFERENCE(report, square_ref(ref, x, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "kernel_printf.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);

    // Arguments and launch.  What standard output gets meanwhile is kept, to be compared.  Your own
    // program needs no capture: the lines appear in its terminal.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "kernel_printf", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    size_t length;
    ocl_capture *capture = ocl_capture_begin();
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));    // now all lines are there
    char *text = ocl_capture_end(capture, &length);
    if (n <= MAX_SHOWN) ocl_report_print(report, "%s", text);
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  Each line must be there once, in any order.
    count_lines(seen, text, x, ref, n);
    ocl_report_result(report, "lines", ocl_verify_u32("lines", seen, once, n));
    ocl_report_result(report, "squares", ocl_verify_u32("squares", y, ref, n));

    // Release, in reverse order.
    free(text);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(once);
    free(seen);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
