// SPDX-License-Identifier: MIT
//
// radix_sort - sorts keys without comparing any two: digit by digit, the lowest digit first.
//
// Shows   three kernels that make one pass: count, scan, scatter; a pass per digit
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     radix_sort -n 8: shows the keys after each pass; radix_sort -n 1M

#include "ocl.h"

enum { DIGITS = 16, DIGIT_BITS = 4, KEY_BITS = 32, PASSES = KEY_BITS / DIGIT_BITS };
enum { MAX_SHOWN = 16, SHOWN_BITS = 12 };    // few keys have three digits, so that they can be read

// For the answer in plain C: qsort.
static int compare_keys(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Prints a few keys in one line, in hexadecimal: a digit of 4 bits is a letter or a figure.
static void show(ocl_report *report, const char *what, const uint32_t *keys, size_t n)
{
    ocl_report_print(report, "%-10s", what);
    for (size_t i = 0; i < n; i++)
        ocl_report_print(report, " %03x", keys[i]);
    ocl_report_print(report, "\n");
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "radix_sort",
                              .summary = "Sorts keys digit by digit.",
                              .accepts = "dnks",
                              .size_help = "keys; with 16 and less they are shown after each pass",
                              .extents = 1,
                              .most = 1 << 27 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const bool shown = n <= MAX_SHOWN;

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const size_t local = ocl_group_size(env.device, 256), groups = ocl_divide_up(n, local);
    const size_t count_bytes = groups * DIGITS * sizeof(cl_uint);
    const double room = (double)bytes, table = (double)groups * DIGITS * sizeof(cl_uint);
    ocl_require_memory(env.device, room > table ? room : table, 2.0 * room + table, 2.0 * room);
    uint32_t *keys = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint32_t)ocl_random(opt.seed, i) >> (shown ? KEY_BITS - SHOWN_BITS : 0);
    memcpy(ref, keys, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, qsort(ref, n, sizeof *ref, compare_keys));
    if (shown) show(report, "before", keys, n);

    // Program and buffers.  A pass reads d_from and writes d_to.
    cl_program program = ocl_build(&env, "radix_sort.cl", "-DGROUP=%zu", local);
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, count_bytes, NULL);
    cl_mem d_to = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_from = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, keys);

    // Kernels, and the arguments that stay.
    const cl_uint number = (cl_uint)n, counts = (cl_uint)(groups * DIGITS);
    cl_int err;
    cl_kernel count = OCL_CREATE(clCreateKernel(program, "radix_sort_count", &err));
    OCL_CHECK(clSetKernelArg(count, 0, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(count, 2, sizeof number, &number));
    cl_kernel scan = OCL_CREATE(clCreateKernel(program, "radix_sort_scan", &err));
    OCL_CHECK(clSetKernelArg(scan, 0, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(scan, 1, sizeof counts, &counts));
    cl_kernel scatter = OCL_CREATE(clCreateKernel(program, "radix_sort_scatter", &err));
    OCL_CHECK(clSetKernelArg(scatter, 2, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(scatter, 3, sizeof number, &number));

    // A pass per digit, three launches per pass.  The queue runs them in order.
    const cl_command_queue queue = env.queue;
    const size_t all = groups * local;
    cl_event done[3 * PASSES], *next = done;
    for (cl_uint shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
        OCL_CHECK(clSetKernelArg(count, 1, sizeof d_from, &d_from));
        OCL_CHECK(clSetKernelArg(count, 3, sizeof shift, &shift));
        OCL_CHECK(clEnqueueNDRangeKernel(queue, count, 1, NULL, &all, &local, 0, NULL, next++));
        OCL_CHECK(clEnqueueNDRangeKernel(queue, scan, 1, NULL, &local, &local, 0, NULL, next++));
        OCL_CHECK(clSetKernelArg(scatter, 0, sizeof d_to, &d_to));
        OCL_CHECK(clSetKernelArg(scatter, 1, sizeof d_from, &d_from));
        OCL_CHECK(clSetKernelArg(scatter, 4, sizeof shift, &shift));
        OCL_CHECK(clEnqueueNDRangeKernel(queue, scatter, 1, NULL, &all, &local, 0, NULL, next++));
        cl_mem d_sorted = d_to;
        d_to = d_from;
        d_from = d_sorted;
        if (!shown || shift >= SHOWN_BITS) continue;
        OCL_CHECK(clEnqueueReadBuffer(queue, d_from, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));
        show(report, "pass", keys, n);
    }
    OCL_CHECK(clEnqueueReadBuffer(queue, d_from, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", done, 3 * PASSES);
    ocl_report_result(report, "keys", ocl_verify_u32("keys", keys, ref, n));

    // Release, in reverse order.
    for (int k = 0; k < 3 * PASSES; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseKernel(scatter));
    OCL_CHECK(clReleaseKernel(scan));
    OCL_CHECK(clReleaseKernel(count));
    OCL_CHECK(clReleaseMemObject(d_from));
    OCL_CHECK(clReleaseMemObject(d_to));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(keys);
    return ocl_report_close(report);
}
