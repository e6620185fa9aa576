// SPDX-License-Identifier: MIT
//
// fft_ladder - the spectra of many rows of numbers, faster: few launches in place of many.
//
// Shows   several passes in registers, in local memory, on tiles (the four-step form), and on a CPU
//         16 columns in the lanes of a vector
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, reqd_work_group_size
// Try     fft_ladder -n 1024 --rows 1000, fft_ladder -n 1M --rows 1, fft_ladder --each 4

#include "ocl.h"

#include <float.h>

enum { LARGEST = 1 << 25, MOST_BITS = 25 };    // numbers in a row
enum { MOST_EACH = 16, MOST_TILE = 4096 };
enum { NARROW = 4 };     // four_step: columns of a tile, at least: 32 bytes, as memory hands out
enum { RATE = 8192 };    // samples per second

enum { LANES = 16, MOST_ROW = 256, MOST_COLUMN = 1024 };    // vectors: of one launch, of several

enum { PASS, REGISTERS, LOCAL, FOUR_STEP, VECTORS };
static const char *const VARIANTS[] = {
    "pass", "registers", "local", "four_step", "vectors", NULL
};

static const double PI = 3.14159265358979323846;

typedef struct {
    double re, im;
} complex_f64;

typedef struct {
    const ocl_env *env;
    size_t n, rows, bits;        // n = 2^bits
    size_t each, tile;           // numbers: in the registers of a work-item, in local memory
    cl_mem d_y, d_x, d_other;    // d_other: what a launch leaves for the next
} lesson;

// A launch makes spectra of `length` numbers.  fft_ladder.cl says what the other words mean.
typedef struct {
    size_t length, each, first, columns, stride, before;
    cl_program program;
    cl_kernel kernel;
    cl_mem d_roots, d_steps;    // vectors: what its columns are turned by
} launch;

typedef struct {
    const lesson *lesson;
    int variant;
    launch launches[MOST_BITS];
    size_t count;
    cl_program pass_program;    // pass
    cl_kernel reverse, pass;
} rung;

// Two tones and noise in the real part, noise in the other one.
static void make_sound(cl_float2 *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        const double t = 2.0 * PI * (double)(i % RATE) / RATE;
        const uint64_t random = ocl_random(seed, i);
        const double noise = (double)(random >> 40) / (1 << 23) - 1.0;
        const double other = (double)(random & 0xffffff) / (1 << 23) - 1.0;
        x[i].s[0] = (float)(0.5 * sin(440.0 * t) + 0.25 * sin(1000.0 * t) + noise);
        x[i].s[1] = (float)other;
    }
}

// The spectra of the even and of the odd places, one behind the other, become that of both.
static void join_halves(complex_f64 *y, size_t n)
{
    for (size_t k = 0; k < n / 2; k++) {
        const double angle = -2.0 * PI * (double)k / (double)n, c = cos(angle), s = sin(angle);
        const complex_f64 a = y[k], b = y[k + n / 2];
        const complex_f64 turned = { c * b.re - s * b.im, c * b.im + s * b.re };
        y[k] = (complex_f64){ a.re + turned.re, a.im + turned.im };
        y[k + n / 2] = (complex_f64){ a.re - turned.re, a.im - turned.im };
    }
}

// The answer in plain C, as in fft.c.
static void fft_ref(complex_f64 *y, const cl_float2 *x, size_t n, size_t stride)
{
    if (n == 1) {
        y[0] = (complex_f64){ (double)x->s[0], (double)x->s[1] };
        return;
    }
    fft_ref(y, x, n / 2, 2 * stride);
    fft_ref(y + n / 2, x + stride, n / 2, 2 * stride);
    join_halves(y, n);
}

static size_t log_2(size_t n)
{
    size_t bits = 0;
    while (n >> bits > 1)
        bits++;
    return bits;
}

// Launch number `at` of a rung, which gets its share of the bits.
static launch plan_launch(const lesson *l, int variant, size_t at, size_t count)
{
    const size_t done = l->bits * at / count, bits = l->bits * (at + 1) / count - done;
    launch step = { .length = (size_t)1 << bits, .before = (size_t)1 << done, .columns = 1 };
    step.stride = l->n / step.length;
    step.each = variant == REGISTERS ? step.length : ocl_smaller(l->each, step.length);
    const size_t each_bits = log_2(step.each), rest = each_bits == 0 ? 0 : bits % each_bits;
    step.first = rest == 0 ? step.each : (size_t)1 << rest;
    if (variant == FOUR_STEP) {
        const size_t most = ocl_group_size(l->env->device, l->tile / l->each);
        const size_t columns = step.stride > 1 ? step.stride : l->rows;
        while (2 * step.columns <= columns && 2 * step.columns * step.length <= l->tile &&
               2 * step.columns * step.length / step.each <= most)
            step.columns *= 2;
    }
    return step;
}

static bool is_alike(const launch *a, const launch *b)
{
    return a->length == b->length && a->columns == b->columns;
}

// A table of rows: number c of row r is e^(-2 pi i r c / whole), times how far the rows are apart.
static cl_mem make_roots(const ocl_env *env, double whole, size_t first, size_t apart, size_t rows,
                         size_t columns)
{
    const size_t count = rows * columns;
    cl_float2 *roots = ocl_alloc((count + LANES) * sizeof *roots);
    for (size_t i = 0; i < count; i++) {
        const double times = (double)(first + i / columns * apart) * (double)(i % columns);
        const double angle = -2.0 * PI * fmod(times, whole) / whole;
        roots[i].s[0] = (float)cos(angle);
        roots[i].s[1] = (float)sin(angle);
    }
    for (size_t i = count; i < count + LANES; i++)    // a vector may reach past the end
        roots[i] = roots[0];
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_ONLY, (count + LANES) * sizeof *roots, roots);
    free(roots);
    return buffer;
}

// Launch number `at` of `count`: its event, if the times are wanted.
static cl_event *event_of(ocl_trial *t, size_t at, size_t count)
{
    if (!t) return NULL;
    return at == count - 1 ? &t->done : at == 0 ? &t->first : NULL;
}

// vectors: whether one launch makes rows, and how long its columns are.
static bool is_by_rows(const lesson *l)
{
    return l->n <= LANES * MOST_ROW;
}

static void plan_vectors(const lesson *l, rung *r)
{
    const bool is_one = is_by_rows(l);
    const size_t bits = is_one ? l->bits - log_2(LANES) : l->bits;
    r->count = is_one ? 1 : ocl_divide_up(bits, log_2(MOST_COLUMN));
    for (size_t i = 0; i < r->count; i++) {
        launch *step = &r->launches[i];
        const size_t done = bits * i / r->count, mine = bits * (i + 1) / r->count - done;
        *step = (launch){ .length = (size_t)1 << mine, .before = (size_t)1 << done };
        step->stride = l->n / step->length;
        step->first = mine % 3 == 0 ? 8 : (size_t)1 << mine % 3;
        step->columns = LANES;
        step->program =
            ocl_build(l->env, "fft_ladder_cpu.cl", "-cl-std=CL1.2 -DLENGTH=%zu -DFIRST=%zu",
                      step->length, step->first);
        cl_int err;
        step->kernel = OCL_CREATE(
            clCreateKernel(step->program, is_one ? "fft_vectors_row" : "fft_vectors", &err));
        step->d_roots = make_roots(l->env, (double)step->length, 1, 0, 1, step->length);
        const double whole = (double)step->length * (double)step->before;
        if (is_one)
            step->d_steps = make_roots(l->env, (double)l->n, 0, 1, step->length, LANES);
        else
            step->d_steps = make_roots(l->env, whole, 1, 15, 2, step->before);
    }
}

// vectors: a work-item per 16 columns, or per row.
static void launch_vectors(const rung *r, ocl_trial *t)
{
    const lesson *l = r->lesson;
    const bool is_one = is_by_rows(l);
    const size_t local = 1;
    cl_mem d_from = l->d_x;
    for (size_t i = 0; i < r->count; i++) {
        const launch *step = &r->launches[i];
        cl_mem d_to = (r->count - i) % 2 == 1 ? l->d_y : l->d_other;
        const cl_uint stride = (cl_uint)step->stride, before = (cl_uint)step->before;
        const size_t items = is_one ? l->rows : step->stride / LANES * l->rows;
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

// The launches of a rung.  Those that are alike share a program.
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
    if (variant == VECTORS) {
        plan_vectors(l, &r);
        return r;
    }
    const size_t items = ocl_group_size(l->env->device, l->tile / l->each);
    size_t most = variant == REGISTERS ? l->each : ocl_smaller(l->tile, l->each * items);
    if (variant == FOUR_STEP && l->n > most && most >= 2 * NARROW) most /= NARROW;
    r.count = l->bits == 0 ? 1 : ocl_divide_up(l->bits, log_2(most));
    for (size_t i = 0; i < r.count; i++) {
        launch *step = &r.launches[i];
        *step = plan_launch(l, variant, i, r.count);
        for (size_t k = 0; k < i && !step->program; k++)
            if (is_alike(&r.launches[k], step)) step->program = r.launches[k].program;
        if (step->program)
            OCL_CHECK(clRetainProgram(step->program));
        else
            step->program =
                ocl_build(l->env, "fft_ladder.cl",
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
    const cl_uint bits = (cl_uint)l->bits, numbers = (cl_uint)(l->n * l->rows), pairs = numbers / 2;
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

// The others: from d_x to d_y, by way of both buffers in turn.
static void launch_steps(const rung *r, ocl_trial *t)
{
    const lesson *l = r->lesson;
    cl_mem d_from = l->d_x;
    for (size_t i = 0; i < r->count; i++) {
        const launch *step = &r->launches[i];
        cl_mem d_to = (r->count - i) % 2 == 1 ? l->d_y : l->d_other;
        const cl_uint stride = (cl_uint)step->stride, before = (cl_uint)step->before;
        const cl_uint columns = (cl_uint)(step->stride * l->rows);
        const cl_float angle = 2.0f / (cl_float)(step->before * step->length);
        OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof d_to, &d_to));
        OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof d_from, &d_from));
        OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof stride, &stride));
        OCL_CHECK(clSetKernelArg(step->kernel, 3, sizeof before, &before));
        OCL_CHECK(clSetKernelArg(step->kernel, 4, sizeof angle, &angle));
        if (r->variant != LOCAL)
            OCL_CHECK(clSetKernelArg(step->kernel, 5, sizeof columns, &columns));

        // registers: a work-item per column.  Behind it: a work-group per `columns` columns.
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

// t may be NULL.
static void launch_all(const rung *r, ocl_trial *t)
{
    if (r->variant == PASS)
        launch_passes(r, t);
    else if (r->variant == VECTORS)
        launch_vectors(r, t);
    else
        launch_steps(r, t);
}

// The largest tile, at most `wanted` numbers, that local memory has room for, with its gaps.
static size_t tile_for(cl_device_id device, size_t wanted)
{
    cl_ulong room;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof room, &room, NULL));
    size_t tile = wanted;
    while (tile > 1 && (tile + tile / 16) * sizeof(cl_float2) > room)
        tile /= 2;
    return tile;
}

// Whether a rung can run here.  Of all rungs it is left out, with a line; alone it is skipped.
static bool is_possible(const lesson *l, int variant, ocl_report *report)
{
    const char *why = NULL;
    if (variant == VECTORS && l->n < LANES * LANES) why = "a row has fewer than 256 samples";
    if (variant == VECTORS && !ocl_is_cpu(l->env->device)) why = "its work-items are for CPUs";
    if (!why) return true;
    if (!ocl_wants(l->env->options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "%s: %s", VARIANTS[variant], why);
    ocl_report_note(report, "%s is left out: %s", VARIANTS[variant], why);
    return false;
}

// As in fft.c, in units of u = 2^-24.  A pass of two numbers adds at most 33 u, so 44 u for each
// bit are enough for it.  Rounds of 16 numbers add less than four times 44 u:
//
//     8 u      cospi and sinpi: 4 ULP each.  The 15th power of the root is off by 15 times as much
//     40 u     the 14 complex products on the way to this power
//     3 u      the product of a number with it
//     11 u     four sums, and two products inside of spectrum_16
//
// A launch that turns its columns adds less than 174 u in the same way.  The roots of `vectors` are
// off by 1 u; what it adds is below the same sum.  2 u as in fft.c.
static double bound_of(const lesson *l, size_t launches, double squares)
{
    const double units = 44.0 * (double)l->bits + 174.0 * (double)launches + 2.0;
    return units * FLT_EPSILON / 2.0 * sqrt((double)l->n) * sqrt(squares);
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
    if (count > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--rows: more than 2^32 numbers in all");

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 3.0 * (double)bytes,
                       3.0 * (double)bytes + 16.0 * (double)n);
    cl_float2 *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    complex_f64 *row = ocl_alloc(n * sizeof *row);
    make_sound(x, count, opt.seed);
    lesson l = { .env = &env, .n = n, .rows = rows, .bits = log_2(n), .each = each };
    l.tile = tile_for(env.device, tile);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "each", each);
    ocl_report_count(report, "tile", l.tile);
    ocl_report_problem(report);
    double reference_ns = 0.0, largest = 0.0;    // the length of a row, squared
    for (size_t r = 0; r < rows; r++) {
        const double begin = ocl_wall_ns();
        fft_ref(row, x + r * n, n, 1);
        reference_ns += ocl_wall_ns() - begin;
        double squares = 0.0;
        for (size_t i = 0; i < n; i++) {
            const cl_float2 *in = &x[r * n + i];
            squares += (double)in->s[0] * (double)in->s[0] + (double)in->s[1] * (double)in->s[1];
            ref[r * n + i].s[0] = (float)row[i].re;
            ref[r * n + i].s[1] = (float)row[i].im;
        }
        largest = largest > squares ? largest : squares;
    }
    ocl_report_reference(report, reference_ns);

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
        const double bound = bound_of(&l, r.count, largest);
        ocl_trial_report(&t, report, &work,
                         ocl_verify_f32(VARIANTS[v], y[0].s, ref[0].s, 2 * count, bound));
        close_rung(&r);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(l.d_other));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    ocl_close(&env);
    free(row);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
