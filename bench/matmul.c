// SPDX-License-Identifier: MIT
//
// bench_matmul - matmul_blocked beside OpenBLAS, CLBlast and cuBLAS, on the same matrices.
//
// On a CPU the wall clock counts, from the call to the end of the wait.  A GPU gets runs back to
// back, timed by its own stamps from the end of the first to the end of the last: launches do not
// count.

#include "base/number.h"
#include "contest.h"
#include "matmul_remembered.h"
#include "matmul_tune.h"
#include "timed.h"

#ifdef OCL_HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef OCL_HAVE_CLBLAST
#include <clblast_c.h>
#endif
#ifdef OCL_HAVE_CUBLAS
#include "cublas_check.h"
#include "cuda_peer.h"
#endif

static const char *const VARIANTS[] = { "register_blocked", "cpu_blocked", "tuned", NULL };

enum { MAX_COPIES = 32, MAX_SIZES = 32 };

// Runs back to back: short ones need more, since an event at both ends costs a microsecond or two.
enum { LONG_RUNS = 4, SHORT_RUNS = 20 };
static const double LONG_OPERATIONS = 1e11;

// The matrices, and copies that the runs use in turn, so that no run finds them in the cache.
typedef struct {
    const ocl_env *env;
    matmul_matrices x;
    matmul_check check;
    size_t copies, runs;
    matmul_buffers buffers[MAX_COPIES];
    matmul_steps steps[MAX_COPIES];
#ifdef OCL_HAVE_CUBLAS
    cublasHandle_t cublas;
    cudaEvent_t begin, end;
    float *cuda_a[MAX_COPIES], *cuda_b[MAX_COPIES], *cuda_c[MAX_COPIES];
#endif
} bench;

typedef struct {
    size_t copies, tune_seconds;
    const char *blocking;    // NULL: the variant's own
} bench_choice;

// The copy for the next run, and that of the last run.
static size_t take_copy(bench *b)
{
    return b->runs++ % b->copies;
}

static size_t last_copy(const bench *b)
{
    return (b->runs - 1) % b->copies;
}

static size_t back_to_back(const bench *b)
{
    return matmul_operations(&b->x) < LONG_OPERATIONS ? SHORT_RUNS : LONG_RUNS;
}

static void poison(void *what, size_t round)
{
    bench *b = what;
    memset(b->x.c, 0xff, b->x.c_bytes);
    for (size_t copy = 0; copy < b->copies; copy++)
        ocl_poison_run(b->env->queue, b->buffers[copy].c, b->x.c_bytes, round);
}

// The answer in x.c.
static ocl_result check_host(void *what, const char *name)
{
    bench *b = what;
    return matmul_check_product(&b->check, name, b->x.c);
}

// --- what runs through OpenCL

static ocl_result check_device(void *what, const char *name)
{
    bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->buffers[last_copy(b)].c, CL_TRUE, 0,
                                  b->x.c_bytes, b->x.c, 0, NULL, NULL));
    return check_host(b, name);
}

static void enqueue_ours(void *what, cl_event *done)
{
    bench *b = what;
    matmul_enqueue_steps(&b->steps[take_copy(b)], NULL, done);
}

#ifdef OCL_HAVE_CLBLAST
static void enqueue_clblast(void *what, cl_event *done)
{
    bench *b = what;
    const matmul_buffers *d = &b->buffers[take_copy(b)];
    const size_t m = b->x.m, n = b->x.n, k = b->x.k;
    cl_command_queue queue = b->env->queue;
    const CLBlastStatusCode status =
        CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, m, n, k, 1.0f,
                     d->a, 0, k, d->b, 0, n, 0.0f, d->c, 0, n, &queue, done);
    if (status != CLBlastSuccess) ocl_exit(OCL_EXIT_CALL, "CLBlastSgemm: status %d", (int)status);
}
#endif

static double opencl_ns(bench *b, timed_enqueue *enqueue)
{
    const ocl_env *env = b->env;
    if (ocl_is_cpu(env->device)) return timed_alone_ns(env->queue, enqueue, b);
    // Each copy once before: another contender had the device.
    return timed_queued_ns(enqueue, b, b->copies - 1, back_to_back(b));
}

static double run_ours(void *what)
{
    return opencl_ns(what, enqueue_ours);
}

#ifdef OCL_HAVE_CLBLAST
static double run_clblast(void *what)
{
    return opencl_ns(what, enqueue_clblast);
}
#endif

// --- OpenBLAS

#ifdef OCL_HAVE_OPENBLAS
static void run_openblas(void *what)
{
    const matmul_matrices *x = &((const bench *)what)->x;
    const int m = (int)x->m, n = (int)x->n, k = (int)x->k;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, x->a, k, x->b, n, 0.0f,
                x->c, n);
}
#endif

// --- cuBLAS

#ifdef OCL_HAVE_CUBLAS
// The library stores matrices by columns: the transpose of C is that of B times that of A.
static void call_cublas(bench *b)
{
    const size_t copy = take_copy(b);
    const int m = (int)b->x.m, n = (int)b->x.n, k = (int)b->x.k;
    const float one = 1.0f, zero = 0.0f;
    cublas_check(cublasSgemm(b->cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b->cuda_b[copy], n,
                             b->cuda_a[copy], k, &zero, b->cuda_c[copy], n));
}

static double run_cublas(void *what)
{
    bench *b = what;
    const size_t runs = back_to_back(b);
    for (size_t i = 0; i < b->copies; i++)
        call_cublas(b);
    cuda_check(cudaEventRecord(b->begin, NULL));
    for (size_t i = 0; i < runs; i++)
        call_cublas(b);
    cuda_check(cudaEventRecord(b->end, NULL));
    cuda_check(cudaEventSynchronize(b->end));
    float ms;
    cuda_check(cudaEventElapsedTime(&ms, b->begin, b->end));
    return 1e6 * (double)ms / (double)runs;
}

static ocl_result check_cublas_answer(void *what, const char *name)
{
    bench *b = what;
    cuda_peer_read(b->x.c, b->cuda_c[last_copy(b)], b->x.c_bytes);
    return check_host(b, name);
}

// False where there is no such GPU.
static bool open_cublas(bench *b)
{
    if (!cuda_peer_there()) return false;
    const matmul_matrices *x = &b->x;
    cublas_check(cublasCreate(&b->cublas));
    cublas_check(cublasSetMathMode(b->cublas, CUBLAS_PEDANTIC_MATH));    // float, not TF32
    cuda_check(cudaEventCreate(&b->begin));
    cuda_check(cudaEventCreate(&b->end));
    for (size_t i = 0; i < b->copies; i++) {
        b->cuda_a[i] = cuda_peer_copy(x->a, x->a_bytes);
        b->cuda_b[i] = cuda_peer_copy(x->b, x->b_bytes);
        b->cuda_c[i] = cuda_peer_copy(x->c, x->c_bytes);
    }
    return true;
}

static void close_cublas(bench *b)
{
    for (size_t i = 0; i < b->copies; i++) {
        cuda_peer_free(b->cuda_c[i]);
        cuda_peer_free(b->cuda_b[i]);
        cuda_peer_free(b->cuda_a[i]);
    }
    cuda_check(cudaEventDestroy(b->end));
    cuda_check(cudaEventDestroy(b->begin));
    cublas_check(cublasDestroy(b->cublas));
}
#endif

// --- a size of the matrices

static bench bench_open(const ocl_env *env, const size_t mnk[3], const bench_choice *choice,
                        const char *variant)
{
    bench b = { .env = env, .x = matmul_matrices_open(env, mnk), .copies = choice->copies };
    b.check = matmul_check_open(MATMUL_AUTO, &b.x, env->options->seed + 2);
    matmul_plan plan = { .variant = variant, .m = mnk[0], .n = mnk[1], .k = mnk[2] };
    plan.blocking = matmul_choose_blocking(env, variant, mnk, choice->blocking);
    ocl_message why;
    const int status = matmul_plan_make(&plan, env->device, &why);
    if (status != OCL_EXIT_PASS) ocl_exit(status, "%s: %s", variant, why.text);
    for (size_t i = 0; i < b.copies; i++) {
        b.buffers[i].c = ocl_buffer(env, CL_MEM_READ_WRITE, b.x.c_bytes, NULL);
        b.buffers[i].a = ocl_buffer(env, CL_MEM_READ_ONLY, b.x.a_bytes, b.x.a);
        b.buffers[i].b = ocl_buffer(env, CL_MEM_READ_ONLY, b.x.b_bytes, b.x.b);
        b.steps[i] = matmul_make_steps(env, &plan, &b.buffers[i]);
    }
    return b;
}

static void bench_close(bench *b)
{
    for (size_t i = 0; i < b->copies; i++) {
        matmul_release_steps(&b->steps[i]);
        OCL_CHECK(clReleaseMemObject(b->buffers[i].b));
        OCL_CHECK(clReleaseMemObject(b->buffers[i].a));
        OCL_CHECK(clReleaseMemObject(b->buffers[i].c));
    }
    matmul_check_close(&b->check);
    matmul_matrices_close(&b->x);
}

static contest bench_size(const ocl_env *env, const char *size, const size_t mnk[3],
                          const bench_choice *choice, ocl_report *report)
{
    const char *variant = env->options->variant ? env->options->variant : "tuned";
    if (choice->tune_seconds) matmul_tune(env, mnk, (double)choice->tune_seconds, report);
    bench b = bench_open(env, mnk, choice, variant);
    contest c = { .unit = "GFLOP/s",
                  .env = env,
                  .rounds = env->options->repeat,
                  .warm_ns = ocl_is_cpu(env->device) ? CONTEST_WARM_NS : 0.0,
                  .check_last = true };
    snprintf(c.label, sizeof c.label, "%s", size);
    const contest_entry usual = { .is_peer = true,
                                  .what = &b,
                                  .prepare = poison,
                                  .work = matmul_operations(&b.x),
                                  .limit = env->limits.fma_gflops };
    contest_entry *ours = contest_add(&c, usual);
    ours->name = variant;
    ours->is_peer = false;
    ours->run_ns = run_ours;
    ours->check = check_device;
#ifdef OCL_HAVE_OPENBLAS
    if (ocl_is_cpu(env->device)) {
        contest_entry *openblas = contest_add(&c, usual);
        openblas->name = "openblas";
        openblas->run = run_openblas;
        openblas->check = check_host;
    }
#endif
#ifdef OCL_HAVE_CLBLAST
    contest_entry *clblast = contest_add(&c, usual);
    clblast->name = "clblast";
    clblast->run_ns = run_clblast;
    clblast->check = check_device;
#endif
#ifdef OCL_HAVE_CUBLAS
    const bool has_cublas = !ocl_is_cpu(env->device) && open_cublas(&b);
    if (has_cublas) {
        contest_entry *cublas = contest_add(&c, usual);
        cublas->name = "cublas";
        cublas->run_ns = run_cublas;
        cublas->check = check_cublas_answer;
    }
#endif
    contest_run(&c);
    contest_report(&c, report);
#ifdef OCL_HAVE_CUBLAS
    if (has_cublas) close_cublas(&b);
#endif
    bench_close(&b);
    return c;
}

int main(int argc, char **argv)
{
    const char *sizes = "512,1024,2048,1000x777x1031";
    bench_choice choice = { .copies = 1 };
    const ocl_option own[] = {
        { .usage = "--sizes LIST: sizes as for matmul_blocked, joined by commas", .text = &sizes },
        { .usage = "--copies N: copies of the matrices, used in turn (GPUs), at most 32",
          .count = &choice.copies },
        { .usage = "-b, --blocking LIST: sizes for the variant's kernel: BM=64,BN=64",
          .text = &choice.blocking },
        { .usage = "-t, --tune N: search for good sizes for N seconds first, and remember them",
          .count = &choice.tune_seconds },
        { 0 },
    };
    const ocl_about about = { .name = "bench_matmul",
                              .summary = "matmul_blocked beside OpenBLAS, CLBlast and cuBLAS.",
                              .accepts = "drVks",
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .repeat = 21, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (choice.copies > MAX_COPIES) ocl_exit(OCL_EXIT_USAGE, "--copies: at most %d", MAX_COPIES);
    ocl_env env = ocl_open(&opt);
    if (choice.copies > 1 && ocl_is_cpu(env.device))
        ocl_exit(OCL_EXIT_USAGE, "--copies: a CPU's libraries have one; leave it out");
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "sizes", sizes);
    contest contests[MAX_SIZES];
    size_t count = 0;
    while (*sizes) {
        if (count == MAX_SIZES) ocl_exit(OCL_EXIT_USAGE, "--sizes: at most %d sizes", MAX_SIZES);
        char size[64];
        const size_t length = strcspn(sizes, ",");
        snprintf(size, sizeof size, "%.*s", (int)(length < 60 ? length : 60), sizes);
        size_t mnk[3];
        ocl_message why;
        if (!ocl_parse_size(size, 3, mnk, &why)) ocl_exit(OCL_EXIT_USAGE, "--sizes: %s", why.text);
        contests[count++] = bench_size(&env, size, mnk, &choice, report);
        sizes += length + (sizes[length] == ',');
    }
    if (count > 0) {
        ocl_table speed = contest_table(&contests[0], report);
        for (size_t i = 0; i < count; i++)
            contest_ratios(&contests[i], &speed);
    }
    ocl_close(&env);
    return ocl_report_close(report);
}
