// SPDX-License-Identifier: MIT
//
// bench_regression - the sums of the regressions beside an OpenMP loop, on the same points.
//
// Times are the wall clock's, from the launch to the solved curve.

#include "shared/regression.h"
#include "contest.h"

enum { PIECE = 4096 };    // points of an inner loop, for vectors

static const char *const PROGRAMS[] = { "regression_accuracy", "parabolic_regression" };

typedef struct {
    const regression_settings *settings;
    const regression_shape *shape;
    const xy_points *points;
    regression_answers answers;
    cl_command_queue queue;
    cl_program program;
} bench;

// OpenMP, or a rung.
typedef struct {
    bench *bench;
    int variant;
    cl_kernel kernel;    // NULL: OpenMP
    regression_rung rung;
    cl_mem d_sums, d_xy[2];
    void *sums;
    size_t bytes;    // of sums
    ls_fit fit;      // of the last run
} contender;

static void sum_line(const xy_points *p, const ls_frame *f, long double sums[MAX_SUMS])
{
    const double *x = p->x, *y = p->y, x0 = (double)f->x0, y0 = (double)f->y0;
    const double scale_x = (double)f->scale_x, scale_y = (double)f->scale_y;
    const size_t n = p->n;
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0, s4 = 0.0;
#pragma omp parallel for reduction(+ : s0, s1, s2, s3, s4)
    for (size_t first = 0; first < n; first += PIECE) {
        const size_t end = ocl_smaller(first + PIECE, n);
        double b0 = 0.0, b1 = 0.0, b2 = 0.0, b3 = 0.0, b4 = 0.0;
#pragma omp simd reduction(+ : b0, b1, b2, b3, b4)
        for (size_t i = first; i < end; i++) {
            const double u = (x[i] - x0) * scale_x, v = (y[i] - y0) * scale_y;
            b0 += u;
            b1 += u * u;
            b2 += v;
            b3 += u * v;
            b4 += v * v;
        }
        s0 += b0;
        s1 += b1;
        s2 += b2;
        s3 += b3;
        s4 += b4;
    }
    const double all[] = { s0, s1, s2, s3, s4 };
    for (size_t s = 0; s < sizeof all / sizeof all[0]; s++)
        sums[s] = all[s];
}

static void sum_parabola(const xy_points *p, const ls_frame *f, long double sums[MAX_SUMS])
{
    const double *x = p->x, *y = p->y, x0 = (double)f->x0, y0 = (double)f->y0;
    const double scale_x = (double)f->scale_x, scale_y = (double)f->scale_y;
    const size_t n = p->n;
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0, s4 = 0.0, s5 = 0.0, s6 = 0.0, s7 = 0.0;
#pragma omp parallel for reduction(+ : s0, s1, s2, s3, s4, s5, s6, s7)
    for (size_t first = 0; first < n; first += PIECE) {
        const size_t end = ocl_smaller(first + PIECE, n);
        double b0 = 0.0, b1 = 0.0, b2 = 0.0, b3 = 0.0, b4 = 0.0, b5 = 0.0, b6 = 0.0, b7 = 0.0;
#pragma omp simd reduction(+ : b0, b1, b2, b3, b4, b5, b6, b7)
        for (size_t i = first; i < end; i++) {
            const double u = (x[i] - x0) * scale_x, v = (y[i] - y0) * scale_y, uu = u * u;
            b0 += u;
            b1 += uu;
            b2 += uu * u;
            b3 += uu * uu;
            b4 += v;
            b5 += u * v;
            b6 += uu * v;
            b7 += v * v;
        }
        s0 += b0;
        s1 += b1;
        s2 += b2;
        s3 += b3;
        s4 += b4;
        s5 += b5;
        s6 += b6;
        s7 += b7;
    }
    const double all[] = { s0, s1, s2, s3, s4, s5, s6, s7 };
    for (size_t s = 0; s < sizeof all / sizeof all[0]; s++)
        sums[s] = all[s];
}

static void run_openmp(void *what)
{
    contender *who = what;
    const bench *b = who->bench;
    const int degree = b->settings->degree;
    long double sums[MAX_SUMS];
    (degree == 1 ? sum_line : sum_parabola)(b->points, &who->rung.frame, sums);
    const ls_sums unpacked = ls_unpack(degree, b->points->n, sums);
    who->fit = ls_solve(degree, &who->rung.frame, &unpacked);
}

static void run_kernel(void *what)
{
    contender *who = what;
    const bench *b = who->bench;
    const size_t local = who->rung.local, global = who->rung.groups * local;
    OCL_CHECK(
        clEnqueueNDRangeKernel(b->queue, who->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(b->queue, who->d_sums, CL_TRUE, 0, who->bytes, who->sums, 0, NULL,
                                  NULL));
    who->fit =
        regression_add(who->variant, b->settings->degree, &who->rung, who->sums, b->points->n);
}

static void forget(void *what, size_t round)
{
    contender *who = what;
    memset(&who->fit, 0xff, sizeof who->fit);
    if (who->kernel) ocl_poison_run(who->bench->queue, who->d_sums, who->bytes, round);
}

static ocl_result check(void *what, const char *name)
{
    const contender *who = what;
    (void)name;    // a complaint names the variant
    return regression_verify(&who->bench->answers, who->variant, &who->rung, &who->fit);
}

static contender make_kernel(const ocl_env *env, bench *b, int variant)
{
    const xy_points *p = b->points;
    const cl_ulong n = p->n;
    contender c = { .bench = b, .variant = variant };
    c.rung = regression_rung_of(variant, b->shape, p);
    c.bytes = c.rung.groups * ls_sum_count(b->settings->degree) * c.rung.sum_bytes;
    c.sums = ocl_alloc(c.bytes);
    c.d_sums = ocl_buffer(env, CL_MEM_WRITE_ONLY, c.bytes, NULL);
    c.d_xy[0] = regression_upload(env, variant, p->x, p->n);
    c.d_xy[1] = regression_upload(env, variant, p->y, p->n);
    char name[40];
    snprintf(name, sizeof name, "%s_%s", PROGRAMS[b->settings->degree - 1],
             REGRESSION_VARIANTS[variant]);
    cl_int err;
    c.kernel = OCL_CREATE(clCreateKernel(b->program, name, &err));
    c.rung.local = ocl_local_size(c.kernel, env->device, c.rung.local);
    OCL_CHECK(clSetKernelArg(c.kernel, 0, sizeof c.d_sums, &c.d_sums));
    OCL_CHECK(clSetKernelArg(c.kernel, 1, sizeof c.d_xy[0], &c.d_xy[0]));
    OCL_CHECK(clSetKernelArg(c.kernel, 2, sizeof c.d_xy[1], &c.d_xy[1]));
    OCL_CHECK(clSetKernelArg(c.kernel, 3, sizeof n, &n));
    regression_set_frame(c.kernel, variant, &c.rung.frame, p->n);
    return c;
}

static void add(contest *c, contender *who, const char *name, double limit)
{
    contest_add(
        c, (contest_entry){ .name = name,
                            .is_peer = !who->kernel,
                            .what = who,
                            .prepare = forget,
                            .run = who->kernel ? run_kernel : run_openmp,
                            .check = check,
                            .work = (double)who->rung.point_bytes * (double)who->bench->points->n,
                            .limit = limit });
}

static void bench_degree(const ocl_env *env, const regression_settings *settings,
                         const xy_points *points, ocl_report *report)
{
    const regression_shape shape = regression_choose(settings->shape, env->device);
    bench b = { .settings = settings,
                .shape = &shape,
                .points = points,
                .answers = { .settings = settings, .points = points },
                .queue = env->queue };
    regression_reference(&b.answers);
    char file[40];
    snprintf(file, sizeof file, "%s.cl", PROGRAMS[settings->degree - 1]);
    b.program = regression_build(env, file, &shape);

    contest c = { .unit = "GB/s", .env = env, .rounds = settings->options.repeat };
    snprintf(c.label, sizeof c.label, "%s", settings->degree == 1 ? "line" : "parabola");
    const double limit = env->limits.read_gbs;
    contender all[RUNGS + 1] = { { .bench = &b, .variant = DOUBLES } };
    all[0].rung = regression_rung_of(DOUBLES, &shape, points);
    add(&c, &all[0], "openmp", 0.0);
    size_t count = 1;
    for (int v = TREE; v < RUNGS; v++)
        if (ocl_wants(&settings->options, REGRESSION_VARIANTS[v]) &&
            regression_can(&b.answers, v, &shape, report)) {
            all[count] = make_kernel(env, &b, v);
            add(&c, &all[count++], REGRESSION_VARIANTS[v], limit);
        }
    contest_hold(&c, report);

    for (size_t i = 1; i < count; i++) {
        OCL_CHECK(clReleaseKernel(all[i].kernel));
        OCL_CHECK(clReleaseMemObject(all[i].d_xy[1]));
        OCL_CHECK(clReleaseMemObject(all[i].d_xy[0]));
        OCL_CHECK(clReleaseMemObject(all[i].d_sums));
        free(all[i].sums);
    }
    OCL_CHECK(clReleaseProgram(b.program));
}

int main(int argc, char **argv)
{
    const regression_settings line = regression_parse(argc, argv, "bench_regression", 1);
    regression_settings parabola = line;
    parabola.degree = 2;
    ocl_env env = ocl_open(&line.options);
    xy_points points = regression_points(env.device, &line);
    ocl_report *report = ocl_report_open(&line.options, env.device);
    ocl_report_count(report, "n", points.n);
    bench_degree(&env, &line, &points, report);
    bench_degree(&env, &parabola, &points, report);
    ocl_close(&env);
    xy_free(&points);
    return ocl_report_close(report);
}
