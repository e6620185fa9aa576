// SPDX-License-Identifier: MIT
//
// nbody_ladder - all bodies pull all bodies: much arithmetic per byte, and what keeps a device
// from it.
//
// Shows   tiles in local memory; unrolled loops; -cl-denorms-are-zero and
//         -cl-unsafe-math-optimizations, build options; several bodies per work-item, and more
//         work-groups from slices of the sum; vectors for CPUs
// Uses    clSetKernelArg, clEnqueueNDRangeKernel in two dimensions
// Rates   Each pull counts as 20 operations, as is usual for this problem (3 differences, 6 for the
//         square of the distance, 4 for the root and its cube, 7 for mass and sums).
// Try     nbody_ladder -n 16K; nbody_ladder -d gpu -n 64K; nbody_ladder -V all

#include "ocl.h"

#include "nbody_ladder/bodies.h"

enum { OPERATIONS = 20, LANES = 16 };
enum { GROUP = 256, BLOCKED_GROUP = 128, BODIES = 4, MOST_SLICES = 64, GROUPS_PER_UNIT = 32 };

enum { PLAIN, TILED, UNROLLED, FLUSHED, BLOCKED, WIDE, VARIANT_COUNT };
static const char *const VARIANTS[] = { "plain",   "tiled", "unrolled", "flushed",
                                        "blocked", "wide",  NULL };

typedef struct {
    const ocl_env *env;
    bodies b;
    cl_mem d_pulls, d_places;
} lesson;

// Without --variant a device climbs the ladder for its kind.  Both begin with the plain kernel.
static bool is_wanted(const lesson *l, int variant)
{
    const ocl_options *opt = l->env->options;
    if (opt->variant) return ocl_wants(opt, VARIANTS[variant]);
    return variant == PLAIN || (variant == WIDE) == ocl_is_cpu(l->env->device);
}

// GROUP of the kernels.  Those without local memory have a limit of their own.
static size_t group_of(const lesson *l, int variant)
{
    return ocl_group_size(l->env->device, variant == BLOCKED ? BLOCKED_GROUP : GROUP);
}

// rsqrt must be right for denormal numbers, too, which NVIDIA's instruction does not see.  No
// distance here is so small.  With -cl-denorms-are-zero the compiler leaves out their treatment.
// With -cl-unsafe-math-optimizations it may compute a root of `wide` from the processor's estimate.
static cl_program build(const lesson *l, int variant)
{
    const size_t group = group_of(l, variant);
    if (variant <= TILED)
        return ocl_build(l->env, "nbody_ladder.cl", "-cl-std=CL1.2 -DGROUP=%zu", group);
    const char *option = variant == WIDE      ? " -cl-unsafe-math-optimizations"
                         : variant >= FLUSHED ? ocl_denormals_option(l->env->device)
                                              : "";
    return ocl_build(l->env, "nbody_ladder_fast.cl", "-cl-std=CL1.2 -DGROUP=%zu -DBODIES=%d%s",
                     group, BODIES, option);
}

// A variant, ready to be launched.
typedef struct {
    cl_program program;
    cl_kernel kernel, sum;    // sum: of blocked, else NULL
    cl_mem d_parts;           // of blocked, else NULL
    size_t parts_bytes;
    size_t global[2], local[2];
} rung;

// The arguments that all kernels begin with: where the pulls go, and who pulls.
static cl_kernel make_kernel(const lesson *l, cl_program program, const char *name, cl_mem d_out)
{
    const cl_float softening2 = SOFTENING2;
    const cl_uint n = (cl_uint)l->b.n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_places, &l->d_places));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof softening2, &softening2));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    return kernel;
}

// All but blocked: a work-item per body, or per sixteen.
static void open_one(const lesson *l, int variant, rung *r)
{
    const char *const names[] = { "nbody_ladder_plain",
                                  "nbody_ladder_tiled",
                                  "nbody_ladder_unrolled",
                                  "nbody_ladder_unrolled",
                                  NULL,
                                  "nbody_ladder_wide" };
    const size_t items = variant == WIDE ? ocl_divide_up(l->b.n, LANES) : l->b.n;
    r->kernel = make_kernel(l, r->program, names[variant], l->d_pulls);
    r->local[0] = ocl_local_size(r->kernel, l->env->device, group_of(l, variant));
    r->global[0] = ocl_round_up(items, r->local[0]);
    r->global[1] = r->local[1] = 1;
}

// blocked: few bodies make few work-groups.  Then each has a slice of the tiles, so that there are
// 32 work-groups for each compute unit.
static void open_blocked(const lesson *l, rung *r)
{
    const size_t group = group_of(l, BLOCKED), groups = ocl_divide_up(l->b.n, BODIES * group);
    const size_t units = (size_t)ocl_device_number(l->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    size_t slices = ocl_divide_up(GROUPS_PER_UNIT * units, groups);
    slices = ocl_smaller(slices, ocl_smaller(MOST_SLICES, ocl_divide_up(l->b.n, group)));
    const cl_uint n = (cl_uint)l->b.n, count = (cl_uint)slices;

    r->global[0] = groups * group;
    r->global[1] = slices;
    r->local[0] = group;
    r->local[1] = 1;
    r->parts_bytes = slices * l->b.n * sizeof(cl_float4);
    r->d_parts = ocl_buffer(l->env, CL_MEM_READ_WRITE, r->parts_bytes, NULL);
    r->kernel = make_kernel(l, r->program, "nbody_ladder_blocked", r->d_parts);
    cl_int err;
    r->sum = OCL_CREATE(clCreateKernel(r->program, "nbody_ladder_sum", &err));
    OCL_CHECK(clSetKernelArg(r->sum, 0, sizeof l->d_pulls, &l->d_pulls));
    OCL_CHECK(clSetKernelArg(r->sum, 1, sizeof r->d_parts, &r->d_parts));
    OCL_CHECK(clSetKernelArg(r->sum, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(r->sum, 3, sizeof count, &count));
}

static rung open_rung(const lesson *l, int variant)
{
    rung r = { .program = build(l, variant) };
    if (variant == BLOCKED)
        open_blocked(l, &r);
    else
        open_one(l, variant, &r);
    return r;
}

static void close_rung(const rung *r)
{
    if (r->sum) OCL_CHECK(clReleaseKernel(r->sum));
    OCL_CHECK(clReleaseKernel(r->kernel));
    if (r->d_parts) OCL_CHECK(clReleaseMemObject(r->d_parts));
    OCL_CHECK(clReleaseProgram(r->program));
}

// One launch; two for blocked.  *first and *done are the events of the first and the last one.
static void launch(const lesson *l, const rung *r, cl_event *first, cl_event *done)
{
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, r->kernel, 2, NULL, r->global, r->local, 0, NULL,
                                     r->sum ? first : done));
    if (!r->sum) return;
    const size_t local = ocl_local_size(r->sum, l->env->device, r->local[0]);
    const size_t all = ocl_round_up(l->b.n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, r->sum, 1, NULL, &all, &local, 0, NULL, done));
}

static void run_variant(const lesson *l, ocl_report *report, int variant, cl_float4 *pulls)
{
    const size_t bytes = l->b.n * sizeof *pulls;
    const rung r = open_rung(l, variant);
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_pulls, bytes);
    if (r.d_parts) ocl_trial_scratch(&t, r.d_parts, r.parts_bytes);
    while (ocl_trial_next(&t))
        launch(l, &r, &t.first, &t.done);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_pulls, CL_TRUE, 0, bytes, pulls, 0, NULL, NULL));
    const ocl_work work = { .amount = OPERATIONS * (double)l->b.n * (double)l->b.n,
                            .unit = "GFLOP/s",
                            .limit = l->env->limits.fma_gflops };
    ocl_trial_report(&t, report, &work, bodies_verify(VARIANTS[variant], pulls, &l->b));
    close_rung(&r);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "nbody_ladder",
                              .summary = "All bodies pull all bodies.",
                              .accepts = "dnrVks",
                              .size_help = "bodies",
                              .extents = 1,
                              .most = UINT32_MAX / 2,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 4099 }, .repeat = 5, .seed = 1 };    // a prime
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float4);
    ocl_require_memory(env.device, (double)bytes, (2 + MOST_SLICES) * (double)bytes,
                       3 * (double)bytes);

    lesson l = { .env = &env, .b = bodies_make(n, opt.seed) };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bodies", n);
    ocl_report_count(report, "compared", l.b.count);
    ocl_report_problem(report);
    ocl_doing("computing the answer on the host");
    const double begin = ocl_wall_ns();
    bodies_pull_ref(&l.b);    // of the bodies that are compared; the time is that of all
    ocl_report_reference(report, (ocl_wall_ns() - begin) * (double)n / (double)l.b.count);
    ocl_doing("running");
    l.d_pulls = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_places = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, l.b.place);
    cl_float4 *pulls = ocl_alloc(bytes);

    for (int variant = PLAIN; variant < VARIANT_COUNT; variant++)
        if (is_wanted(&l, variant)) run_variant(&l, report, variant, pulls);

    free(pulls);
    OCL_CHECK(clReleaseMemObject(l.d_places));
    OCL_CHECK(clReleaseMemObject(l.d_pulls));
    bodies_free(&l.b);
    ocl_close(&env);
    return ocl_report_close(report);
}
