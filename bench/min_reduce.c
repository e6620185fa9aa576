// SPDX-License-Identifier: MIT
//
// bench_min_reduce - the kernels of min_reduce beside an OpenMP loop, on the same elements.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Times are the wall clock's, with the launch and the wait.  `prefetch` and `stream` are the loop
// again, with other ways to read: they show what a processor can read at all.

#include "shared/division.h"
#include "shared/planted.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum { MAX = 10 };
static const char *const VARIANTS[] = { "one_launch", "vectors", "in_flight", NULL };
enum { LINE = 16, BLOCK = 1024, AHEAD = 1024 };    // elements; LINE: of a cache line

typedef struct {
    const uint32_t *x;
    size_t n;
    cl_command_queue queue;
    reduce_division division;
    cl_mem d_result, d_slots, d_x;
} bench;

typedef struct contender {
    const char *name;
    uint32_t (*run)(const bench *b, const struct contender *who);
    cl_kernel kernel;    // NULL: OpenMP
    ocl_times times;
    ocl_result result;
} contender;

static uint32_t run_openmp(const bench *b, const contender *who)
{
    (void)who;
    const uint32_t *x = b->x;
    const size_t n = b->n;
    uint32_t smallest = UINT32_MAX;
#pragma omp parallel for reduction(min : smallest)
    for (size_t i = 0; i < n; i++)
        smallest = x[i] < smallest ? x[i] : smallest;
    return smallest;
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

static uint32_t run_prefetch(const bench *b, const contender *who)
{
    (void)who;
    return min_of_blocks(b, false);
}

static uint32_t run_stream(const bench *b, const contender *who)
{
    (void)who;
    return min_of_blocks(b, true);
}
#endif

static uint32_t run_kernel(const bench *b, const contender *who)
{
    const size_t items = b->division.groups * b->division.local;
    OCL_CHECK(clEnqueueNDRangeKernel(b->queue, who->kernel, 1, NULL, &items, &b->division.local, 0,
                                     NULL, NULL));
    cl_uint smallest;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_result, CL_TRUE, 0, sizeof smallest, &smallest, 0,
                                  NULL, NULL));
    return smallest;
}

static contender make_kernel(const bench *b, cl_program program, const char *variant)
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
    return (contender){ .name = variant, .run = run_kernel, .kernel = kernel };
}

static void run_rounds(const bench *b, contender *all, size_t count, const ocl_options *opt)
{
    uint32_t want = UINT32_MAX;
    for (size_t i = 0; i < b->n; i++)
        want = b->x[i] < want ? b->x[i] : want;
    for (size_t round = 0; round <= opt->repeat; round++)
        for (size_t i = 0; i < count; i++) {
            ocl_poison_run(b->queue, b->d_result, sizeof(cl_uint), round);
            OCL_CHECK(clFinish(b->queue));
            const double begin = ocl_wall_ns();
            const uint32_t got = all[i].run(b, &all[i]);
            if (round > 0) ocl_times_add(&all[i].times, ocl_wall_ns() - begin);
            const ocl_result one = ocl_verify_u32(all[i].name, &got, &want, 1);
            all[i].result = round > 0 ? ocl_result_both(all[i].result, one) : one;
        }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_min_reduce",
                              .summary = "min_reduce's kernels beside an OpenMP loop.",
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
    cl_program program = ocl_build(&env, "min_reduce.cl", "-DGROUP=%zu", b.division.local);

    contender all[MAX] = { { .name = "openmp", .run = run_openmp } };
    size_t count = 1;
#ifdef __AVX512F__
    all[count++] = (contender){ .name = "prefetch", .run = run_prefetch };
    all[count++] = (contender){ .name = "stream", .run = run_stream };
#endif
    for (int v = 0; VARIANTS[v]; v++)
        all[count++] = make_kernel(&b, program, VARIANTS[v]);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    run_rounds(&b, all, count, &opt);

    const double limit = ocl_device_limits(&env).read_gbs;
    for (size_t i = 0; i < count; i++)
        ocl_report_row(report, &(ocl_row){ .name = all[i].name,
                                           .times = &all[i].times,
                                           .work = (double)bytes,
                                           .unit = "GB/s",
                                           .limit = all[i].kernel ? limit : 0.0,
                                           .result = all[i].result });
    ocl_table table = ocl_table_open(report, "speed", "variant, times as fast as openmp");
    for (size_t i = 1; i < count; i++)
        ocl_table_row(&table, "%-12s %.3f", all[i].name,
                      ocl_median_ns(&all[0].times) / ocl_median_ns(&all[i].times));

    for (size_t i = 0; i < count; i++)
        if (all[i].kernel) OCL_CHECK(clReleaseKernel(all[i].kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(b.d_result));
    OCL_CHECK(clReleaseMemObject(b.d_slots));
    OCL_CHECK(clReleaseMemObject(b.d_x));
    ocl_close(&env);
    free(x);
    return ocl_report_close(report);
}
