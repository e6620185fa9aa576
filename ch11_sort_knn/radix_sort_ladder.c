// SPDX-License-Identifier: MIT
//
// radix_sort_ladder - a stable sort of keys, or of keys with values, digit by digit.
//
// Shows   a sort without comparisons: count, scan, scatter; a pass per digit; why a tile is sorted
//         in local memory before it is written; fewer passes with longer digits, and fewer still
//         if what is left is sorted in local memory
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
//         clEnqueueFillBuffer;
//         reqd_work_group_size, barrier, atomic_inc, atomic_min, rotate
// Try     radix_sort_ladder -n 4M; radix_sort_ladder --type float --order descending
//         radix_sort_ladder --pairs --pattern two
//         radix_sort_msd, which is faster
//
// The book sorts with a bitonic network (bitonic_sort_ladder).  That one compares n log^2 n times
// and is not stable.
//
// The rung plain is radix_sort_ladder.cl: read it first.  The others are in
// radix_sort_ladder_fast.cl.

#include "ocl.h"

#include "radix_sort_ladder/plan.h"
#include "shared/keys/columns.h"

enum { PILOT = 1 << 20 };

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    ocl_report *report;
    ocl_pace pace;
    columns d_y, d_t, d_x;    // output, scratch, input
} lesson;

// A pass sorts `from` by the digit above bit `shift` into `to`.
typedef struct {
    columns to, from;
    cl_uint n, shift;
    cl_event *first, *last;    // become the events of its first and of its last command; or NULL
} pass;

// One key per work-item.  The arguments change from pass to pass: a pass reads what the one before
// wrote.
static void enqueue_plain_pass(const lesson *l, const radix_rung *r, const pass *p)
{
    const cl_command_queue queue = l->env->queue;
    const size_t local = r->plan.group, key_items = ocl_round_up(p->n, local);

    // Each work-group counts how many of its keys have each digit.
    cl_kernel count = r->kernels[COUNT];
    OCL_CHECK(clSetKernelArg(count, 0, sizeof r->d_counts, &r->d_counts));
    OCL_CHECK(clSetKernelArg(count, 1, sizeof p->from.keys, &p->from.keys));
    OCL_CHECK(clSetKernelArg(count, 2, sizeof p->n, &p->n));
    OCL_CHECK(clSetKernelArg(count, 3, sizeof p->shift, &p->shift));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, count, 1, NULL, &key_items, &local, 0, NULL, p->first));

    // Work-group d adds up the counts of digit d: where do the keys of each group go?
    cl_kernel scan = r->kernels[SCAN];
    const cl_uint groups = (cl_uint)(key_items / local);
    const size_t digit_items = local << r->plan.digit_bits;
    OCL_CHECK(clSetKernelArg(scan, 0, sizeof r->d_counts, &r->d_counts));
    OCL_CHECK(clSetKernelArg(scan, 1, sizeof r->d_totals, &r->d_totals));
    OCL_CHECK(clSetKernelArg(scan, 2, sizeof groups, &groups));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, scan, 1, NULL, &digit_items, &local, 0, NULL, NULL));

    // Each work-item writes its key there.
    cl_kernel scatter = r->kernels[SCATTER];
    OCL_CHECK(clSetKernelArg(scatter, 0, sizeof p->to.keys, &p->to.keys));
    OCL_CHECK(clSetKernelArg(scatter, 1, sizeof p->to.values, &p->to.values));
    OCL_CHECK(clSetKernelArg(scatter, 2, sizeof p->from.keys, &p->from.keys));
    OCL_CHECK(clSetKernelArg(scatter, 3, sizeof p->from.values, &p->from.values));
    OCL_CHECK(clSetKernelArg(scatter, 4, sizeof r->d_counts, &r->d_counts));
    OCL_CHECK(clSetKernelArg(scatter, 5, sizeof r->d_totals, &r->d_totals));
    OCL_CHECK(clSetKernelArg(scatter, 6, sizeof p->n, &p->n));
    OCL_CHECK(clSetKernelArg(scatter, 7, sizeof p->shift, &p->shift));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, scatter, 1, NULL, &key_items, &local, 0, NULL, p->last));
}

// --- the fast rungs.  ocl_set_args calls clSetKernelArg for each argument.

// Work-groups of the size that the kernels were built for.
static void enqueue(const lesson *l, const radix_rung *r, int kernel, size_t groups, cl_event *done)
{
    const size_t local = r->plan.group, items = groups * local;
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, r->kernels[kernel], 1, NULL, &items, &local, 0,
                                     NULL, done));
}

// A share of keys per work-group, which sorts it in tiles.
static void enqueue_fast_pass(const lesson *l, const radix_rung *r, const pass *p)
{
    const cl_uint share = (cl_uint)r->plan.share;
    const size_t groups = ocl_divide_up(p->n, share);
    ocl_set_args(r->kernels[COUNT], OCL_BUFFERS(r->d_counts, r->d_sums, p->from.keys),
                 OCL_NUMBERS(p->n, p->shift, share));
    enqueue(l, r, COUNT, groups, p->first);

    ocl_set_args(r->kernels[SCAN], OCL_BUFFERS(r->d_counts, r->d_totals, r->d_sums),
                 OCL_NUMBERS((cl_uint)groups));
    enqueue(l, r, SCAN, ocl_divide_up(groups, r->plan.block), NULL);

    ocl_set_args(r->kernels[SCATTER],
                 OCL_BUFFERS(p->to.keys, p->to.values, p->from.keys, p->from.values, r->d_counts,
                             r->d_totals, r->d_sums),
                 OCL_NUMBERS(p->n, p->shift, share));
    enqueue(l, r, SCATTER, groups, p->last);
}

// --- all rungs

// A pass for each digit above the low bits.  They write to t and y by turns, so that the sort ends
// in y.  The input stays as it is.  first, last: the events of the first and the last command, or
// NULL.
static void enqueue_passes(const lesson *l, const radix_rung *r, cl_uint n, cl_uint low_bits,
                           cl_event *first, cl_event *last)
{
    const cl_uint bits = (cl_uint)r->plan.digit_bits;
    pass p = { .from = l->d_x, .n = n };
    for (p.shift = low_bits; p.shift < 32; p.shift += bits) {
        const cl_uint left = (32 - p.shift) / bits + (low_bits > 0);    // writes, with this one
        p.to = left % 2 ? l->d_y : l->d_t;
        p.first = p.shift == low_bits ? first : NULL;
        p.last = p.shift + bits == 32 ? last : NULL;
        if (r->variant == PLAIN)
            enqueue_plain_pass(l, r, &p);
        else
            enqueue_fast_pass(l, r, &p);
        p.from = p.to;
    }
}

// Sorts each bucket that the passes have made, from t to y.  False: a bucket was too large.
static bool finish_buckets(const lesson *l, const radix_rung *r, cl_uint n, cl_event *done)
{
    const cl_uint window = (cl_uint)r->plan.window, none = 0;
    cl_command_queue queue = l->env->queue;
    ocl_set_args(r->kernels[BUCKETS],
                 OCL_BUFFERS(l->d_y.keys, l->d_y.values, l->d_t.keys, l->d_t.values, r->d_failed),
                 OCL_NUMBERS(n, r->plan.low_bits, window));
    enqueue(l, r, BUCKETS, ocl_divide_up(n, window), done);

    cl_uint failed;    // one wait: for the read, which waits for the launch and sees its errors
    OCL_CHECK(
        clEnqueueReadBuffer(queue, r->d_failed, CL_TRUE, 0, sizeof failed, &failed, 1, done, NULL));
    if (!failed) return true;
    OCL_CHECK(clReleaseEvent(*done));
    OCL_CHECK(
        clEnqueueFillBuffer(queue, r->d_failed, &none, sizeof none, 0, sizeof none, 0, NULL, NULL));
    return false;
}

// span[0] and span[1] become the events of the first and of the last command.
static void sort(const lesson *l, const radix_rung *r, size_t n, cl_event span[2])
{
    const cl_uint low_bits = r->plan.low_bits;
    if (low_bits == 0) {
        enqueue_passes(l, r, (cl_uint)n, 0, &span[0], &span[1]);
        return;
    }
    enqueue_passes(l, r, (cl_uint)n, low_bits, &span[0], NULL);
    if (!finish_buckets(l, r, (cl_uint)n, &span[1]))    // too large: all digits need a pass
        enqueue_passes(l, r, (cl_uint)n, 0, NULL, &span[1]);
}

// The time of the warm-up and of one run, from a sort of the first keys.
static double estimate_ns(const lesson *l, const radix_rung *r)
{
    if (!l->env->options->size_given || l->data->n <= PILOT) return 0.0;
    ocl_times times = { .runs = 0 };
    cl_event span[2];
    sort(l, r, PILOT, span);
    ocl_times_take_span(&times, 1, span[0], span[1]);
    return 2.0 * times.ns[0] * (double)l->data->n / PILOT;
}

static void create_kernels(radix_rung *r)
{
    static const char *const PLAIN_NAMES[] = { "radix_sort_count", "radix_sort_scan",
                                               "radix_sort_scatter" };
    static const char *const FAST_NAMES[] = { "radix_sort_fast_count", "radix_sort_fast_scan",
                                              "radix_sort_fast_scatter" };
    const char *const *names = r->variant == PLAIN ? PLAIN_NAMES : FAST_NAMES;
    cl_int err;
    for (int k = COUNT; k <= SCATTER; k++)
        r->kernels[k] = OCL_CREATE(clCreateKernel(r->program, names[k], &err));
    if (r->variant == HYBRID)
        r->kernels[BUCKETS] =
            OCL_CREATE(clCreateKernel(r->bucket_program, "radix_sort_buckets", &err));
}

static void run_rung(lesson *l, const radix_rung *r)
{
    const char *name = RADIX_VARIANTS[r->variant];
    if (!ocl_pace_allows(&l->pace, l->report, name, estimate_ns(l, r))) return;
    ocl_trial t = columns_trial(&l->d_y, l->env, l->data, name);
    columns_scratch(&t, &l->d_t, l->data);    // else the passes of another rung would be there
    while (ocl_trial_next(&t)) {
        cl_event span[2];
        sort(l, r, l->data->n, span);
        t.first = span[0];
        t.done = span[1];
    }
    const ocl_work work = { .amount = (double)l->data->n, .unit = "Mkey/s" };
    ocl_trial_report(&t, l->report, &work, columns_compare(&l->d_y, l->env, l->data, name));
}

int main(int argc, char **argv)
{
    radix_settings settings = { .group = 0 };
    const ocl_option own[] = { sort_group_option(&settings.group), { .usage = NULL } };
    const sort_program program = { .name = "radix_sort_ladder",
                                   .summary = "A stable sort, digit by digit.",
                                   .variants = RADIX_VARIANTS,
                                   .own = own,
                                   .repeat = 10 };
    settings.options = sort_parse(argc, argv, &program, &settings.keys);
    keys_require_places(&settings.options);
    sort_require_group(settings.group);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const size_t n = opt->n[0];
    ocl_require_memory(env.device, 4.0 * (double)n, radix_buffer_bytes(&settings, env.device),
                       keys_host_bytes(&settings.keys, n));

    lesson l = { .env = &env };
    l.pace = ocl_pace_open(&env);
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    l.data = &data;
    l.report = ocl_report_open(opt, env.device);
    keys_report(l.report, &settings.keys, n);
    OCL_TIME_REFERENCE(l.report, keys_sort_ref(&data));

    l.d_y = columns_open(&env, &data);
    l.d_t = columns_open(&env, &data);
    l.d_x = columns_input(&env, &data);
    radix_rung rungs[RADIX_VARIANT_COUNT];
    size_t count = 0;
    for (size_t v = 0; v < RADIX_VARIANT_COUNT; v++) {
        if (!ocl_wants(opt, RADIX_VARIANTS[v])) continue;
        rungs[count] = radix_open(&env, &settings, v);
        create_kernels(&rungs[count++]);
    }

    for (size_t r = 0; r < count; r++)
        run_rung(&l, &rungs[r]);

    while (count > 0)
        radix_close(&rungs[--count]);
    columns_close(&l.d_x, &data);
    columns_close(&l.d_t, &data);
    columns_close(&l.d_y, &data);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
