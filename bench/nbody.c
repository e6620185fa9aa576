// SPDX-License-Identifier: MIT
//
// bench_nbody - the kernels of nbody beside an OpenMP loop.
//
// All bodies pull all bodies once.  A pull counts as 20 operations, as in nbody.

#include "contest.h"

#include "nbody/bodies.h"

enum { OPERATIONS = 20, GROUP = 128, BODIES = 4, LANES = 16, UNITS_GROUPS = 32, MOST_SLICES = 64 };
enum { PLAIN, BLOCKED, WIDE, VARIANTS };
static const char *const NAMES[VARIANTS] = { "plain", "blocked", "wide" };

typedef struct {
    bodies b;
    size_t bytes, slices;
    cl_command_queue queue;
    cl_mem d_pulls, d_parts, d_places;
    cl_float4 *pulls;
    float *rows;    // of the OpenMP loop
} bench;

typedef struct {
    bench *bench;
    cl_kernel kernel, sum;    // sum: of blocked
    size_t global[2], local[2];
} rung;

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->pulls, ocl_poison_byte(round), b->bytes);
}

// The coordinates and the masses lie in rows of their own, so that vectors can be loaded.
static void pull_openmp(void *what)
{
    const bench *b = what;
    const size_t n = b->b.n;
    float *px = b->rows, *py = px + n, *pz = py + n, *mass = pz + n;
    for (size_t j = 0; j < n; j++) {
        px[j] = b->b.place[j].s[0];
        py[j] = b->b.place[j].s[1];
        pz[j] = b->b.place[j].s[2];
        mass[j] = b->b.place[j].s[3];
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        float x = 0, y = 0, z = 0;
#pragma omp simd reduction(+ : x, y, z)
        for (size_t j = 0; j < n; j++) {
            const float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
            const float near = 1 / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING2);
            const float each = mass[j] * near * near * near;
            x += each * dx;
            y += each * dy;
            z += each * dz;
        }
        b->pulls[i] = (cl_float4){ { x, y, z, 0 } };
    }
}

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return bodies_verify(name, b->pulls, &b->b);
}

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->bench;
    ocl_poison_run(b->queue, b->d_pulls, b->bytes, round);
}

static void pull_kernel(void *what)
{
    const rung *r = what;
    OCL_CHECK(clEnqueueNDRangeKernel(r->bench->queue, r->kernel, 2, NULL, r->global, r->local, 0,
                                     NULL, NULL));
    const size_t all = ocl_round_up(r->bench->b.n, GROUP), group = GROUP;
    if (r->sum)
        OCL_CHECK(
            clEnqueueNDRangeKernel(r->bench->queue, r->sum, 1, NULL, &all, &group, 0, NULL, NULL));
    OCL_CHECK(clFinish(r->bench->queue));
}

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = ((const rung *)what)->bench;
    OCL_CHECK(
        clEnqueueReadBuffer(b->queue, b->d_pulls, CL_TRUE, 0, b->bytes, b->pulls, 0, NULL, NULL));
    return bodies_verify(name, b->pulls, &b->b);
}

// The kernels and their arguments are those of nbody.c.
static rung make_rung(bench *b, cl_program program, int variant)
{
    char name[32];
    snprintf(name, sizeof name, "nbody_%s", NAMES[variant]);
    const cl_float softening2 = SOFTENING2;
    const cl_uint n = (cl_uint)b->b.n, slices = (cl_uint)b->slices;
    const cl_mem d_out = variant == BLOCKED ? b->d_parts : b->d_pulls;
    cl_int err;
    rung r = { .bench = b, .kernel = OCL_CREATE(clCreateKernel(program, name, &err)) };
    r.local[0] = variant == WIDE ? 1 : GROUP;
    r.global[0] = ocl_round_up(ocl_divide_up(b->b.n, variant == WIDE      ? LANES
                                                     : variant == BLOCKED ? BODIES
                                                                          : 1),
                               r.local[0]);
    r.local[1] = 1;
    r.global[1] = variant == BLOCKED ? b->slices : 1;
    OCL_CHECK(clSetKernelArg(r.kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(r.kernel, 1, sizeof b->d_places, &b->d_places));
    OCL_CHECK(clSetKernelArg(r.kernel, 2, sizeof softening2, &softening2));
    OCL_CHECK(clSetKernelArg(r.kernel, 3, sizeof n, &n));
    if (variant != BLOCKED) return r;
    r.sum = OCL_CREATE(clCreateKernel(program, "nbody_sum", &err));
    OCL_CHECK(clSetKernelArg(r.sum, 0, sizeof b->d_pulls, &b->d_pulls));
    OCL_CHECK(clSetKernelArg(r.sum, 1, sizeof b->d_parts, &b->d_parts));
    OCL_CHECK(clSetKernelArg(r.sum, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(r.sum, 3, sizeof slices, &slices));
    return r;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_nbody",
                              .summary = "nbody's kernels beside OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "bodies",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 16 << 10 }, .repeat = 11, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const bool is_cpu = ocl_is_cpu(env.device);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float4);
    const size_t units = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    ocl_require_memory(env.device, (double)bytes, (2 + MOST_SLICES) * (double)bytes,
                       3 * (double)bytes);
    bench b = { .b = bodies_make(n, opt.seed), .bytes = bytes, .queue = env.queue };
    bodies_pull_ref(&b.b);
    b.slices = ocl_divide_up(UNITS_GROUPS * units, ocl_divide_up(n, BODIES * GROUP));
    b.slices = ocl_smaller(b.slices, ocl_smaller(MOST_SLICES, ocl_divide_up(n, GROUP)));
    b.pulls = ocl_alloc(bytes);
    b.rows = ocl_alloc(bytes);
    b.d_pulls = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    b.d_parts = ocl_buffer(&env, CL_MEM_READ_WRITE, b.slices * bytes, NULL);
    b.d_places = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b.b.place);
    cl_program plain = ocl_build(&env, "nbody.cl", "-cl-std=CL1.2 -DGROUP=%d", GROUP);
    cl_program fast =
        ocl_build(&env, "nbody_fast.cl",
                  "-cl-std=CL1.2 -DGROUP=%d -DBODIES=%d -cl-denorms-are-zero", GROUP, BODIES);

    contest c = { .unit = "GFLOP/s", .env = &env, .rounds = opt.repeat };
    const double work = OPERATIONS * (double)n * (double)n;
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = pull_openmp,
                                     .check = check,
                                     .work = work });
    rung rungs[VARIANTS];
    for (int v = PLAIN; v < VARIANTS; v++) {
        rungs[v] = make_rung(&b, v == PLAIN ? plain : fast, v);
        if (v == (is_cpu ? BLOCKED : WIDE)) continue;
        contest_add(&c, (contest_entry){ .name = NAMES[v],
                                         .what = &rungs[v],
                                         .prepare = poison,
                                         .run = pull_kernel,
                                         .check = check_kernel,
                                         .work = work,
                                         .limit = env.limits.fma_gflops });
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bodies", n);
    contest_run(&c);
    contest_report(&c, report);
    ocl_table speed = contest_table(&c, report);
    contest_ratios(&c, &speed);

    for (int v = PLAIN; v < VARIANTS; v++) {
        if (rungs[v].sum) OCL_CHECK(clReleaseKernel(rungs[v].sum));
        OCL_CHECK(clReleaseKernel(rungs[v].kernel));
    }
    OCL_CHECK(clReleaseProgram(fast));
    OCL_CHECK(clReleaseProgram(plain));
    OCL_CHECK(clReleaseMemObject(b.d_places));
    OCL_CHECK(clReleaseMemObject(b.d_parts));
    OCL_CHECK(clReleaseMemObject(b.d_pulls));
    free(b.rows);
    free(b.pulls);
    bodies_free(&b.b);
    ocl_close(&env);
    return ocl_report_close(report);
}
