// SPDX-License-Identifier: MIT
//
// knn_ladder - the class of a point: the one that most of its k nearest neighbours have.
//
// Shows   selection instead of a sort; a bound that leaves few candidates; ties with one right
//         answer; how many neighbours each class has
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer;
//         fma, atomic_inc, reqd_work_group_size
// Try     knn_ladder -i data/iris.csv --query 6,2.8,4.8,1.7
//         knn_ladder --dimensions 16, knn_ladder --layout same
//         knn_queries, which asks for many points at a time

#include "ocl.h"

#include "shared/knn_answers.h"

enum { ITEMS = 64, MAX_SAMPLES = 1024 };

static const char *const VARIANTS[] = { "sort_all", "select", "wide", "sampled", NULL };

typedef struct {
    const ocl_env *env;
    const knn_data *data;
    ocl_report *report;
    ocl_pace pace;
    knn_sizes sizes;
    cl_program program;
    cl_mem d_answer, d_list, d_points, d_query, d_classes;
    cl_kernel vote;
    uint64_t *answer;    // of the last rung
    const uint64_t *ref;
} lesson;

// So many work-groups of `local` work-items.
static void launch(const lesson *l, cl_kernel kernel, size_t groups, size_t local, cl_event *done)
{
    const size_t global = groups * local;
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

// One work-item counts the classes of the first k keys.
static void vote(const lesson *l, cl_mem keys, cl_event *done)
{
    OCL_CHECK(clSetKernelArg(l->vote, 1, sizeof keys, &keys));
    launch(l, l->vote, 1, 1, done);
}

static ocl_trial open_trial(const lesson *l, const char *name)
{
    ocl_trial t = ocl_trial_open(l->env, name, l->d_answer, l->data->row * sizeof(cl_ulong));
    ocl_trial_scratch(&t, l->d_list, l->data->k * sizeof(cl_ulong));
    return t;
}

static void report_trial(const lesson *l, ocl_trial *t)
{
    const size_t count = l->data->row;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_answer, CL_TRUE, 0, count * sizeof(cl_ulong),
                                  l->answer, 0, NULL, NULL));
    const ocl_work work = { .amount = (double)l->data->n, .unit = "Mpair/s" };
    ocl_trial_report(t, l->report, &work, ocl_verify_u64(t->name, l->answer, l->ref, count));
}

// The book's way: the distances of all points, sorted by a bitonic network.
static void run_sort_all(lesson *l)
{
    size_t keys = 1, passes = 0;
    for (size_t stage = 1; keys < l->data->n; stage++, keys *= 2)
        passes += stage;
    const cl_command_queue queue = l->env->queue;

    cl_int err;
    cl_mem d_keys = ocl_buffer(l->env, CL_MEM_READ_WRITE, keys * sizeof(cl_ulong), NULL);
    cl_kernel distances = OCL_CREATE(clCreateKernel(l->program, "knn_distances", &err));
    const cl_uint n = (cl_uint)l->data->n, stride = (cl_uint)l->data->stride;
    OCL_CHECK(clSetKernelArg(distances, 0, sizeof d_keys, &d_keys));
    OCL_CHECK(clSetKernelArg(distances, 1, sizeof l->d_points, &l->d_points));
    OCL_CHECK(clSetKernelArg(distances, 2, sizeof l->d_query, &l->d_query));
    OCL_CHECK(clSetKernelArg(distances, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(distances, 4, sizeof stride, &stride));
    cl_kernel sort_pass = OCL_CREATE(clCreateKernel(l->program, "knn_sort_pass", &err));
    OCL_CHECK(clSetKernelArg(sort_pass, 0, sizeof d_keys, &d_keys));
    const size_t local = ocl_local_size(distances, l->env->device, ocl_smaller(ITEMS, keys));
    const size_t pairs = ocl_local_size(sort_pass, l->env->device, ocl_smaller(ITEMS, keys / 2));
    const ocl_range_2d range = { .global = { keys, 1 }, .local = { local, 1 } };

    const double estimate_ns = ocl_pace_estimate(&l->pace, distances, &range) * (double)passes;
    if (ocl_pace_allows(&l->pace, l->report, "sort_all", estimate_ns)) {
        ocl_trial t = open_trial(l, "sort_all");
        while (ocl_trial_next(&t)) {
            OCL_CHECK(clEnqueueNDRangeKernel(queue, distances, 1, NULL, &keys, &local, 0, NULL,
                                             &t.first));
            for (size_t block = 2; block <= keys; block *= 2)
                for (size_t apart = block / 2; apart > 0; apart /= 2) {
                    const cl_uint numbers[2] = { (cl_uint)block, (cl_uint)apart };
                    const size_t half = keys / 2;    // a pair of keys per work-item
                    OCL_CHECK(clSetKernelArg(sort_pass, 1, sizeof numbers[0], &numbers[0]));
                    OCL_CHECK(clSetKernelArg(sort_pass, 2, sizeof numbers[1], &numbers[1]));
                    OCL_CHECK(clEnqueueNDRangeKernel(queue, sort_pass, 1, NULL, &half, &pairs, 0,
                                                     NULL, NULL));
                }
            vote(l, d_keys, &t.done);    // the first k keys are the nearest
        }
        report_trial(l, &t);
    }
    OCL_CHECK(clReleaseKernel(sort_pass));
    OCL_CHECK(clReleaseKernel(distances));
    OCL_CHECK(clReleaseMemObject(d_keys));
}

// From lists of all work-groups, made by `select`, to the answer.
static void run_lists(lesson *l, const char *name, cl_kernel select, cl_mem d_parts)
{
    const size_t groups = l->sizes.groups, local = l->sizes.group;
    cl_int err;
    cl_kernel merge = OCL_CREATE(clCreateKernel(l->program, "knn_merge", &err));
    ocl_set_args(merge, OCL_BUFFERS(l->d_list, d_parts),
                 OCL_NUMBERS((cl_uint)(groups * l->data->k)));

    ocl_trial t = open_trial(l, name);
    ocl_trial_scratch(&t, d_parts, groups * l->data->k * sizeof(cl_ulong));
    while (ocl_trial_next(&t)) {
        launch(l, select, groups, local, &t.first);
        launch(l, merge, 1, local, NULL);
        vote(l, l->d_list, &t.done);
    }
    report_trial(l, &t);
    OCL_CHECK(clReleaseKernel(merge));
}

// Each work-item keeps a list of the k nearest of its share.
static void run_select(lesson *l)
{
    cl_int err;
    const size_t bytes = l->sizes.groups * l->data->k * sizeof(cl_ulong);
    cl_mem d_parts = ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_kernel select = OCL_CREATE(clCreateKernel(l->program, "knn_select", &err));
    ocl_set_args(select, OCL_BUFFERS(d_parts, l->d_points, l->d_query),
                 OCL_NUMBERS((cl_uint)l->data->n, (cl_uint)l->data->stride));
    run_lists(l, "select", select, d_parts);
    OCL_CHECK(clReleaseKernel(select));
    OCL_CHECK(clReleaseMemObject(d_parts));
}

// Keys and lists as before, for a vector of points at a time.
static void run_wide(lesson *l)
{
    cl_int err;
    const size_t bytes = l->sizes.groups * l->data->k * sizeof(cl_ulong);
    cl_mem d_parts = ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_kernel wide = OCL_CREATE(clCreateKernel(l->program, "knn_wide", &err));
    ocl_set_args(wide, OCL_BUFFERS(d_parts, l->d_points, l->d_query),
                 OCL_NUMBERS((cl_uint)l->data->stride));
    run_lists(l, "wide", wide, d_parts);
    OCL_CHECK(clReleaseKernel(wide));
    OCL_CHECK(clReleaseMemObject(d_parts));
}

// The list of a sample gives a bound.  Then it becomes the list of the points within the bound.
static void run_sampled(lesson *l)
{
    const size_t points = l->data->n, local = l->sizes.group;
    const cl_uint n = (cl_uint)points, stride = (cl_uint)l->data->stride;
    const cl_uint samples = n < MAX_SAMPLES ? n : MAX_SAMPLES;
    cl_mem d_found = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    cl_mem d_keys = ocl_buffer(l->env, CL_MEM_READ_WRITE, points * sizeof(cl_ulong), NULL);
    cl_mem d_parts = ocl_buffer(l->env, CL_MEM_READ_WRITE, samples * sizeof(cl_ulong), NULL);

    cl_int err;
    cl_kernel sample = OCL_CREATE(clCreateKernel(l->program, "knn_sample", &err));
    cl_kernel merge = OCL_CREATE(clCreateKernel(l->program, "knn_merge", &err));
    cl_kernel gather = OCL_CREATE(clCreateKernel(l->program, "knn_gather", &err));
    cl_kernel merge_found = OCL_CREATE(clCreateKernel(l->program, "knn_merge_found", &err));
    ocl_set_args(sample, OCL_BUFFERS(d_parts, d_found, l->d_points, l->d_query),
                 OCL_NUMBERS(n, stride));
    ocl_set_args(merge, OCL_BUFFERS(l->d_list, d_parts), OCL_NUMBERS(samples));
    ocl_set_args(gather, OCL_BUFFERS(d_keys, d_found, l->d_points, l->d_query, l->d_list),
                 OCL_NUMBERS(n, stride));
    ocl_set_args(merge_found, OCL_BUFFERS(l->d_list, d_keys, d_found), OCL_NUMBERS(n));

    ocl_trial t = open_trial(l, "sampled");
    ocl_trial_scratch(&t, d_keys, points * sizeof(cl_ulong));
    ocl_trial_scratch(&t, d_parts, samples * sizeof(cl_ulong));
    while (ocl_trial_next(&t)) {
        launch(l, sample, samples, local, &t.first);
        launch(l, merge, 1, local, NULL);
        launch(l, gather, l->sizes.groups, ocl_local_size(gather, l->env->device, local), NULL);
        launch(l, merge_found, 1, local, NULL);
        vote(l, l->d_list, &t.done);
    }
    report_trial(l, &t);

    OCL_CHECK(clReleaseKernel(merge_found));
    OCL_CHECK(clReleaseKernel(gather));
    OCL_CHECK(clReleaseKernel(merge));
    OCL_CHECK(clReleaseKernel(sample));
    OCL_CHECK(clReleaseMemObject(d_parts));
    OCL_CHECK(clReleaseMemObject(d_keys));
    OCL_CHECK(clReleaseMemObject(d_found));
}

int main(int argc, char **argv)
{
    // Options and device.
    knn_settings settings = { .options = { .n = { 20011 }, .repeat = 5, .seed = 1 },
                              .k = 16,
                              .queries = 1,
                              .classes = 3,
                              .dimensions = 2 };
    const knn_about about = { .name = "knn_ladder",
                              .summary = "The class that most of the k nearest points have.",
                              .variants = VARIANTS,
                              .one_query = true };
    knn_parse(&settings, argc, argv, &about);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    lesson l = { .env = &env, .pace = ocl_pace_open(&env) };

    // Points and reference.
    knn_require_memory(env.device, &settings);
    knn_data data = knn_get_data(&settings);
    const size_t bytes = data.row * sizeof(cl_ulong);
    uint64_t *ref = ocl_alloc(bytes);
    l.answer = ocl_alloc(bytes);
    l.data = &data;
    l.ref = ref;
    l.report = ocl_report_open(opt, env.device);
    knn_report_problem(l.report, &data);
    OCL_TIME_REFERENCE(l.report, knn_ref(ref, &data));
    knn_require_precision(&data, ref, l.report);

    // Program, buffers, and the kernel that all rungs end with.
    l.sizes = knn_choose_sizes(env.device, &data);
    l.program = ocl_build(
        &env, "knn_ladder.cl", "-DDIMS=%zu -DK=%zu -DGROUP=%zu -DWIDE=%zu -DCONTIGUOUS=%d",
        data.dimensions, data.k, l.sizes.group, l.sizes.wide, knn_is_contiguous(env.device, &data));
    const size_t point_bytes = data.dimensions * sizeof(cl_float);
    l.d_answer = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_list = ocl_buffer(&env, CL_MEM_READ_WRITE, data.k * sizeof(cl_ulong), NULL);
    l.d_points = ocl_buffer(&env, CL_MEM_READ_ONLY, data.stride * point_bytes, data.points);
    l.d_query = ocl_buffer(&env, CL_MEM_READ_ONLY, point_bytes, data.asked);
    l.d_classes = ocl_buffer(&env, CL_MEM_READ_ONLY, data.n * sizeof(cl_uint), data.table.labels);
    cl_int err;
    l.vote = OCL_CREATE(clCreateKernel(l.program, "knn_vote", &err));
    ocl_set_args(l.vote, OCL_BUFFERS(l.d_answer, l.d_list, l.d_classes),
                 OCL_NUMBERS((cl_uint)data.n, (cl_uint)data.table.classes));

    // Launches, reading, comparison.
    if (ocl_wants(opt, "sort_all")) run_sort_all(&l);
    if (ocl_wants(opt, "select")) run_select(&l);
    if (ocl_wants(opt, "wide")) run_wide(&l);
    if (ocl_wants(opt, "sampled")) run_sampled(&l);
    knn_report_votes(l.report, &data, l.answer);
    knn_report_neighbours(l.report, &data, l.answer);

    // Release.
    OCL_CHECK(clReleaseKernel(l.vote));
    OCL_CHECK(clReleaseMemObject(l.d_classes));
    OCL_CHECK(clReleaseMemObject(l.d_query));
    OCL_CHECK(clReleaseMemObject(l.d_points));
    OCL_CHECK(clReleaseMemObject(l.d_list));
    OCL_CHECK(clReleaseMemObject(l.d_answer));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(l.answer);
    free(ref);
    knn_free_data(&data);
    return ocl_report_close(l.report);
}
