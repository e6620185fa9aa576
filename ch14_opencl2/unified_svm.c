// SPDX-License-Identifier: MIT
//
// unified_svm - memory of the host, of the device and of both, with one address for all.
//
// Shows   rows of different lengths, summed from buffers and from each kind of memory; who moves
//         the data; which pointer the host may follow; what the driver must know of memory that a
//         kernel reaches through pointers
// Uses    clHostMemAllocINTEL, clDeviceMemAllocINTEL, clSharedMemAllocINTEL, clMemFreeINTEL,
//         clSetKernelArgMemPointerINTEL, clEnqueueMemcpyINTEL, clEnqueueMemFillINTEL of
//         cl_intel_unified_shared_memory; clSetKernelExecInfo
// Try     unified_svm -n 1M; unified_svm -V shared

#include "ocl.h"

#include "shared/functions/unified_svm.h"

#define EXTENSION "cl_intel_unified_shared_memory"

enum { LONGEST = 63 };    // numbers of a row

enum { BUFFER, HOST, DEVICE, SHARED, KINDS };
static const char *const KIND_NAMES[KINDS + 1] = { "buffer", "host", "device", "shared", NULL };

// The same structure as in unified_svm.cl.
typedef struct {
    const cl_int *numbers;    // where the device has them
    cl_ulong count;
} row;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    usm_api api;
    cl_program program;
    size_t n, bytes;    // of the sums
    size_t x_bytes;
    cl_uint *starts;    // row i has x[starts[i]] up to x[starts[i + 1]]
    cl_int *x, *ref, *sums;
    ocl_times put[KINDS], run[KINDS], get[KINDS];
} lesson;

static void unified_svm_ref(cl_int *sums, const cl_int *x, const cl_uint *starts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sums[i] = 0;
        for (cl_uint k = starts[i]; k < starts[i + 1]; k++)
            sums[i] += x[k];
    }
}

static void report_trial(lesson *l, int kind, ocl_trial *t)
{
    const ocl_work work = { .amount = (double)l->x_bytes, .unit = "GB/s" };
    l->run[kind] = t->times;
    ocl_trial_report(t, l->report, &work,
                     ocl_verify_bytes(KIND_NAMES[kind], l->sums, l->ref, l->bytes));
}

// OpenCL 1.2: the host has no address of the device's memory.  It copies both ways.
static void run_buffers(lesson *l)
{
    const cl_command_queue queue = l->env->queue;
    const size_t starts_bytes = (l->n + 1) * sizeof *l->starts;
    const cl_uint n = (cl_uint)l->n;
    cl_mem d_sums = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, l->bytes, NULL);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, l->x_bytes, NULL);
    cl_mem d_starts = ocl_buffer(l->env, CL_MEM_READ_ONLY, starts_bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "unified_svm_buffer", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_starts, &d_starts));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->n, local);

    ocl_trial t = ocl_trial_open(l->env, KIND_NAMES[BUFFER], d_sums, l->bytes);
    ocl_trial_also_host(&t, l->sums, l->bytes);
    while (ocl_trial_next(&t)) {
        const double start = ocl_wall_ns();
        OCL_CHECK(clEnqueueWriteBuffer(queue, d_x, CL_TRUE, 0, l->x_bytes, l->x, 0, NULL, NULL));
        OCL_CHECK(clEnqueueWriteBuffer(queue, d_starts, CL_TRUE, 0, starts_bytes, l->starts, 0,
                                       NULL, NULL));
        const double written = ocl_wall_ns();
        OCL_CHECK(
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
        OCL_CHECK(clWaitForEvents(1, &t.done));
        const double ended = ocl_wall_ns();
        OCL_CHECK(clEnqueueReadBuffer(queue, d_sums, CL_TRUE, 0, l->bytes, l->sums, 0, NULL, NULL));
        ocl_times_add(&l->get[BUFFER], ocl_wall_ns() - ended);
        ocl_times_add(&l->put[BUFFER], written - start);
    }
    report_trial(l, BUFFER, &t);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_starts));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_sums));
}

static void *allocate(const lesson *l, int kind, size_t bytes)
{
    const cl_context context = l->env->context;
    const cl_device_id device = l->env->device;
    cl_int err;
    if (kind == HOST) return OCL_CREATE(l->api.clHostMemAllocINTEL(context, NULL, bytes, 0, &err));
    if (kind == DEVICE)
        return OCL_CREATE(l->api.clDeviceMemAllocINTEL(context, device, NULL, bytes, 0, &err));
    return OCL_CREATE(l->api.clSharedMemAllocINTEL(context, device, NULL, bytes, 0, &err));
}

// Memory of the device is the only kind that the host cannot reach.
static void copy(const lesson *l, int kind, void *to, const void *from, size_t bytes)
{
    if (kind == DEVICE)
        OCL_CHECK(
            l->api.clEnqueueMemcpyINTEL(l->env->queue, CL_TRUE, to, from, bytes, 0, NULL, NULL));
    else
        memcpy(to, from, bytes);
}

// Without this promise the kernel may use only memory that is its argument.
static void promise_indirect_access(cl_kernel kernel, int kind)
{
    static const cl_kernel_exec_info ALL_OF[KINDS] = {
        [HOST] = CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
        [DEVICE] = CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        [SHARED] = CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL
    };
    const cl_bool yes = CL_TRUE;
    OCL_CHECK(clSetKernelExecInfo(kernel, ALL_OF[kind], sizeof yes, &yes));
}

static void run_kind(lesson *l, int kind)
{
    const cl_command_queue queue = l->env->queue;
    const cl_uint n = (cl_uint)l->n;
    const size_t rows_bytes = l->n * sizeof(row);
    cl_int *sums = allocate(l, kind, l->bytes), *x = allocate(l, kind, l->x_bytes);
    row *rows = allocate(l, kind, rows_bytes);

    // The host computes with the addresses of x.  It does not follow them.
    row *own_rows = ocl_alloc(rows_bytes);
    for (size_t i = 0; i < l->n; i++)
        own_rows[i] =
            (row){ .numbers = x + l->starts[i], .count = l->starts[i + 1] - l->starts[i] };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "unified_svm_pointers", &err));
    OCL_CHECK(l->api.clSetKernelArgMemPointerINTEL(kernel, 0, sums));
    OCL_CHECK(l->api.clSetKernelArgMemPointerINTEL(kernel, 1, rows));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    promise_indirect_access(kernel, kind);
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->n, local);

    ocl_trial t = ocl_trial_open(l->env, KIND_NAMES[kind], NULL, 0);
    ocl_trial_also_host(&t, l->sums, l->bytes);
    while (ocl_trial_next(&t)) {
        const unsigned char poison = ocl_poison_byte(t.run);
        OCL_CHECK(l->api.clEnqueueMemFillINTEL(queue, sums, &poison, 1, l->bytes, 0, NULL, NULL));
        OCL_CHECK(clFinish(queue));
        const double start = ocl_wall_ns();
        copy(l, kind, x, l->x, l->x_bytes);
        copy(l, kind, rows, own_rows, rows_bytes);
        const double written = ocl_wall_ns();
        OCL_CHECK(
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
        OCL_CHECK(clWaitForEvents(1, &t.done));
        const double ended = ocl_wall_ns();
        copy(l, kind, l->sums, sums, l->bytes);
        ocl_times_add(&l->get[kind], ocl_wall_ns() - ended);
        ocl_times_add(&l->put[kind], written - start);
    }
    report_trial(l, kind, &t);
    OCL_CHECK(clReleaseKernel(kernel));
    free(own_rows);
    OCL_CHECK(l->api.clMemFreeINTEL(l->env->context, rows));
    OCL_CHECK(l->api.clMemFreeINTEL(l->env->context, x));
    OCL_CHECK(l->api.clMemFreeINTEL(l->env->context, sums));
}

static void show_costs(const lesson *l)
{
    ocl_table table = ocl_table_open(l->report, "costs", "memory, put ms, run ms, get ms");
    for (int kind = BUFFER; kind < KINDS; kind++)
        if (l->run[kind].runs > 0)
            ocl_table_row(&table, "%-8s %8.3f %8.3f %8.3f", KIND_NAMES[kind],
                          ocl_best_ns(&l->put[kind]) / 1e6, ocl_best_ns(&l->run[kind]) / 1e6,
                          ocl_best_ns(&l->get[kind]) / 1e6);
}

// Whether the device may use this kind of memory.
static bool has_kind(const ocl_env *env, int kind)
{
    static const cl_device_info QUERIES[KINDS] = {
        [HOST] = CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
        [DEVICE] = CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        [SHARED] = CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL
    };
    cl_device_unified_shared_memory_capabilities_intel can = 0;
    if (ocl_extension_version(env->device, EXTENSION) == 0) return false;
    OCL_CHECK(clGetDeviceInfo(env->device, QUERIES[kind], sizeof can, &can, NULL));
    return can & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL;
}

// Rows of 0 to LONGEST numbers; the first one is not empty.
static void make_rows(lesson *l, uint64_t seed)
{
    l->starts = ocl_alloc((l->n + 1) * sizeof *l->starts);
    l->starts[0] = 0;
    for (size_t i = 0; i < l->n; i++) {
        const cl_uint count = (cl_uint)(ocl_random(seed, i) % (LONGEST + 1));
        l->starts[i + 1] = l->starts[i] + (i == 0 && count == 0 ? LONGEST : count);
    }
    l->x_bytes = l->starts[l->n] * sizeof *l->x;
    l->x = ocl_alloc(l->x_bytes);
    for (size_t k = 0; k < l->starts[l->n]; k++)
        l->x[k] = (cl_int)(ocl_random(~seed, k) % 2001) - 1000;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "unified_svm",
                              .summary = "Memory with one address for host and device.",
                              .accepts = "dnrVks",
                              .size_help = "rows of up to 63 numbers",
                              .extents = 1,
                              .most = CL_UINT_MAX / LONGEST,
                              .variants = KIND_NAMES };
    const ocl_options defaults = { .n = { 20011 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double n = (double)opt.n[0], x_bytes = LONGEST * sizeof(cl_int) * n;
    ocl_require_memory(env.device, x_bytes, x_bytes + 24 * n, x_bytes + 32 * n);
    for (int kind = HOST; kind < KINDS; kind++)
        if (opt.variant && strcmp(opt.variant, KIND_NAMES[kind]) == 0 && !has_kind(&env, kind))
            ocl_exit(OCL_EXIT_SKIP, "this device has no '%s' memory of " EXTENSION,
                     KIND_NAMES[kind]);

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_int) };
    make_rows(&l, opt.seed);
    l.ref = ocl_alloc(l.bytes);
    l.sums = ocl_alloc(l.bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "rows", l.n);
    ocl_report_count(l.report, "numbers", l.starts[l.n]);
    OCL_TIME_REFERENCE(l.report, unified_svm_ref(l.ref, l.x, l.starts, l.n));
    l.program = ocl_build(&env, "unified_svm.cl", "%s", ocl_newest_c(env.device));
    const bool has_usm = ocl_extension_version(env.device, EXTENSION) > 0;
    if (has_usm) l.api = load_usm(&env);

    if (ocl_wants(&opt, KIND_NAMES[BUFFER])) run_buffers(&l);
    for (int kind = HOST; kind < KINDS; kind++)
        if (ocl_wants(&opt, KIND_NAMES[kind]) && has_kind(&env, kind)) run_kind(&l, kind);
    show_costs(&l);
    if (!has_usm && ocl_wants(&opt, KIND_NAMES[HOST]))
        ocl_report_lacking(l.report, "this device has no " EXTENSION);

    OCL_CHECK(clReleaseProgram(l.program));
    free(l.sums);
    free(l.ref);
    free(l.x);
    free(l.starts);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
