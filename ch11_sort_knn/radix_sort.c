// SPDX-License-Identifier: MIT
//
// radix_sort - a stable sort of keys, or of keys with values, digit by digit.
//
// Shows   a sort without comparisons: count, scan, scatter; a pass per digit; why a tile is sorted
//         in local memory before it is written; fewer passes with longer digits
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, reqd_work_group_size, barrier, atomic_inc,
//         atomic_or, popcount
// Try     radix_sort -n 4M; radix_sort --type float --order descending
//         radix_sort --pairs --pattern two
//         radix_sort_msd, which is faster
//
// The book sorts with a bitonic network (bitonic_sort).  That one compares n log^2 n times and is
// not stable.

#include "radix_sort/settings.h"
#include "shared/columns.h"

enum { PLAIN, COUNT = 0, SCAN, SCATTER, STEPS, PILOT = 1 << 20 };

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    ocl_report *report;
    ocl_pace pace;
    columns d_y, d_t, d_x;    // output, scratch, input
} job;

// One rung: its three kernels, its tables, and how it divides the work.
typedef struct {
    const char *name;
    radix_plan plan;
    cl_program program;
    cl_kernel kernels[STEPS];
    cl_mem d_counts, d_totals;
} rung;

typedef struct {
    columns to, from;
    cl_uint n, shift;
} pass;

static void set_uints(cl_kernel kernel, cl_uint first, size_t count, const cl_uint *values)
{
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clSetKernelArg(kernel, first + k, sizeof values[k], &values[k]));
}

// Sorts `from` by one digit into `to`.  *first and *last become the events of the first and of the
// last command; either may be NULL.
static void enqueue_pass(const job *j, const rung *r, const pass *p, cl_event *first,
                         cl_event *last)
{
    const radix_plan *plan = &r->plan;
    const size_t groups = ocl_divide_up(p->n, plan->share), local = plan->group;
    const size_t items = groups * local, scan_items = local << plan->digit_bits;
    const cl_uint sizes[] = { p->n, p->shift, (cl_uint)plan->share }, row = (cl_uint)groups;
    cl_command_queue queue = j->env->queue;

    cl_kernel count = r->kernels[COUNT];
    OCL_CHECK(clSetKernelArg(count, 0, sizeof(cl_mem), &r->d_counts));
    OCL_CHECK(clSetKernelArg(count, 1, sizeof(cl_mem), &p->from.keys));
    set_uints(count, 2, 3, sizes);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, count, 1, NULL, &items, &local, 0, NULL, first));

    cl_kernel scan = r->kernels[SCAN];
    OCL_CHECK(clSetKernelArg(scan, 0, sizeof(cl_mem), &r->d_counts));
    OCL_CHECK(clSetKernelArg(scan, 1, sizeof(cl_mem), &r->d_totals));
    set_uints(scan, 2, 1, &row);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, scan, 1, NULL, &scan_items, &local, 0, NULL, NULL));

    cl_kernel scatter = r->kernels[SCATTER];
    const cl_mem buffers[] = { p->to.keys,     p->to.values, p->from.keys,
                               p->from.values, r->d_counts,  r->d_totals };
    for (cl_uint k = 0; k < 6; k++)
        OCL_CHECK(clSetKernelArg(scatter, k, sizeof buffers[k], &buffers[k]));
    set_uints(scatter, 6, 3, sizes);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, scatter, 1, NULL, &items, &local, 0, NULL, last));
}

// The passes write to t, y, t, ..., y: their number is even.  The input stays as it is.
static void enqueue_sort(const job *j, const rung *r, size_t n, cl_event span[2])
{
    const cl_uint bits = (cl_uint)r->plan.digit_bits;
    pass p = { .from = j->d_x, .n = (cl_uint)n };
    for (p.shift = 0; p.shift < 32; p.shift += bits) {
        p.to = p.shift / bits % 2 ? j->d_y : j->d_t;
        enqueue_pass(j, r, &p, p.shift == 0 ? &span[0] : NULL,
                     p.shift + bits == 32 ? &span[1] : NULL);
        p.from = p.to;
    }
}

// The time of the warm-up and of one run, from a sort of the first keys.
static double estimate_ns(const job *j, const rung *r)
{
    ocl_times times = { .runs = 0 };
    cl_event span[2];
    if (!j->env->options->size_given || j->data->n <= PILOT) return 0.0;
    enqueue_sort(j, r, PILOT, span);
    ocl_times_take_span(&times, 1, span[0], span[1]);
    return 2.0 * times.ns[0] * (double)j->data->n / PILOT;
}

static rung open_rung(const job *j, const radix_settings *settings, size_t variant)
{
    static const char *const NAMES[] = { "radix_sort_count", "radix_sort_scan" };
    rung r = { .name = RADIX_VARIANTS[variant] };
    r.plan = radix_make_plan(settings, j->env->device, variant);
    const radix_plan *p = &r.plan;
    r.program =
        ocl_build(j->env, "radix_sort.cl", "-DDIGIT_BITS=%zu -DGROUP=%zu -DITEMS=%zu %s",
                  p->digit_bits, p->group, p->items, keys_build_options(&settings->keys).text);
    cl_int err;
    for (int k = COUNT; k <= SCAN; k++)
        r.kernels[k] = OCL_CREATE(clCreateKernel(r.program, NAMES[k], &err));
    const char *scatter = variant == PLAIN ? "radix_sort_plain" : "radix_sort_tiled";
    r.kernels[SCATTER] = OCL_CREATE(clCreateKernel(r.program, scatter, &err));
    const size_t row_bytes = sizeof(cl_uint) << p->digit_bits;
    r.d_counts = ocl_buffer(j->env, CL_MEM_READ_WRITE, p->groups * row_bytes, NULL);
    r.d_totals = ocl_buffer(j->env, CL_MEM_READ_WRITE, row_bytes, NULL);
    return r;
}

static void close_rung(const rung *r)
{
    OCL_CHECK(clReleaseMemObject(r->d_totals));
    OCL_CHECK(clReleaseMemObject(r->d_counts));
    for (int k = STEPS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(r->kernels[k]));
    OCL_CHECK(clReleaseProgram(r->program));
}

static void run_rung(job *j, const rung *r)
{
    ocl_times times = { .runs = 0 };
    ocl_answers answers[2] = { { .count = 0 } };
    for (size_t run = 0; ocl_pace_again(&j->pace, run); run++) {
        cl_event span[2];
        columns_poison(&j->d_y, j->env, j->data, run);
        columns_poison(&j->d_t, j->env, j->data, run);    // another rung's passes would do
        enqueue_sort(j, r, j->data->n, span);
        ocl_times_take_span(&times, run, span[0], span[1]);
        columns_add(&j->d_y, j->env, j->data, answers);
    }
    times.answers = answers[0];
    ocl_report_row(j->report, &(ocl_row){ .name = r->name,
                                          .times = &times,
                                          .work = (double)j->data->n,
                                          .unit = "Mkey/s",
                                          .result = columns_verify(&j->d_y, j->env, j->data,
                                                                   r->name, answers) });
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
    rung rungs[RADIX_VARIANT_COUNT];
    size_t count = 0;
    for (size_t v = 0; v < RADIX_VARIANT_COUNT; v++)
        if (ocl_wants(opt, RADIX_VARIANTS[v])) rungs[count++] = open_rung(&j, &settings, v);
    for (size_t r = 0; r < count; r++) {
        const double least_ns = estimate_ns(&j, &rungs[r]);
        if (ocl_pace_allows(&j.pace, j.report, rungs[r].name, least_ns)) run_rung(&j, &rungs[r]);
    }

    while (count > 0)
        close_rung(&rungs[--count]);
    columns_close(&j.d_x, &data);
    columns_close(&j.d_t, &data);
    columns_close(&j.d_y, &data);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(j.report);
}
