// SPDX-License-Identifier: MIT
//
// bitonic_sort_ladder - sorts n keys by comparing pairs of them in an order that the keys do not
// change.
//
// Shows   a network of comparisons for any n; one pass over memory per launch, then as many passes
//         per launch as local memory and registers allow; work-items that hold rows of 16 keys, for
//         a CPU; ints, unsigned ints and floats as ranks; keys with values
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel with a global_work_offset;
//         reqd_work_group_size, barrier, min, max, select
// Try     bitonic_sort_ladder -n 16M
//         bitonic_sort_ladder --type float --order descending --pairs
//         bitonic_sort_ladder --pattern organ_pipe
//
// The rungs one_pass and tiles are plain: read them first, here and in bitonic_sort_ladder.cl.  The
// others are fast: bitonic_sort_ladder_fast.cl.

#include "ocl.h"

#include "bitonic_sort_ladder/rungs.h"
#include "shared/keys/columns.h"

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    ocl_report *report;
    ocl_pace *pace;
    columns d_y, d_x;    // the result, the input
} lesson;

// A rung with its kernels.
typedef struct {
    int rung;
    bitonic_sizes sizes;
    cl_program program;
    cl_kernel kernels[BITONIC_KERNELS];
    size_t launches;    // of the last sort
} sorter;

// Work-items of a launch.
typedef struct {
    size_t first, count, local;
} work_items;

static void enqueue(const lesson *l, sorter *s, cl_kernel kernel, work_items w, cl_event *done)
{
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, &w.first, &w.count, &w.local, 0,
                                     NULL, done));
    s->launches++;
}

// `count` work-items or a few more, in work-groups of a size that suits the kernel.
static work_items at_least(const lesson *l, cl_kernel kernel, size_t count)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 128);
    return (work_items){ .count = ocl_round_up(count, local), .local = local };
}

// --- the plain rungs.  Keys become ranks, which are sorted in place and become keys again.

// A pair of keys per work-item.  The last block may be incomplete.
static void enqueue_pass(const lesson *l, sorter *s, cl_uint n, cl_uint stride, cl_uint flip)
{
    cl_kernel kernel = s->kernels[BITONIC_ONE_PASS];
    const size_t pairs = ocl_divide_up(n, 2 * (size_t)stride) * stride;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y.keys, &l->d_y.keys));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof stride, &stride));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof flip, &flip));
    enqueue(l, s, kernel, at_least(l, kernel, pairs), NULL);
}

// One launch per pass.
static void sort_one_pass(const lesson *l, sorter *s, cl_uint n)
{
    for (cl_uint half = 1; half < n; half *= 2)
        for (cl_uint stride = half; stride > 0; stride /= 2)
            enqueue_pass(l, s, n, stride, stride == half);
}

// A work-group per tile.
static void enqueue_tiles(const lesson *l, sorter *s, cl_uint n, cl_kernel kernel)
{
    const size_t tiles = ocl_divide_up(n, (size_t)1 << s->sizes.tile_bits);
    const size_t local = s->sizes.group;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y.keys, &l->d_y.keys));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
    enqueue(l, s, kernel, (work_items){ .count = tiles * local, .local = local }, NULL);
}

// One launch for all passes that stay within a tile.
static void sort_tiles(const lesson *l, sorter *s, cl_uint n)
{
    const cl_uint tile = (cl_uint)1 << s->sizes.tile_bits;
    enqueue_tiles(l, s, n, s->kernels[BITONIC_SORT_TILE]);
    for (cl_uint half = tile; half < n; half *= 2) {
        for (cl_uint stride = half; stride >= tile; stride /= 2)
            enqueue_pass(l, s, n, stride, stride == half);
        enqueue_tiles(l, s, n, s->kernels[BITONIC_MERGE_TILE]);
    }
}

static void sort_plainly(const lesson *l, sorter *s, cl_uint n, cl_event span[2])
{
    cl_kernel to_ranks = s->kernels[BITONIC_TO_RANKS], to_keys = s->kernels[BITONIC_TO_KEYS];
    OCL_CHECK(clSetKernelArg(to_ranks, 0, sizeof l->d_y.keys, &l->d_y.keys));
    OCL_CHECK(clSetKernelArg(to_ranks, 1, sizeof l->d_x.keys, &l->d_x.keys));
    OCL_CHECK(clSetKernelArg(to_ranks, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(to_keys, 0, sizeof l->d_y.keys, &l->d_y.keys));
    OCL_CHECK(clSetKernelArg(to_keys, 1, sizeof n, &n));

    enqueue(l, s, to_ranks, at_least(l, to_ranks, n), &span[0]);
    if (s->rung == ONE_PASS)
        sort_one_pass(l, s, n);
    else
        sort_tiles(l, s, n);
    enqueue(l, s, to_keys, at_least(l, to_keys, n), &span[1]);
}

// --- the fast rungs: the launches of a plan.  ocl_set_args calls clSetKernelArg for each argument.

static void enqueue_step(const lesson *l, sorter *s, cl_uint n, const bitonic_step *at,
                         cl_event *done)
{
    cl_kernel kernel = s->kernels[at->kernel];
    const columns to = l->d_y, from = at->reads_input ? l->d_x : l->d_y;
    const ocl_arg_buffers buffers = OCL_BUFFERS(to.keys, to.values, from.keys, from.values);
    const size_t group = s->sizes.group;
    work_items w = { .first = at->offset * group, .count = at->items * group, .local = group };
    if (at->kernel == BITONIC_SORT_TILE) {
        ocl_set_args(kernel, buffers, OCL_NUMBERS(n));
    } else if (at->kernel == BITONIC_MERGE_TILE) {
        ocl_set_args(kernel, buffers, OCL_NUMBERS(n, at->stride_bits));
    } else {
        ocl_set_args(kernel, buffers, OCL_NUMBERS(n, at->stride_bits, at->flip));
        w = at_least(l, kernel, at->items);
        w.first = at->offset;
    }
    enqueue(l, s, kernel, w, done);
}

static void sort_fast(const lesson *l, sorter *s, cl_uint n, cl_event span[2])
{
    const bitonic_plan plan = bitonic_make_plan(&s->sizes, n);
    for (size_t i = 0; i < plan.count; i++) {
        cl_event *done = i == 0 ? &span[0] : i == plan.count - 1 ? &span[1] : NULL;
        enqueue_step(l, s, n, &plan.steps[i], done);
    }
    if (plan.count == 1) OCL_CHECK(clRetainEvent(span[1] = span[0]));
    free(plan.steps);
}

// --- all rungs

// The events of the first and the last launch.
static void sort(const lesson *l, sorter *s, cl_uint n, cl_event span[2])
{
    s->launches = 0;
    if (s->rung <= TILES)
        sort_plainly(l, s, n, span);
    else
        sort_fast(l, s, n, span);
}

static void create_kernels(sorter *s, int count, const char *const *names)
{
    for (int k = 0; k < count; k++) {
        cl_int err;
        s->kernels[k] = OCL_CREATE(clCreateKernel(s->program, names[k], &err));
    }
}

static sorter open_sorter(const lesson *l, const bitonic_settings *settings, int rung)
{
    static const char *const PLAIN[] = { "bitonic_sort_tile", "bitonic_sort_tile_merge",
                                         "bitonic_sort_one_pass", "bitonic_sort_to_ranks",
                                         "bitonic_sort_to_keys" };
    static const char *const FAST[] = { "bitonic_sort_register_tile",
                                        "bitonic_sort_register_tile_merge", "bitonic_sort_merge" };
    sorter s = { .rung = rung, .sizes = bitonic_choose_sizes(settings, l->env->device, rung) };
    const bitonic_macros macros = bitonic_build_options(settings, &s.sizes);
    if (rung <= TILES) {
        s.program = ocl_build(l->env, "bitonic_sort_ladder.cl", "%s", macros.text);
        create_kernels(&s, 5, PLAIN);
    } else {
        s.program = ocl_build(l->env, "bitonic_sort_ladder_fast.cl", "%s", macros.text);
        create_kernels(&s, 3, FAST);
    }
    return s;
}

static void close_sorter(const sorter *s)
{
    for (int k = BITONIC_KERNELS - 1; k >= 0; k--)
        if (s->kernels[k]) OCL_CHECK(clReleaseKernel(s->kernels[k]));
    OCL_CHECK(clReleaseProgram(s->program));
}

// How long the warm-up and one run take, from sorts of the first 1M keys of many.
static double estimate_ns(const lesson *l, sorter *s)
{
    enum { PART = 1 << 20 };
    if (l->data->n < 4 * (size_t)PART) return 0.0;
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run < 2; run++) {
        cl_event span[2];
        sort(l, s, PART, span);
        ocl_times_take_span(&times, run, span[0], span[1]);
    }
    return 2.0 * ocl_best_ns(&times) * bitonic_comparisons(l->data->n) / bitonic_comparisons(PART);
}

static void run_rung(const lesson *l, sorter *s)
{
    const char *name = BITONIC_VARIANTS[s->rung];
    if (!ocl_pace_allows(l->pace, l->report, name, estimate_ns(l, s))) return;
    ocl_trial t = columns_trial(&l->d_y, l->env, l->data, name);
    while (ocl_trial_next(&t)) {
        cl_event span[2];
        sort(l, s, (cl_uint)l->data->n, span);
        t.first = span[0];
        t.done = span[1];
    }
    const double bytes = l->data->settings.pairs ? 16.0 : 8.0;    // per key, read and written
    const ocl_work work = { .amount = (double)l->data->n,
                            .unit = "Mkey/s",
                            .limit = l->env->limits.copy_gbs * 1e3 / bytes };
    ocl_trial_report(&t, l->report, &work, columns_compare(&l->d_y, l->env, l->data, name));
}

// Whether the rung suits the device.  If not, a note says so, and how to run it all the same; where
// --variant names the rung, it does.
static bool suits(ocl_report *report, const ocl_env *env, int rung)
{
    if (rung <= TILES) return true;
    if (rung != VECTORS) return ocl_wants_for_gpus(env, report, BITONIC_VARIANTS[rung]);
    if (!ocl_wants(env->options, "all")) return true;
    const char *fault = ocl_known_fault(env->device, "rows of 16 keys");
    if (ocl_is_cpu(env->device) && !fault) return true;
    ocl_report_note(report, "%s is left out: %s (-V %s runs it)", BITONIC_VARIANTS[rung],
                    fault ? "this driver needs minutes to compile it" : "it is for CPUs",
                    BITONIC_VARIANTS[rung]);
    return false;
}

int main(int argc, char **argv)
{
    const bitonic_settings settings = bitonic_parse(argc, argv);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    ocl_pace pace = ocl_pace_open(&env);
    const size_t n = opt->n[0];
    const double bytes = sizeof(cl_uint) * (double)n;
    ocl_require_memory(env.device, bytes, (settings.keys.pairs ? 4.0 : 2.0) * bytes,
                       keys_host_bytes(&settings.keys, n));

    keys_data data = keys_make(&settings.keys, n, opt->seed);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);
    OCL_TIME_REFERENCE(report, keys_sort_ref(&data));

    lesson l = { .env = &env, .data = &data, .report = report, .pace = &pace };
    l.d_y = columns_open(&env, &data);
    l.d_x = columns_input(&env, &data);
    size_t launches[BITONIC_RUNGS] = { 0 };
    for (int rung = 0; rung < BITONIC_RUNGS; rung++) {
        if (!bitonic_wants(report, &settings, rung) || !suits(report, &env, rung)) continue;
        sorter s = open_sorter(&l, &settings, rung);
        run_rung(&l, &s);
        launches[rung] = s.launches;
        close_sorter(&s);
    }
    bitonic_report_launches(report, launches);
    bitonic_report_choice(report, env.device);

    columns_close(&l.d_x, &data);
    columns_close(&l.d_y, &data);
    ocl_close(&env);
    keys_free(&data);
    return ocl_report_close(report);
}
