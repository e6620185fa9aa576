// SPDX-License-Identifier: MIT
//
// min_reduce - the smallest of n elements: one answer from all work-items.
//
// Shows   a share per work-item, then one value per work-group, then one answer; local and global
//         atomics, a tree in local memory, two launches or one; how a CPU and a GPU should share
//         the elements; max, sum and argmin as well; a debug buffer
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueWriteBuffer; reqd_work_group_size,
//         barrier, atomic_min, atomic_inc, mem_fence
// Try     min_reduce -n 64M
//         min_reduce --operation argmin
//         min_reduce --access strided on a CPU, --access contiguous on a GPU

#include "min_reduce/planted.h"

enum { ATOMICS, TREE, ONE_LAUNCH, VECTORS, IN_FLIGHT };

typedef struct {
    const ocl_env *env;
    const reduce_settings *settings;
    ocl_report *report;
    reduce_division division;
    cl_program program;
    cl_kernel plant;    // puts one element into x
    cl_mem d_result, d_values, d_slots, d_finished, d_notes, d_x;
    const uint32_t *x;
    uint64_t whole;    // the answer for x
} job;

static uint64_t min_reduce_ref(const uint32_t *x, size_t n, size_t operation)
{
    uint64_t sum = 0;
    size_t smallest = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        if (x[i] < x[smallest]) smallest = i;
        if (x[i] > x[largest]) largest = i;
    }
    switch (operation) {
    case REDUCE_MIN:
        return x[smallest];
    case REDUCE_MAX:
        return x[largest];
    case REDUCE_SUM:
        return sum;
    case REDUCE_ARGMIN:
        break;
    }
    return (uint64_t)x[smallest] << 32 | smallest;
}

// Arguments of all kernels after their outputs.
static void set_inputs(const job *j, cl_kernel kernel, cl_uint first)
{
    const cl_ulong n = j->settings->options.n[0];
    OCL_CHECK(clSetKernelArg(kernel, first, sizeof j->d_x, &j->d_x));
    OCL_CHECK(clSetKernelArg(kernel, first + 1, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, first + 2, sizeof(cl_uint), &j->division.contiguous));
}

// atomics: the first kernel finds a value per work-group.  The second kernel merges them, one
// work-item per value.  Its result must be neutral before.
static void launch_atomics(const job *j, const cl_kernel kernels[2], cl_event events[2])
{
    const reduce_division *d = &j->division;
    const size_t items = d->groups * d->local;
    const cl_uint neutral = j->settings->operation == REDUCE_MIN ? CL_UINT_MAX : 0;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof(cl_mem), &j->d_values));
    OCL_CHECK(clSetKernelArg(kernels[0], 1, sizeof(cl_mem), &j->d_notes));
    set_inputs(j, kernels[0], 2);
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof(cl_mem), &j->d_result));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof(cl_mem), &j->d_values));
    cl_command_queue queue = j->env->queue;
    OCL_CHECK(clEnqueueWriteBuffer(queue, j->d_result, CL_TRUE, 0, sizeof neutral, &neutral, 0,
                                   NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &items, &d->local, 0, NULL, &events[0]));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &d->groups, NULL, 0, NULL, &events[1]));
}

// tree: the second kernel is one work-group, which is a tree again.
static void launch_tree(const job *j, const cl_kernel kernels[2], cl_event events[2])
{
    const reduce_division *d = &j->division;
    const size_t items = d->groups * d->local;
    const cl_uint groups = (cl_uint)d->groups;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof(cl_mem), &j->d_values));
    set_inputs(j, kernels[0], 1);
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof(cl_mem), &j->d_result));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof(cl_mem), &j->d_values));
    OCL_CHECK(clSetKernelArg(kernels[1], 2, sizeof groups, &groups));
    cl_command_queue queue = j->env->queue;
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &items, &d->local, 0, NULL, &events[0]));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &d->local, &d->local, 0, NULL,
                                     &events[1]));
}

// The others: the work-group that finishes last merges.  d_slots and *d_finished are 0 before and
// after.
static void launch_one(const job *j, cl_kernel kernel, cl_event events[2])
{
    const size_t items = j->division.groups * j->division.local;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &j->d_result));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &j->d_slots));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), &j->d_finished));
    set_inputs(j, kernel, 3);
    OCL_CHECK(clEnqueueNDRangeKernel(j->env->queue, kernel, 1, NULL, &items, &j->division.local, 0,
                                     NULL, &events[0]));
    OCL_CHECK(clRetainEvent(events[0]));
    events[1] = events[0];
}

// Run 0 finds x as it is.  Every other run has another answer (min_reduce/planted.h).
static void run_variant(const job *j, int variant)
{
    static const char *const SECOND[] = { "min_reduce_merge", "min_reduce_tree_merge" };
    const char *name = REDUCE_VARIANTS[variant];
    const size_t value_bytes = reduce_value_bytes(j->settings);
    char first[32];
    snprintf(first, sizeof first, "min_reduce_%s", name);
    cl_int err;
    cl_kernel kernels[2] = { OCL_CREATE(clCreateKernel(j->program, first, &err)), NULL };
    if (variant <= TREE) kernels[1] = OCL_CREATE(clCreateKernel(j->program, SECOND[variant], &err));

    ocl_times times = { .runs = 0 };
    ocl_result result = { .pass = true };
    for (size_t run = 0; run <= j->settings->options.repeat; run++) {
        planted p = { .answer = j->whole };
        if (run > 0) p = plant(j->settings, run, j->x, j->whole);
        put_planted(j->env->queue, j->plant, &p);
        ocl_poison_write(j->env->queue, j->d_values, j->division.groups * value_bytes, run);
        ocl_poison_run(j->env->queue, j->d_result, value_bytes, run);
        cl_event events[2];
        if (variant == ATOMICS) launch_atomics(j, kernels, events);
        if (variant == TREE) launch_tree(j, kernels, events);
        if (variant > TREE) launch_one(j, kernels[0], events);
        ocl_times_take_span(&times, run, events[0], events[1]);
        result = ocl_result_both(
            result, compare_answer(name, j->env->queue, j->d_result, value_bytes, p.answer));
        take_planted(j->env->queue, j->plant, &p, j->x);
    }
    ocl_report_row(j->report, &(ocl_row){ .name = name,
                                          .times = &times,
                                          .work = 4.0 * (double)j->settings->options.n[0],
                                          .unit = "GB/s",
                                          .limit = ocl_device_limits(j->env).read_gbs,
                                          .result = result });
    if (kernels[1]) OCL_CHECK(clReleaseKernel(kernels[1]));
    OCL_CHECK(clReleaseKernel(kernels[0]));
}

int main(int argc, char **argv)
{
    const reduce_settings settings = reduce_parse(argc, argv);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const size_t n = opt->n[0], bytes = sizeof(cl_uint) * n;
    ocl_require_memory(env.device, (double)bytes, (double)bytes, (double)bytes);
    uint32_t *x = ocl_alloc(bytes);
    make_elements(x, n, opt->seed);

    job j = { .env = &env, .settings = &settings, .x = x };
    j.division = reduce_divide(&settings, env.device);
    j.report = ocl_report_open(opt, env.device);
    ocl_report_count(j.report, "n", n);
    OCL_TIME_REFERENCE(j.report, j.whole = min_reduce_ref(x, n, settings.operation));

    j.program = ocl_build(&env, "min_reduce.cl", "-DOPERATION=%zu -DGROUP=%zu", settings.operation,
                          j.division.local);
    j.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_int err;
    j.plant = OCL_CREATE(clCreateKernel(j.program, "min_reduce_plant", &err));
    OCL_CHECK(clSetKernelArg(j.plant, 0, sizeof j.d_x, &j.d_x));
    j.d_notes = ocl_buffer(&env, CL_MEM_WRITE_ONLY, NOTES * sizeof(cl_ulong), NULL);
    j.d_finished = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), &(cl_uint){ 0 });
    j.d_slots = reduce_slots(&env, &j.division);
    j.d_values = ocl_buffer(&env, CL_MEM_READ_WRITE, j.division.groups * sizeof(cl_ulong), NULL);
    j.d_result = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_ulong), NULL);

    const bool narrow = settings.operation < REDUCE_SUM;
    if (!narrow) ocl_report_note(j.report, "atomics is left out: its values have 64 bits");
    for (int v = narrow ? ATOMICS : TREE; REDUCE_VARIANTS[v]; v++)
        if (ocl_wants(opt, REDUCE_VARIANTS[v])) run_variant(&j, v);
    if (ocl_wants(opt, "atomics") && narrow)
        check_notes(j.report, env.queue, j.d_notes, &j.division, n);
    ocl_report_fact(j.report, "meant for device", "%s",
                    REDUCE_VARIANTS[ocl_is_cpu(env.device) ? VECTORS : IN_FLIGHT]);

    OCL_CHECK(clReleaseKernel(j.plant));
    OCL_CHECK(clReleaseMemObject(j.d_result));
    OCL_CHECK(clReleaseMemObject(j.d_values));
    OCL_CHECK(clReleaseMemObject(j.d_slots));
    OCL_CHECK(clReleaseMemObject(j.d_finished));
    OCL_CHECK(clReleaseMemObject(j.d_notes));
    OCL_CHECK(clReleaseMemObject(j.d_x));
    OCL_CHECK(clReleaseProgram(j.program));
    ocl_close(&env);
    free(x);
    return ocl_report_close(j.report);
}
