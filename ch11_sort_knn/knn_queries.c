// SPDX-License-Identifier: MIT
//
// knn_queries - the classes of many points at a time, from their k nearest neighbours.
//
// Shows   one query per work-item; points in local memory for a whole work-group; a grid, built on
//         the device, that leaves most points out
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer;
//         barrier, atomic_inc, atomic_add, reqd_work_group_size
// Try     knn_queries -i data/iris.csv --features 3,4 -o iris.png
//         knn_queries -i data/iris.csv, knn_queries -n 200K -m 1000
//         knn_ladder, which asks for one point

#include "ocl.h"

#include "knn_queries/picture.h"
#include "knn_queries/plan.h"
#include "shared/knn_answers.h"

static const char *const VARIANTS[] = { "each", "tiles", "grid", NULL };

typedef struct {
    const ocl_env *env;
    const knn_data *data;
    ocl_report *report;
    ocl_pace pace;
    knn_plan plan;
    cl_program program;
    cl_mem d_answers, d_lists, d_parts, d_points, d_asked, d_classes;
    cl_kernel vote;
    uint64_t *answers;    // of the last rung
    const uint64_t *ref;
} lesson;

static void launch(const lesson *l, cl_kernel kernel, size_t groups, size_t most, cl_event *event)
{
    const size_t local = ocl_local_size(kernel, l->env->device, most), global = groups * local;
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, event));
}

// The kernels that have one of `count` queries, or counters, per work-item.
static void launch_each(const lesson *l, cl_kernel kernel, size_t count, cl_event *event)
{
    const size_t local = ocl_local_size(kernel, l->env->device, l->plan.items);
    launch(l, kernel, ocl_divide_up(count, local), local, event);
}

static ocl_trial open_trial(const lesson *l, const char *name)
{
    const size_t count = l->data->queries;
    ocl_trial t =
        ocl_trial_open(l->env, name, l->d_answers, count * l->data->row * sizeof(cl_ulong));
    ocl_trial_scratch(&t, l->d_lists, count * l->data->kept * sizeof(cl_ulong));
    return t;
}

static void report_trial(const lesson *l, ocl_trial *t)
{
    const size_t count = l->data->queries * l->data->row;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_answers, CL_TRUE, 0, count * sizeof(cl_ulong),
                                  l->answers, 0, NULL, NULL));
    const ocl_work work = { .amount = (double)l->data->n * (double)l->data->queries,
                            .unit = "Mpair/s" };
    ocl_trial_report(t, l->report, &work, ocl_verify_u64(t->name, l->answers, l->ref, count));
}

// One query per work-item, which looks at all points.
static void run_each(lesson *l)
{
    const cl_uint n = (cl_uint)l->data->n, stride = (cl_uint)l->data->stride;
    const cl_uint queries = (cl_uint)l->data->queries;
    cl_int err;
    cl_kernel each = OCL_CREATE(clCreateKernel(l->program, "knn_each", &err));
    OCL_CHECK(clSetKernelArg(each, 0, sizeof l->d_lists, &l->d_lists));
    OCL_CHECK(clSetKernelArg(each, 1, sizeof l->d_points, &l->d_points));
    OCL_CHECK(clSetKernelArg(each, 2, sizeof l->d_asked, &l->d_asked));
    OCL_CHECK(clSetKernelArg(each, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(each, 4, sizeof stride, &stride));
    OCL_CHECK(clSetKernelArg(each, 5, sizeof queries, &queries));

    const size_t local = ocl_local_size(each, l->env->device, l->plan.items);
    const ocl_range_2d range = { .global = { ocl_round_up(l->data->queries, local), 1 },
                                 .local = { local, 1 } };
    const double estimate_ns = ocl_pace_estimate(&l->pace, each, &range);
    if (ocl_pace_allows(&l->pace, l->report, "each", estimate_ns)) {
        ocl_trial t = open_trial(l, "each");
        while (ocl_trial_next(&t)) {
            launch_each(l, each, l->data->queries, &t.first);
            launch_each(l, l->vote, l->data->queries, &t.done);
        }
        report_trial(l, &t);
    }
    OCL_CHECK(clReleaseKernel(each));
}

// A work-group looks at tiles of points in local memory.  With few queries the points are divided
// among several work-groups, and the lists of these parts are merged.
static void run_tiles(lesson *l)
{
    const size_t queries = l->data->queries, kept = l->data->kept, parts = l->plan.parts;
    const size_t local = l->plan.items;
    const ocl_range_2d range = { .global = { ocl_round_up(queries, local), parts },
                                 .local = { local, 1 } };
    cl_int err;
    cl_kernel tiles = OCL_CREATE(clCreateKernel(l->program, "knn_tiles", &err));
    cl_kernel merge = OCL_CREATE(clCreateKernel(l->program, "knn_merge_parts", &err));
    const cl_uint stride = (cl_uint)l->data->stride, asked = (cl_uint)queries;
    OCL_CHECK(clSetKernelArg(tiles, 0, sizeof l->d_parts, &l->d_parts));
    OCL_CHECK(clSetKernelArg(tiles, 1, sizeof l->d_points, &l->d_points));
    OCL_CHECK(clSetKernelArg(tiles, 2, sizeof l->d_asked, &l->d_asked));
    OCL_CHECK(clSetKernelArg(tiles, 3, sizeof stride, &stride));
    OCL_CHECK(clSetKernelArg(tiles, 4, sizeof asked, &asked));
    const cl_uint keys = (cl_uint)(parts * kept);    // of all parts of a query
    OCL_CHECK(clSetKernelArg(merge, 0, sizeof l->d_lists, &l->d_lists));
    OCL_CHECK(clSetKernelArg(merge, 1, sizeof l->d_parts, &l->d_parts));
    OCL_CHECK(clSetKernelArg(merge, 2, sizeof keys, &keys));

    const double estimate_ns = ocl_pace_estimate(&l->pace, tiles, &range);
    if (ocl_pace_allows(&l->pace, l->report, "tiles", estimate_ns)) {
        ocl_trial t = open_trial(l, "tiles");
        ocl_trial_scratch(&t, l->d_parts, queries * parts * kept * sizeof(cl_ulong));
        while (ocl_trial_next(&t)) {
            OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, tiles, 2, NULL, range.global,
                                             range.local, 0, NULL, &t.first));
            launch(l, merge, queries, l->plan.sizes.group, NULL);
            launch_each(l, l->vote, l->data->queries, &t.done);
        }
        report_trial(l, &t);
    }
    OCL_CHECK(clReleaseKernel(merge));
    OCL_CHECK(clReleaseKernel(tiles));
}

// The points are put into the cells of a grid in each run; a query looks at the cells around it.
static void run_grid(lesson *l)
{
    const knn_plan *p = &l->plan;
    const knn_shape shape = knn_make_shape(l->data, p->copies);
    const size_t counts = (size_t)shape.columns * shape.rows * p->copies;
    const size_t starts = (size_t)shape.rows * (shape.columns + 1);
    const size_t group = p->contiguous ? 1 : p->sizes.group;
    const size_t groups = p->contiguous ? p->copies : p->sizes.groups;

    cl_mem d_counts = ocl_buffer(l->env, CL_MEM_READ_WRITE, counts * sizeof(cl_uint), NULL);
    cl_mem d_booked = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    cl_mem d_starts = ocl_buffer(l->env, CL_MEM_READ_WRITE, starts * sizeof(cl_uint), NULL);
    cl_mem d_cell_points =
        ocl_buffer(l->env, CL_MEM_READ_WRITE, 2 * l->data->stride * sizeof(cl_float), NULL);
    cl_mem d_indices = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->data->n * sizeof(cl_uint), NULL);

    enum { CLEAR, COUNT, ROWS, SCATTER, SEARCH, KERNELS, MAX_BUFFERS = 5 };
    static const char *const NAMES[KERNELS] = { "knn_grid_clear", "knn_grid_count", "knn_grid_rows",
                                                "knn_grid_scatter", "knn_grid_search" };
    const cl_mem buffers[KERNELS][MAX_BUFFERS] = {
        [CLEAR] = { d_counts, d_booked },
        [COUNT] = { d_counts, l->d_points },
        [ROWS] = { d_starts, d_counts, d_booked },
        [SCATTER] = { d_cell_points, d_indices, d_counts, l->d_points },
        [SEARCH] = { l->d_lists, d_cell_points, d_indices, d_starts, l->d_asked },
    };
    cl_kernel kernels[KERNELS];
    for (int k = 0; k < KERNELS; k++) {
        cl_int err;
        kernels[k] = OCL_CREATE(clCreateKernel(l->program, NAMES[k], &err));
        cl_uint count = 0;
        for (; count < MAX_BUFFERS && buffers[k][count]; count++)
            OCL_CHECK(clSetKernelArg(kernels[k], count, sizeof(cl_mem), &buffers[k][count]));
        OCL_CHECK(clSetKernelArg(kernels[k], count, sizeof shape, &shape));
    }

    ocl_trial t = open_trial(l, "grid");
    ocl_trial_scratch(&t, d_starts, starts * sizeof(cl_uint));
    ocl_trial_scratch(&t, d_cell_points, 2 * l->data->stride * sizeof(cl_float));
    ocl_trial_scratch(&t, d_indices, l->data->n * sizeof(cl_uint));
    while (ocl_trial_next(&t)) {
        launch_each(l, kernels[CLEAR], counts, &t.first);
        launch(l, kernels[COUNT], groups, group, NULL);
        launch(l, kernels[ROWS], shape.rows, p->sizes.group, NULL);
        launch(l, kernels[SCATTER], groups, group, NULL);
        launch_each(l, kernels[SEARCH], l->data->queries, NULL);
        launch_each(l, l->vote, l->data->queries, &t.done);
    }
    report_trial(l, &t);

    for (int k = KERNELS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(kernels[k]));
    OCL_CHECK(clReleaseMemObject(d_indices));
    OCL_CHECK(clReleaseMemObject(d_cell_points));
    OCL_CHECK(clReleaseMemObject(d_starts));
    OCL_CHECK(clReleaseMemObject(d_booked));
    OCL_CHECK(clReleaseMemObject(d_counts));
}

static void run_all(lesson *l, const ocl_options *opt)
{
    if (ocl_wants(opt, "each")) run_each(l);
    if (ocl_wants(opt, "tiles")) run_tiles(l);
    if (l->data->dimensions != 2)
        ocl_report_note(l->report, "grid is left out: the points have %zu dimensions, and not 2",
                        l->data->dimensions);
    else if (ocl_wants(opt, "grid"))
        run_grid(l);
}

int main(int argc, char **argv)
{
    // Options and device.
    knn_settings settings = { .options = { .n = { 20011 }, .repeat = 5, .seed = 1 },
                              .k = 16,
                              .queries = 1000,
                              .classes = 3,
                              .dimensions = 2 };
    const knn_about about = { .name = "knn_queries",
                              .summary = "The classes of many points, from their neighbours.",
                              .variants = VARIANTS };
    knn_parse(&settings, argc, argv, &about);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    lesson l = { .env = &env, .pace = ocl_pace_open(&env) };
    l.pace.heavy = true;    // also few points are slow with many queries

    // Points and reference.
    knn_require_memory(env.device, &settings);
    knn_data data = knn_get_data(&settings);
    const size_t bytes = data.queries * data.row * sizeof(cl_ulong);
    uint64_t *ref = ocl_alloc(bytes);
    l.answers = ocl_alloc(bytes);
    l.data = &data;
    l.ref = ref;
    l.report = ocl_report_open(opt, env.device);
    knn_report_problem(l.report, &data);
    OCL_TIME_REFERENCE(l.report, knn_ref(ref, &data));
    knn_require_precision(&data, ref, l.report);

    // Program, buffers, and the kernel that all rungs end with.
    l.plan = knn_make_plan(env.device, &data);
    l.program = knn_build(&env, &data, &l.plan);
    const size_t point_bytes = data.dimensions * sizeof(cl_float);
    const size_t list_bytes = data.queries * data.kept * sizeof(cl_ulong);
    l.d_answers = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_lists = ocl_buffer(&env, CL_MEM_READ_WRITE, list_bytes, NULL);
    l.d_parts = ocl_buffer(&env, CL_MEM_READ_WRITE, list_bytes * l.plan.parts, NULL);
    l.d_points = ocl_buffer(&env, CL_MEM_READ_ONLY, data.stride * point_bytes, data.points);
    l.d_asked = ocl_buffer(&env, CL_MEM_READ_ONLY, data.queries * point_bytes, data.asked);
    l.d_classes = ocl_buffer(&env, CL_MEM_READ_ONLY, data.n * sizeof(cl_uint), data.table.labels);
    cl_int err;
    l.vote = OCL_CREATE(clCreateKernel(l.program, "knn_vote", &err));
    const cl_uint n = (cl_uint)data.n, queries = (cl_uint)data.queries;
    OCL_CHECK(clSetKernelArg(l.vote, 0, sizeof l.d_answers, &l.d_answers));
    OCL_CHECK(clSetKernelArg(l.vote, 1, sizeof l.d_lists, &l.d_lists));
    OCL_CHECK(clSetKernelArg(l.vote, 2, sizeof l.d_classes, &l.d_classes));
    OCL_CHECK(clSetKernelArg(l.vote, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(l.vote, 4, sizeof queries, &queries));

    // Launches, reading, comparison.
    run_all(&l, opt);
    knn_report_accuracy(l.report, &data, l.answers);
    knn_report_neighbours(l.report, &data, l.answers);
    knn_draw(&data, l.answers, opt->output);

    // Release.
    OCL_CHECK(clReleaseKernel(l.vote));
    OCL_CHECK(clReleaseMemObject(l.d_classes));
    OCL_CHECK(clReleaseMemObject(l.d_asked));
    OCL_CHECK(clReleaseMemObject(l.d_points));
    OCL_CHECK(clReleaseMemObject(l.d_parts));
    OCL_CHECK(clReleaseMemObject(l.d_lists));
    OCL_CHECK(clReleaseMemObject(l.d_answers));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(l.answers);
    free(ref);
    knn_free_data(&data);
    return ocl_report_close(l.report);
}
