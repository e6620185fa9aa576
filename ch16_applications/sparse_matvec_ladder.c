// SPDX-License-Identifier: MIT
//
// sparse_matvec_ladder - y = A x, where A is nearly empty: rows alike, and rows of all lengths.
//
// Shows   one row per work-item; a layout for neighbours (ELL); several work-items per row; the
//         same number of steps for each work-item, whatever the rows are (merge)
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, reqd_work_group_size
// Try     sparse_matvec_ladder, then sparse_matvec_ladder -p skewed and -p banded
//         sparse_matvec_ladder -i data/1138_bus.mtx
//         sparse_matvec_ladder --local 128 on a CPU, --local 1 on a GPU

#include "ocl.h"

#include "shared/ell.h"
#include "shared/matrix_market/matrix_market.h"

enum { MOST_ROWS = 1 << 26 };
enum { STEPS = 1024 };    // of a work-group of merge

enum { ROW, ELL, DISTANCES, SUB_VECTOR, MERGE };
static const char *const VARIANTS[] = { "row", "ell", "distances", "sub_vector", "merge", NULL };

typedef struct {
    const ocl_env *env;
    const matrix *a;
    size_t local;     // of sub_vector and merge
    size_t lanes;     // work-items per row of sub_vector
    size_t groups;    // work-groups of merge
    cl_program program;
    cl_mem d_y, d_rest_rows, d_rest_sums, d_first, d_columns, d_values, d_x;
    cl_mem d_ell_columns, d_ell_values;    // NULL: too many zeros
    cl_mem d_distances;                    // NULL: these, or a distance is too large
} lesson;

// The answer in plain C.
static void sparse_matvec_ref(float *y, const matrix *a, const float *x)
{
    for (size_t row = 0; row < a->rows; row++) {
        double sum = 0.0;
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++)
            sum += (double)a->values[i] * (double)x[a->columns[i]];
        y[row] = (float)sum;
    }
}

// Fills the buffers of ell and of distances.
static void make_ell(lesson *l)
{
    ell_matrix e = ell_make(l->a);
    const size_t cells = e.cells + 1;    // there may be none
    l->d_ell_columns = ocl_buffer(l->env, CL_MEM_READ_ONLY, cells * sizeof *e.columns, e.columns);
    l->d_ell_values = ocl_buffer(l->env, CL_MEM_READ_ONLY, cells * sizeof *e.values, e.values);
    if (e.distances)
        l->d_distances =
            ocl_buffer(l->env, CL_MEM_READ_ONLY, cells * sizeof *e.distances, e.distances);
    ell_free(&e);
}

// The program and the buffers; wanted: work-items per work-group, 0 for what suits the device.
static lesson open_lesson(const ocl_env *env, const matrix *a, const float *x, size_t wanted)
{
    // A CPU wants one work-item with all steps.  Work-items per row: at most an average row.
    if (wanted == 0) wanted = ocl_is_cpu(env->device) ? 1 : 128;
    lesson l = { .env = env, .a = a, .local = ocl_group_size(env->device, wanted), .lanes = 1 };
    while (2 * l.lanes * a->rows <= a->count && l.lanes < l.local)
        l.lanes *= 2;
    l.groups = ocl_divide_up(a->rows + a->count, STEPS);
    l.program =
        ocl_build(env, "sparse_matvec_ladder.cl",
                  "-cl-std=CL1.2 -DLOCAL=%zu -DLANES=%zu -DSTEPS=%d", l.local, l.lanes, STEPS);

    const size_t bytes = a->rows * sizeof(float), numbers = a->count + 1;    // there may be none
    l.d_y = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_rest_rows = ocl_buffer(env, CL_MEM_READ_WRITE, l.groups * sizeof(cl_uint), NULL);
    l.d_rest_sums = ocl_buffer(env, CL_MEM_READ_WRITE, l.groups * sizeof(cl_float), NULL);
    l.d_first = ocl_buffer(env, CL_MEM_READ_ONLY, (a->rows + 1) * sizeof(cl_uint), a->first);
    l.d_columns = ocl_buffer(env, CL_MEM_READ_ONLY, numbers * sizeof(cl_uint), a->columns);
    l.d_values = ocl_buffer(env, CL_MEM_READ_ONLY, numbers * sizeof(cl_float), a->values);
    l.d_x = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, x);
    if (ell_fits(a)) make_ell(&l);
    return l;
}

static void close_lesson(const lesson *l)
{
    if (l->d_distances) OCL_CHECK(clReleaseMemObject(l->d_distances));
    if (l->d_ell_values) OCL_CHECK(clReleaseMemObject(l->d_ell_values));
    if (l->d_ell_columns) OCL_CHECK(clReleaseMemObject(l->d_ell_columns));
    OCL_CHECK(clReleaseMemObject(l->d_x));
    OCL_CHECK(clReleaseMemObject(l->d_values));
    OCL_CHECK(clReleaseMemObject(l->d_columns));
    OCL_CHECK(clReleaseMemObject(l->d_first));
    OCL_CHECK(clReleaseMemObject(l->d_rest_sums));
    OCL_CHECK(clReleaseMemObject(l->d_rest_rows));
    OCL_CHECK(clReleaseMemObject(l->d_y));
    OCL_CHECK(clReleaseProgram(l->program));
}

// The arguments that three of the kernels have behind their outputs.
static void set_inputs(const lesson *l, cl_kernel kernel, cl_uint at)
{
    OCL_CHECK(clSetKernelArg(kernel, at, sizeof l->d_first, &l->d_first));
    OCL_CHECK(clSetKernelArg(kernel, at + 1, sizeof l->d_columns, &l->d_columns));
    OCL_CHECK(clSetKernelArg(kernel, at + 2, sizeof l->d_values, &l->d_values));
    OCL_CHECK(clSetKernelArg(kernel, at + 3, sizeof l->d_x, &l->d_x));
}

// A work-item per row.
static void launch_row(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->a->rows, local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    set_inputs(l, kernel, 1);
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_ulong), &(cl_ulong){ l->a->rows }));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &t->done));
}

// One work-item per row, as in the plain rung, with the ELL layout.  `places` has the columns, or
// the distances.
static void launch_ell(const lesson *l, cl_kernel kernel, cl_mem places, ocl_trial *t)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->a->rows, local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof places, &places));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_ell_values, &l->d_ell_values));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ l->a->rows }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)l->a->width }));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &t->done));
}

// Several work-items per row.
static void launch_sub_vector(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    const size_t global = ocl_round_up(l->a->rows * l->lanes, l->local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    set_inputs(l, kernel, 1);
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_ulong), &(cl_ulong){ l->a->rows }));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &l->local, 0, NULL,
                                     &t->done));
}

// STEPS steps per work-group, then the rests of the work-groups.
static void launch_merge(const lesson *l, cl_kernel kernel, cl_kernel rests, ocl_trial *t)
{
    const cl_uint rows = (cl_uint)l->a->rows, groups = (cl_uint)l->groups;
    const size_t global = l->groups * l->local;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_rest_rows, &l->d_rest_rows));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_rest_sums, &l->d_rest_sums));
    set_inputs(l, kernel, 3);
    OCL_CHECK(clSetKernelArg(kernel, 7, sizeof rows, &rows));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &l->local, 0, NULL,
                                     &t->first));

    const size_t local = ocl_local_size(rests, l->env->device, 64);
    const size_t all = ocl_round_up(l->groups, local);
    OCL_CHECK(clSetKernelArg(rests, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(rests, 1, sizeof l->d_rest_rows, &l->d_rest_rows));
    OCL_CHECK(clSetKernelArg(rests, 2, sizeof l->d_rest_sums, &l->d_rest_sums));
    OCL_CHECK(clSetKernelArg(rests, 3, sizeof rows, &rows));
    OCL_CHECK(clSetKernelArg(rests, 4, sizeof groups, &groups));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, rests, 1, NULL, &all, &local, 0, NULL, &t->done));
}

// Whether the matrix has the layout of a rung.
static bool has_layout(const lesson *l, int variant)
{
    return variant == ELL         ? l->d_ell_values != NULL
           : variant == DISTANCES ? l->d_distances != NULL
                                  : true;
}

static void run_variant(const lesson *l, int variant, ocl_report *report, float *y,
                        const float *ref, const float *bounds)
{
    char name[32];
    snprintf(name, sizeof name, "sparse_matvec_%s", VARIANTS[variant]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_kernel rests = OCL_CREATE(clCreateKernel(l->program, "sparse_matvec_rests", &err));

    const size_t bytes = l->a->rows * sizeof(float);
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_y, bytes);
    ocl_trial_scratch(&t, l->d_rest_rows, l->groups * sizeof(cl_uint));
    ocl_trial_scratch(&t, l->d_rest_sums, l->groups * sizeof(cl_float));
    while (ocl_trial_next(&t)) {
        if (variant == ROW)
            launch_row(l, kernel, &t);
        else if (variant == ELL)
            launch_ell(l, kernel, l->d_ell_columns, &t);
        else if (variant == DISTANCES)
            launch_ell(l, kernel, l->d_distances, &t);
        else if (variant == SUB_VECTOR)
            launch_sub_vector(l, kernel, &t);
        else
            launch_merge(l, kernel, rests, &t);
    }
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // What must be moved: a number and its column; first, x and y once.
    const ocl_work work = { .amount = 8.0 * (double)l->a->count + 12.0 * (double)l->a->rows,
                            .unit = "GB/s",
                            .limit = l->env->limits.read_gbs };
    ocl_trial_report(&t, report, &work,
                     ocl_verify_f32_each(VARIANTS[variant], y, ref, l->a->rows, bounds));
    OCL_CHECK(clReleaseKernel(rests));
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = REGULAR, wanted = 0;
    const ocl_option own[] = {
        { .usage = "-p, --pattern P: rows alike, of all lengths, or near the diagonal",
          .choice = &pattern,
          .choices = PATTERNS },
        { .usage = "-g, --local N: work-items per work-group, at most",
          .count = &wanted,
          .most = STEPS },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "sparse_matvec_ladder",
                              .summary = "A sparse matrix times a vector, in five ways.",
                              .accepts = "dnirVks",
                              .size_help = "rows and columns of the matrix",
                              .extents = 1,
                              .most = MOST_ROWS,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 200003 }, .repeat = 10, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    if (opt.input && opt.size_given)
        ocl_exit(OCL_EXIT_USAGE, "--size: the file of --input has its own; give one of the two");
    matrix a;
    ocl_message why;
    if (!opt.input)
        a = matrix_plan(opt.n[0], pattern, opt.seed);
    else if (!matrix_market_load(&a, opt.input, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const bool has_ell = ell_fits(&a);
    if (!has_ell && opt.variant && !ocl_wants(&opt, "all") && ocl_wants(&opt, "ell"))
        ocl_exit(OCL_EXIT_USAGE, "--variant: ell has more than %d zeros for each number here",
                 ELL_MOST_ZEROS);
    const size_t bytes = a.rows * sizeof(float);
    const double numbers =
                     4.0 * (has_ell ? (double)a.width * (double)a.rows : (double)a.count) + 4.0,
                 all = 8.0 * (double)a.count + 2.5 * numbers + 5.0 * (double)bytes;
    ocl_require_memory(env.device, numbers, all, all);
    if (!opt.input) matrix_fill(&a, pattern, opt.seed);
    float *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    float *bounds = ocl_alloc(bytes);
    fill_numbers(x, a.rows, opt.seed + 3);
    matrix_bounds(bounds, &a, x);

    lesson l = open_lesson(&env, &a, x, wanted);
    if (!l.d_distances && opt.variant && !ocl_wants(&opt, "all") && ocl_wants(&opt, "distances"))
        ocl_exit(OCL_EXIT_USAGE, "--variant: distances needs the zeros of ell, and columns at most "
                                 "32767 from their rows; try --pattern banded");
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "pattern", opt.input ? "of a file" : PATTERNS[pattern]);
    ocl_report_count(report, "rows", a.rows);
    ocl_report_count(report, "numbers", a.count);
    ocl_report_count(report, "longest row", a.width);
    ocl_report_count(report, "local", l.local);
    ocl_report_count(report, "lanes", l.lanes);
    OCL_TIME_REFERENCE(report, sparse_matvec_ref(ref, &a, x));

    // The rungs.
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && has_layout(&l, v))
            run_variant(&l, v, report, y, ref, bounds);
    if (!has_ell && ocl_wants(&opt, "ell"))
        ocl_report_note(report,
                        "ell and distances are left out: more than %d zeros for each number",
                        ELL_MOST_ZEROS);
    if (has_ell && !l.d_distances && ocl_wants(&opt, "distances"))
        ocl_report_note(report, "distances is left out: a column is too far from its row");

    // Release.
    close_lesson(&l);
    ocl_close(&env);
    free(bounds);
    free(ref);
    free(y);
    free(x);
    matrix_free(&a);
    return ocl_report_close(report);
}
