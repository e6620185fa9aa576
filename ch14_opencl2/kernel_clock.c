// SPDX-License-Identifier: MIT
//
// kernel_clock - a kernel reads a clock: what an addition, a load, an atomic, a barrier cost.
//
// Shows   the clocks of device, work-group and sub-group, each in two forms; operations between two
//         readings, whose answers are compared, so that none can be left out
// Uses    CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, clSetKernelArg, clEnqueueNDRangeKernel;
//         clock_read_device, clock_read_hilo_device, clock_read_work_group ...
// Try     kernel_clock --group 1; kernel_clock -n 1

#include "ocl.h"

enum { ADD, LOAD, LOCAL_ATOMIC, BARRIER, OPERATIONS };

// One work-group of `items` work-items; next[i] is a number below `places`.
typedef struct {
    size_t items, places;
    cl_uint *next;
    cl_uint count;    // operations
} clocked;

// Sattolo's shuffle: one circle through all places.
static void fill_next(cl_uint *next, size_t places, uint64_t seed)
{
    for (size_t i = 0; i < places; i++)
        next[i] = (cl_uint)i;
    for (size_t i = places - 1; i > 0; i--) {
        const size_t j = (size_t)(ocl_random(seed, i) % i);
        const cl_uint own = next[i];
        next[i] = next[j];
        next[j] = own;
    }
}

// The answer of work-item i.
static cl_uint clocked_ref(const clocked *c, int operation, size_t i)
{
    if (operation == LOCAL_ATOMIC) return c->next[0] + (cl_uint)c->items * c->count;
    if (operation == BARRIER) return c->next[(i + c->count) % c->items] + c->count;
    cl_uint x = operation == ADD ? c->next[i] : (cl_uint)i;
    for (cl_uint k = 0; k < c->count; k++)
        x = operation == ADD ? x * 1664525u + 1013904223u : c->next[x];
    return x;
}

enum { MAX_COUNT = 100000, PLACES = 1 << 18 };
enum { DEVICE, WORK_GROUP, SUB_GROUP, CLOCKS };

// Of newer headers than those of Debian 12.
enum { KERNEL_CLOCK_CAPABILITIES = 0x1076 };    // CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR

static const char *const CLOCK_NAMES[CLOCKS] = { "device", "work_group", "sub_group" };
static const char *const CLOCK_MACROS[CLOCKS] = { " -DHAS_DEVICE", " -DHAS_WORK_GROUP",
                                                  " -DHAS_SUB_GROUP" };
static const char *const OPERATION_NAMES[OPERATIONS] = { "add", "load", "local_atomic", "barrier" };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    clocked work;
    cl_bitfield clocks;    // bit c: clock c is there
    cl_program program;
    cl_mem d_times, d_answers, d_next;
} lesson;

static bool has_clock(const lesson *l, int c)
{
    return l->clocks >> c & 1;
}

// A whole work-group is measured: two sub-groups may not compare their own clocks.
static void require_clock(lesson *l)
{
    ocl_require_extension(l->env->device, "cl_khr_kernel_clock");
    OCL_CHECK(clGetDeviceInfo(l->env->device, KERNEL_CLOCK_CAPABILITIES, sizeof l->clocks,
                              &l->clocks, NULL));
    if (!has_clock(l, DEVICE) && !has_clock(l, WORK_GROUP))
        ocl_exit(OCL_EXIT_SKIP, "this device has no clock that a work-group may read: "
                                "CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR");
}

static void build(lesson *l)
{
    const char *name = CLOCK_NAMES[has_clock(l, DEVICE) ? DEVICE : WORK_GROUP];
    ocl_report_text(l->report, "clock", name);
    l->program = ocl_build(l->env, "kernel_clock.cl", "%s -DGROUP=%zu -DCLOCK=clock_read_%s%s%s%s",
                           ocl_newest_c(l->env->device), l->work.items, name,
                           has_clock(l, DEVICE) ? CLOCK_MACROS[DEVICE] : "",
                           has_clock(l, WORK_GROUP) ? CLOCK_MACROS[WORK_GROUP] : "",
                           has_clock(l, SUB_GROUP) ? CLOCK_MACROS[SUB_GROUP] : "");
}

// How many of the numbers are smaller than the one before, or were not written; each part has so
// many.
static ocl_result verify_order(const char *what, const cl_ulong *times, size_t parts, size_t each)
{
    cl_uint backwards = 0, never = 0;
    for (size_t i = 0; i < parts; i++)
        for (size_t k = 1; k < each; k++)
            backwards += times[i * each + k] < times[i * each + k - 1] ||
                         times[i * each + k] == CL_ULONG_MAX;
    return ocl_verify_u32(what, &backwards, &never, 1);
}

// Each clock never goes back, and has the same time in its two forms.
static void show_forms(const lesson *l)
{
    const size_t items = l->work.items, bytes = 3 * items * sizeof(cl_ulong);
    cl_ulong *times = ocl_alloc(bytes);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "kernel_clock_forms", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_times, &l->d_times));
    ocl_poison_run(l->env->queue, l->d_times, CLOCKS * bytes, 0);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
    for (size_t c = 0; c < CLOCKS; c++) {
        if (!has_clock(l, (int)c)) {
            ocl_report_note(l->report, "this device has no clock of the scope %s", CLOCK_NAMES[c]);
            continue;
        }
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_times, CL_TRUE, c * bytes, bytes, times,
                                      0, NULL, NULL));
        ocl_report_result(l->report, CLOCK_NAMES[c], verify_order(CLOCK_NAMES[c], times, items, 3));
    }
    OCL_CHECK(clReleaseKernel(kernel));
    free(times);
}

static ocl_result verify_answers(const lesson *l, int operation)
{
    const size_t items = l->work.items;
    cl_uint *ref = ocl_alloc(items * sizeof *ref);
    for (size_t i = 0; i < items; i++)
        ref[i] = clocked_ref(&l->work, operation, i);
    const ocl_result result = ocl_verify_buffer(l->env, OPERATION_NAMES[operation], l->d_answers,
                                                ref, items * sizeof *ref);
    free(ref);
    return result;
}

// Ticks from the first reading to the last one of the work-group.
static cl_ulong span_of(const cl_ulong *times, size_t items)
{
    cl_ulong first = times[0], last = times[1];
    for (size_t i = 0; i < items; i++) {
        if (times[2 * i] < first) first = times[2 * i];
        if (times[2 * i + 1] > last) last = times[2 * i + 1];
    }
    return last - first;
}

// The fewest ticks of several runs.
static ocl_result run_operation(const lesson *l, int operation, cl_ulong *ticks)
{
    const size_t items = l->work.items, bytes = 2 * items * sizeof(cl_ulong);
    cl_ulong *times = ocl_alloc(bytes);
    char name[48];
    snprintf(name, sizeof name, "kernel_clock_%s", OPERATION_NAMES[operation]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_times, &l->d_times));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_answers, &l->d_answers));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->work.count, &l->work.count));
    ocl_result result = { .pass = true };
    *ticks = CL_ULONG_MAX;
    for (size_t run = 0; run < 10; run++) {
        ocl_poison_run(l->env->queue, l->d_answers, items * sizeof(cl_uint), run);
        ocl_poison_run(l->env->queue, l->d_times, bytes, 0);
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_times, CL_TRUE, 0, bytes, times, 0, NULL,
                                      NULL));
        result = ocl_result_both(result, verify_order("readings", times, items, 2));
        const cl_ulong span = span_of(times, items);
        if (span < *ticks) *ticks = span;
    }
    OCL_CHECK(clReleaseKernel(kernel));
    free(times);
    return ocl_result_both(result, verify_answers(l, operation));
}

static void run_operations(const lesson *l)
{
    ocl_table table = ocl_table_open(l->report, "ticks", "operation, ticks, ticks per operation");
    ocl_result results[OPERATIONS];
    for (int op = 0; op < OPERATIONS; op++) {
        cl_ulong ticks;
        results[op] = run_operation(l, op, &ticks);
        ocl_table_row(&table, "%-12s %10llu %10.2f", OPERATION_NAMES[op], (unsigned long long)ticks,
                      (double)ticks / l->work.count);
    }
    for (int op = 0; op < OPERATIONS; op++)
        ocl_report_result(l->report, OPERATION_NAMES[op], results[op]);
}

int main(int argc, char **argv)
{
    size_t wanted = 64;
    const ocl_option own[] = {
        { .usage = "-g, --group N: work-items of the work-group at most", .count = &wanted },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "kernel_clock",
                              .summary = "What operations cost, by a clock that the kernel reads.",
                              .accepts = "dnks",
                              .size_help = "operations between two readings, at most 100000",
                              .extents = 1,
                              .most = MAX_COUNT,
                              .own = own };
    const ocl_options defaults = { .n = { 1000 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    lesson l = { .env = &env };
    require_clock(&l);
    l.work = (clocked){ .items = ocl_group_size(env.device, ocl_smaller(wanted, PLACES)),
                        .places = PLACES,
                        .count = (cl_uint)opt.n[0] };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "group", l.work.items);
    build(&l);
    l.work.next = ocl_alloc(PLACES * sizeof(cl_uint));
    fill_next(l.work.next, PLACES, opt.seed);
    const size_t items = l.work.items;
    l.d_times = ocl_buffer(&env, CL_MEM_WRITE_ONLY, 3 * CLOCKS * items * sizeof(cl_ulong), NULL);
    l.d_answers = ocl_buffer(&env, CL_MEM_WRITE_ONLY, items * sizeof(cl_uint), NULL);
    l.d_next = ocl_buffer(&env, CL_MEM_READ_ONLY, PLACES * sizeof(cl_uint), l.work.next);

    run_operations(&l);
    show_forms(&l);

    OCL_CHECK(clReleaseMemObject(l.d_next));
    OCL_CHECK(clReleaseMemObject(l.d_answers));
    OCL_CHECK(clReleaseMemObject(l.d_times));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.work.next);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
