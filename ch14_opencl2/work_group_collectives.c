// SPDX-License-Identifier: MIT
//
// work_group_collectives - functions that all work-items of a work-group call together.
//
// Shows   each function compared with plain C; a vote, a sum and a scan by them, against the same
//         by hand in local memory; a sum of all elements in one launch, with barriers whose scope
//         is the device
// Uses    CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, clSetKernelArg,
//         clEnqueueNDRangeKernel; work_group_reduce_add and its relatives, work_group_barrier
// Try     work_group_collectives --group 64; work_group_collectives -V scan_local

#include "ocl.h"

#include "proof/work_group_collectives/functions.h"

enum { LARGEST = 1 << 16 };    // the values are between -LARGEST and LARGEST

enum { ANY_LOCAL, ANY_FUNCTION, SUM_LOCAL, SUM_FUNCTION, SCAN_LOCAL, SCAN_FUNCTION };
static const char *const VARIANTS[] = { "any_local",  "any_function",  "sum_local", "sum_function",
                                        "scan_local", "scan_function", "total",     NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n, group, groups;    // elements, work-items per work-group, work-groups
    cl_int *x;                  // zeros behind the elements, so that all work-groups are whole
    cl_int rare;                // about half of the work-groups have a larger value
    cl_mem d_x;
} lesson;

static void require_functions(cl_device_id device)
{
    if (!ocl_has_optional(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT))
        ocl_exit(OCL_EXIT_SKIP, "this device has no work-group functions: "
                                "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is CL_FALSE");
    ocl_require_feature(device, "__opencl_c_work_group_collective_functions");
    ocl_require_feature(device, "__opencl_c_atomic_scope_device");
    ocl_require_feature(device, "__opencl_c_atomic_order_acq_rel");
}

// Compares one function after the other: each has a row of answers, one per work-item.
static void run_each(const lesson *l, const char *kernel_name, int functions, bool uniform)
{
    const size_t items = l->groups * l->group, bytes = items * sizeof(cl_int);
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, kernel_name, &err));
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, (size_t)functions * bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    if (!uniform) OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->rare, &l->rare));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &l->group, 0, NULL, NULL));
    cl_int *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (int f = 0; f < functions; f++) {
        for (size_t i = 0; i < items; i++) {
            const group_values group = { .values = l->x + i / l->group * l->group,
                                         .items = l->group,
                                         .number = i / l->group,
                                         .rare = l->rare };
            ref[i] = uniform ? uniform_function_ref(f, &group, i % l->group)
                             : group_function_ref(f, &group, i % l->group);
        }
        const char *name = uniform ? UNIFORM_FUNCTION_NAMES[f] : GROUP_FUNCTION_NAMES[f];
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_out, CL_TRUE, (size_t)f * bytes, bytes, out,
                                      0, NULL, NULL));
        if (!uniform && f == 0 &&
            ocl_known_fault(l->env->device, "work_group_all where none agrees"))
            ocl_report_note(l->report, "not compared: work_group_all, which asks for none here");
        else
            ocl_report_result(
                l->report, name,
                ocl_verify_u32(name, (const cl_uint *)out, (const cl_uint *)ref, items));
    }
    free(ref);
    free(out);
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
}

// any: 1 or 0 per work-group.  sum: one per work-group.  scan: one per element.
static size_t make_reference(const lesson *l, int variant, cl_int *ref)
{
    for (size_t i = 0; i < l->groups * l->group; i++) {
        const size_t g = i / l->group;
        const bool first = i % l->group == 0;
        if (variant <= ANY_FUNCTION)
            ref[g] = (first ? 0 : ref[g]) | (l->x[i] > l->rare);
        else if (variant <= SUM_FUNCTION)
            ref[g] = (first ? 0 : ref[g]) + l->x[i];
        else
            ref[i] = (first ? 0 : ref[i - 1]) + l->x[i];
    }
    return variant <= SUM_FUNCTION ? l->groups : l->n;
}

// One variant: a sum or a scan, by hand or by a function.
static void run_variant(const lesson *l, int variant)
{
    char name[64];
    snprintf(name, sizeof name, "work_group_collectives_%s", VARIANTS[variant]);
    const size_t items = l->groups * l->group;
    const cl_ulong n = l->n;
    cl_int *ref = ocl_alloc(items * sizeof *ref);
    const size_t bytes = make_reference(l, variant, ref) * sizeof *ref;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->rare, &l->rare));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], d_out, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &l->group, 0, NULL,
                                         &t.done));
    const ocl_work work = { .amount = (double)l->n, .unit = "Gelement/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, VARIANTS[variant], d_out, ref, bytes));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    free(ref);
}

// All elements in one launch.
static void run_total(const lesson *l)
{
    const size_t items = l->groups * l->group, parts_bytes = l->groups * sizeof(cl_long);
    const cl_ulong n = l->n;
    const cl_uint zero = 0;
    cl_long ref = 0;
    for (size_t i = 0; i < l->n; i++)
        ref += l->x[i];
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "work_group_collectives_total", &err));
    cl_mem d_total = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof ref, NULL);
    cl_mem d_parts = ocl_buffer(l->env, CL_MEM_READ_WRITE, parts_bytes, NULL);
    cl_mem d_count = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof zero, &zero);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_total, &d_total));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_parts, &d_parts));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_count, &d_count));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));

    ocl_trial t = ocl_trial_open(l->env, "total", d_total, sizeof ref);
    ocl_trial_scratch(&t, d_parts, parts_bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &l->group, 0, NULL,
                                         &t.done));
    const ocl_work work = { .amount = (double)l->n, .unit = "Gelement/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, "total", d_total, &ref, sizeof ref));
    OCL_CHECK(clReleaseMemObject(d_count));
    OCL_CHECK(clReleaseMemObject(d_parts));
    OCL_CHECK(clReleaseMemObject(d_total));
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    size_t wanted = 256;
    const ocl_option own[] = {
        { .usage = "-g, --group N: work-items per work-group at most", .count = &wanted },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "work_group_collectives",
                              .summary = "Functions that a whole work-group calls together.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_int) * (double)opt.n[0];
    ocl_require_memory(env.device, GROUP_FUNCTIONS * size, (GROUP_FUNCTIONS + 2) * size, 4 * size);
    require_functions(env.device);

    // Whole work-groups of values.
    lesson l = { .env = &env, .n = opt.n[0], .group = ocl_group_size(env.device, wanted) };
    l.groups = ocl_divide_up(l.n, l.group);
    l.rare = LARGEST - (cl_int)(1.4 * LARGEST / (double)l.group);
    l.x = ocl_alloc(l.groups * l.group * sizeof *l.x);
    for (size_t i = 0; i < l.groups * l.group; i++)
        l.x[i] = i < l.n ? (cl_int)(ocl_random(opt.seed, i) % (2 * LARGEST)) - LARGEST : 0;
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "group", l.group);

    l.program = ocl_build(&env, "work_group_collectives.cl", "%s -DGROUP=%zu",
                          ocl_newest_c(env.device), l.group);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, l.n * sizeof *l.x, l.x);
    for (int v = ANY_LOCAL; v <= SCAN_FUNCTION; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v);
    if (ocl_wants(&opt, "total")) run_total(&l);
    if (ocl_wants(&opt, "all")) run_each(&l, "work_group_collectives_each", GROUP_FUNCTIONS, false);
    if (ocl_wants(&opt, "all") &&
        ocl_has_extension(env.device, "cl_khr_work_group_uniform_arithmetic"))
        run_each(&l, "work_group_collectives_uniform", UNIFORM_FUNCTIONS, true);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
