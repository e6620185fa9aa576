// SPDX-License-Identifier: MIT
//
// radix_sort_msd - the fast radix sort: the highest digit first, then each bucket on its own.
//
// Shows   few long work-items for a CPU: whole cache lines written past the caches, buckets that
//         are sorted in the cache and taken in turn; large buckets are divided again by the host
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer, reqd_work_group_size,
//         __builtin_nontemporal_store where the compiler has it
// Try     radix_sort_msd -n 16M; radix_sort_msd --pairs; bench_radix_sort, with std::sort
//         radix_sort_msd -n 16M --pattern skewed; radix_sort_msd -n 16M --pattern equal
//         radix_sort_msd --method digits, without comparators; radix_sort_msd --method network
//
// radix_sort has the plain ladder, which this sample begins where it ends.

#include "ocl.h"

#include "radix_sort_msd/settings.h"
#include "shared/columns.h"

#include <math.h>

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    cl_program program;
    cl_kernel count, partition, buckets;
    cl_mem d_counts, d_starts, d_room;
    columns d_y, d_t, d_x;    // output, scratch, input
    size_t shares;            // work-items of each kernel
    cl_uint limit;            // keys of a bucket that one work-item sorts
} sorter;

// Keys that have the same digits above bit `shift` + 8.
typedef struct {
    cl_uint first, n, shift;
} range;

static void set_buffers(cl_kernel kernel, size_t count, const cl_mem *buffers)
{
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clSetKernelArg(kernel, k, sizeof buffers[k], &buffers[k]));
}

static void set_uints(cl_kernel kernel, cl_uint first, size_t count, const cl_uint *values)
{
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clSetKernelArg(kernel, first + k, sizeof values[k], &values[k]));
}

// Divides the range into buckets, then sorts those that are small enough.  The keys come from x
// the first time, then from t and y in turn.  starts[257] gets where the buckets begin.
static void enqueue_level(const sorter *s, range r, cl_uint *starts, cl_event span[2])
{
    static const size_t one = 1;
    const columns to = r.shift % 16 ? s->d_t : s->d_y;
    const columns from = r.shift == 24 ? s->d_x : r.shift % 16 ? s->d_y : s->d_t;
    const cl_uint sizes[] = { MSD_ROOM_KEYS, r.first, r.n, r.shift },
                  rest[] = { MSD_ROOM_KEYS, (cl_uint)s->data->n, r.shift, s->limit };
    cl_command_queue queue = s->env->queue;

    set_buffers(s->count, 2, (const cl_mem[]){ s->d_counts, from.keys });
    set_uints(s->count, 2, 3, sizes + 1);
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, s->count, 1, NULL, &s->shares, &one, 0, NULL, &span[0]));
    set_buffers(s->partition, 7,
                (const cl_mem[]){ to.keys, to.values, s->d_starts, s->d_room, from.keys,
                                  from.values, s->d_counts });
    set_uints(s->partition, 7, 4, sizes);
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, s->partition, 1, NULL, &s->shares, &one, 0, NULL, NULL));
    set_buffers(s->buckets, 6,
                (const cl_mem[]){ s->d_y.keys, s->d_y.values, s->d_t.keys, s->d_t.values,
                                  s->d_starts, s->d_room });
    set_uints(s->buckets, 6, 4, rest);
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, s->buckets, 1, NULL, &s->shares, &one, 0, NULL, &span[1]));
    // The work-items sort while the host waits for this.
    OCL_CHECK(clEnqueueReadBuffer(queue, s->d_starts, CL_TRUE, 0, (MSD_DIGITS + 1) * sizeof *starts,
                                  starts, 0, NULL, NULL));
}

// The buckets fill the range, one behind the other, unless a command before has failed.
static void check_starts(range r, const cl_uint *starts)
{
    bool fill = starts[0] == r.first && starts[MSD_DIGITS] == r.first + r.n;
    for (size_t d = 0; d < MSD_DIGITS; d++)
        fill = fill && starts[d] <= starts[d + 1];
    if (!fill) ocl_exit(OCL_EXIT_WRONG, "the buckets do not fill their range: wrong counts");
}

// Levels that follow, for the buckets that were left.  span[1] becomes the last event of all.
static void sort_range(const sorter *s, range r, cl_event span[2])
{
    cl_uint starts[MSD_DIGITS + 1];
    enqueue_level(s, r, starts, span);
    check_starts(r, starts);
    for (size_t d = 0; r.shift > 0 && d < MSD_DIGITS; d++) {
        const range bucket = { starts[d], starts[d + 1] - starts[d], r.shift - 8 };
        if (bucket.n <= s->limit) continue;
        cl_event inner[2];
        sort_range(s, bucket, inner);
        OCL_CHECK(clReleaseEvent(inner[0]));
        OCL_CHECK(clReleaseEvent(span[1]));
        span[1] = inner[1];
    }
}

static void run_long_items(const sorter *s, ocl_pace *pace, ocl_report *report)
{
    ocl_times times = { .runs = 0 };
    ocl_answers answers[2] = { { .count = 0 } };
    const range all = { .first = 0, .n = (cl_uint)s->data->n, .shift = 24 };
    for (size_t run = 0; ocl_pace_again(pace, run); run++) {
        cl_event span[2];
        columns_poison(&s->d_y, s->env, s->data, run);
        columns_poison(&s->d_t, s->env, s->data, run);
        sort_range(s, all, span);
        ocl_times_take_span(&times, run, span[0], span[1]);
        columns_add(&s->d_y, s->env, s->data, answers);
    }
    times.answers = answers[0];
    ocl_report_row(report, &(ocl_row){ .name = "long_items",
                                       .times = &times,
                                       .work = (double)s->data->n,
                                       .unit = "Mkey/s",
                                       .result = columns_verify(&s->d_y, s->env, s->data,
                                                                "long_items", answers) });
}

static sorter open_sorter(const ocl_env *env, const msd_settings *settings, const keys_data *data)
{
    sorter s = { .env = env, .data = data, .limit = msd_limit(settings, env->device) };
    s.shares = msd_shares(settings, env->device);
    s.program =
        ocl_build(env, "radix_sort_msd_cpu.cl", "%s -DNETWORK=%d",
                  keys_build_options(&settings->keys).text, msd_network(settings, env->device));
    cl_int err;
    s.count = OCL_CREATE(clCreateKernel(s.program, "radix_msd_count", &err));
    s.partition = OCL_CREATE(clCreateKernel(s.program, "radix_msd_partition", &err));
    s.buckets = OCL_CREATE(clCreateKernel(s.program, "radix_msd_buckets", &err));
    s.d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, s.shares * MSD_DIGITS * sizeof(cl_uint), NULL);
    s.d_starts = ocl_buffer(env, CL_MEM_READ_WRITE, (MSD_DIGITS + 2) * sizeof(cl_uint), NULL);
    s.d_room = ocl_buffer(env, CL_MEM_READ_WRITE, msd_room_bytes(settings, env->device), NULL);
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
    OCL_CHECK(clReleaseMemObject(s->d_room));
    OCL_CHECK(clReleaseMemObject(s->d_starts));
    OCL_CHECK(clReleaseMemObject(s->d_counts));
    OCL_CHECK(clReleaseKernel(s->buckets));
    OCL_CHECK(clReleaseKernel(s->partition));
    OCL_CHECK(clReleaseKernel(s->count));
    OCL_CHECK(clReleaseProgram(s->program));
}

int main(int argc, char **argv)
{
    const msd_settings settings = msd_parse(argc, argv);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    if (ocl_wants(opt, "all") && ocl_known_platform(env.device) & OCL_RUSTICL_26)
        ocl_exit(OCL_EXIT_SKIP,
                 "this driver needs minutes to compile the kernels (-V long_items runs them)");
    ocl_pace pace = ocl_pace_open(&env);
    const size_t n = opt->n[0];
    const double column_bytes = 4.0 * (double)n * (settings.keys.pairs ? 2.0 : 1.0);
    const double room = (double)msd_room_bytes(&settings, env.device);
    ocl_require_memory(env.device, fmax(4.0 * (double)n, room), 3.0 * column_bytes + room,
                       keys_host_bytes(&settings.keys, n));
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);
    OCL_TIME_REFERENCE(report, keys_sort_ref(&data));

    const sorter s = open_sorter(&env, &settings, &data);
    run_long_items(&s, &pace, report);

    close_sorter(&s);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
