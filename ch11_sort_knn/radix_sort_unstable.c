// SPDX-License-Identifier: MIT
//
// radix_sort_unstable - the fast radix sort for GPUs: keys alone, the highest digit first.
//
// Shows   what a sort gains that need not be stable: atomics in local memory rank the keys of a
//         tile, and one atomic addition per digit books room in a bucket; lists on the device;
//         launches for more work-groups than there is work
// Uses    clEnqueueNDRangeKernel, clCreateCommandQueue, clEnqueueReadBuffer, clFlush,
//         clWaitForEvents, reqd_work_group_size, atomic_inc, atomic_add
// Try     radix_sort_unstable -n 16M; radix_sort_unstable --pattern skewed --group 64
//
// The order of equal keys is left to chance.  Of keys alone nobody can tell: they are the same.

#include "ocl.h"

#include "radix_sort_unstable/plan.h"
#include "shared/keys/columns.h"

enum { START, CLEAR, PLAN, COUNT, CHILDREN, PARTITION, SMALL, CROWDED, KERNELS };

static const char *const NAMES[] = { "radix_start", "radix_clear",    "radix_plan",
                                     "radix_count", "radix_children", "radix_partition",
                                     "radix_small", "radix_crowded" };

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    unstable_plan plan;
    cl_program program;
    cl_kernel kernels[KERNELS];
    cl_command_queue reader;    // does not wait for the last kernels of a level
    cl_mem d_lists[LISTS];
    columns d_y, d_t, d_x;    // output, scratch, input
} lesson;

// A level divides the buckets of the list `parents` into children.
typedef struct {
    cl_uint number, bits, shift;    // which one; the digit has `bits` bits, and `shift` below it
    size_t parents;                 // the most buckets that it divides
    size_t children;                // and the most that it makes
    cl_mem to, from;                // where the keys go, and where they are
    cl_mem d_parents, d_next;       // large buckets: those of this level, those of the next one
    cl_mem d_cursors, d_starts;     // of the children; where the tiles of a parent begin
} level;

static level level_of(const lesson *l, cl_uint number, size_t parents)
{
    const cl_mem *lists = l->d_lists, t = l->d_t.keys, y = l->d_y.keys;
    level v = { .number = number, .bits = l->plan.bits[number], .shift = l->plan.shift[number] };
    v.parents = parents;
    v.children = parents << v.bits;
    v.to = number % 2 ? y : t;
    v.from = number == 0 ? l->d_x.keys : number % 2 ? t : y;
    v.d_parents = lists[LARGE + number % 2];
    v.d_next = lists[LARGE + (number + 1) % 2];
    v.d_cursors = lists[CURSORS + (number > 0)];
    v.d_starts = lists[TILE_STARTS + (number > 0)];
    return v;
}

static void enqueue(const lesson *l, int kernel, size_t groups, cl_event *done)
{
    const size_t local = l->plan.group, items = groups * local;
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernels[kernel], 1, NULL, &items, &local, 0,
                                     NULL, done));
}

static void enqueue_start(const lesson *l, cl_event *done)
{
    const unstable_plan *p = &l->plan;
    const cl_mem *d = l->d_lists;
    const cl_uint cursors = (cl_uint)COPIES << p->bits[0];
    const cl_uint next_cursors = (cl_uint)(p->parents[1] << p->bits[1]);    // these are more
    ocl_set_args(l->kernels[START],
                 OCL_BUFFERS(d[CURSORS], d[TILE_STARTS], d[STATE], d[LARGE], d[CURSORS + 1]),
                 OCL_NUMBERS(cursors, next_cursors, (cl_uint)l->data->n));
    enqueue(l, START, ocl_divide_up(next_cursors, p->group), done);
}

// Levels 0 and 1 need none of this: radix_start, and radix_children of level 0, have done it.
static void prepare_level(const lesson *l, const level *v)
{
    const cl_uint children = (cl_uint)v->children, room = (cl_uint)l->plan.max_parents;
    ocl_set_args(l->kernels[CLEAR], OCL_BUFFERS(v->d_cursors), OCL_NUMBERS(children));
    enqueue(l, CLEAR, ocl_divide_up(children, l->plan.group), NULL);
    ocl_set_args(l->kernels[PLAN], OCL_BUFFERS(v->d_starts, l->d_lists[STATE], v->d_parents),
                 OCL_NUMBERS(room, v->number));
    enqueue(l, PLAN, 1, NULL);
}

// *listed becomes the event after which all children are in the lists, *last that of the last
// command.
static void divide_parents(const lesson *l, const level *v, cl_event *listed, cl_event *last)
{
    const unstable_plan *p = &l->plan;
    const cl_mem *d = l->d_lists;
    const cl_uint n = (cl_uint)l->data->n, room = (cl_uint)p->max_parents;
    const cl_uint small_room = (cl_uint)p->max_small;
    const size_t tiles = n / p->tile + v->parents + APART;    // parents and rows have ragged ones

    ocl_set_args(l->kernels[COUNT],
                 OCL_BUFFERS(v->d_cursors, v->from, v->d_parents, v->d_starts, d[STATE]),
                 OCL_NUMBERS(room, v->number, v->shift, v->bits, n));
    enqueue(l, COUNT, tiles, NULL);

    ocl_set_args(l->kernels[CHILDREN],
                 OCL_BUFFERS(v->d_cursors, d[SMALL_BUCKETS], v->d_next, d[TILE_STARTS + 1],
                             d[STATE], v->d_parents),
                 OCL_NUMBERS(room, v->number, v->shift, v->bits, small_room));
    enqueue(l, CHILDREN, v->parents, listed);

    ocl_set_args(l->kernels[PARTITION],
                 OCL_BUFFERS(v->to, v->d_cursors, v->from, v->d_parents, v->d_starts, d[STATE]),
                 OCL_NUMBERS(room, v->number, v->shift, v->bits, n));
    enqueue(l, PARTITION, tiles, last);
}

// Sorts the children that fit into local memory, into y.
static void sort_small(const lesson *l, const level *v, cl_event *last)
{
    const size_t most = ocl_smaller(v->children, l->data->n);
    const ocl_arg_buffers buffers =
        OCL_BUFFERS(l->d_y.keys, v->to, l->d_lists[SMALL_BUCKETS], l->d_lists[STATE]);
    const ocl_arg_numbers numbers =
        OCL_NUMBERS(v->number, (cl_uint)l->data->n, (cl_uint)l->plan.max_small);

    ocl_set_args(l->kernels[SMALL], buffers, numbers);
    enqueue(l, SMALL, ocl_smaller(most, MAX_SMALL_GROUPS), NULL);

    const size_t groups = most / l->plan.group + CROWDED_GROUPS;
    ocl_set_args(l->kernels[CROWDED], buffers, numbers);
    enqueue(l, CROWDED, ocl_smaller(most, groups), last);
}

static void enqueue_level(const lesson *l, const level *v, cl_event *listed, cl_event *last)
{
    const bool has_small = v->number > 0 && v->shift > 0;
    if (v->number > 1) prepare_level(l, v);
    divide_parents(l, v, listed, has_small ? NULL : last);
    if (has_small) sort_small(l, v, last);
}

// How many parents a level has, read as soon as they are listed: done[1].  The queue of the kernels
// would read it after them: then the device would have nothing to do until the host enqueues more.
static size_t read_parents(const lesson *l, cl_uint number, const cl_event done[2])
{
    cl_uint parents;
    OCL_CHECK(clFlush(l->env->queue));
    OCL_CHECK(clWaitForEvents(2, done));    // done[0] was before: this sees whether it failed
    OCL_CHECK(clEnqueueReadBuffer(l->reader, l->d_lists[STATE], CL_TRUE, number * sizeof parents,
                                  sizeof parents, &parents, 0, NULL, NULL));
    return ocl_smaller(parents, l->plan.max_parents);
}

// Level 1 is launched without a look at the lists, for as many parents as there can be.  span[0]
// becomes the event of the first command, span[1] that of the last.
static void sort(const lesson *l, cl_event span[2])
{
    enqueue_start(l, &span[0]);
    size_t parents = 1;
    for (cl_uint number = 0; number < LEVELS && parents > 0; number++) {
        const level v = level_of(l, number, parents);
        cl_event done[2] = { number > 0 ? span[1] : NULL, NULL };
        enqueue_level(l, &v, &done[1], &span[1]);
        parents = number == 0 ? l->plan.parents[1] : read_parents(l, number + 1, done);
        if (done[0]) OCL_CHECK(clReleaseEvent(done[0]));
        OCL_CHECK(clReleaseEvent(done[1]));
    }
}

static lesson open_lesson(const ocl_env *env, const unstable_settings *settings,
                          const unstable_plan *p, const keys_data *data)
{
    lesson l = { .env = env, .data = data, .plan = *p };
    l.program =
        ocl_build(env, "radix_sort_unstable.cl", "%s", unstable_build_options(settings, p).text);
    cl_int err;
    for (int k = 0; k < KERNELS; k++)
        l.kernels[k] = OCL_CREATE(clCreateKernel(l.program, NAMES[k], &err));
    l.reader = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    for (int k = 0; k < LISTS; k++)
        l.d_lists[k] = ocl_buffer(env, CL_MEM_READ_WRITE, p->list_bytes[k], NULL);
    l.d_y = columns_open(env, data);
    l.d_t = columns_open(env, data);
    l.d_x = columns_input(env, data);
    return l;
}

static void close_lesson(const lesson *l)
{
    columns_close(&l->d_x, l->data);
    columns_close(&l->d_t, l->data);
    columns_close(&l->d_y, l->data);
    for (int k = LISTS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(l->d_lists[k]));
    OCL_CHECK(clReleaseCommandQueue(l->reader));
    for (int k = KERNELS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(l->kernels[k]));
    OCL_CHECK(clReleaseProgram(l->program));
}

int main(int argc, char **argv)
{
    static const char *const variants[] = { "booked", NULL };
    unstable_settings settings = { .group = 0 };
    const ocl_option own[] = { sort_group_option(&settings.group), { .usage = NULL } };
    const sort_program program = { .name = "radix_sort_unstable",
                                   .summary = "A radix sort of keys alone, for GPUs.",
                                   .variants = variants,
                                   .own = own,
                                   .repeat = 10,
                                   .keys_alone = true };
    settings.options = sort_parse(argc, argv, &program, &settings.keys);
    keys_require_places(&settings.options);
    sort_require_group(settings.group);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const size_t n = opt->n[0];
    const unstable_plan plan = unstable_make_plan(&settings, env.device);
    ocl_require_memory(env.device, 4.0 * (double)n, unstable_buffer_bytes(&plan, n),
                       keys_host_bytes(&settings.keys, n));
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);
    OCL_TIME_REFERENCE(report, keys_sort_ref(&data));

    const lesson l = open_lesson(&env, &settings, &plan, &data);
    ocl_trial t = columns_trial(&l.d_y, &env, &data, "booked");
    columns_scratch(&t, &l.d_t, &data);
    for (int k = 0; k < LISTS; k++)
        ocl_trial_scratch(&t, l.d_lists[k], plan.list_bytes[k]);
    while (ocl_trial_next(&t)) {
        cl_event span[2];
        sort(&l, span);
        t.first = span[0];
        t.done = span[1];
    }
    const ocl_work work = { .amount = (double)n, .unit = "Mkey/s" };
    ocl_trial_report(&t, report, &work, columns_compare(&l.d_y, &env, &data, "booked"));

    close_lesson(&l);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
