// SPDX-License-Identifier: MIT
//
// fft_ladder - the spectra of many rows of numbers, faster: few launches in place of many.
//
// Shows   several passes in registers, in local memory, on tiles (the four-step form), and on a CPU
//         16 columns in the lanes of a vector
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, reqd_work_group_size
// Try     fft_ladder -n 1024 --rows 1000, fft_ladder -n 1M --rows 1, fft_ladder --each 4

#include "ocl.h"

#include "fft_ladder/plan.h"
#include "fft_ladder/rows.h"
#include "proof/fft_ladder/check.h"

static const char *const VARIANTS[] = {
    "pass", "registers", "local", "four_step", "vectors", NULL
};

typedef struct {
    const ocl_env *env;
    problem p;
    cl_mem d_y, d_x, d_other;    // d_other: what a launch leaves for the next
} lesson;

typedef struct {
    const lesson *lesson;
    int variant;
    launch launches[MOST_BITS];
    size_t count;
    cl_program pass_program;    // pass
    cl_kernel reverse, pass;
} rung;

// Launch number `at` of `count`: its event, if the times are wanted.
static cl_event *event_of(ocl_trial *t, size_t at, size_t count)
{
    if (!t) return NULL;
    return at == count - 1 ? &t->done : at == 0 ? &t->first : NULL;
}

// The roots of the columns, and what the columns are turned by: fft_ladder_cpu.cl says how.
static void open_vectors(const lesson *l, launch *step)
{
    const bool is_one = is_by_rows(&l->p);
    step->program = ocl_build(l->env, "fft_ladder_cpu.cl", "-cl-std=CL1.2 -DLENGTH=%zu -DFIRST=%zu",
                              step->length, step->first);
    cl_int err;
    step->kernel =
        OCL_CREATE(clCreateKernel(step->program, is_one ? "fft_vectors_row" : "fft_vectors", &err));
    const double length = (double)step->length, whole = length * (double)step->before;
    step->d_roots = make_roots(l->env, length, 1, 1, step->length);
    step->d_steps = is_one ? make_roots(l->env, (double)l->p.n, 0, step->length, LANES)
                           : make_roots(l->env, whole, 1, 2, step->before);
}

// vectors: a work-item per 16 columns, or per row.
static void launch_vectors(const rung *r, ocl_trial *t)
{
    const lesson *l = r->lesson;
    const bool is_one = is_by_rows(&l->p);
    const size_t local = 1;
    cl_mem d_from = l->d_x;
    for (size_t i = 0; i < r->count; i++) {
        const launch *step = &r->launches[i];
        cl_mem d_to = (r->count - i) % 2 == 1 ? l->d_y : l->d_other;
        const cl_uint stride = (cl_uint)step->stride, before = (cl_uint)step->before;
        const size_t items = is_one ? l->p.rows : step->stride / LANES * l->p.rows;
        OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof d_to, &d_to));
        OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof d_from, &d_from));
        OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof step->d_roots, &step->d_roots));
        OCL_CHECK(clSetKernelArg(step->kernel, 3, sizeof step->d_steps, &step->d_steps));
        if (!is_one) {
            OCL_CHECK(clSetKernelArg(step->kernel, 4, sizeof stride, &stride));
            OCL_CHECK(clSetKernelArg(step->kernel, 5, sizeof before, &before));
        }
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, step->kernel, 1, NULL, &items, &local, 0,
                                         NULL, event_of(t, i, r->count)));
        d_from = d_to;
    }
}

// The launches of a rung, each with a program of its own.
static rung open_rung(const lesson *l, int variant)
{
    rung r = { .lesson = l, .variant = variant };
    cl_int err;
    if (variant == PASS) {
        r.pass_program = ocl_build(l->env, "fft_ladder.cl",
                                   "-cl-std=CL1.2 -DLENGTH=1 -DEACH=1 -DFIRST=1 -DCOLUMNS=1");
        r.reverse = OCL_CREATE(clCreateKernel(r.pass_program, "fft_reverse", &err));
        r.pass = OCL_CREATE(clCreateKernel(r.pass_program, "fft_pass", &err));
        return r;
    }
    r.count = plan_launches(r.launches, &l->p, variant);
    for (size_t i = 0; i < r.count; i++) {
        launch *step = &r.launches[i];
        if (variant == VECTORS) {
            open_vectors(l, step);
            continue;
        }
        step->program = ocl_build(l->env, "fft_ladder.cl",
                                  "-cl-std=CL1.2 -DLENGTH=%zu -DEACH=%zu -DFIRST=%zu -DCOLUMNS=%zu",
                                  step->length, step->each, step->first, step->columns);
        char name[32];
        snprintf(name, sizeof name, "fft_%s", VARIANTS[variant]);
        step->kernel = OCL_CREATE(clCreateKernel(step->program, name, &err));
    }
    return r;
}

static void close_rung(const rung *r)
{
    for (size_t i = r->count; i-- > 0;) {
        if (r->launches[i].d_steps) OCL_CHECK(clReleaseMemObject(r->launches[i].d_steps));
        if (r->launches[i].d_roots) OCL_CHECK(clReleaseMemObject(r->launches[i].d_roots));
        OCL_CHECK(clReleaseKernel(r->launches[i].kernel));
        OCL_CHECK(clReleaseProgram(r->launches[i].program));
    }
    if (!r->pass_program) return;
    OCL_CHECK(clReleaseKernel(r->pass));
    OCL_CHECK(clReleaseKernel(r->reverse));
    OCL_CHECK(clReleaseProgram(r->pass_program));
}

// pass: into the order of reversed bits, then a launch for each bit.
static void launch_passes(const rung *r, ocl_trial *t)
{
    const lesson *l = r->lesson;
    const cl_device_id device = l->env->device;
    const cl_uint bits = (cl_uint)l->p.bits, numbers = (cl_uint)(l->p.n * l->p.rows),
                  pairs = numbers / 2;
    const size_t local =
        ocl_smaller(ocl_local_size(r->reverse, device, 64), ocl_local_size(r->pass, device, 64));
    const size_t all = ocl_round_up(numbers, local), half = ocl_round_up(pairs, local);
    OCL_CHECK(clSetKernelArg(r->reverse, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(r->reverse, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(r->reverse, 2, sizeof bits, &bits));
    OCL_CHECK(clSetKernelArg(r->reverse, 3, sizeof numbers, &numbers));
    OCL_CHECK(clSetKernelArg(r->pass, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(r->pass, 2, sizeof pairs, &pairs));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, r->reverse, 1, NULL, &all, &local, 0, NULL,
                                     event_of(t, 0, 1 + bits)));
    for (cl_uint p = 0; p < bits; p++) {
        OCL_CHECK(clSetKernelArg(r->pass, 1, sizeof(cl_uint), &(cl_uint){ 1u << p }));
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, r->pass, 1, NULL, &half, &local, 0, NULL,
                                         event_of(t, 1 + p, 1 + bits)));
    }
}

// The other rungs for GPUs: from d_x to d_y.  In between, d_other and d_y take turns.
static void launch_steps(const rung *r, ocl_trial *t)
{
    const lesson *l = r->lesson;
    cl_mem d_from = l->d_x;
    for (size_t i = 0; i < r->count; i++) {
        const launch *step = &r->launches[i];
        cl_mem d_to = (r->count - i) % 2 == 1 ? l->d_y : l->d_other;
        const cl_uint stride = (cl_uint)step->stride, before = (cl_uint)step->before;
        const cl_uint columns = (cl_uint)(step->stride * l->p.rows);
        const cl_float angle = 2.0f / (cl_float)(step->before * step->length);
        OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof d_to, &d_to));
        OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof d_from, &d_from));
        OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof stride, &stride));
        OCL_CHECK(clSetKernelArg(step->kernel, 3, sizeof before, &before));
        OCL_CHECK(clSetKernelArg(step->kernel, 4, sizeof angle, &angle));
        if (r->variant != LOCAL)
            OCL_CHECK(clSetKernelArg(step->kernel, 5, sizeof columns, &columns));

        // registers: a work-item per column.  The next rungs: a work-group per step->columns.
        size_t local = step->columns * step->length / step->each;
        size_t global = ocl_divide_up(columns, step->columns) * local;
        if (r->variant == REGISTERS) {
            local = ocl_local_size(step->kernel, l->env->device, 64);
            global = ocl_round_up(columns, local);
        }
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, step->kernel, 1, NULL, &global, &local, 0,
                                         NULL, event_of(t, i, r->count)));
        d_from = d_to;
    }
}

// Enqueues all launches of a rung.  t may be NULL.
static void launch_all(const rung *r, ocl_trial *t)
{
    if (r->variant == PASS)
        launch_passes(r, t);
    else if (r->variant == VECTORS)
        launch_vectors(r, t);
    else
        launch_steps(r, t);
}

// Whether a rung can run here.  If not, a line says so; if it alone was asked for, status 77.
static bool is_possible(const lesson *l, int variant, ocl_report *report)
{
    const char *why = NULL;
    if (variant == VECTORS && l->p.n < LANES * LANES) why = "a row has fewer than 256 samples";
    if (variant == VECTORS && !ocl_is_cpu(l->env->device)) why = "its work-items are for CPUs";
    if (variant == VECTORS && ocl_known_fault(l->env->device, "columns of 16 complex numbers"))
        why = "this driver's compiler makes wrong code of it";
    if (!why) return true;
    if (!ocl_wants(l->env->options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "%s: %s", VARIANTS[variant], why);
    ocl_report_note(report, "%s is left out: %s", VARIANTS[variant], why);
    return false;
}

int main(int argc, char **argv)
{
    // Options.
    size_t rows = 5, each = 16, tile = MOST_TILE;
    const ocl_option own[] = {
        { .usage = "-b, --rows N: rows of so many samples each", .count = &rows, .most = 1 << 24 },
        { .usage = "-e, --each N: numbers per work-item: 2, 4, 8, 16",
          .count = &each,
          .most = MOST_EACH },
        { .usage = "-t, --tile N: numbers per work-group, at most; a power of two",
          .count = &tile,
          .most = MOST_TILE },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "fft_ladder",
                              .summary = "Spectra of many rows, in few launches.",
                              .accepts = "dnrVks",
                              .size_help = "samples in a row: a power of two",
                              .extents = 1,
                              .most = LARGEST,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 32768 }, .repeat = 10, .seed = 1 });
    const size_t n = opt.n[0], count = n * rows, bytes = count * sizeof(cl_float2);
    if ((n & (n - 1)) != 0) ocl_exit(OCL_EXIT_USAGE, "--size: %zu is not a power of two", n);
    if ((tile & (tile - 1)) != 0 || (each & (each - 1)) != 0 || each < 2 || tile < each)
        ocl_exit(OCL_EXIT_USAGE, "--each, --tile: powers of two, with 2 <= each <= tile");
    if (count > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--rows: 2^32 numbers or more in all");

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 3.0 * (double)bytes,
                       3.0 * (double)bytes + 16.0 * (double)n);
    cl_float2 *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    make_sound(x, count, opt.seed);
    const problem p = { .n = n,
                        .rows = rows,
                        .bits = log_2(n),
                        .each = each,
                        .tile = tile_for(env.device, tile),
                        .items = ocl_group_size(env.device, tile / each) };
    lesson l = { .env = &env, .p = p };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "each", each);
    ocl_report_count(report, "tile", p.tile);
    OCL_TIME_REFERENCE(report, fft_rows_ref(ref, x, n, rows));

    // Buffers.
    l.d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    l.d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    // The rungs.
    const ocl_work work = { .amount = 2.0 * (double)bytes,    // each number read and written once
                            .unit = "GB/s",
                            .limit = env.limits.copy_gbs };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v]) || !is_possible(&l, v, report)) continue;
        const rung r = open_rung(&l, v);
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_y, bytes);
        ocl_trial_scratch(&t, l.d_other, bytes);
        while (ocl_trial_next(&t))
            launch_all(&r, &t);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));
        ocl_trial_report(&t, report, &work, fft_verify(VARIANTS[v], y, ref, x, n, rows, r.count));
        close_rung(&r);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(l.d_other));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
