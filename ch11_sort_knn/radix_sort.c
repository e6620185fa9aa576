// SPDX-License-Identifier: MIT
//
// radix_sort - a stable sort of keys, or of keys with values, digit by digit.
//
// Shows   a sort without comparisons: count, scan, scatter; a pass per digit; why a tile is sorted
//         in local memory before it is written; fewer passes with longer digits, and fewer still
//         if what is left is sorted in local memory
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueFillBuffer,
//         reqd_work_group_size, barrier, atomic_inc, atomic_min, rotate
// Try     radix_sort -n 4M; radix_sort --type float --order descending
//         radix_sort --pairs --pattern two
//         radix_sort_msd, which is faster
//
// The book sorts with a bitonic network (bitonic_sort).  That one compares n log^2 n times and is
// not stable.

#include "ocl.h"

#include "radix_sort/rung.h"
#include "shared/columns.h"

enum { PILOT = 1 << 20 };

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    ocl_report *report;
    ocl_pace pace;
    columns d_y, d_t, d_x;    // output, scratch, input
} job;

typedef struct {
    columns to, from;
    cl_uint n, shift;
} pass;

// Arguments of a kernel: buffers first, then numbers.
static void set_args(cl_kernel kernel, cl_uint first, const cl_mem *buffers, cl_uint count,
                     const cl_uint *numbers)
{
    for (cl_uint k = 0; k < first; k++)
        OCL_CHECK(clSetKernelArg(kernel, k, sizeof buffers[k], &buffers[k]));
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clSetKernelArg(kernel, first + k, sizeof numbers[k], &numbers[k]));
}

// Sorts `from` by one digit into `to`.  *first and *last become the events of the first and of the
// last command; either may be NULL.
static void enqueue_pass(const job *j, const radix_rung *r, const pass *p, cl_event *first,
                         cl_event *last)
{
    const radix_plan *plan = &r->plan;
    const size_t groups = ocl_divide_up(p->n, plan->share), local = plan->group;
    const size_t items = groups * local, scan_items = ocl_divide_up(groups, plan->block) * local;
    const cl_uint sizes[] = { p->n, p->shift, (cl_uint)plan->share }, row = (cl_uint)groups;
    cl_command_queue queue = j->env->queue;

    cl_kernel count = r->kernels[COUNT];
    set_args(count, 3, (cl_mem[]){ r->d_counts, r->d_sums, p->from.keys }, 3, sizes);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, count, 1, NULL, &items, &local, 0, NULL, first));

    cl_kernel scan = r->kernels[SCAN];
    set_args(scan, 3, (cl_mem[]){ r->d_counts, r->d_totals, r->d_sums }, 1, &row);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, scan, 1, NULL, &scan_items, &local, 0, NULL, NULL));

    cl_kernel scatter = r->kernels[SCATTER];
    set_args(scatter, 7,
             (cl_mem[]){ p->to.keys, p->to.values, p->from.keys, p->from.values, r->d_counts,
                         r->d_totals, r->d_sums },
             3, sizes);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, scatter, 1, NULL, &items, &local, 0, NULL, last));
}

// A pass for each digit above the low bits.  They write to t and y by turns, so that the sort ends
// in y.  The input stays as it is.
static void enqueue_passes(const job *j, const radix_rung *r, cl_uint n, cl_uint low_bits,
                           cl_event *const span[2])
{
    const cl_uint bits = (cl_uint)r->plan.digit_bits;
    pass p = { .from = j->d_x, .n = n };
    for (p.shift = low_bits; p.shift < 32; p.shift += bits) {
        const cl_uint left = (32 - p.shift) / bits + (low_bits > 0);    // writes, with this one
        p.to = left % 2 ? j->d_y : j->d_t;
        enqueue_pass(j, r, &p, p.shift == low_bits ? span[0] : NULL,
                     p.shift + bits == 32 ? span[1] : NULL);
        p.from = p.to;
    }
}

// Sorts from t to y what the passes have left.  Gives whether it could.
static bool finish_buckets(const job *j, const radix_rung *r, cl_uint n, cl_event *done)
{
    const cl_uint sizes[] = { n, r->plan.low_bits, (cl_uint)r->plan.window }, none = 0;
    const size_t local = r->plan.group, items = ocl_divide_up(n, r->plan.window) * local;
    const cl_mem buffers[] = { j->d_y.keys, j->d_y.values, j->d_t.keys, j->d_t.values,
                               r->d_failed };
    cl_command_queue queue = j->env->queue;
    cl_uint failed;
    set_args(r->buckets, 5, buffers, 3, sizes);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, r->buckets, 1, NULL, &items, &local, 0, NULL, done));
    OCL_CHECK(clWaitForEvents(1, done));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, r->d_failed, CL_TRUE, 0, sizeof failed, &failed, 0, NULL, NULL));
    if (!failed) return true;
    OCL_CHECK(clReleaseEvent(*done));
    OCL_CHECK(
        clEnqueueFillBuffer(queue, r->d_failed, &none, sizeof none, 0, sizeof none, 0, NULL, NULL));
    return false;
}

// span[0] and span[1] become the events of the first and of the last command.
static void sort(const job *j, const radix_rung *r, size_t n, cl_event span[2])
{
    const cl_uint low_bits = r->plan.low_bits;
    if (low_bits == 0) {
        enqueue_passes(j, r, (cl_uint)n, 0, (cl_event *[]){ &span[0], &span[1] });
        return;
    }
    enqueue_passes(j, r, (cl_uint)n, low_bits, (cl_event *[]){ &span[0], NULL });
    if (!finish_buckets(j, r, (cl_uint)n, &span[1]))    // so skewed that all digits need a pass
        enqueue_passes(j, r, (cl_uint)n, 0, (cl_event *[]){ NULL, &span[1] });
}

// The time of the warm-up and of one run, from a sort of the first keys.
static double estimate_ns(const job *j, const radix_rung *r)
{
    ocl_times times = { .runs = 0 };
    cl_event span[2];
    if (!j->env->options->size_given || j->data->n <= PILOT) return 0.0;
    sort(j, r, PILOT, span);
    ocl_times_take_span(&times, 1, span[0], span[1]);
    return 2.0 * times.ns[0] * (double)j->data->n / PILOT;
}

static void run_rung(job *j, const radix_rung *r)
{
    ocl_trial t = columns_trial(&j->d_y, j->env, j->data, r->name);
    columns_scratch(&t, &j->d_t, j->data);    // another rung's passes would do
    while (ocl_trial_next(&t)) {
        cl_event span[2];
        sort(j, r, j->data->n, span);
        t.first = span[0];
        t.done = span[1];
    }
    const ocl_work work = { .amount = (double)j->data->n, .unit = "Mkey/s" };
    ocl_trial_report(&t, j->report, &work, columns_compare(&j->d_y, j->env, j->data, r->name));
}

int main(int argc, char **argv)
{
    const radix_settings settings = radix_parse(argc, argv);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const size_t n = opt->n[0];
    ocl_require_memory(env.device, 4.0 * (double)n, radix_buffer_bytes(&settings, env.device),
                       keys_host_bytes(&settings.keys, n));

    job j = { .env = &env };
    j.pace = ocl_pace_open(&env);
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    j.data = &data;
    j.report = ocl_report_open(opt, env.device);
    keys_report(j.report, &settings.keys, n);
    OCL_TIME_REFERENCE(j.report, keys_sort_ref(&data));

    j.d_y = columns_open(&env, &data);
    j.d_t = columns_open(&env, &data);
    j.d_x = columns_input(&env, &data);
    radix_rung rungs[RADIX_VARIANT_COUNT];
    size_t count = 0;
    for (size_t v = 0; v < RADIX_VARIANT_COUNT; v++)
        if (ocl_wants(opt, RADIX_VARIANTS[v])) rungs[count++] = radix_open(&env, &settings, v);
    for (size_t r = 0; r < count; r++) {
        const double least_ns = estimate_ns(&j, &rungs[r]);
        if (ocl_pace_allows(&j.pace, j.report, rungs[r].name, least_ns)) run_rung(&j, &rungs[r]);
    }

    while (count > 0)
        radix_close(&rungs[--count]);
    columns_close(&j.d_x, &data);
    columns_close(&j.d_t, &data);
    columns_close(&j.d_y, &data);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(j.report);
}
