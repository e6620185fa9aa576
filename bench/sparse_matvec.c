// SPDX-License-Identifier: MIT
//
// bench_sparse_matvec - the rungs of sparse_matvec_ladder beside a loop over rows with OpenMP,
// beside ViennaCL on the same device, and on an NVIDIA GPU beside cuSPARSE, on a matrix whose rows
// are alike, on one with rows of all lengths, and on one with numbers near the diagonal alone.
//
// Times are the wall clock's, with the launches and the wait.  The rate counts what must be read.

// The lesson itself, of which main alone is not called.
#define main sparse_matvec_ladder_main
#include "../ch16_applications/sparse_matvec_ladder.c"
#undef main

#include "contest.h"
#ifdef OCL_HAVE_VIENNACL
#include "sparse_matvec_viennacl.h"
#endif
#ifdef OCL_HAVE_CUSPARSE
#include "sparse_matvec_cusparse.h"
#endif

typedef struct {
    lesson lesson;
    const float *x, *ref;
    float *y;
} bench;

typedef struct {
    bench *b;
    int variant;
    cl_kernel kernel, rests;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_f32(name, b->y, b->ref, b->lesson.a->rows, 0.0);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    for (size_t i = 0; i < b->lesson.a->rows; i++)
        b->y[i] = 0.5f + (float)(round & 1);
}

static void run_openmp(void *what)
{
    const bench *b = what;
    const matrix *a = b->lesson.a;
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t row = 0; row < a->rows; row++) {
        float sum = 0.0f;
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++)
            sum += a->values[i] * b->x[a->columns[i]];
        b->y[row] = sum;
    }
}

static void poison(void *what, size_t round)
{
    const lesson *l = &((const rung *)what)->b->lesson;
    ocl_poison_run(l->env->queue, l->d_y, l->a->rows * sizeof(float), round);
}

static void run_rung(void *what)
{
    const rung *r = what;
    const lesson *l = &r->b->lesson;
    ocl_trial t = { .done = NULL };
    if (r->variant == ROW)
        launch_row(l, r->kernel, &t);
    else if (r->variant == ELL)
        launch_ell(l, r->kernel, l->d_ell_columns, &t);
    else if (r->variant == DISTANCES)
        launch_ell(l, r->kernel, l->d_distances, &t);
    else if (r->variant == SUB_VECTOR)
        launch_sub_vector(l, r->kernel, &t);
    else
        launch_merge(l, r->kernel, r->rests, &t);
    OCL_CHECK(clFinish(l->env->queue));
    if (t.first) OCL_CHECK(clReleaseEvent(t.first));
    OCL_CHECK(clReleaseEvent(t.done));
}

static ocl_result check_rung(void *what, const char *name)
{
    const rung *r = what;
    const lesson *l = &r->b->lesson;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_y, CL_TRUE, 0, l->a->rows * sizeof(float),
                                  r->b->y, 0, NULL, NULL));
    return check(r->b, name);
}

#ifdef OCL_HAVE_VIENNACL
typedef struct {
    bench *b;
    viennacl_product *product;
} viennacl_entry;

static void forget_viennacl(void *what, size_t round)
{
    viennacl_forget(((viennacl_entry *)what)->product, 0.5f + (float)(round & 1));
}

static void run_viennacl(void *what)
{
    viennacl_run(((viennacl_entry *)what)->product);
}

static ocl_result check_viennacl(void *what, const char *name)
{
    const viennacl_entry *e = what;
    viennacl_read(e->b->y, e->product);
    return check(e->b, name);
}
#endif

#ifdef OCL_HAVE_CUSPARSE
typedef struct {
    bench *b;
    cusparse_product *product;
} cusparse_entry;

static void forget_cusparse(void *what, size_t round)
{
    cusparse_forget(((cusparse_entry *)what)->product, round);
}

static void run_cusparse(void *what)
{
    cusparse_run(((cusparse_entry *)what)->product);
}

static ocl_result check_cusparse(void *what, const char *name)
{
    const cusparse_entry *e = what;
    cusparse_read(e->b->y, e->product);
    return check(e->b, name);
}
#endif

static void hold(const ocl_env *env, size_t pattern, ocl_report *report)
{
    const ocl_options *opt = env->options;
    matrix a = matrix_plan(opt->n[0], pattern, opt->seed);
    matrix_fill(&a, pattern, opt->seed);
    const size_t bytes = a.rows * sizeof(float);
    float *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    fill_numbers(x, a.rows, opt->seed + 3);
    sparse_matvec_ref(ref, &a, x);
    bench b = { .lesson = open_lesson(env, &a, x, 0), .x = x, .ref = ref, .y = y };

    contest c = { .unit = "GB/s", .env = env, .rounds = opt->repeat };
    snprintf(c.label, sizeof c.label, "%s", PATTERNS[pattern]);
    const double work = 8.0 * (double)a.count + 12.0 * (double)a.rows;
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = work });
#ifdef OCL_HAVE_VIENNACL
    const viennacl_matrix m = { a.rows, a.count, a.first, a.columns, a.values };
    viennacl_entry viennacl = { .b = &b };
    viennacl.product = viennacl_open(env->context, env->device, env->queue, &m, x);
    if (!viennacl.product) ocl_exit(OCL_EXIT_CALL, "ViennaCL cannot use this device");
    contest_add(&c, (contest_entry){ .name = "viennacl",
                                     .is_peer = true,
                                     .what = &viennacl,
                                     .prepare = forget_viennacl,
                                     .run = run_viennacl,
                                     .check = check_viennacl,
                                     .work = work });
#endif
#ifdef OCL_HAVE_CUSPARSE
    const cusparse_matrix rows_of = { a.rows, a.count, a.first, a.columns, a.values };
    cusparse_entry cusparse[2] = { { .b = &b }, { .b = &b } };
    for (int way = CUSPARSE_DEFAULT; way <= CUSPARSE_REPEATABLE; way++) {
        if (ocl_is_cpu(env->device) || a.count > INT32_MAX) continue;
        cusparse[way].product = cusparse_open(&rows_of, x, (cusparse_way)way);
        if (!cusparse[way].product) continue;
        contest_add(&c,
                    (contest_entry){ .name = way == CUSPARSE_DEFAULT ? "cusparse" : "cusparse_2",
                                     .is_peer = true,
                                     .what = &cusparse[way],
                                     .prepare = forget_cusparse,
                                     .run = run_cusparse,
                                     .check = check_cusparse,
                                     .work = work });
    }
#endif
    rung rungs[MERGE + 1];
    size_t count = 0;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(opt, VARIANTS[v]) || !has_layout(&b.lesson, v)) continue;
        char name[32];
        snprintf(name, sizeof name, "sparse_matvec_%s", VARIANTS[v]);
        cl_int err;
        rung *r = &rungs[count++];
        *r = (rung){ .b = &b, .variant = v };
        r->kernel = OCL_CREATE(clCreateKernel(b.lesson.program, name, &err));
        r->rests = OCL_CREATE(clCreateKernel(b.lesson.program, "sparse_matvec_rests", &err));
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = r,
                                         .prepare = poison,
                                         .run = run_rung,
                                         .check = check_rung,
                                         .work = work,
                                         .limit = env->limits.read_gbs });
    }
    contest_hold(&c, report);

    while (count-- > 0) {
        OCL_CHECK(clReleaseKernel(rungs[count].rests));
        OCL_CHECK(clReleaseKernel(rungs[count].kernel));
    }
#ifdef OCL_HAVE_CUSPARSE
    for (int way = CUSPARSE_REPEATABLE; way >= CUSPARSE_DEFAULT; way--)
        if (cusparse[way].product) cusparse_close(cusparse[way].product);
#endif
#ifdef OCL_HAVE_VIENNACL
    viennacl_close(viennacl.product);
#endif
    close_lesson(&b.lesson);
    free(ref);
    free(y);
    free(x);
    matrix_free(&a);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_sparse_matvec",
                              .summary =
                                  "sparse_matvec_ladder's rungs beside OpenMP and libraries.",
                              .accepts = "dnrVks",
                              .size_help = "rows and columns of the matrix",
                              .extents = 1,
                              .most = MOST_ROWS,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double room = 16.0 * (double)opt.n[0] * sizeof(float);    // of ell, and of a matrix
    ocl_require_memory(env.device, room, 5.0 * room, 5.0 * room);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", opt.n[0]);
    hold(&env, REGULAR, report);
    hold(&env, SKEWED, report);
    hold(&env, BANDED, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
