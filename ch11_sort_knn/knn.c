// SPDX-License-Identifier: MIT
//
// knn - the class of a point: the one that most of its k nearest neighbours have.
//
// Shows   selection instead of a sort; a bound that leaves few candidates; many queries per launch;
//         a grid, built on the device, that leaves most points out; ties with one right answer
// Uses    clSetKernelArg, clEnqueueNDRangeKernel; fma, atomic_inc, reqd_work_group_size
// Try     knn -i data/iris.csv --features 3,4 -o iris.png
//         knn --dimensions 16, knn --layout same

#include "knn/arguments.h"
#include "knn/picture.h"

typedef struct {
    cl_command_queue queue;
    const knn_data *data;
    uint64_t *answers;    // of the last run
    const uint64_t *ref;
    knn_plan plan;
    knn_shape shape;
    cl_program program;
    cl_mem buffers[BUFFERS];
    cl_kernel kernels[KERNELS];
    cl_event first, last;    // of a run
} job;

// The number `after` the shape: 1 is the next argument.
static void set_number(const job *j, int k, cl_uint after, size_t value)
{
    const cl_uint number = (cl_uint)value, at = KNN_KERNELS[k].count + after;
    OCL_CHECK(clSetKernelArg(j->kernels[k], at, sizeof number, &number));
}

// `parts` rows of work-groups.  The first and the last command of a run have an event.
static void launch(job *j, int k, size_t groups, size_t local, size_t parts)
{
    cl_event *event = k == VOTE ? &j->last : j->first ? NULL : &j->first;
    const size_t global[2] = { groups * local, parts }, locals[2] = { local, 1 };
    OCL_CHECK(
        clEnqueueNDRangeKernel(j->queue, j->kernels[k], 2, NULL, global, locals, 0, NULL, event));
}

// The lists of `queries` queries, from `query` on, each from `count` keys.
static void merge(job *j, int k, size_t query, size_t count, size_t queries)
{
    set_number(j, k, 1, query);
    set_number(j, k, 2, count);
    launch(j, k, queries, j->plan.group, 1);
}

static void sort_all(job *j, size_t query)
{
    const size_t n = j->plan.sorted;
    const size_t local = ocl_smaller(j->plan.items, n), pairs = ocl_smaller(local, n / 2);
    set_number(j, DISTANCES, 1, query);
    launch(j, DISTANCES, n / local, local, 1);
    for (size_t block = 2; block <= n; block *= 2)
        for (size_t apart = block / 2; apart > 0; apart /= 2) {
            set_number(j, SORT_PASS, 1, block);
            set_number(j, SORT_PASS, 2, apart);
            launch(j, SORT_PASS, n / 2 / pairs, pairs, 1);
        }
    merge(j, MERGE_KEYS, query, j->data->kept, 1);    // the first ones
}

// select and wide
static void select_nearest(job *j, int k, size_t query)
{
    set_number(j, k, 1, query);
    launch(j, k, j->plan.groups, j->plan.group, 1);
    merge(j, MERGE_PARTS, query, j->plan.groups * j->data->kept, 1);
}

// The list of the samples gives the bound; then it becomes that of the candidates.
static void sample(job *j, size_t query)
{
    set_number(j, SAMPLE, 1, query);
    launch(j, SAMPLE, j->plan.samples, j->plan.group, 1);
    merge(j, MERGE_PARTS, query, j->plan.samples, 1);
    set_number(j, GATHER, 1, query);
    launch(j, GATHER, j->plan.groups, j->plan.group, 1);
    merge(j, MERGE_KEYS, query, 0, 1);
}

static void answer_queries(job *j)
{
    const size_t queries = j->data->queries, local = j->plan.items;
    launch(j, TILES, ocl_divide_up(queries, local), local, j->plan.parts);
    merge(j, MERGE_PARTS, 0, j->plan.parts * j->data->kept, queries);
}

static void search_grid(job *j)
{
    const size_t local = j->plan.items, counts = (size_t)j->shape.columns * j->shape.rows;
    const size_t group = j->plan.own_counts ? 1 : j->plan.group;
    const size_t groups = j->plan.own_counts ? j->plan.copies : j->plan.groups;
    launch(j, CLEAR, ocl_divide_up(counts * j->plan.copies, local), local, 1);
    launch(j, COUNT, groups, group, 1);
    launch(j, ROWS, j->shape.rows, j->plan.group, 1);
    launch(j, SCATTER, groups, group, 1);
    launch(j, SEARCH, ocl_divide_up(j->data->queries, local), local, 1);
}

static void find_neighbours(job *j, int variant)
{
    for (size_t q = 0; variant < QUERIES && q < j->data->queries; q++) {
        if (variant == SORT_ALL) sort_all(j, q);
        if (variant == SELECT) select_nearest(j, SHARE, q);
        if (variant == WIDE) select_nearest(j, SHARE_WIDE, q);
        if (variant == SAMPLED) sample(j, q);
    }
    if (variant == QUERIES) answer_queries(j);
    if (variant == GRID) search_grid(j);
}

static void run_variant(job *j, ocl_pace *pace, ocl_report *report, int variant)
{
    const char *name = KNN_VARIANTS[variant];
    const size_t queries = j->data->queries, count = queries * (j->data->k + 1);
    const size_t bytes = count * sizeof(cl_ulong), local = j->plan.items;
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; ocl_pace_again(pace, run); run++) {
        ocl_poison_run(j->queue, j->buffers[ANSWERS], bytes, run);
        j->first = NULL;
        find_neighbours(j, variant);
        launch(j, VOTE, ocl_divide_up(queries, local), local, 1);
        ocl_times_take_span(&times, run, j->first, j->last);
        ocl_answers_add(&times.answers, j->queue, j->buffers[ANSWERS], bytes);
    }
    OCL_CHECK(clEnqueueReadBuffer(j->queue, j->buffers[ANSWERS], CL_TRUE, 0, bytes, j->answers, 0,
                                  NULL, NULL));
    ocl_report_row(report, &(ocl_row){ .name = name,
                                       .times = &times,
                                       .work = (double)j->data->n * (double)queries,
                                       .unit = "Mpair/s",
                                       .result = ocl_verify_u64(name, j->answers, j->ref, count) });
}

static void make_objects(job *j, const ocl_env *env)
{
    j->queue = env->queue;
    j->plan = knn_make_plan(env->device, j->data);
    j->shape = knn_make_shape(j->data, j->plan.copies);
    size_t bytes[BUFFERS];
    knn_buffer_bytes(bytes, j->data, &j->plan, &j->shape);
    const void *host[BUFFERS] = { [POINTS] = j->data->points, [ASKED] = j->data->asked };
    host[CLASSES] = j->data->table.labels;
    for (int b = 0; b < BUFFERS; b++)
        j->buffers[b] = ocl_buffer(env, CL_MEM_READ_WRITE, bytes[b], host[b]);
    j->program = knn_build(env, j->data, &j->plan);
    for (int i = 0; i < (j->data->dimensions == 2 ? KERNELS : CLEAR); i++) {
        const knn_kernel *k = &KNN_KERNELS[i];
        cl_int err;
        j->kernels[i] = OCL_CREATE(clCreateKernel(j->program, k->name, &err));
        for (cl_uint b = 0; b < k->count; b++)
            OCL_CHECK(clSetKernelArg(j->kernels[i], b, sizeof(cl_mem), &j->buffers[k->buffers[b]]));
        OCL_CHECK(clSetKernelArg(j->kernels[i], k->count, sizeof j->shape, &j->shape));
    }
}

static void release_objects(const job *j)
{
    for (int k = KERNELS - 1; k >= 0; k--)
        if (j->kernels[k]) OCL_CHECK(clReleaseKernel(j->kernels[k]));
    OCL_CHECK(clReleaseProgram(j->program));
    for (int b = BUFFERS - 1; b >= 0; b--)
        OCL_CHECK(clReleaseMemObject(j->buffers[b]));
}

int main(int argc, char **argv)
{
    const knn_settings settings = knn_parse(argc, argv);
    ocl_env env = ocl_open(&settings.options);
    ocl_pace pace = ocl_pace_open(&env);
    pace.heavy = true;    // also few points are slow with many queries
    knn_require_memory(env.device, &settings);
    knn_data data = knn_get_data(&settings);
    const size_t bytes = data.queries * (data.k + 1) * sizeof(cl_ulong);
    uint64_t *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&settings.options, env.device);
    knn_report_problem(report, &data);
    OCL_TIME_REFERENCE(report, knn_ref(ref, &data));

    job j = { .data = &data, .ref = ref, .answers = ocl_alloc(bytes) };
    make_objects(&j, &env);
    set_number(&j, DISTANCES, 1, 0);    // for the estimate
    for (int v = SORT_ALL; v <= GRID; v++)
        if (knn_allows(&pace, report, &data, j.kernels[DISTANCES], v))
            run_variant(&j, &pace, report, v);
    knn_report_answers(report, &data, j.answers);
    knn_draw(&data, j.answers, settings.options.output);

    release_objects(&j);
    ocl_close(&env);
    free(j.answers);
    free(ref);
    knn_free_data(&data);
    return ocl_report_close(report);
}
