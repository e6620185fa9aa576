// SPDX-License-Identifier: MIT
//
// bitonic_sort - sorts n keys by comparing pairs of them in an order that the keys do not change.
//
// Shows   a network of comparisons for any n; one pass over memory per launch, then as many passes
//         per launch as local memory and registers allow; work-items that hold rows of 16 keys, for
//         a CPU; ints, unsigned ints and floats as ranks; keys with values
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel;
//         reqd_work_group_size, barrier, min, max, select
// Try     bitonic_sort -n 16M
//         bitonic_sort --type float --order descending --pairs
//         bitonic_sort --pattern organ_pipe

#include "bitonic_sort/plan.h"
#include "bitonic_sort/settings.h"
#include "shared/columns.h"

enum { PART_TILE_BITS = 10 };    // 2^10 tiles are a part: 32 MiB with the largest tiles

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    ocl_report *report;
    ocl_pace *pace;
    columns d_y, d_x;    // the result, the input
} job;

// A rung with its kernels.
typedef struct {
    const bitonic_rung *rung;
    bitonic_sizes sizes;
    bitonic_form form;
    cl_kernel kernels[BITONIC_KERNELS];
} sorter;

static void enqueue(const job *j, const sorter *s, const bitonic_step *at, cl_event *done)
{
    cl_kernel kernel = s->kernels[at->kernel];
    const columns *from = at->reads_input ? &j->d_x : &j->d_y;
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), &from->keys));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_mem), &from->values));
    if (at->kernel != BITONIC_SORT_TILE)
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof at->bits, &at->bits));
    size_t local = s->sizes.group, offset = at->offset * local, items = at->items * local;
    if (at->kernel == BITONIC_MERGE) {
        local = ocl_local_size(kernel, j->env->device, 128);
        offset = at->offset;
        items = ocl_round_up(at->items, local);
        OCL_CHECK(clSetKernelArg(kernel, 6, sizeof at->flip, &at->flip));
    }
    OCL_CHECK(
        clEnqueueNDRangeKernel(j->env->queue, kernel, 1, &offset, &items, &local, 0, NULL, done));
}

// All launches of one sort; the events of the first and the last one.
static void sort(const job *j, const sorter *s, cl_uint n, cl_event events[2])
{
    const bitonic_plan plan = bitonic_make_plan(&s->form, n);
    for (int k = 0; k < BITONIC_KERNELS; k++)
        if (s->kernels[k]) OCL_CHECK(clSetKernelArg(s->kernels[k], 4, sizeof n, &n));
    for (size_t i = 0; i < plan.count; i++) {
        cl_event *done = i == 0 ? &events[0] : &events[1];
        enqueue(j, s, &plan.steps[i], i == 0 || i == plan.count - 1 ? done : NULL);
    }
    if (plan.count == 1) OCL_CHECK(clRetainEvent(events[1] = events[0]));
    free(plan.steps);
}

static sorter make_sorter(const job *j, const bitonic_rung *rung, cl_program program,
                          const bitonic_sizes *sizes)
{
    sorter s = { .rung = rung, .sizes = *sizes };
    s.form = (bitonic_form){ .part_bits = sizes->tile_bits + PART_TILE_BITS,
                             .tile_bits = rung->sort_tile ? sizes->tile_bits : 0,
                             .passes = rung->one_pass ? 1 : sizes->passes,
                             .lane_bits = sizes->lane_bits };
    const char *names[BITONIC_KERNELS] = { rung->sort_tile, rung->merge_tile, rung->merge };
    for (int k = 0; k < BITONIC_KERNELS; k++) {
        if (!names[k]) continue;
        cl_int err;
        s.kernels[k] = OCL_CREATE(clCreateKernel(program, names[k], &err));
        OCL_CHECK(clSetKernelArg(s.kernels[k], 0, sizeof(cl_mem), &j->d_y.keys));
        OCL_CHECK(clSetKernelArg(s.kernels[k], 1, sizeof(cl_mem), &j->d_y.values));
    }
    return s;
}

// How long the warm-up and one run take, from sorts of the first 1M keys of many.
static double estimate_ns(const job *j, const sorter *s)
{
    enum { PART = 1 << 20 };
    if (j->data->n < 4 * (size_t)PART) return 0.0;
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run < 2; run++) {
        cl_event events[2];
        sort(j, s, PART, events);
        ocl_times_take_span(&times, run, events[0], events[1]);
    }
    return 2.0 * ocl_best_ns(&times) * bitonic_comparisons(j->data->n) / bitonic_comparisons(PART);
}

static void run_rung(const job *j, const sorter *s)
{
    const char *name = s->rung->name;
    if (!ocl_pace_allows(j->pace, j->report, name, estimate_ns(j, s))) return;
    ocl_times times = { .runs = 0 };
    ocl_answers answers[2] = { { .count = 0 }, { .count = 0 } };
    for (size_t run = 0; ocl_pace_again(j->pace, run); run++) {
        columns_poison(&j->d_y, j->env, j->data, run);
        cl_event events[2];
        sort(j, s, (cl_uint)j->data->n, events);
        ocl_times_take_span(&times, run, events[0], events[1]);
        columns_add(&j->d_y, j->env, j->data, answers);
    }
    times.answers = answers[0];
    const double once = j->data->settings.pairs ? 16.0 : 8.0;    // bytes per key, read and written
    ocl_report_row(j->report,
                   &(ocl_row){ .name = name,
                               .times = &times,
                               .work = (double)j->data->n,
                               .unit = "Mkey/s",
                               .limit = ocl_device_limits(j->env).copy_gbs * 1e3 / once,
                               .result = columns_verify(&j->d_y, j->env, j->data, name, answers) });
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

    job j = { .env = &env, .data = &data, .report = report, .pace = &pace };
    j.d_y = columns_open(&env, &data);
    j.d_x = columns_input(&env, &data);

    cl_program programs[2] = { NULL, NULL };    // without and with vectors
    for (int r = 0; r < BITONIC_RUNGS; r++) {
        const bitonic_rung *rung = &BITONIC_LADDER[r];
        if (!ocl_wants(opt, rung->name) || bitonic_leaves_out(report, &env, rung)) continue;
        const bitonic_sizes sizes = bitonic_choose_sizes(&settings, env.device, rung);
        const bitonic_macros macros = bitonic_build_options(&settings, &sizes);
        cl_program *program = &programs[rung->vectors];
        if (!*program) *program = ocl_build(&env, "bitonic_sort.cl", "%s", macros.text);
        sorter s = make_sorter(&j, rung, *program, &sizes);
        run_rung(&j, &s);
        for (int k = BITONIC_KERNELS - 1; k >= 0; k--)
            if (s.kernels[k]) OCL_CHECK(clReleaseKernel(s.kernels[k]));
    }
    bitonic_report_choice(report, env.device);

    for (int v = 1; v >= 0; v--)
        if (programs[v]) OCL_CHECK(clReleaseProgram(programs[v]));
    columns_close(&j.d_x, &data);
    columns_close(&j.d_y, &data);
    ocl_close(&env);
    keys_free(&data);
    return ocl_report_close(report);
}
