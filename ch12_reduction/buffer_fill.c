// SPDX-License-Identifier: MIT
//
// buffer_fill - a first program: a kernel fills a buffer, the driver chooses the work-groups, and
// the host looks at the result through a map.
//
// Shows   local_work_size NULL: what the driver chooses, and what a prime number of work-items does
//         to its choice; one more work-group than needed, and the guard in the kernel; a map
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueMapBuffer,
//         clEnqueueUnmapMemObject
// Try     buffer_fill -n 16M, then -n 16777213, a prime
//         buffer_fill -n 1 and buffer_fill -V exact

#include "ocl.h"

enum { MULTIPLE = 256 };

//                   global_work_size            local_work_size
//     exact         n                           NULL: the driver chooses; it must divide n
//     rounded_up    n, up to whole MULTIPLEs    NULL: it must divide that
//     chosen        n, up to whole groups       at most MULTIPLE, as large as the device allows
enum { EXACT, ROUNDED_UP, CHOSEN };
static const char *const VARIANTS[] = { "exact", "rounded_up", "chosen", NULL };

static void buffer_fill_ref(uint32_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)i;
}

// Maps the buffer: the driver makes its bytes visible to the host, with or without a copy.  Blocks
// until the kernel has ended and the bytes are there.
static ocl_result compare(const ocl_env *env, const char *variant, cl_mem d_x, const uint32_t *ref)
{
    const size_t n = env->options->n[0];
    cl_int err;
    uint32_t *x = OCL_CREATE(clEnqueueMapBuffer(env->queue, d_x, CL_TRUE, CL_MAP_READ, 0,
                                                n * sizeof *x, 0, NULL, NULL, &err));
    const ocl_result result = ocl_verify_u32(variant, x, ref, n);
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, d_x, x, 0, NULL, NULL));
    return result;
}

// The size of a work-group as the kernel saw it: `chosen` by the host, or (0) by the driver, from 1
// to `most`.  Whole work-groups only: before OpenCL 2.0 a local size must divide the global size.
static ocl_result verify_local(cl_uint seen, size_t chosen, size_t most, size_t global)
{
    if (chosen > 0) return ocl_verify_equal("work-items per group", seen, (long long)chosen);
    if (seen < 1 || seen > most)
        return ocl_verify_equal("work-items per group, at most", seen, (long long)most);
    return ocl_verify_equal("work-items beside whole work-groups", (long long)(global % seen), 0);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_fill",
                              .summary = "Fills a buffer; the driver chooses the work-groups.",
                              .accepts = "dnrVk",
                              .size_help = "elements of the buffer",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 4194301 }, .repeat = 10 };    // a prime
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const cl_ulong n = opt.n[0];
    const double bytes = sizeof(cl_uint) * (double)n;    // may not fit a size_t
    ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);

    uint32_t *ref = ocl_alloc((size_t)bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, buffer_fill_ref(ref, n));

    cl_program program = ocl_build(&env, "buffer_fill.cl", "-cl-std=CL1.2");
    cl_mem d_x = ocl_buffer(&env, CL_MEM_WRITE_ONLY, (size_t)bytes, NULL);
    cl_mem d_local = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof(cl_uint), NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "buffer_fill", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_local, &d_local));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));

    cl_uint local_sizes[CHOSEN + 1] = { 0 };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        const size_t local = ocl_local_size(kernel, env.device, MULTIPLE);
        const size_t global = v == EXACT ? n : ocl_round_up(n, v == CHOSEN ? local : MULTIPLE);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            cl_event done;
            ocl_poison_run(env.queue, d_x, (size_t)bytes, run);
            ocl_poison_run(env.queue, d_local, sizeof(cl_uint), run);
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global,
                                             v == CHOSEN ? &local : NULL, 0, NULL, &done));
            ocl_times_take(&times, run, done);
            ocl_answers_add(&times.answers, env.queue, d_x, (size_t)bytes);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_local, CL_TRUE, 0, sizeof(cl_uint),
                                      &local_sizes[v], 0, NULL, NULL));
        ocl_result result = compare(&env, VARIANTS[v], d_x, ref);
        const size_t most = ocl_local_limit(env.device, 0);
        result = ocl_result_both(
            result, verify_local(local_sizes[v], v == CHOSEN ? local : 0, most, global));
        ocl_report_row(report, &(ocl_row){ .name = VARIANTS[v],
                                           .times = &times,
                                           .work = bytes,
                                           .unit = "GB/s",
                                           .limit = ocl_device_limits(&env).copy_gbs,
                                           .result = result });
    }
    ocl_table table = ocl_table_open(report, "work-groups", "variant, work-items per group");
    for (int v = 0; VARIANTS[v]; v++)
        if (local_sizes[v] > 0) ocl_table_row(&table, "%-12s %u", VARIANTS[v], local_sizes[v]);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_local));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    return ocl_report_close(report);
}
