// SPDX-License-Identifier: MIT
//
// min_reduce_ladder - the smallest of n elements: one answer from all work-items.
//
// Shows   a share per work-item, then one minimum per work-group, then one answer; local and global
//         atomics, a tree in local memory, two launches or one; how a CPU and a GPU should share
//         the elements; a debug buffer
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueWriteBuffer; reqd_work_group_size,
//         barrier, atomic_min, atomic_xchg, atomic_add
// Try     min_reduce_ladder -n 64M
//         min_reduce_ladder -V all: also the kernel that is meant for other devices
//         min_reduce_ladder --access strided on a CPU, --access contiguous on a GPU

#include "ocl.h"

#include "shared/reduction.h"

enum { NOTES = 4 };    // numbers in d_notes

// Shows the notes of a launch, and compares them with what they should be.
static void check_notes(ocl_report *report, const ocl_env *env, cl_mem d_notes,
                        const reduce_division *d)
{
    const uint64_t vectors = env->options->n[0] / 4, items = d->groups * d->local;
    const uint64_t each = (vectors + items - 1) / items;
    const uint64_t ref[NOTES] = { d->groups, items,
                                  d->contiguous && each < vectors ? each : vectors,
                                  d->contiguous ? 1 : items };
    cl_ulong notes[NOTES];
    OCL_CHECK(
        clEnqueueReadBuffer(env->queue, d_notes, CL_TRUE, 0, sizeof notes, notes, 0, NULL, NULL));
    ocl_table table = ocl_table_open(report, "notes of the kernel",
                                     "work-groups, work-items, end of the first share, stride");
    ocl_table_row(&table, "%llu %llu %llu %llu", (unsigned long long)notes[0],
                  (unsigned long long)notes[1], (unsigned long long)notes[2],
                  (unsigned long long)notes[3]);
    ocl_report_result(report, "notes", ocl_verify_u64("notes", notes, ref, NOTES));
}

// vectors is for CPUs, in_flight for other devices.
enum { ATOMICS, TREE, ONE_LAUNCH, VECTORS, IN_FLIGHT };
static const char *const VARIANTS[] = { "atomics", "tree",      "one_launch",
                                        "vectors", "in_flight", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    reduce_division division;
    planting_plan plan;    // x, n and the answer; what each run changes
    cl_program program;
    cl_kernel plant;    // puts one element into x
    cl_mem d_result, d_minima, d_slots, d_notes, d_x;
} lesson;

static uint32_t min_reduce_ref(const uint32_t *x, size_t n)
{
    uint32_t smallest = x[0];
    for (size_t i = 1; i < n; i++)
        if (x[i] < smallest) smallest = x[i];
    return smallest;
}

// Without --variant, the kernel that is meant for other devices is left out.
static bool is_wanted(const lesson *l, int variant)
{
    if (l->env->options->variant) return ocl_wants(l->env->options, VARIANTS[variant]);
    return variant != (ocl_is_cpu(l->env->device) ? IN_FLIGHT : VECTORS);
}

// Arguments of all kernels after their outputs.
static void set_inputs(const lesson *l, cl_kernel kernel, cl_uint first)
{
    const cl_ulong n = l->plan.n;
    OCL_CHECK(clSetKernelArg(kernel, first, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, first + 1, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, first + 2, sizeof(cl_uint), &l->division.contiguous));
}

// The first kernel finds a minimum per work-group.  The second kernel merges them, one work-item
// per minimum.  Its result must be the largest number before.
static void launch_atomics(const lesson *l, const cl_kernel kernels[2], ocl_trial *t)
{
    const reduce_division *d = &l->division;
    const size_t items = d->groups * d->local;
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof l->d_minima, &l->d_minima));
    OCL_CHECK(clSetKernelArg(kernels[0], 1, sizeof l->d_notes, &l->d_notes));
    set_inputs(l, kernels[0], 2);
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof l->d_result, &l->d_result));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof l->d_minima, &l->d_minima));

    const cl_uint largest = CL_UINT_MAX;
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_result, CL_TRUE, 0, sizeof largest, &largest, 0,
                                   NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &items, &d->local, 0, NULL, &t->first));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &d->groups, NULL, 0, NULL, &t->done));
}

// The second kernel is one work-group, which is a tree again.
static void launch_tree(const lesson *l, const cl_kernel kernels[2], ocl_trial *t)
{
    const reduce_division *d = &l->division;
    const size_t items = d->groups * d->local;
    const cl_uint groups = (cl_uint)d->groups;
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof l->d_minima, &l->d_minima));
    set_inputs(l, kernels[0], 1);
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof l->d_result, &l->d_result));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof l->d_minima, &l->d_minima));
    OCL_CHECK(clSetKernelArg(kernels[1], 2, sizeof groups, &groups));

    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &items, &d->local, 0, NULL, &t->first));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &d->local, &d->local, 0, NULL,
                                     &t->done));
}

// The work-group that finishes last merges.  d_slots holds zeros before and after.
static void launch_one(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    const reduce_division *d = &l->division;
    const size_t items = d->groups * d->local;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_result, &l->d_result));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_slots, &l->d_slots));
    set_inputs(l, kernel, 2);
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &d->local, 0, NULL,
                                     &t->done));
}

static void run_variant(const lesson *l, int variant)
{
    const char *name = VARIANTS[variant];
    char first[32];
    snprintf(first, sizeof first, "min_reduce_%s", name);
    const char *second = variant == ATOMICS ? "min_reduce_merge" : "min_reduce_tree_merge";
    cl_int err;
    cl_kernel kernels[2] = { OCL_CREATE(clCreateKernel(l->program, first, &err)), NULL };
    if (variant <= TREE) kernels[1] = OCL_CREATE(clCreateKernel(l->program, second, &err));

    // Each run has another answer (shared/reduction.h), so each run is compared.
    ocl_result result = { .pass = true };
    ocl_trial t = ocl_trial_open(l->env, name, NULL, 0);
    ocl_trial_scratch(&t, l->d_result, sizeof(cl_uint));
    ocl_trial_scratch(&t, l->d_minima, l->division.groups * sizeof(cl_uint));
    while (ocl_trial_next(&t)) {
        const planted p = plant(&l->plan, t.run);
        put_planted(l->env->queue, l->plant, &p);
        if (variant == ATOMICS)
            launch_atomics(l, kernels, &t);
        else if (variant == TREE)
            launch_tree(l, kernels, &t);
        else
            launch_one(l, kernels[0], &t);
        const ocl_result one =
            compare_answer(name, l->env->queue, l->d_result, sizeof(cl_uint), p.answer);
        result = ocl_result_both(result, one);
        take_planted(l->env->queue, l->plant, &p, l->plan.x);
    }

    const ocl_work work = { .amount = 4.0 * (double)l->plan.n,
                            .unit = "GB/s",
                            .limit = l->env->limits.read_gbs };
    ocl_trial_report(&t, l->report, &work, result);
    if (kernels[1]) OCL_CHECK(clReleaseKernel(kernels[1]));
    OCL_CHECK(clReleaseKernel(kernels[0]));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "min_reduce_ladder",
                              .summary = "The smallest of many elements.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANTS };
    reduce_choice choice = { .groups = 0 };
    const ocl_options opt = reduce_parse(argc, argv, &about, &choice);
    ocl_env env = ocl_open(&opt);
    const double x_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, x_bytes, x_bytes, x_bytes);
    const size_t n = opt.n[0], bytes = sizeof(cl_uint) * n;

    lesson l = { .env = &env, .division = reduce_divide(&choice, env.device) };
    uint32_t *x = ocl_alloc(bytes);
    make_elements(x, n, opt.seed);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", n);
    uint32_t smallest;
    OCL_TIME_REFERENCE(l.report, smallest = min_reduce_ref(x, n));
    l.plan = (planting_plan){ REDUCE_MIN, x, n, opt.seed, smallest };

    l.program = ocl_build(&env, "min_reduce_ladder.cl", "-DGROUP=%zu", l.division.local);
    l.d_result = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    l.d_minima = ocl_buffer(&env, CL_MEM_READ_WRITE, l.division.groups * sizeof(cl_uint), NULL);
    l.d_slots = reduce_slots(&env, &l.division, 1);
    l.d_notes = ocl_buffer(&env, CL_MEM_WRITE_ONLY, NOTES * sizeof(cl_ulong), NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_int err;
    l.plant = OCL_CREATE(clCreateKernel(l.program, "min_reduce_plant", &err));
    OCL_CHECK(clSetKernelArg(l.plant, 0, sizeof l.d_x, &l.d_x));

    for (int v = 0; VARIANTS[v]; v++)
        if (is_wanted(&l, v)) run_variant(&l, v);
    if (is_wanted(&l, ATOMICS)) check_notes(l.report, &env, l.d_notes, &l.division);

    OCL_CHECK(clReleaseKernel(l.plant));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_notes));
    OCL_CHECK(clReleaseMemObject(l.d_slots));
    OCL_CHECK(clReleaseMemObject(l.d_minima));
    OCL_CHECK(clReleaseMemObject(l.d_result));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(x);
    return ocl_report_close(l.report);
}
