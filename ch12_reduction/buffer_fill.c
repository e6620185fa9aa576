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

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const uint32_t *ref;
    size_t n;
    cl_kernel kernel;
    cl_mem d_x, d_local;
} lesson;

// Maps the buffer: the driver makes its bytes visible to the host, with or without a copy.  Blocks
// until the kernel has ended and the bytes are there.
static ocl_result compare(const lesson *l, const char *variant)
{
    const cl_command_queue queue = l->env->queue;
    cl_int err;
    uint32_t *x = OCL_CREATE(clEnqueueMapBuffer(queue, l->d_x, CL_TRUE, CL_MAP_READ, 0,
                                                l->n * sizeof *x, 0, NULL, NULL, &err));
    const ocl_result result = ocl_verify_u32(variant, x, l->ref, l->n);
    OCL_CHECK(clEnqueueUnmapMemObject(queue, l->d_x, x, 0, NULL, NULL));
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

// Returns the size of a work-group, which the kernel has written down.
static cl_uint run_variant(const lesson *l, int variant)
{
    const ocl_env *env = l->env;
    const bool is_chosen = variant == CHOSEN;
    const size_t local = ocl_local_size(l->kernel, env->device, MULTIPLE);
    const size_t multiple = is_chosen ? local : MULTIPLE;
    const size_t global = variant == EXACT ? l->n : ocl_round_up(l->n, multiple);
    const size_t bytes = l->n * sizeof(cl_uint);

    ocl_trial t = ocl_trial_open(env, VARIANTS[variant], l->d_x, bytes);
    ocl_trial_scratch(&t, l->d_local, sizeof(cl_uint));
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(env->queue, l->kernel, 1, NULL, &global,
                                         is_chosen ? &local : NULL, 0, NULL, &t.done));

    cl_uint seen;
    OCL_CHECK(
        clEnqueueReadBuffer(env->queue, l->d_local, CL_TRUE, 0, sizeof seen, &seen, 0, NULL, NULL));
    const size_t most = ocl_local_limit(env->device, 0);
    const ocl_result result = ocl_result_both(
        compare(l, VARIANTS[variant]), verify_local(seen, is_chosen ? local : 0, most, global));
    const ocl_work work = { .amount = (double)bytes,
                            .unit = "GB/s",
                            .limit = env->limits.copy_gbs };
    ocl_trial_report(&t, l->report, &work, result);
    return seen;
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
    const size_t n = opt.n[0];
    const double bytes = sizeof(cl_uint) * (double)n;    // may not fit a size_t
    ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);

    uint32_t *ref = ocl_alloc((size_t)bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, buffer_fill_ref(ref, n));

    cl_program program = ocl_build(&env, "buffer_fill.cl", "-cl-std=CL1.2");
    lesson l = { .env = &env, .report = report, .ref = ref, .n = opt.n[0] };
    l.d_x = ocl_buffer(&env, CL_MEM_WRITE_ONLY, (size_t)bytes, NULL);
    l.d_local = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof(cl_uint), NULL);
    cl_int err;
    l.kernel = OCL_CREATE(clCreateKernel(program, "buffer_fill", &err));
    OCL_CHECK(clSetKernelArg(l.kernel, 0, sizeof l.d_x, &l.d_x));
    OCL_CHECK(clSetKernelArg(l.kernel, 1, sizeof l.d_local, &l.d_local));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));

    cl_uint local_sizes[CHOSEN + 1] = { 0 };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v])) local_sizes[v] = run_variant(&l, v);
    ocl_table table = ocl_table_open(report, "work-groups", "variant, work-items per group");
    for (int v = 0; VARIANTS[v]; v++)
        if (local_sizes[v] > 0) ocl_table_row(&table, "%-12s %u", VARIANTS[v], local_sizes[v]);

    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseMemObject(l.d_local));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    return ocl_report_close(report);
}
