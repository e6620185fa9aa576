// SPDX-License-Identifier: MIT
//
// tridiagonal_ladder - many systems of equations with three diagonals, faster: each number comes
//                      from memory once.
//
// Shows   what a work-item keeps in registers; a system that is cut into parts, one per work-item;
//         vectors of systems for a CPU
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, reqd_work_group_size
// Try     tridiagonal_ladder -n 100003x65, tridiagonal_ladder -n 1000x1000
//         tridiagonal_ladder -V parts --rows 2, then --rows 4, 8 and 16

#include "ocl.h"

#include <float.h>

enum { MOST_KEPT = 128 };                                  // unknowns: registers of a work-item
enum { MOST_ITEMS = 1024, MOST_SYSTEMS = 64 };             // of a work-group of `parts`
enum { LANES = 64, GROUP = 64, SPOTS = 64, FAR = 130 };    // FAR: see `bounds_of`

enum { PLAIN, KEPT, PARTS, VECTORS };
static const char *const VARIANTS[] = { "plain", "kept", "parts", "vectors", NULL };

enum { LOWER, MIDDLE, UPPER, RIGHT, INPUTS };

typedef struct {
    const ocl_env *env;
    size_t systems, unknowns;
    size_t rows, parts, group_systems;    // of `parts`: a work-item's, a system's, a work-group's
    size_t items;                         // of `vectors`
    cl_program program;
    cl_mem d_x, d_scratch, d_in[INPUTS];
} lesson;

// Heat in rods after a large step of time.  Heat comes in at one place of 64, another one in each
// rod.  So all x are positive, and most of them depend on numbers that are far away.
static void make(float *in[INPUTS], size_t systems, size_t unknowns, uint64_t seed)
{
    const size_t n = systems * unknowns, spots = ocl_smaller(unknowns, SPOTS);
    ocl_fill_f32(in[LOWER], n, -1.0f, -0.9f, seed);
    ocl_fill_f32(in[MIDDLE], n, 2.2f, 2.4f, seed + 1);
    ocl_fill_f32(in[UPPER], n, -1.0f, -0.9f, seed + 2);
    for (size_t at = 0; at < n; at++)
        in[RIGHT][at] = (at / systems + at % systems) % spots == 0 ? 1.0f : 0.0f;
}

// The answer in plain C, as in sample tridiagonal.  Number i of system s is at i * systems + s.
static void tridiagonal_ref(float *x, float *const in[INPUTS], size_t systems, size_t unknowns)
{
    double *ratios = ocl_alloc(unknowns * sizeof *ratios);
    double *rights = ocl_alloc(unknowns * sizeof *rights);
    for (size_t s = 0; s < systems; s++) {
        double ratio = 0.0, right = 0.0;
        for (size_t i = 0; i < unknowns; i++) {
            const size_t at = i * systems + s;
            const double low = (double)in[LOWER][at];
            const double pivot = (double)in[MIDDLE][at] - low * ratio;
            ratios[i] = ratio = (double)in[UPPER][at] / pivot;
            rights[i] = right = ((double)in[RIGHT][at] - low * right) / pivot;
        }
        for (size_t i = unknowns; i-- > 0;) {
            if (i + 1 < unknowns) rights[i] -= ratios[i] * rights[i + 1];
            x[i * systems + s] = (float)rights[i];
        }
    }
    free(rights);
    free(ratios);
}

// Errors are parts of the number itself, in units of 2^-24; a quotient has up to 5 of them.  All
// numbers are sums, products and quotients of numbers with one sign, so errors only add up.  The
// pivots alone are differences: middle - lower * ratio is at least 2.2 - 0.65, so 0.42 of the
// error of what is subtracted comes along.
//
//     inverse   0.42 (r + 1) + 1 + 5, with r of a ratio = inverse + 1: so r <= 13
//     right     the one before it, and 1 + 1 + 12 + 1 more: 15 for each row
//     x         the same upwards: 15 for each row
//
// Thomas' method has 30 for each row that the heat passes.  A row passes on 0.65 of it at most and
// 0.45 at least, and the next spot is less than 64 rows away: what comes over more than FAR rows
// does not count.  In `parts`, what joins the parts begins with 51 for each row of a part, and each
// doubling of the distance makes two errors out of one, and 0.41 for the pivots: 2 * 1.41 * 71 for
// each row, and 30 on the way back.  Below 2^-126 a number has a fixed error.
static void bounds_of(float *bounds, const float *ref, size_t n, size_t unknowns, double per_row)
{
    const double rows = (double)ocl_smaller(unknowns, FAR);
    for (size_t at = 0; at < n; at++)
        bounds[at] = (float)(per_row * rows * FLT_EPSILON / 2.0 * (double)ref[at]) + FLT_MIN;
}

// How `parts` cuts the systems: into parts of `rows` equations, or longer ones.  group_systems is 0
// where a system is too long for a work-group.
static void cut(lesson *l, size_t rows)
{
    const size_t most = ocl_group_size(l->env->device, MOST_ITEMS);
    l->rows = rows;
    l->parts = ocl_divide_up(l->unknowns, rows);
    l->group_systems = MOST_SYSTEMS;
    while (l->group_systems * l->parts > most)
        l->group_systems /= 2;
}

static lesson open_lesson(const ocl_env *env, const size_t extents[2], size_t rows)
{
    lesson l = { .env = env, .systems = extents[0], .unknowns = extents[1] };
    cut(&l, rows);
    l.items = 4 * (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    l.items = ocl_smaller(l.items, ocl_divide_up(l.systems, LANES));
    return l;
}

static void build(lesson *l)
{
    const bool fits = l->group_systems > 0;
    l->program =
        ocl_build(l->env, "tridiagonal_ladder.cl",
                  "-cl-std=CL1.2 -DUNKNOWNS=%zu -DROWS=%zu -DPARTS=%zu -DSYSTEMS=%zu -DLANES=%d",
                  ocl_smaller(l->unknowns, MOST_KEPT), l->rows, fits ? l->parts : 1,
                  fits ? l->group_systems : 1, LANES);
}

// plain keeps the ratios here; vectors a ratio and a right side for each system of a work-item.
// The bytes may not fit a size_t.
static double scratch_bytes(const lesson *l)
{
    const double plain = (double)l->systems, vectors = 2.0 * LANES * (double)l->items;
    return fmax(plain, vectors) * (double)l->unknowns * sizeof(float);
}

// What keeps a rung from running; NULL: nothing.
static const char *lacking(const lesson *l, int variant)
{
    if (variant == KEPT && l->unknowns > MOST_KEPT) return "a system is too long for registers";
    if (variant == PARTS && l->group_systems == 0) return "a system is too long for a work-group";
    return NULL;
}

static void launch(const lesson *l, int variant, cl_kernel kernel, cl_event *done)
{
    cl_uint arg = 0;
    OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof l->d_x, &l->d_x));
    if (variant == PLAIN || variant == VECTORS)
        OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof l->d_scratch, &l->d_scratch));
    for (int k = 0; k < INPUTS; k++)
        OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof l->d_in[k], &l->d_in[k]));
    OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof(cl_ulong), &(cl_ulong){ l->systems }));
    if (variant != KEPT)
        OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof(cl_ulong), &(cl_ulong){ l->unknowns }));

    // plain, kept: a work-item per system.  parts: `parts` of them.  vectors: one for many systems.
    size_t local[2] = { 1, 1 }, global[2] = { l->items, 1 };
    if (variant == PARTS) {
        local[0] = l->group_systems;
        local[1] = global[1] = l->parts;
    } else if (variant != VECTORS) {
        local[0] = ocl_local_size(kernel, l->env->device, GROUP);
    }
    if (variant != VECTORS) global[0] = ocl_round_up(l->systems, local[0]);
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL, done));
}

int main(int argc, char **argv)
{
    // Options.
    size_t rows = 9;
    const ocl_option own[] = { { .usage = "-m, --rows N: equations of a work-item of `parts`",
                                 .count = &rows,
                                 .most = 64 },
                               { .usage = NULL } };
    const ocl_about about = { .name = "tridiagonal_ladder",
                              .summary = "Systems of equations with three diagonals, four ways.",
                              .accepts = "dnrVks",
                              .size_help = "systems x unknowns of each",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 20011, 65 }, .repeat = 10, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    lesson l = open_lesson(&env, opt.n, rows);
    const double room = (double)l.systems * (double)l.unknowns * sizeof(float);
    const double scratch_room = scratch_bytes(&l);
    ocl_require_memory(env.device, scratch_room, 5.0 * room + scratch_room,
                       7.0 * room + 16.0 * (double)l.unknowns);
    build(&l);
    const size_t n = l.systems * l.unknowns, bytes = n * sizeof(float);
    const size_t scratch = (size_t)scratch_room;
    float *in[INPUTS], *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *bounds = ocl_alloc(bytes);
    for (int k = 0; k < INPUTS; k++)
        in[k] = ocl_alloc(bytes);

    make(in, l.systems, l.unknowns, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "systems", l.systems);
    ocl_report_count(report, "unknowns", l.unknowns);
    ocl_report_count(report, "rows", rows);
    OCL_TIME_REFERENCE(report, tridiagonal_ref(ref, in, l.systems, l.unknowns));

    // Buffers.
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_scratch = ocl_buffer(&env, CL_MEM_READ_WRITE, scratch, NULL);
    for (int k = 0; k < INPUTS; k++)
        l.d_in[k] = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, in[k]);

    // The rungs.  What must move: four numbers in and one out.
    const ocl_work work = { .amount = (INPUTS + 1) * (double)bytes,
                            .unit = "GB/s",
                            .limit = env.limits.copy_gbs };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        const char *why = lacking(&l, v);
        if (why && !ocl_wants(&opt, "all")) ocl_exit(OCL_EXIT_SKIP, "%s: %s", VARIANTS[v], why);
        if (why) {
            ocl_report_note(report, "%s is left out: %s", VARIANTS[v], why);
            continue;
        }
        char name[32];
        snprintf(name, sizeof name, "tridiagonal_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(l.program, name, &err));
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_x, bytes);
        ocl_trial_scratch(&t, l.d_scratch, scratch);
        while (ocl_trial_next(&t))
            launch(&l, v, kernel, &t.done);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
        bounds_of(bounds, ref, n, l.unknowns, v == PARTS ? 230 : 30);
        ocl_trial_report(&t, report, &work, ocl_verify_f32_each(VARIANTS[v], x, ref, n, bounds));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release, in reverse order.
    for (int k = INPUTS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(l.d_in[k]));
    OCL_CHECK(clReleaseMemObject(l.d_scratch));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(bounds);
    for (int k = INPUTS - 1; k >= 0; k--)
        free(in[k]);
    free(ref);
    free(x);
    return ocl_report_close(report);
}
