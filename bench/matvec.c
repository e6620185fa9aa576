// SPDX-License-Identifier: MIT
//
// bench_matvec - matvec_ladder's kernels beside OpenMP and OpenBLAS, on a GPU beside cuBLAS, on the
// same matrix.
//
// On a CPU the wall clock counts, with the launch and the wait.  A GPU gets runs back to back,
// timed by its own clock.  The rate counts each number of the matrix and of both vectors once, and
// the limit is the device's rate of reading.

// The lesson itself, for its numbers and its reference; main is not called.
#define main matvec_ladder_main
#include "../ch16_applications/matvec_ladder.c"
#undef main

#include "contest.h"
#include "one_launch.h"

#ifdef OCL_HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef OCL_HAVE_CUBLAS
#include "cublas_check.h"
#include "cuda_peer.h"
#endif

enum { BACK_TO_BACK = 20 };

typedef struct {
    one_launch launch;    // of one rung; its `out` is y
    size_t rows, columns, padded;
    float *a, *x, *y, *ref;
#ifdef OCL_HAVE_CUBLAS
    cublasHandle_t cublas;
    float *cuda_a, *cuda_x, *cuda_y;
#endif
} bench;

// All numbers are whole and small, so sums in any order are exact.
static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_f32(name, b->y, b->ref, b->rows, 0.0);
}

static void run_openmp(void *what)
{
    const bench *b = what;
#pragma omp parallel for
    for (size_t row = 0; row < b->rows; row++) {
        const float *a = b->a + row * b->padded;
        float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
        for (size_t i = 0; i < b->columns; i++)
            sum += a[i] * b->x[i];
        b->y[row] = sum;
    }
}

#ifdef OCL_HAVE_OPENBLAS
static void run_openblas(void *what)
{
    const bench *b = what;
    const int rows = (int)b->rows, columns = (int)b->columns, padded = (int)b->padded;
    cblas_sgemv(CblasRowMajor, CblasNoTrans, rows, columns, 1.0f, b->a, padded, b->x, 1, 0.0f, b->y,
                1);
}
#endif

static double run_kernel(void *what)
{
    return one_launch_ns(&((bench *)what)->launch, BACK_TO_BACK);
}

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = what;
    one_launch_read(&b->launch);
    return check(what, name);
}

#ifdef OCL_HAVE_CUBLAS
static void open_cublas(bench *b)
{
    cublas_check(cublasCreate(&b->cublas));
    b->cuda_a = cuda_peer_copy(b->a, b->rows * b->padded * sizeof(float));
    b->cuda_x = cuda_peer_copy(b->x, b->columns * sizeof(float));
    b->cuda_y = cuda_peer_copy(b->y, b->rows * sizeof(float));
}

static void close_cublas(bench *b)
{
    cuda_peer_free(b->cuda_y);
    cuda_peer_free(b->cuda_x);
    cuda_peer_free(b->cuda_a);
    cublas_check(cublasDestroy(b->cublas));
}

static void poison_cublas(void *what, size_t round)
{
    const bench *b = what;
    cuda_peer_poison(b->cuda_y, b->rows * sizeof(float), round);
}

// The library stores matrices by columns: to it, ours is transposed.
static void call_cublas(void *what)
{
    const bench *b = what;
    const int rows = (int)b->rows, columns = (int)b->columns, padded = (int)b->padded;
    const float one = 1.0f, zero = 0.0f;
    cublas_check(cublasSgemv(b->cublas, CUBLAS_OP_T, columns, rows, &one, b->cuda_a, padded,
                             b->cuda_x, 1, &zero, b->cuda_y, 1));
}

static double run_cublas(void *what)
{
    return cuda_peer_ns(call_cublas, what, BACK_TO_BACK);
}

static ocl_result check_cublas_answer(void *what, const char *name)
{
    const bench *b = what;
    cuda_peer_read(b->y, b->cuda_y, b->rows * sizeof(float));
    return check(what, name);
}
#endif

// A rung of the ladder, with its arguments; y and the matrix on the host are those of `all`.
static bench open_rung(const bench *all, const ocl_env *env, cl_program program, int variant,
                       size_t group, const cl_mem buffers[2])
{
    bench b = *all;
    char name[32];
    snprintf(name, sizeof name, "matvec_%s", VARIANTS[variant]);
    b.launch = one_launch_open(env, program, name, (const size_t[]){ b.rows, 1 }, b.y,
                               b.rows * sizeof(float));
    choose_sizes(variant, b.launch.kernel, env->device, b.rows, group, &b.launch.global[0],
                 &b.launch.local[0]);
    OCL_CHECK(clSetKernelArg(b.launch.kernel, 1, sizeof(cl_mem), &buffers[0]));
    OCL_CHECK(clSetKernelArg(b.launch.kernel, 2, sizeof(cl_mem), &buffers[1]));
    OCL_CHECK(clSetKernelArg(b.launch.kernel, 3, sizeof(cl_ulong), &(cl_ulong){ b.rows }));
    OCL_CHECK(clSetKernelArg(b.launch.kernel, 4, sizeof(cl_ulong), &(cl_ulong){ b.padded }));
    return b;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_matvec",
                              .summary = "matvec_ladder's kernels beside OpenMP and libraries.",
                              .accepts = "dnrks",
                              .size_help = "rows x columns of the matrix",
                              .extents = 2,
                              .most = UINT32_MAX / 1024 };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 4096, 4096 }, .repeat = 21, .seed = 1 });
    bench b = { .rows = opt.n[0], .columns = opt.n[1], .padded = ocl_round_up(opt.n[1], LANES) };
    if (b.columns > MOST_COLUMNS)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d columns", MOST_COLUMNS);
    ocl_env env = ocl_open(&opt);
    const double a_room = (double)b.rows * (double)b.padded * sizeof(float);
    const double y_room = (double)b.rows * sizeof(float);
    const double x_room = (double)b.padded * sizeof(float);
    ocl_require_memory(env.device, a_room, a_room + y_room + x_room, a_room + 2 * y_room + x_room);
    const size_t a_bytes = b.rows * b.padded * sizeof(float);
    const size_t y_bytes = b.rows * sizeof(float), x_bytes = b.padded * sizeof(float);
    b.a = ocl_alloc(a_bytes);
    b.x = ocl_alloc(x_bytes);
    b.y = ocl_alloc(y_bytes);
    b.ref = ocl_alloc(y_bytes);
    fill(b.a, b.rows, b.columns, b.padded, opt.seed);
    fill(b.x, 1, b.columns, b.padded, opt.seed + 1);
    matvec_ref(b.ref, b.a, b.x, b.rows, b.padded);
    memset(b.y, ocl_poison_byte(0), y_bytes);

    const size_t group = ocl_group_size(env.device, MOST_ITEMS);
    cl_program program = ocl_build(&env, "matvec_ladder.cl", "-cl-std=CL1.2 -DGROUP=%zu", group);
    cl_mem buffers[2] = { ocl_buffer(&env, CL_MEM_READ_ONLY, a_bytes, b.a),
                          ocl_buffer(&env, CL_MEM_READ_ONLY, x_bytes, b.x) };

    contest c = { .unit = "GB/s", .env = &env, .rounds = opt.repeat };
    contest_entry entry = { .name = "openmp",
                            .is_peer = true,
                            .what = &b,
                            .prepare = one_launch_forget,
                            .run = run_openmp,
                            .check = check,
                            .work = ((double)b.rows * (double)b.columns + (double)b.rows +
                                     (double)b.columns) *
                                    sizeof(float) };
    b.launch = (one_launch){ .env = &env, .out = b.y, .bytes = y_bytes };    // to forget y
    contest_add(&c, entry);
#ifdef OCL_HAVE_OPENBLAS
    entry.name = "openblas";
    entry.run = run_openblas;
    contest_add(&c, entry);
#endif
    entry.run = NULL;
    entry.limit = env.limits.read_gbs;
#ifdef OCL_HAVE_CUBLAS
    const bool has_cublas = !ocl_is_cpu(env.device) && cuda_peer_there();
    if (has_cublas) {
        open_cublas(&b);
        entry.name = "cublas";
        entry.prepare = poison_cublas;
        entry.run_ns = run_cublas;
        entry.check = check_cublas_answer;
        contest_add(&c, entry);
    }
#endif
    const int fast = ocl_is_cpu(env.device) ? VECTORS : GROUP;
    bench rungs[2] = { open_rung(&b, &env, program, ROW, group, buffers),
                       open_rung(&b, &env, program, fast, group, buffers) };
    entry.is_peer = false;
    entry.prepare = one_launch_poison;
    entry.run_ns = run_kernel;
    entry.check = check_kernel;
    for (int v = 0; v < 2; v++) {
        entry.name = VARIANTS[v == 0 ? ROW : fast];
        entry.what = &rungs[v];
        contest_add(&c, entry);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", b.rows);
    ocl_report_count(report, "columns", b.columns);
    contest_hold(&c, report);

#ifdef OCL_HAVE_CUBLAS
    if (has_cublas) close_cublas(&b);
#endif
    for (int v = 0; v < 2; v++)
        one_launch_close(&rungs[v].launch);
    OCL_CHECK(clReleaseMemObject(buffers[1]));
    OCL_CHECK(clReleaseMemObject(buffers[0]));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.ref);
    free(b.y);
    free(b.x);
    free(b.a);
    return ocl_report_close(report);
}
