// SPDX-License-Identifier: MIT
//
// bench_matmul_low_precision - the formats of matmul_low_precision beside OpenMP and OpenBLAS in
// float, on an NVIDIA GPU beside cuBLAS in each format, on the same matrices.
//
// All numbers are whole eighths from -7/8 to 7/8, or for bytes whole numbers from -7 to 7.  All
// formats have them, and all sums are exact: one reference is right for all, to the last bit.
//
// On a CPU the wall clock counts, with the launch and the wait.  A GPU gets runs back to back,
// timed by its own clock.  A product and a sum of bytes count as two operations, too.

// The lesson itself, for its formats; main is not called.
#define main matmul_low_precision_main
#include "../ch16_applications/matmul_low_precision.c"
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

enum { LARGEST = 7, MOST_SIZE = 16384 };    // sums stay below 2^24, which floats hold exactly
enum { SHORT_RUNS = 20, LONG_RUNS = 2 };
static const double LONG_OPERATIONS = 1e10;

typedef struct {
    size_t m, n, k, room;    // as of the lesson's `problem`
    size_t runs;             // back to back
    cl_char *a, *b;          // the whole numbers
    void *stored_a[FORMATS], *stored_b[FORMATS];
    cl_int *ref;
    void *c;    // floats, or whole numbers
} bench;

// A contender, of a kernel or of cuBLAS.
typedef struct {
    one_launch launch;
    bench *b;
    int format;
    cl_mem d_a, d_b;
#ifdef OCL_HAVE_CUBLAS
    cublasHandle_t cublas;
    void *cuda_a, *cuda_b, *cuda_c;
#endif
} product;

static ocl_result check_format(const bench *b, const char *name, int format)
{
    const size_t n = b->m * b->n;
    if (format >= INT8) return ocl_verify_u32(name, b->c, (const cl_uint *)b->ref, n);
    float *want = ocl_alloc(n * sizeof *want);
    for (size_t i = 0; i < n; i++)
        want[i] = (float)b->ref[i] / 64.0f;    // of eighths
    const ocl_result result = ocl_verify_f32(name, b->c, want, n, 0.0);
    free(want);
    return result;
}

// --- on the host

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->c, ocl_poison_byte(round), b->m * b->n * sizeof(cl_float));
}

static ocl_result check_float(void *what, const char *name)
{
    return check_format(what, name, FLOAT);
}

static void run_openmp(void *what)
{
    const bench *b = what;
    const float *a = b->stored_a[FLOAT], *columns = b->stored_b[FLOAT];
    float *c = b->c;
#pragma omp parallel for
    for (size_t row = 0; row < b->m; row++)
        for (size_t column = 0; column < b->n; column++) {
            const float *x = a + row * b->room, *y = columns + column * b->room;
            float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
            for (size_t i = 0; i < b->k; i++)
                sum += x[i] * y[i];
            c[row * b->n + column] = sum;
        }
}

#ifdef OCL_HAVE_OPENBLAS
static void run_openblas(void *what)
{
    const bench *b = what;
    const int m = (int)b->m, n = (int)b->n, k = (int)b->k, room = (int)b->room;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, b->stored_a[FLOAT], room,
                b->stored_b[FLOAT], room, 0.0f, b->c, n);
}
#endif

// --- the kernels

static double run_kernel(void *what)
{
    product *p = what;
    return one_launch_ns(&p->launch, p->b->runs);
}

static ocl_result check_kernel(void *what, const char *name)
{
    const product *p = what;
    one_launch_read(&p->launch);
    return check_format(p->b, name, p->format);
}

static product open_kernel(const ocl_env *env, cl_program program, bench *b, int format)
{
    const size_t extents[2] = { b->n, b->m }, bytes = FORMAT[format].bytes;
    product p = { .b = b, .format = format };
    p.launch = one_launch_open(env, program, FORMAT[format].kernel, extents, b->c,
                               b->m * b->n * sizeof(cl_float));
    // As in the lesson: the kernels have no guard for rows.
    p.launch.local[0] = ocl_local_size(p.launch.kernel, env->device, 64);
    p.launch.local[1] = 1;
    p.launch.global[0] = ocl_round_up(b->n, p.launch.local[0]);
    p.launch.global[1] = b->m;
    p.d_a = ocl_buffer(env, CL_MEM_READ_ONLY, b->m * b->room * bytes, b->stored_a[format]);
    p.d_b = ocl_buffer(env, CL_MEM_READ_ONLY, b->n * b->room * bytes, b->stored_b[format]);
    cl_kernel kernel = p.launch.kernel;
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof p.d_a, &p.d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof p.d_b, &p.d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)b->n }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)b->room }));
    return p;
}

static void close_kernel(product *p)
{
    OCL_CHECK(clReleaseMemObject(p->d_b));
    OCL_CHECK(clReleaseMemObject(p->d_a));
    one_launch_close(&p->launch);
}

// --- cuBLAS

#ifdef OCL_HAVE_CUBLAS
static const cudaDataType_t CUDA_TYPE[] = { CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_8I };
static const char *const CUBLAS_NAME[] = { "cublas", "cublas_half", "cublas_bfloat16",
                                           "cublas_int8" };

// The library stores matrices by columns: to it, A and B have columns of k numbers, and C is
// transposed.
static void call_cublas(void *what)
{
    const product *p = what;
    const int m = (int)p->b->m, n = (int)p->b->n, room = (int)p->b->room;
    const float one = 1.0f, zero = 0.0f;
    const cl_int whole_one = 1, whole_zero = 0;
    const bool whole = p->format == INT8;
    const cudaDataType_t type = CUDA_TYPE[p->format];
    const cublasComputeType_t compute = p->format == FLOAT ? CUBLAS_COMPUTE_32F_PEDANTIC
                                        : whole            ? CUBLAS_COMPUTE_32I
                                                           : CUBLAS_COMPUTE_32F;
    cublas_check(cublasGemmEx(
        p->cublas, CUBLAS_OP_T, CUBLAS_OP_N, n, m, room, whole ? (const void *)&whole_one : &one,
        p->cuda_b, type, room, p->cuda_a, type, room, whole ? (const void *)&whole_zero : &zero,
        p->cuda_c, whole ? CUDA_R_32I : CUDA_R_32F, n, compute, CUBLAS_GEMM_DEFAULT));
}

static product open_cublas(bench *b, int format)
{
    const size_t bytes = FORMAT[format].bytes;
    product p = { .b = b, .format = format };
    cublas_check(cublasCreate(&p.cublas));
    p.cuda_a = cuda_peer_copy(b->stored_a[format], b->m * b->room * bytes);
    p.cuda_b = cuda_peer_copy(b->stored_b[format], b->n * b->room * bytes);
    p.cuda_c = cuda_peer_copy(b->c, b->m * b->n * sizeof(cl_float));
    return p;
}

static void close_cublas(product *p)
{
    cuda_peer_free(p->cuda_c);
    cuda_peer_free(p->cuda_b);
    cuda_peer_free(p->cuda_a);
    cublas_check(cublasDestroy(p->cublas));
}

static void poison_cublas(void *what, size_t round)
{
    const product *p = what;
    cuda_peer_poison(p->cuda_c, p->b->m * p->b->n * sizeof(cl_float), round);
}

static double run_cublas(void *what)
{
    return cuda_peer_ns(call_cublas, what, ((const product *)what)->b->runs);
}

static ocl_result check_cublas(void *what, const char *name)
{
    const product *p = what;
    cuda_peer_read(p->b->c, p->cuda_c, p->b->m * p->b->n * sizeof(cl_float));
    return check_format(p->b, name, p->format);
}
#endif

// --- the matrices

// `lines` lines of k whole numbers, and behind each zeros, as it is in each format.
static cl_char *make_numbers(void *stored[FORMATS], size_t lines, const bench *b, uint64_t seed)
{
    const size_t n = lines * b->room;
    cl_char *x = ocl_alloc(n);
    for (size_t i = 0; i < n; i++)
        x[i] = i % b->room < b->k
                   ? (cl_char)((int)(ocl_random(seed, i) % (2 * LARGEST + 1)) - LARGEST)
                   : 0;
    for (int format = FLOAT; format < INT8; format++) {
        stored[format] = ocl_alloc(n * FORMAT[format].bytes);
        for (size_t i = 0; i < n; i++)
            store(stored[format], i, x[i] / 8.0, format);
    }
    stored[INT8] = stored[INT8_DOT] = x;
    return x;
}

static void free_numbers(void *stored[FORMATS])
{
    for (int format = INT8; format >= FLOAT; format--)
        free(stored[format]);
}

static void make_ref(const bench *b)
{
#pragma omp parallel for
    for (size_t i = 0; i < b->m * b->n; i++) {
        const cl_char *row = b->a + i / b->n * b->room, *column = b->b + i % b->n * b->room;
        cl_int sum = 0;
        for (size_t j = 0; j < b->k; j++)
            sum += row[j] * column[j];
        b->ref[i] = sum;
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_matmul_low_precision",
                              .summary = "matmul_low_precision's formats beside libraries.",
                              .accepts = "dnrks",
                              .size_help = "rows of A x columns of B x columns of A",
                              .extents = 3,
                              .most = MOST_SIZE };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 512, 512, 512 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    bench b = { .m = opt.n[0], .n = opt.n[1], .k = opt.n[2], .room = ocl_round_up(opt.n[2], 4) };
    const double m = (double)b.m, n = (double)b.n, room = (double)b.room;
    ocl_require_memory(env.device, 4.0 * fmax(m * n, fmax(m, n) * room),
                       4.0 * FORMATS * m * n + 10.0 * (m + n) * room,
                       12.0 * m * n + 9.0 * (m + n) * room);
    const double work = 2.0 * m * n * (double)b.k;
    b.runs = work < LONG_OPERATIONS ? SHORT_RUNS : LONG_RUNS;
    b.a = make_numbers(b.stored_a, b.m, &b, opt.seed);
    b.b = make_numbers(b.stored_b, b.n, &b, opt.seed + 1);
    b.ref = ocl_alloc(b.m * b.n * sizeof *b.ref);
    b.c = ocl_alloc(b.m * b.n * sizeof(cl_float));
    make_ref(&b);
    forget(&b, 0);

    contest c = { .unit = "GFLOP/s", .env = &env, .rounds = opt.repeat, .check_last = true };
    contest_entry entry = { .is_peer = true, .what = &b, .prepare = forget, .work = work };
    bool has_cublas = false;
#ifdef OCL_HAVE_CUBLAS
    product cublas[INT8 + 1];
    int cublas_count = 0;
    has_cublas = !ocl_is_cpu(env.device) && cuda_peer_there();
    for (int format = FLOAT; has_cublas && format <= INT8; format++) {
        if (format == INT8 && b.n % 4 != 0) continue;    // the library refuses such rows of bytes
        cublas[cublas_count] = open_cublas(&b, format);
        contest_add(&c, (contest_entry){ .name = CUBLAS_NAME[format],
                                         .is_peer = true,
                                         .what = &cublas[cublas_count++],
                                         .prepare = poison_cublas,
                                         .run_ns = run_cublas,
                                         .check = check_cublas,
                                         .work = work });
    }
#endif
    if (!has_cublas) {
        entry.name = "openmp";
        entry.run = run_openmp;
        entry.check = check_float;
        contest_add(&c, entry);
#ifdef OCL_HAVE_OPENBLAS
        entry.name = "openblas";
        entry.run = run_openblas;
        contest_add(&c, entry);
#endif
    }

    const bool has_dot = ocl_has_feature(env.device, "__opencl_c_integer_dot_product_input_4x8bit");
    cl_program program = ocl_build(&env, "matmul_low_precision.cl", "-cl-std=CL1.2");
    cl_program with_dot = NULL;
    if (has_dot) with_dot = ocl_build(&env, "matmul_low_precision.cl", "-cl-std=CL3.0 -DDOT");
    product kernels[FORMATS];
    const int formats = has_dot ? FORMATS : INT8_DOT;
    for (int format = FLOAT; format < formats; format++) {
        kernels[format] = open_kernel(&env, format == INT8_DOT ? with_dot : program, &b, format);
        contest_add(&c, (contest_entry){ .name = FORMAT[format].name,
                                         .what = &kernels[format],
                                         .prepare = one_launch_poison,
                                         .run_ns = run_kernel,
                                         .check = check_kernel,
                                         .work = work,
                                         .limit = format < INT8 ? env.limits.fma_gflops : 0.0 });
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "m", b.m);
    ocl_report_count(report, "n", b.n);
    ocl_report_count(report, "k", b.k);
    contest_hold(&c, report);

    for (int format = formats - 1; format >= FLOAT; format--)
        close_kernel(&kernels[format]);
    if (has_dot) OCL_CHECK(clReleaseProgram(with_dot));
    OCL_CHECK(clReleaseProgram(program));
#ifdef OCL_HAVE_CUBLAS
    while (cublas_count > 0)
        close_cublas(&cublas[--cublas_count]);
#endif
    ocl_close(&env);
    free(b.c);
    free(b.ref);
    free_numbers(b.stored_b);
    free_numbers(b.stored_a);
    return ocl_report_close(report);
}
