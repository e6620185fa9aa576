// SPDX-License-Identifier: MIT
//
// bench_regression - the sums of the regressions beside an OpenMP loop, on the same points.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Times are the wall clock's, from the launch to the solved curve.

#include "shared/regression.h"

enum { MAX = RUNGS + 1, PIECE = 4096 };    // PIECE: points of an inner loop, for vectors

static const char *const PROGRAMS[] = { "linear_regression", "parabolic_regression" };

typedef struct {
    const regression_settings *settings;
    const regression_shape *shape;
    const xy_points *points;
    cl_command_queue queue;
    cl_program program;
} bench;

typedef struct contender {
    char name[24];
    ls_fit (*run)(const bench *b, const struct contender *who);
    int variant;
    cl_kernel kernel;    // NULL: OpenMP
    regression_rung rung;
    cl_mem d_sums, d_xy[2];
    void *sums;
    size_t bytes;    // of sums
    double bytes_read;
    ocl_times times;
    ocl_result result;
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

static ls_fit run_openmp(const bench *b, const contender *who)
{
    const int degree = b->settings->degree;
    long double sums[MAX_SUMS];
    (degree == 1 ? sum_line : sum_parabola)(b->points, &who->rung.frame, sums);
    const ls_sums unpacked = ls_unpack(degree, b->points->n, sums);
    return ls_solve(degree, &who->rung.frame, &unpacked);
}

static ls_fit run_kernel(const bench *b, const contender *who)
{
    const size_t local = who->rung.local, global = who->rung.groups * local;
    OCL_CHECK(
        clEnqueueNDRangeKernel(b->queue, who->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(b->queue, who->d_sums, CL_TRUE, 0, who->bytes, who->sums, 0, NULL,
                                  NULL));
    return regression_add(who->variant, b->settings->degree, &who->rung, who->sums, b->points->n);
}

static void name_it(contender *who, int degree, const char *name)
{
    snprintf(who->name, sizeof who->name, "%s %s", degree == 1 ? "line" : "parabola", name);
}

static contender make_kernel(const ocl_env *env, const bench *b, int variant)
{
    const xy_points *p = b->points;
    const cl_ulong n = p->n;
    contender c = { .run = run_kernel, .variant = variant };
    name_it(&c, b->settings->degree, REGRESSION_VARIANTS[variant]);
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

static void run_rounds(const bench *b, contender *all, size_t count, regression_answers *answers)
{
    for (size_t round = 0; round <= b->settings->options.repeat; round++)
        for (size_t i = 0; i < count; i++) {
            contender *who = &all[i];
            if (who->kernel) ocl_poison_run(b->queue, who->d_sums, who->bytes, round);
            OCL_CHECK(clFinish(b->queue));
            const double begin = ocl_wall_ns();
            const ls_fit fit = who->run(b, who);
            if (round > 0) ocl_times_add(&who->times, ocl_wall_ns() - begin);
            const ocl_result one = regression_verify(answers, who->variant, &who->rung, &fit);
            who->result = round > 0 ? ocl_result_both(who->result, one) : one;
        }
}

static void report_all(const ocl_env *env, ocl_report *report, const contender *all, size_t count)
{
    const double limit = ocl_device_limits(env).read_gbs;
    for (size_t i = 0; i < count; i++)
        ocl_report_row(report, &(ocl_row){ .name = all[i].name,
                                           .times = &all[i].times,
                                           .work = all[i].bytes_read,
                                           .unit = "GB/s",
                                           .limit = all[i].kernel ? limit : 0.0,
                                           .result = all[i].result });
    ocl_table table = ocl_table_open(report, "speed", "variant, times as fast as openmp");
    for (size_t i = 1; i < count; i++)
        ocl_table_row(&table, "%-17s %.3f", all[i].name,
                      ocl_median_ns(&all[0].times) / ocl_median_ns(&all[i].times));
}

static void bench_degree(const ocl_env *env, const regression_settings *settings,
                         const xy_points *points, ocl_report *report)
{
    const regression_shape shape = regression_choose(settings->shape, env->device);
    regression_answers answers = { .settings = settings, .points = points };
    regression_reference(&answers);
    bench b = { .settings = settings, .shape = &shape, .points = points, .queue = env->queue };
    char file[40];
    snprintf(file, sizeof file, "%s.cl", PROGRAMS[settings->degree - 1]);
    b.program = regression_build(env, file, &shape);

    contender all[MAX] = { { .run = run_openmp, .variant = DOUBLES } };
    name_it(&all[0], settings->degree, "openmp");
    all[0].rung = regression_rung_of(DOUBLES, &shape, points);
    size_t count = 1;
    for (int v = TREE; v < RUNGS; v++)
        if (ocl_wants(&settings->options, REGRESSION_VARIANTS[v]) &&
            regression_can(&answers, v, &shape, report))
            all[count++] = make_kernel(env, &b, v);
    for (size_t i = 0; i < count; i++)
        all[i].bytes_read = (double)all[i].rung.point_bytes * (double)points->n;
    run_rounds(&b, all, count, &answers);
    report_all(env, report, all, count);

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
