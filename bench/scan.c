// SPDX-License-Identifier: MIT
//
// bench_scan - the kernels of scan_ladder and scan_one_launch beside an OpenMP
// scan and NVIDIA's CUB, on the same elements.
//
// On a CPU the wall clock counts, with the launches and the wait: the mean of RUNS scans that
// follow each other directly.  A GPU gets GPU_RUNS back to back, timed by its own stamps from the
// end of the first to the end of the last.  A rate counts each element twice: read once, written
// once.

#include "contest.h"
#include "scan_cub.h"
#include "shared/prefix_sums.h"
#include "timed.h"

#include <omp.h>

enum {
    GROUP = 128,
    TILE = SCAN_VECTORS * GROUP,
    LONG = 8192,
    AHEAD = 512,
    MOST_SHARES = 8192,
    RUNS = 5,
    GPU_RUNS = 20
};
enum { MOST_THREADS = 1024 };
enum { VECTORS, LOOK_BACK, LONG_ITEMS, IN_TURN, VARIANTS };
static const char *const NAMES[VARIANTS] = { "vectors", "look_back", "long_items", "in_turn" };

typedef struct {
    const uint32_t *x;
    uint32_t *y, *ref;
    size_t n, bytes;
    cl_command_queue queue;
    bool is_cpu;
    cl_mem d_y, d_x, d_sums, d_states;
    scan_cub *cub;
} bench;

typedef struct {
    bench *bench;
    cl_kernel kernels[3];
    size_t shares, local;
    bool one;       // launch
    cl_uint run;    // the number of the next one
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->y, b->ref, b->n);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->y, ocl_poison_byte(round), b->bytes);
}

// Two passes over the elements: the sums of the threads' parts, then the scans of these parts.
static void scan_openmp(const bench *b)
{
    static uint32_t sums[MOST_THREADS + 1];
    const uint32_t *x = b->x;
    uint32_t *y = b->y;
    sums[0] = 0;
#pragma omp parallel num_threads(omp_get_max_threads() < MOST_THREADS ? omp_get_max_threads() \
                                                                      : MOST_THREADS)
    {
        const size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        const size_t first = b->n * thread / threads, end = b->n * (thread + 1) / threads;
        uint32_t sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t i = first; i < end; i++)
            sum += x[i];
        sums[thread + 1] = sum;
#pragma omp barrier
#pragma omp single
        for (size_t k = 1; k <= threads; k++)
            sums[k] += sums[k - 1];
        uint32_t before = sums[thread];
#pragma omp simd reduction(inscan, + : before)
        for (size_t i = first; i < end; i++) {
            before += x[i];
#pragma omp scan inclusive(before)
            y[i] = before;
        }
    }
}

static double run_openmp(void *what)
{
    const double start = ocl_wall_ns();
    for (int run = 0; run < RUNS; run++)
        scan_openmp(what);
    return (ocl_wall_ns() - start) / RUNS;
}

#ifdef OCL_HAVE_CUB
static double run_cub(void *what)
{
    const bench *b = what;
    return scan_cub_ns(b->cub, GPU_RUNS);
}

static ocl_result check_cub(void *what, const char *name)
{
    const bench *b = what;
    scan_cub_read(b->cub, b->y);
    return check(what, name);
}
#endif

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->bench;
    ocl_poison_run(b->queue, b->d_y, b->bytes, round);
}

static void enqueue_kernels(void *what, cl_event *done)
{
    rung *r = what;
    const size_t items = r->shares * r->local, group = GROUP;
    const cl_command_queue queue = r->bench->queue;
    if (r->one) {
        OCL_CHECK(clSetKernelArg(r->kernels[2], 5, sizeof r->run, &r->run));
        r->run++;
    }
    for (int k = r->one ? 2 : 0; k < 3; k++)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, r->kernels[k], 1, NULL, k == 1 ? &group : &items,
                                         k == 1 ? &group : &r->local, 0, NULL,
                                         k == 2 ? done : NULL));
}

static double run_kernels(void *what)
{
    const bench *b = ((const rung *)what)->bench;
    if (!b->is_cpu) return timed_queued_ns(enqueue_kernels, what, 1, GPU_RUNS);
    OCL_CHECK(clFinish(b->queue));
    const double start = ocl_wall_ns();
    for (int run = 0; run < RUNS; run++)
        enqueue_kernels(what, NULL);
    OCL_CHECK(clFinish(b->queue));
    return (ocl_wall_ns() - start) / RUNS;
}

static ocl_result check_kernels(void *what, const char *name)
{
    const bench *b = ((const rung *)what)->bench;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_y, CL_TRUE, 0, b->bytes, b->y, 0, NULL, NULL));
    return check(((const rung *)what)->bench, name);
}

// The kernels and their arguments are those of scan_ladder.c.
static rung make_three(bench *b, int variant, const cl_program programs[2])
{
    const bool is_vectors = variant == VECTORS;
    const cl_program program = programs[0], fast = programs[1];
    const cl_ulong n = b->n;
    const cl_uint exclusive = 0;
    const size_t tiles = ocl_divide_up(b->n, is_vectors ? TILE : LONG);
    const cl_uint share =
        (cl_uint)ocl_divide_up(tiles, is_vectors ? MOST_SHARES : MOST_SHARES / 16);
    rung r = { .bench = b, .local = is_vectors ? GROUP : 1 };
    r.shares = ocl_divide_up(tiles, share);
    const cl_uint shares = (cl_uint)r.shares;
    cl_int err;
    r.kernels[0] = OCL_CREATE(
        clCreateKernel(fast, is_vectors ? "scan_vectors_sums" : "scan_long_items_sums", &err));
    r.kernels[1] = OCL_CREATE(clCreateKernel(
        is_vectors ? fast : program, is_vectors ? "scan_vectors_before" : "scan_sums", &err));
    r.kernels[2] =
        OCL_CREATE(clCreateKernel(fast, is_vectors ? "scan_vectors" : "scan_long_items", &err));
    OCL_CHECK(clSetKernelArg(r.kernels[0], 0, sizeof(cl_mem), &b->d_sums));
    OCL_CHECK(clSetKernelArg(r.kernels[0], 1, sizeof(cl_mem), &b->d_x));
    OCL_CHECK(clSetKernelArg(r.kernels[0], 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(r.kernels[0], 3, sizeof share, &share));
    OCL_CHECK(clSetKernelArg(r.kernels[1], 0, sizeof(cl_mem), &b->d_sums));
    OCL_CHECK(clSetKernelArg(r.kernels[1], 1, sizeof shares, &shares));
    OCL_CHECK(clSetKernelArg(r.kernels[2], 0, sizeof(cl_mem), &b->d_y));
    OCL_CHECK(clSetKernelArg(r.kernels[2], 1, sizeof(cl_mem), &b->d_x));
    OCL_CHECK(clSetKernelArg(r.kernels[2], 2, sizeof(cl_mem), &b->d_sums));
    OCL_CHECK(clSetKernelArg(r.kernels[2], 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(r.kernels[2], 4, sizeof share, &share));
    OCL_CHECK(clSetKernelArg(r.kernels[2], 5, sizeof exclusive, &exclusive));
    return r;
}

// The kernels and their arguments are those of scan_one_launch.c.
static rung make_one(bench *b, int variant, cl_program program)
{
    const bool is_in_turn = variant == IN_TURN;
    const cl_ulong n = b->n;
    const cl_uint exclusive = 0;
    rung r = { .bench = b, .local = is_in_turn ? 1 : GROUP, .one = true };
    r.shares = ocl_divide_up(b->n, is_in_turn ? LONG : TILE);
    cl_int err;
    cl_kernel kernel =
        OCL_CREATE(clCreateKernel(program, is_in_turn ? "scan_in_turn" : "scan_look_back", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &b->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &b->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), &b->d_states));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof exclusive, &exclusive));
    r.kernels[2] = kernel;
    return r;
}

// Whether the device runs the variant, and scan_ladder or scan_one_launch choose it for such a
// device.
static bool is_for(cl_device_id device, int variant)
{
    if (variant == LOOK_BACK && ocl_known_platform(device) != OCL_NVIDIA) return false;
    return ocl_is_cpu(device) == (variant >= LONG_ITEMS);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_scan",
                              .summary = "scan_ladder's kernels beside OpenMP and CUB.",
                              .accepts = "dnrks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 64 << 20 }, .repeat = 11 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.1 * (double)bytes, 3 * (double)bytes);

    uint32_t *x = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    bench b = { .x = x, .n = n, .bytes = bytes, .queue = env.queue };
    b.is_cpu = ocl_is_cpu(env.device);
    b.y = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        b.ref[i] = sum += x[i];
    b.d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    b.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    b.d_sums = ocl_buffer(&env, CL_MEM_READ_WRITE, MOST_SHARES * sizeof(cl_uint), NULL);
    const cl_ulong zero = 0;
    const size_t state_bytes = (1 + ocl_divide_up(n, TILE)) * sizeof zero;
    b.d_states = ocl_buffer(&env, CL_MEM_READ_WRITE, state_bytes, NULL);
    OCL_CHECK(clEnqueueFillBuffer(env.queue, b.d_states, &zero, sizeof zero, 0, state_bytes, 0,
                                  NULL, NULL));
    const int ahead = b.is_cpu ? AHEAD : 0;    // NVIDIA's compiler ends with an error at a prefetch
    const cl_program three[2] = {
        ocl_build(&env, "scan_ladder.cl", "-DELEMENT=uint -DGROUP=%d", GROUP),
        ocl_build(&env, ocl_is_cpu(env.device) ? "scan_ladder_cpu.cl" : "scan_ladder_fast.cl",
                  "-DELEMENT=uint -DGROUP=%d -DLONG=%d -DAHEAD=%d", GROUP, LONG, ahead)
    };
    cl_program one[VARIANTS] = { NULL };
    for (int v = VECTORS; v < VARIANTS; v++)
        if (is_for(env.device, v) && v != VECTORS && v != LONG_ITEMS)
            one[v] =
                ocl_build(&env, "scan_one_launch.cl",
                          "-DELEMENT=uint -DAS_ELEMENT=as_uint -DGROUP=%d -DLONG=%d -DAHEAD=%d%s",
                          GROUP, LONG, ahead, v == IN_TURN ? "" : " -DLOOK_BACK");
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device)) b.cub = scan_cub_open(x, n);
#endif

    contest c = { .unit = "GB/s", .env = &env, .rounds = opt.repeat };
    const double work = 2 * (double)bytes;
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run_ns = run_openmp,
                                     .check = check,
                                     .work = work });
#ifdef OCL_HAVE_CUB
    if (b.cub)
        contest_add(&c, (contest_entry){ .name = "cub",
                                         .is_peer = true,
                                         .what = &b,
                                         .prepare = forget,
                                         .run_ns = run_cub,
                                         .check = check_cub,
                                         .work = work });
#endif
    rung rungs[VARIANTS];
    for (int v = VECTORS; v < VARIANTS; v++) {
        rungs[v] = (rung){ .bench = NULL };
        if (!is_for(env.device, v)) continue;
        rungs[v] = one[v] ? make_one(&b, v, one[v]) : make_three(&b, v, three);
        contest_add(&c, (contest_entry){ .name = NAMES[v],
                                         .what = &rungs[v],
                                         .prepare = poison,
                                         .run_ns = run_kernels,
                                         .check = check_kernels,
                                         .work = work,
                                         .limit = env.limits.copy_gbs });
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    contest_hold(&c, report);

#ifdef OCL_HAVE_CUB
    if (b.cub) scan_cub_close(b.cub);
#endif
    for (int v = VECTORS; v < VARIANTS; v++) {
        for (int k = 2; k >= 0; k--)
            if (rungs[v].kernels[k]) OCL_CHECK(clReleaseKernel(rungs[v].kernels[k]));
        if (one[v]) OCL_CHECK(clReleaseProgram(one[v]));
    }
    OCL_CHECK(clReleaseProgram(three[1]));
    OCL_CHECK(clReleaseProgram(three[0]));
    OCL_CHECK(clReleaseMemObject(b.d_states));
    OCL_CHECK(clReleaseMemObject(b.d_sums));
    OCL_CHECK(clReleaseMemObject(b.d_x));
    OCL_CHECK(clReleaseMemObject(b.d_y));
    ocl_close(&env);
    free(b.ref);
    free(b.y);
    free(x);
    return ocl_report_close(report);
}
