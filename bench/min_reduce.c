// SPDX-License-Identifier: MIT
//
// bench_min_reduce - the kernels of min_reduce_ladder beside an OpenMP loop, on the same elements.
//
// Times are the wall clock's, with the launch and the wait.  `prefetch` and `stream` are the loop
// again, with other ways to read: they show what a processor can read at all.

#include "contest.h"
#include "shared/reduction.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum { VARIANTS = 3 };
static const char *const NAMES[VARIANTS] = { "one_launch", "vectors", "in_flight" };
enum { LINE = 16, BLOCK = 1024, AHEAD = 1024 };    // elements; LINE: of a cache line

typedef struct {
    const uint32_t *x;
    size_t n;
    cl_command_queue queue;
    reduce_division division;
    cl_mem d_result, d_slots, d_x;
    uint32_t smallest, ref;    // of the last run; what it must be
} bench;

typedef struct {
    bench *bench;
    cl_kernel kernel;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, &b->smallest, &b->ref, 1);
}

static void forget(void *what, size_t round)
{
    bench *b = what;
    b->smallest = UINT32_MAX - (uint32_t)round;
}

static void run_openmp(void *what)
{
    bench *b = what;
    const uint32_t *x = b->x;
    const size_t n = b->n;
    uint32_t smallest = UINT32_MAX;
#pragma omp parallel for reduction(min : smallest)
    for (size_t i = 0; i < n; i++)
        smallest = x[i] < smallest ? x[i] : smallest;
    b->smallest = smallest;
}

#ifdef __AVX512F__
static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t min_of(const uint32_t *x, size_t n)
{
    uint32_t smallest = UINT32_MAX;
#pragma omp simd reduction(min : smallest)
    for (size_t i = 0; i < n; i++)
        smallest = x[i] < smallest ? x[i] : smallest;
    return smallest;
}

// Streaming loads, or a prefetch that is not for the caches.  They want whole cache lines.
static uint32_t min_of_block(uint32_t *x, bool stream)
{
    __m512i least[4];
    for (size_t k = 0; k < 4; k++)
        least[k] = _mm512_set1_epi32(-1);
    for (uint32_t *end = x + BLOCK; x < end; x += 4 * LINE) {
        for (size_t k = 0; k < 4 && !stream; k++)
            _mm_prefetch(x + k * LINE + AHEAD, _MM_HINT_NTA);
        for (size_t k = 0; k < 4; k++)
            least[k] = _mm512_min_epu32(least[k], stream ? _mm512_stream_load_si512(x + k * LINE)
                                                         : _mm512_load_si512(x + k * LINE));
    }
    return _mm512_reduce_min_epu32(_mm512_min_epu32(_mm512_min_epu32(least[0], least[1]),
                                                    _mm512_min_epu32(least[2], least[3])));
}

static inline uint32_t min_of_blocks(const bench *b, bool stream)
{
    const size_t bytes = LINE * sizeof *b->x, over = (uintptr_t)b->x % bytes;
    const size_t head = ocl_smaller(b->n, over ? (bytes - over) / sizeof *b->x : 0);
    const size_t blocks = (b->n - head) / BLOCK, tail = b->n - head - blocks * BLOCK;
    uint32_t *x = (uint32_t *)b->x + head;    // the intrinsic's parameter is not const
    uint32_t smallest = smaller(min_of(b->x, head), min_of(x + blocks * BLOCK, tail));
#pragma omp parallel for reduction(min : smallest)
    for (size_t k = 0; k < blocks; k++)
        smallest = smaller(smallest, min_of_block(x + k * BLOCK, stream));
    return smallest;
}

static void run_prefetch(void *what)
{
    bench *b = what;
    b->smallest = min_of_blocks(b, false);
}

static void run_stream(void *what)
{
    bench *b = what;
    b->smallest = min_of_blocks(b, true);
}
#endif

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->bench;
    ocl_poison_run(b->queue, b->d_result, sizeof(cl_uint), round);
}

static void run_kernel(void *what)
{
    const rung *r = what;
    bench *b = r->bench;
    const size_t items = b->division.groups * b->division.local;
    OCL_CHECK(clEnqueueNDRangeKernel(b->queue, r->kernel, 1, NULL, &items, &b->division.local, 0,
                                     NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_result, CL_TRUE, 0, sizeof(cl_uint), &b->smallest,
                                  0, NULL, NULL));
}

static ocl_result check_kernel(void *what, const char *name)
{
    return check(((const rung *)what)->bench, name);
}

static rung make_rung(bench *b, cl_program program, const char *variant)
{
    char name[32];
    snprintf(name, sizeof name, "min_reduce_%s", variant);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    const cl_ulong n = b->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &b->d_result));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &b->d_slots));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), &b->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_uint), &b->division.contiguous));
    return (rung){ .bench = b, .kernel = kernel };
}

// A contender that reads the elements on the host.
static void add_host(contest *c, bench *b, const char *name, void (*run)(void *what))
{
    contest_add(c, (contest_entry){ .name = name,
                                    .is_peer = true,
                                    .what = b,
                                    .prepare = forget,
                                    .run = run,
                                    .check = check,
                                    .work = (double)(b->n * sizeof *b->x) });
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_min_reduce",
                              .summary = "min_reduce_ladder's kernels beside an OpenMP loop.",
                              .accepts = "dnrks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 64 << 20 }, .repeat = 21 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, (double)bytes);
    uint32_t *x = ocl_alloc(bytes);
    make_elements(x, n, opt.seed);

    bench b = { .x = x, .n = n, .queue = env.queue };
    b.division = reduce_divide(&(reduce_choice){ .groups = 0 }, env.device);
    b.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    b.d_slots = reduce_slots(&env, &b.division, 1);
    b.d_result = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    cl_program program = ocl_build(&env, "min_reduce_ladder.cl", "-DGROUP=%zu", b.division.local);

    b.ref = UINT32_MAX;
    for (size_t i = 0; i < n; i++)
        b.ref = x[i] < b.ref ? x[i] : b.ref;
    contest c = { .unit = "GB/s", .env = &env, .rounds = opt.repeat };
    add_host(&c, &b, "openmp", run_openmp);
#ifdef __AVX512F__
    add_host(&c, &b, "prefetch", run_prefetch);
    add_host(&c, &b, "stream", run_stream);
#endif
    rung rungs[VARIANTS];
    for (int v = 0; v < VARIANTS; v++) {
        rungs[v] = make_rung(&b, program, NAMES[v]);
        contest_add(&c, (contest_entry){ .name = NAMES[v],
                                         .what = &rungs[v],
                                         .prepare = poison,
                                         .run = run_kernel,
                                         .check = check_kernel,
                                         .work = (double)bytes,
                                         .limit = env.limits.read_gbs });
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    contest_hold(&c, report);

    for (int v = 0; v < VARIANTS; v++)
        OCL_CHECK(clReleaseKernel(rungs[v].kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(b.d_result));
    OCL_CHECK(clReleaseMemObject(b.d_slots));
    OCL_CHECK(clReleaseMemObject(b.d_x));
    ocl_close(&env);
    free(x);
    return ocl_report_close(report);
}
