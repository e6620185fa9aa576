// SPDX-License-Identifier: MIT
//
// address_spaces_costs - private, local, constant and global memory, side by side.
//
// Shows   who sees a variable, how long it lives, how large each memory is, what reads cost; local
//         memory of two kinds; constants at program scope; what pointers must not do
// Uses    clSetKernelArg with a size and NULL, clGetDeviceInfo, clGetKernelWorkGroupInfo,
//         clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     address_spaces_costs -o costs.png; address_spaces_costs -V local -r 100

#include "ocl.h"

#include "proof/address_spaces_costs/rules.h"
#include "proof/ch07_opencl_c/language_rules.h"
#include "shared/rates.h"

enum { TABLE = 64, READS = 256, SPACES = 4, LOCAL = 16, GROUPS = 3, COUNTERS = 3 };
static const char *const SPACE_NAMES[SPACES + 1] = { "global", "constant", "local", "private",
                                                     NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    cl_uint primes[TABLE];
} lesson;

// Who sees it, and how long it lives: the counting kernel runs twice.
static void show_reach(const lesson *l)
{
    const ocl_env *env = l->env;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "address_spaces_costs_count", &err));
    const size_t local = ocl_local_size(kernel, env->device, LOCAL), global = GROUPS * local;
    const size_t counts = COUNTERS * global, bytes = counts * sizeof(cl_uint);
    cl_uint *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes), all = 0;
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_all = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof all, &all);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_all, &d_all));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), NULL));    // local memory: only its size
    for (size_t i = 0; i < global; i++) {
        ref[COUNTERS * i] = 1;
        ref[COUNTERS * i + 1] = ref[COUNTERS * i + 2] = (cl_uint)local;
    }

    ocl_table table = ocl_table_open(l->report, "reach",
                                     "launch, private, local, local argument, global, work-items");
    ocl_result result = { .pass = true };
    for (cl_uint launch = 1; launch <= 2; launch++) {
        ocl_poison_run(env->queue, d_out, bytes, launch);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
        OCL_CHECK(
            clEnqueueReadBuffer(env->queue, d_all, CL_TRUE, 0, sizeof all, &all, 0, NULL, NULL));
        ocl_table_row(&table, "%6u %8u %6u %15u %7u %11zu", launch, out[0], out[1], out[2], all,
                      global);
        result = ocl_result_both(result, ocl_verify_u32("counts", out, ref, counts));
        result =
            ocl_result_both(result, ocl_verify_equal("all", all, (long long)(launch * global)));
    }
    ocl_report_result(l->report, "who counts where", result);
    OCL_CHECK(clReleaseMemObject(d_all));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    free(ref);
    free(out);
}

// How large each memory is, and what a kernel takes of it.
static void show_sizes(const lesson *l)
{
    cl_device_id device = l->env->device;
    cl_ulong global, constant, local, taken, more;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof global, &global, NULL));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof constant,
                              &constant, NULL));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
    ocl_table table = ocl_table_open(l->report, "sizes", "memory, KiB, asked by");
    ocl_table_row(&table, "%-10s %12llu  %s", "global", (unsigned long long)global / 1024,
                  "CL_DEVICE_GLOBAL_MEM_SIZE");
    ocl_table_row(&table, "%-10s %12llu  %s", "constant", (unsigned long long)constant / 1024,
                  "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE");
    ocl_table_row(&table, "%-10s %12llu  %s", "local", (unsigned long long)local / 1024,
                  "CL_DEVICE_LOCAL_MEM_SIZE, per work-group");

    // A kernel's local memory: its variables, and the arguments that the host has set.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "address_spaces_costs_count", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, 100 * sizeof(cl_uint), NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof taken,
                                       &taken, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 2, 1100 * sizeof(cl_uint), NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof more, &more,
                                       NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    ocl_report_print(l->report, "\n");
    ocl_report_fact(l->report, "bytes, for 100 uints", "%llu", (unsigned long long)taken);
    ocl_report_fact(l->report, "bytes, for 1100 uints", "%llu", (unsigned long long)more);
    if (!ocl_known_fault(device, "local memory that grows"))
        ocl_report_result(l->report, "local memory of a kernel",
                          ocl_verify_equal("bytes more", (long long)(more - taken),
                                           1000 * (long long)sizeof(cl_uint)));
}

// Constants at program scope, a string, and a kernel that a kernel calls.
static void show_constants(const lesson *l)
{
    static const char greeting[] = "OpenCL C";
    enum { NUMBERS = 1 + sizeof greeting };
    const ocl_env *env = l->env;
    const size_t one = 1;
    cl_uint out[2 * NUMBERS], ref[2 * NUMBERS];
    memset(out, ocl_poison_byte(0), sizeof out);
    memset(ref, ocl_poison_byte(0), sizeof ref);    // what no kernel writes
    ref[0] = 1;
    cl_uint *answers = ref + NUMBERS;
    answers[0] = 0;
    for (size_t k = 0; k < TABLE; k++)
        answers[0] += l->primes[k];
    for (size_t k = 0; k < sizeof greeting; k++)
        answers[1 + k] = (cl_uint)greeting[k];
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "address_spaces_costs_caller", &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof out, out);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    ocl_report_result(l->report, "constants, called kernel",
                      ocl_verify_u32("constants", out, ref, 2 * NUMBERS));
}

// out[i]: the same sum for all four kernels.
static void sums_ref(cl_uint *out, const cl_uint *table, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t k = 0; k < READS; k++)
            out[i] = 3 * out[i] + table[(7 * i + k * k) % TABLE];
    }
}

// What a read costs in each memory.
static void show_costs(const lesson *l)
{
    const ocl_env *env = l->env;
    const size_t n = env->options->n[0];
    const size_t bytes = env->options->n[0] * sizeof(cl_uint);
    cl_uint *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    OCL_TIME_REFERENCE(l->report, sums_ref(ref, l->primes, n));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_table = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof l->primes, l->primes);
    for (int space = 0; space < SPACES; space++) {
        if (!ocl_wants(env->options, SPACE_NAMES[space])) continue;
        char name[32];
        snprintf(name, sizeof name, "address_spaces_costs_%s", SPACE_NAMES[space]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_table, &d_table));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
        const size_t local = ocl_local_size(kernel, env->device, 256);
        const size_t global = ocl_round_up(n, local);
        ocl_trial t = ocl_trial_open(env, SPACE_NAMES[space], d_out, bytes);
        while (ocl_trial_next(&t))
            OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                             &t.done));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
        const ocl_work work = { .amount = (double)n * READS * sizeof(cl_uint), .unit = "GB/s" };
        ocl_trial_report(&t, l->report, &work, ocl_verify_u32(SPACE_NAMES[space], out, ref, n));
        OCL_CHECK(clReleaseKernel(kernel));
    }
    OCL_CHECK(clReleaseMemObject(d_table));
    OCL_CHECK(clReleaseMemObject(d_out));
    free(ref);
    free(out);
}

// The table that stands in address_spaces_costs.cl, too.
static void make_primes(cl_uint primes[TABLE])
{
    cl_uint number = 2;
    for (size_t found = 0; found < TABLE; number++) {
        bool is_prime = true;
        for (size_t k = 0; k < found; k++)
            is_prime = is_prime && number % primes[k] != 0;
        if (is_prime) primes[found++] = number;
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "address_spaces_costs",
                              .summary = "Private, local, constant and global memory.",
                              .accepts = "dnorVk",
                              .writes = OCL_CHART_FILE,
                              .size_help = "work-items of the timed kernels",
                              .extents = 1,
                              .variants = SPACE_NAMES };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 65537 }, .repeat = 10 });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 2.0 * bytes);

    lesson l = { .env = &env };
    make_primes(l.primes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "reads", READS);
    l.program = ocl_build(&env, "address_spaces_costs.cl", "-cl-std=CL1.2 -DTABLE=%d -DREADS=%d",
                          TABLE, READS);
    if (ocl_wants(&opt, "all")) {
        show_reach(&l);
        show_sizes(&l);
        show_constants(&l);
    }
    show_costs(&l);
    if (ocl_wants(&opt, "all"))
        report_language_rules(&env, l.report, ADDRESS_SPACES_REFUSED, ADDRESS_SPACES_RULES);
    if (opt.output) draw_rates(l.report, "The same reads in four memories", opt.output);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
