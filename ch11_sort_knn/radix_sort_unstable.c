// SPDX-License-Identifier: MIT
//
// radix_sort_unstable - the fast radix sort for GPUs: keys alone, the highest digit first.
//
// Shows   what a sort gains that need not be stable: atomics in local memory rank the keys of a
//         tile, and one atomic addition per digit books room in a bucket; lists on the device;
//         launches for more work-groups than there is work
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clCreateCommandQueue, clEnqueueReadBuffer,
//         clFlush, clWaitForEvents, reqd_work_group_size, atomic_inc, atomic_add
// Try     radix_sort_unstable -n 16M; radix_sort_unstable --pattern skewed --group 64
//
// The order of equal keys is left to chance.  Of keys alone nobody can tell: they are the same.

#include "ocl.h"

#include "radix_sort_unstable/settings.h"
#include "shared/columns.h"

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
} sorter;

// Arguments of a kernel: buffers first, then numbers.
static void set_args(cl_kernel kernel, cl_uint first, const cl_mem *buffers, cl_uint count,
                     const cl_uint *numbers)
{
    for (cl_uint k = 0; k < first; k++)
        OCL_CHECK(clSetKernelArg(kernel, k, sizeof buffers[k], &buffers[k]));
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clSetKernelArg(kernel, first + k, sizeof numbers[k], &numbers[k]));
}

static void enqueue(const sorter *s, int kernel, size_t groups, cl_event *done)
{
    const size_t local = s->plan.group, items = groups * local;
    OCL_CHECK(clEnqueueNDRangeKernel(s->env->queue, s->kernels[kernel], 1, NULL, &items, &local, 0,
                                     NULL, done));
}

static void enqueue_start(const sorter *s, cl_event *done)
{
    const unstable_plan *p = &s->plan;
    const cl_uint children = (cl_uint)(p->parents[1] << p->bits[1]);    // more than of level 0
    const cl_mem *d = s->d_lists;
    const cl_uint size[] = { (cl_uint)COPIES << p->bits[0], children, (cl_uint)s->data->n };
    set_args(s->kernels[START], 5,
             (cl_mem[]){ d[CURSORS], d[TILE_STARTS], d[STATE], d[LARGE], d[CURSORS + 1] }, 3, size);
    enqueue(s, START, ocl_divide_up(children, p->group), done);
}

// Divides `parents` buckets or fewer, and sorts their small children.  *listed becomes the event
// after which all children are in the lists, *last that of the last command.
static void enqueue_level(const sorter *s, cl_uint level, size_t parents, cl_event *listed,
                          cl_event *last)
{
    const unstable_plan *p = &s->plan;
    const cl_uint n = (cl_uint)s->data->n, bits = p->bits[level], shift = p->shift[level];
    const cl_mem to = level % 2 ? s->d_y.keys : s->d_t.keys;
    const cl_mem from = level == 0 ? s->d_x.keys : level % 2 ? s->d_t.keys : s->d_y.keys;
    const cl_mem *d = s->d_lists, state = d[STATE], small = d[SMALL_BUCKETS];
    const cl_mem large = d[LARGE + level % 2], next = d[LARGE + (level + 1) % 2];
    const cl_mem cursors = d[CURSORS + (level > 0)], starts = d[TILE_STARTS + (level > 0)];
    const cl_uint room = (cl_uint)p->max_parents, small_room = (cl_uint)p->max_small;
    const cl_uint digit[] = { room, level, shift, bits, n };
    const cl_uint listing[] = { room, level, shift, bits, small_room };
    const cl_uint rest[] = { level, n, small_room }, children = (cl_uint)(parents << bits);
    const size_t tiles = n / p->tile + parents + APART;    // parents and rows have incomplete ones
    if (level > 1) {    // before: radix_start, and radix_children of level 0
        set_args(s->kernels[CLEAR], 1, &cursors, 1, &children);
        enqueue(s, CLEAR, ocl_divide_up(children, p->group), NULL);
        set_args(s->kernels[PLAN], 3, (cl_mem[]){ starts, state, large }, 2, digit);
        enqueue(s, PLAN, 1, NULL);
    }
    set_args(s->kernels[COUNT], 5, (cl_mem[]){ cursors, from, large, starts, state }, 5, digit);
    enqueue(s, COUNT, tiles, NULL);
    set_args(s->kernels[CHILDREN], 6,
             (cl_mem[]){ cursors, small, next, d[TILE_STARTS + 1], state, large }, 5, listing);
    enqueue(s, CHILDREN, parents, listed);
    set_args(s->kernels[PARTITION], 6, (cl_mem[]){ to, cursors, from, large, starts, state }, 5,
             digit);
    const bool none_small = level == 0 || shift == 0;
    enqueue(s, PARTITION, tiles, none_small ? last : NULL);
    if (none_small) return;
    const cl_mem buffers[] = { s->d_y.keys, to, small, state };
    const size_t most = ocl_smaller(children, n);
    set_args(s->kernels[SMALL], 4, buffers, 3, rest);
    enqueue(s, SMALL, ocl_smaller(most, MAX_SMALL_GROUPS), NULL);
    set_args(s->kernels[CROWDED], 4, buffers, 3, rest);
    enqueue(s, CROWDED, ocl_smaller(most, most / p->group + CROWDED_GROUPS), last);
}

// How many parents a level has, read as soon as they are listed: done[1].  The queue of the kernels
// would read it after them: then the device would have nothing to do until the host enqueues more.
static size_t read_parents(const sorter *s, cl_uint level, const cl_event done[2])
{
    cl_uint parents;
    OCL_CHECK(clFlush(s->env->queue));
    OCL_CHECK(clWaitForEvents(2, done));    // done[0] was before: this sees whether it failed
    OCL_CHECK(clEnqueueReadBuffer(s->reader, s->d_lists[STATE], CL_TRUE, level * sizeof parents,
                                  sizeof parents, &parents, 0, NULL, NULL));
    return ocl_smaller(parents, s->plan.max_parents);
}

// Level 1 is launched without a look at the lists, for as many parents as there can be.  span[0]
// becomes the event of the first command, span[1] that of the last.
static void sort(const sorter *s, cl_event span[2])
{
    enqueue_start(s, &span[0]);
    size_t parents = 1;
    for (cl_uint level = 0; level < LEVELS && parents > 0; level++) {
        cl_event done[2] = { level > 0 ? span[1] : NULL, NULL };
        enqueue_level(s, level, parents, &done[1], &span[1]);
        parents = level == 0 ? s->plan.parents[1] : read_parents(s, level + 1, done);
        if (level > 0) OCL_CHECK(clReleaseEvent(done[0]));
        OCL_CHECK(clReleaseEvent(done[1]));
    }
}

static sorter open_sorter(const ocl_env *env, const unstable_settings *settings,
                          const unstable_plan *p, const keys_data *data)
{
    sorter s = { .env = env, .data = data, .plan = *p };
    s.program =
        ocl_build(env, "radix_sort_unstable.cl", "%s", unstable_build_options(settings, p).text);
    cl_int err;
    for (int k = 0; k < KERNELS; k++)
        s.kernels[k] = OCL_CREATE(clCreateKernel(s.program, NAMES[k], &err));
    s.reader = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    for (int k = 0; k < LISTS; k++)
        s.d_lists[k] = ocl_buffer(env, CL_MEM_READ_WRITE, p->list_bytes[k], NULL);
    s.d_y = columns_open(env, data);
    s.d_t = columns_open(env, data);
    s.d_x = columns_input(env, data);
    return s;
}

static void close_sorter(const sorter *s)
{
    columns_close(&s->d_x, s->data);
    columns_close(&s->d_t, s->data);
    columns_close(&s->d_y, s->data);
    for (int k = LISTS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(s->d_lists[k]));
    OCL_CHECK(clReleaseCommandQueue(s->reader));
    for (int k = KERNELS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(s->kernels[k]));
    OCL_CHECK(clReleaseProgram(s->program));
}

int main(int argc, char **argv)
{
    const unstable_settings settings = unstable_parse(argc, argv);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    ocl_pace pace = ocl_pace_open(&env);
    const size_t n = opt->n[0];
    const unstable_plan plan = unstable_make_plan(&settings, env.device);
    ocl_require_memory(env.device, 4.0 * (double)n, unstable_buffer_bytes(&plan, n),
                       keys_host_bytes(&settings.keys, n));
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);
    OCL_TIME_REFERENCE(report, keys_sort_ref(&data));

    const sorter s = open_sorter(&env, &settings, &plan, &data);
    ocl_times times = { .runs = 0 };
    ocl_answers answers[2] = { { .count = 0 } };
    for (size_t run = 0; ocl_pace_again(&pace, run); run++) {
        cl_event span[2] = { NULL, NULL };
        columns_poison(&s.d_y, &env, &data, run);
        columns_poison(&s.d_t, &env, &data, run);
        sort(&s, span);
        ocl_times_take_span(&times, run, span[0], span[1]);
        columns_add(&s.d_y, &env, &data, answers);
    }
    times.answers = answers[0];
    ocl_report_row(report,
                   &(ocl_row){ .name = "booked",
                               .times = &times,
                               .work = (double)n,
                               .unit = "Mkey/s",
                               .result = columns_verify(&s.d_y, &env, &data, "booked", answers) });

    close_sorter(&s);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
