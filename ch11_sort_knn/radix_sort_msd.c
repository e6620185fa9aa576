// SPDX-License-Identifier: MIT
//
// radix_sort_msd - the fast radix sort: the highest digit first, then each bucket on its own.
//
// Shows   few long work-items for a CPU: whole cache lines written past the caches, buckets that
//         are sorted in the cache and taken in turn; large buckets are divided again by the host
// Uses    clEnqueueNDRangeKernel, clEnqueueReadBuffer, reqd_work_group_size,
//         __builtin_nontemporal_store where the compiler has it
// Try     radix_sort_msd -n 16M; radix_sort_msd --pairs; bench_radix_sort, with std::sort
//         radix_sort_msd -n 16M --pattern skewed; radix_sort_msd -n 16M --pattern equal
//         radix_sort_msd --method digits, without comparators; radix_sort_msd --method network
//
// radix_sort_ladder has the plain ladder, which this sample begins where it ends.

#include "ocl.h"

#include "shared/keys/columns.h"

#include <math.h>

enum {
    DIGITS = 256,
    // A bucket of up to so many keys is sorted within the room of its work-item: two parts, which
    // stay in a cache of 512 KiB.  A partition collects keys there.
    ROOM_KEYS = 1 << 16,
    LEAST_LIMIT = 1 << 16,    // such a bucket is not worth three launches
    MAX_SHARES = 1 << 10,     // each work-item adds up the counts of all: with more, for too long
    NETWORK_LANES = 16
};

// How small buckets of keys alone are sorted; AUTO: the device decides.
enum { AUTO, DIGITS_ONLY, NETWORK };
static const char *const METHODS[] = { "auto", "digits", "network", NULL };

typedef struct {
    ocl_options options;
    keys_settings keys;
    size_t limit;     // keys of a bucket that one work-item sorts; 0: the size decides
    size_t shares;    // work-items; 0: the device decides
    size_t method;    // of small buckets
} msd_settings;

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    cl_program program;
    cl_kernel count, partition, buckets;
    cl_mem d_counts, d_starts, d_room;
    columns d_y, d_t, d_x;    // output, scratch, input
    size_t shares;            // work-items of each kernel
    cl_uint limit;            // keys of a bucket that one work-item sorts
} lesson;

// Keys that have the same digits above bit `shift` + 8.
typedef struct {
    cl_uint first, n, shift;
} range;

// --- how the work is divided on this device

// Work-items of each kernel: one per core.
static size_t choose_shares(const msd_settings *settings, cl_device_id device)
{
    if (settings->shares > 0) return settings->shares;
    return (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

// The rooms of all work-items.  With values each has four parts.
static size_t room_bytes(const msd_settings *settings, cl_device_id device)
{
    const size_t parts = settings->keys.pairs ? 4 : 2;
    return choose_shares(settings, device) * parts * ROOM_KEYS * sizeof(cl_uint);
}

// A bucket of more keys than this is divided again.  It is more than the fair share of a compute
// unit: one work-item would sort it while the others have nothing to do.
static cl_uint choose_limit(const msd_settings *settings, cl_device_id device)
{
    if (settings->limit > 0) return (cl_uint)ocl_smaller(settings->limit, KEYS_MAX);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t fair = settings->options.n[0] / units;
    return (cl_uint)(fair > LEAST_LIMIT ? fair : LEAST_LIMIT);
}

// Whether comparators sort small buckets.  They pay where a vector of 16 keys is one register, and
// the compiler takes vectors as they are written.
static bool wants_network(const msd_settings *settings, cl_device_id device)
{
    if (settings->keys.pairs) return false;
    if (settings->method != AUTO) return settings->method == NETWORK;
    return ocl_device_number(device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT) >= NETWORK_LANES;
}

// --- the launches

// Each work-item is a work-group.
static void enqueue(const lesson *l, cl_kernel kernel, cl_event *done)
{
    const size_t one = 1;
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &l->shares, &one, 0, NULL, done));
}

// Divides the range into buckets, then sorts those that are small enough.  The keys come from x
// the first time, then from t and y in turn.  starts[257] gets where the buckets begin.
static void enqueue_level(const lesson *l, range r, cl_uint *starts, cl_event span[2])
{
    const columns y = l->d_y, t = l->d_t, x = l->d_x;
    const columns to = r.shift % 16 ? t : y;
    const columns from = r.shift == 24 ? x : r.shift % 16 ? y : t;
    const cl_uint room_keys = ROOM_KEYS;

    ocl_set_args(l->count, OCL_BUFFERS(l->d_counts, from.keys), OCL_NUMBERS(r.first, r.n, r.shift));
    enqueue(l, l->count, &span[0]);

    ocl_set_args(l->partition,
                 OCL_BUFFERS(to.keys, to.values, l->d_starts, l->d_room, from.keys, from.values,
                             l->d_counts),
                 OCL_NUMBERS(room_keys, r.first, r.n, r.shift));
    enqueue(l, l->partition, NULL);

    ocl_set_args(l->buckets,
                 OCL_BUFFERS(y.keys, y.values, t.keys, t.values, l->d_starts, l->d_room),
                 OCL_NUMBERS(room_keys, (cl_uint)l->data->n, r.shift, l->limit));
    enqueue(l, l->buckets, &span[1]);

    // The work-items sort while the host waits for this.
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_starts, CL_TRUE, 0,
                                  (DIGITS + 1) * sizeof *starts, starts, 0, NULL, NULL));
}

// The buckets fill the range, one behind the other, unless a command before has failed.
static void check_starts(range r, const cl_uint *starts)
{
    bool fill = starts[0] == r.first && starts[DIGITS] == r.first + r.n;
    for (size_t d = 0; d < DIGITS; d++)
        fill = fill && starts[d] <= starts[d + 1];
    if (!fill) ocl_exit(OCL_EXIT_WRONG, "the buckets do not fill their range: wrong counts");
}

// Levels that follow, for the buckets that were left.  span[1] becomes the last event of all.
static void sort_range(const lesson *l, range r, cl_event span[2])
{
    cl_uint starts[DIGITS + 1];
    enqueue_level(l, r, starts, span);
    check_starts(r, starts);
    if (r.shift == 0) return;
    for (size_t d = 0; d < DIGITS; d++) {
        const range bucket = { starts[d], starts[d + 1] - starts[d], r.shift - 8 };
        if (bucket.n <= l->limit) continue;
        cl_event inner[2];
        sort_range(l, bucket, inner);
        OCL_CHECK(clReleaseEvent(inner[0]));
        OCL_CHECK(clReleaseEvent(span[1]));
        span[1] = inner[1];
    }
}

static void run_long_items(const lesson *l, ocl_report *report)
{
    const range all = { .first = 0, .n = (cl_uint)l->data->n, .shift = 24 };
    ocl_trial t = columns_trial(&l->d_y, l->env, l->data, "long_items");
    columns_scratch(&t, &l->d_t, l->data);
    ocl_trial_scratch(&t, l->d_counts, l->shares * DIGITS * sizeof(cl_uint));
    ocl_trial_scratch(&t, l->d_starts, (DIGITS + 2) * sizeof(cl_uint));
    while (ocl_trial_next(&t)) {
        cl_event span[2];
        sort_range(l, all, span);
        t.first = span[0];
        t.done = span[1];
    }
    const ocl_work work = { .amount = (double)l->data->n, .unit = "Mkey/s" };
    ocl_trial_report(&t, report, &work, columns_compare(&l->d_y, l->env, l->data, "long_items"));
}

static lesson open_lesson(const ocl_env *env, const msd_settings *settings, const keys_data *data)
{
    lesson l = { .env = env, .data = data, .limit = choose_limit(settings, env->device) };
    l.shares = choose_shares(settings, env->device);
    l.program =
        ocl_build(env, "radix_sort_msd_cpu.cl", "%s -DNETWORK=%d",
                  keys_build_options(&settings->keys).text, wants_network(settings, env->device));
    cl_int err;
    l.count = OCL_CREATE(clCreateKernel(l.program, "radix_msd_count", &err));
    l.partition = OCL_CREATE(clCreateKernel(l.program, "radix_msd_partition", &err));
    l.buckets = OCL_CREATE(clCreateKernel(l.program, "radix_msd_buckets", &err));

    const size_t counts_bytes = l.shares * DIGITS * sizeof(cl_uint);
    const size_t starts_bytes = (DIGITS + 2) * sizeof(cl_uint);
    l.d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, counts_bytes, NULL);
    l.d_starts = ocl_buffer(env, CL_MEM_READ_WRITE, starts_bytes, NULL);
    l.d_room = ocl_buffer(env, CL_MEM_READ_WRITE, room_bytes(settings, env->device), NULL);
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
    OCL_CHECK(clReleaseMemObject(l->d_room));
    OCL_CHECK(clReleaseMemObject(l->d_starts));
    OCL_CHECK(clReleaseMemObject(l->d_counts));
    OCL_CHECK(clReleaseKernel(l->buckets));
    OCL_CHECK(clReleaseKernel(l->partition));
    OCL_CHECK(clReleaseKernel(l->count));
    OCL_CHECK(clReleaseProgram(l->program));
}

int main(int argc, char **argv)
{
    static const char *const variants[] = { "long_items", NULL };
    msd_settings settings = { .limit = 0 };
    const ocl_option own[MAX_SORT_OPTIONS + 1] = {
        { .usage = "-b, --bucket N: keys of a bucket that is not divided again",
          .count = &settings.limit },
        { .usage = "-w, --shares N: work-items of each kernel", .count = &settings.shares },
        { .usage = "-m, --method NAME: how small buckets of keys alone are sorted",
          .choice = &settings.method,
          .choices = METHODS },
    };
    const sort_program program = { .name = "radix_sort_msd",
                                   .summary = "The fast radix sort: buckets first.",
                                   .variants = variants,
                                   .own = own,
                                   .repeat = 10 };
    settings.options = sort_parse(argc, argv, &program, &settings.keys);
    keys_require_places(&settings.options);
    if (settings.shares > MAX_SHARES)
        ocl_exit(OCL_EXIT_USAGE, "--shares %zu: give at most %d", settings.shares, MAX_SHARES);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const char *fault = ocl_known_fault(env.device, "compiling three kernels of a sort");
    if (fault && ocl_wants(opt, "all"))
        ocl_exit(OCL_EXIT_SKIP, "this driver %s (-V long_items runs them)", fault);
    const size_t n = opt->n[0];
    const double column_bytes = 4.0 * (double)n * (settings.keys.pairs ? 2.0 : 1.0);
    const double room = (double)room_bytes(&settings, env.device);
    ocl_require_memory(env.device, fmax(4.0 * (double)n, room), 3.0 * column_bytes + room,
                       keys_host_bytes(&settings.keys, n));
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);
    OCL_TIME_REFERENCE(report, keys_sort_ref(&data));

    const lesson l = open_lesson(&env, &settings, &data);
    run_long_items(&l, report);

    close_lesson(&l);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
