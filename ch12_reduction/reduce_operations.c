// SPDX-License-Identifier: MIT
//
// reduce_operations - the largest of n elements, their sum, and where the smallest is: one source
// for all three.
//
// Shows   what an operation needs so that work-items may merge values in any order; a macro for the
//         operation, from the host; a value that has more bits than an element, or two parts; how
//         values of 64 bits are handed over by atomics of 32 bits
// Uses    -D for the operation, clSetKernelArg, clEnqueueNDRangeKernel; reqd_work_group_size,
//         barrier, atomic_xchg, atomic_add
// Try     reduce_operations --operation argmin -n 64M
//         reduce_operations -V all: also the kernel that is meant for other devices

#include "ocl.h"

#include "shared/reduction.h"

// vectors is for CPUs, in_flight for other devices.
enum { TREE, ONE_LAUNCH, VECTORS, IN_FLIGHT };
static const char *const VARIANTS[] = { "tree", "one_launch", "vectors", "in_flight", NULL };

// From REDUCE_MAX on; 0: all.
static const char *const OPERATIONS[] = { "all", "max", "sum", "argmin", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    reduce_division division;
    planting_plan plan;    // the operation, x, n and the answer; what each run changes
    size_t value_bytes;    // of the operation
    cl_program program;
    cl_kernel plant;    // puts one element into x
    cl_mem d_result, d_parts, d_slots, d_x;
} lesson;

// The operation's answer, in 64 bits.
static uint64_t reduce_operations_ref(const uint32_t *x, size_t n, reduce_operation operation)
{
    uint64_t sum = 0;
    size_t smallest = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        if (x[i] < x[smallest]) smallest = i;
        if (x[i] > x[largest]) largest = i;
    }
    if (operation == REDUCE_MAX) return x[largest];
    if (operation == REDUCE_SUM) return sum;
    return (uint64_t)x[smallest] << 32 | smallest;
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

// The second kernel is one work-group for the values of all.
static void launch_tree(const lesson *l, const cl_kernel kernels[2], ocl_trial *t)
{
    const reduce_division *d = &l->division;
    const size_t items = d->groups * d->local;
    const cl_uint groups = (cl_uint)d->groups;
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof l->d_parts, &l->d_parts));
    set_inputs(l, kernels[0], 1);
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof l->d_result, &l->d_result));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof l->d_parts, &l->d_parts));
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
    char name[32], row[32];
    snprintf(name, sizeof name, "reduce_operations_%s", VARIANTS[variant]);
    snprintf(row, sizeof row, "%s %s", OPERATIONS[l->plan.operation], VARIANTS[variant]);
    cl_int err;
    cl_kernel kernels[2] = { OCL_CREATE(clCreateKernel(l->program, name, &err)), NULL };
    if (variant == TREE)
        kernels[1] = OCL_CREATE(clCreateKernel(l->program, "reduce_operations_tree_merge", &err));

    // Each run has another answer (shared/reduction.h), so each run is compared.
    ocl_result result = { .pass = true };
    ocl_trial t = ocl_trial_open(l->env, row, NULL, 0);
    ocl_trial_scratch(&t, l->d_result, l->value_bytes);
    ocl_trial_scratch(&t, l->d_parts, l->division.groups * l->value_bytes);
    while (ocl_trial_next(&t)) {
        const planted p = plant(&l->plan, t.run);
        put_planted(l->env->queue, l->plant, &p);
        if (variant == TREE)
            launch_tree(l, kernels, &t);
        else
            launch_one(l, kernels[0], &t);
        const ocl_result one =
            compare_answer(row, l->env->queue, l->d_result, l->value_bytes, p.answer);
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

// Builds the kernels for an operation and runs them.
static void run_operation(lesson *l, reduce_operation operation)
{
    const ocl_env *env = l->env;
    const uint32_t *x = l->plan.x;
    const size_t n = l->plan.n, words = operation == REDUCE_MAX ? 1 : 2;
    l->plan.operation = operation;
    OCL_TIME_REFERENCE(l->report, l->plan.answer = reduce_operations_ref(x, n, operation));
    l->value_bytes = words * sizeof(cl_uint);
    l->d_slots = reduce_slots(env, &l->division, words);
    l->program = ocl_build(env, "reduce_operations.cl", "-DOPERATION=%d -DGROUP=%zu", operation,
                           l->division.local);
    cl_int err;
    l->plant = OCL_CREATE(clCreateKernel(l->program, "reduce_operations_plant", &err));
    OCL_CHECK(clSetKernelArg(l->plant, 0, sizeof l->d_x, &l->d_x));
    for (int v = 0; VARIANTS[v]; v++)
        if (is_wanted(l, v)) run_variant(l, v);

    OCL_CHECK(clReleaseKernel(l->plant));
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseMemObject(l->d_slots));
}

int main(int argc, char **argv)
{
    size_t chosen = 0;
    const ocl_option own[] = {
        { .usage = "-p, --operation NAME: what is made of all elements",
          .choice = &chosen,
          .choices = OPERATIONS },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "reduce_operations",
                              .summary = "One answer from many elements: max, sum, argmin.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    reduce_choice choice = { .groups = 0 };
    const ocl_options opt = reduce_parse(argc, argv, &about, &choice);
    ocl_env env = ocl_open(&opt);
    const double x_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, x_bytes, x_bytes, x_bytes);
    const size_t n = opt.n[0], bytes = sizeof(cl_uint) * n;

    lesson l = { .env = &env, .division = reduce_divide(&choice, env.device) };
    uint32_t *x = ocl_alloc(bytes);
    make_elements(x, n, opt.seed);
    l.plan = (planting_plan){ .x = x, .n = n, .seed = opt.seed };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", n);

    l.d_result = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_ulong), NULL);
    l.d_parts = ocl_buffer(&env, CL_MEM_READ_WRITE, l.division.groups * sizeof(cl_ulong), NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    for (int operation = REDUCE_MAX; operation <= REDUCE_ARGMIN; operation++)
        if (chosen == 0 || (int)chosen == operation) run_operation(&l, (reduce_operation)operation);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_parts));
    OCL_CHECK(clReleaseMemObject(l.d_result));
    ocl_close(&env);
    free(x);
    return ocl_report_close(l.report);
}
