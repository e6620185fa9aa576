// SPDX-License-Identifier: MIT
//
// math_errors - how far sin, pow and all other functions are from the exact result, and how fast.
//
// Shows   the largest error of each function beside the specification's bound; half_ and native_
// Uses    sin, half_sin, native_sin; clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel
// Try     math_errors -V double; math_errors -o error_and_speed.png

#include "ocl.h"

#include "proof/ch07_opencl_c/scalar_types.h"
#include "proof/math_errors/check.h"
#include "proof/math_errors/functions.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;    // of the type at hand
    size_t n;
} lesson;

static void launch(const lesson *l, cl_kernel kernel, size_t items)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// --- one function in three forms

static void show_forms(const lesson *l)
{
    enum { PLACES = 5 };
    static const float x[PLACES] = { 0.5f, 1.0f, 3.14159274f, 100.0f, 10000.0f };
    float y[PLACES][FORMS];
    cl_int err;
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof x, x);
    const cl_ulong n = PLACES;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "math_errors_forms", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    launch(l, kernel, PLACES);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));

    ocl_table table = ocl_table_open(l->report, "forms", "x, sin, half_sin, native_sin");
    float full[PLACES], half_form[PLACES], ref[PLACES];
    for (size_t i = 0; i < PLACES; i++) {
        ref[i] = (float)sin((double)x[i]);
        full[i] = y[i][FULL_FORM];
        half_form[i] = y[i][HALF_FORM];
        ocl_table_row(&table, "%9.7g %15.9g %15.9g %15.9g", (double)x[i], (double)full[i],
                      (double)half_form[i], (double)y[i][NATIVE_FORM]);
    }
    ocl_report_result(l->report, "sin in the table",
                      ocl_verify_f32_ulp("sin", full, ref, PLACES, 5));
    ocl_report_result(l->report, "half_sin in the table",
                      ocl_verify_f32_ulp("half_sin", half_form, ref, PLACES, 8193));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
}

// --- the error of every function

// The buffers: a result, three operands.
typedef struct {
    cl_mem d_y, d_operands[3];
} math_buffers;

static cl_kernel create_kernel(const lesson *l, const char *name, const math_buffers *d)
{
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d->d_y, &d->d_y));
    for (cl_uint k = 0; k < 3; k++)
        OCL_CHECK(clSetKernelArg(kernel, 1 + k, sizeof(cl_mem), &d->d_operands[k]));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    return kernel;
}

static void run_function(const lesson *l, cl_kernel kernel, const math_buffers *d,
                         const math_case *c)
{
    const size_t bytes = SCALAR_TYPE[c->type].bytes * c->count;
    const cl_command_queue queue = l->env->queue;
    for (size_t k = 0; k < 3; k++)
        OCL_CHECK(clEnqueueWriteBuffer(queue, d->d_operands[k], CL_FALSE, 0, bytes, c->operands[k],
                                       0, NULL, NULL));
    const cl_uint number = (cl_uint)c->function;
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof number, &number));
    ocl_poison_run(queue, d->d_y, bytes, c->function);
    launch(l, kernel, c->count);
    OCL_CHECK(clEnqueueReadBuffer(queue, d->d_y, CL_TRUE, 0, bytes, c->got, 0, NULL, NULL));
}

// All functions of the type.  The results of float's go on to the speeds.
static void check_type(const lesson *l, size_t type, math_worst worst[FUNCTIONS])
{
    const size_t bytes = SCALAR_TYPE[type].bytes * l->n;
    math_case c = { .device = l->env->device, .type = type, .count = l->n };
    c.got = ocl_alloc(bytes);
    math_buffers d = { .d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL) };
    for (size_t k = 0; k < 3; k++) {
        c.operands[k] = ocl_alloc(bytes);
        d.d_operands[k] = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, NULL);
    }

    const struct {
        const char *name;
        size_t first, end;    // the numbers of its functions
    } kernels[] = { { "math_errors_one", 0, OF_TWO },
                    { "math_errors_two", OF_TWO, OF_FLOAT },
                    { "math_errors_short", OF_FLOAT, MIXED },
                    { "math_errors_vectors", MIXED, FUNCTIONS } };
    for (size_t k = 0; k < FUNCTIONS; k++)
        worst[k] = (math_worst){ 0 };
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        if (is_short(kernels[k].first) && type != FLOAT) continue;
        cl_kernel kernel = create_kernel(l, kernels[k].name, &d);
        for (c.function = kernels[k].first; c.function < kernels[k].end; c.function++) {
            if (math_lacks(l->env->device, type, c.function)) continue;
            math_operands(type, c.function, l->n, l->env->options->seed + c.function, c.operands);
            run_function(l, kernel, &d, &c);
            worst[c.function] = math_verify(&c);
        }
        OCL_CHECK(clReleaseKernel(kernel));
    }
    math_report(l->report, type, worst);

    for (size_t k = 0; k < 3; k++) {
        OCL_CHECK(clReleaseMemObject(d.d_operands[k]));
        free(c.operands[k]);
    }
    OCL_CHECK(clReleaseMemObject(d.d_y));
    free(c.got);
}

// --- the speed of the functions that have three forms

typedef struct {
    double ns[FORMED * FORMS];    // per call, of form k of function i at [i * FORMS + k]
} math_speeds;

// How many calls are timed, a multiple of NUMBERS.  Few with a --size below 1000.
static size_t speed_calls(const ocl_env *env)
{
    enum { FEW = NUMBERS, CPU_CALLS = 1 << 18, GPU_CALLS = 1 << 24 };
    if (env->options->n[0] < 1000) return FEW;    // a test, perhaps in a simulator
    return ocl_is_cpu(env->device) ? CPU_CALLS : GPU_CALLS;
}

static double time_form(const lesson *l, cl_mem d_y, float *y, size_t function, const char *name)
{
    const ocl_env *env = l->env;
    const size_t n = speed_calls(env), bytes = sizeof(cl_float) * n;
    char kernel_name[48];
    snprintf(kernel_name, sizeof kernel_name, "math_errors_time_%s%s",
             strchr(name, '_') ? "" : "full_", name);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, kernel_name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env->device, 64), global = n;
    ocl_trial t = ocl_trial_open(env, name, d_y, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));
    const ocl_work work = { .amount = (double)n, .unit = "Gcall/s" };
    ocl_trial_report(&t, l->report, &work, verify_timed(env->device, function, y, n));
    return ocl_median_ns(&t.times) / (double)n;
}

// The three forms of each function that has them.
static void time_forms(const lesson *l, math_speeds *speeds)
{
    const size_t bytes = sizeof(cl_float) * speed_calls(l->env);
    float *y = ocl_alloc(bytes);
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    for (size_t i = 0; i < FORMED; i++)
        for (size_t k = 0; k < FORMS; k++)
            speeds->ns[i * FORMS + k] = time_form(l, d_y, y, MATH_FORMS[i][k], form_name(i, k));
    OCL_CHECK(clReleaseMemObject(d_y));
    free(y);
}

static void report_speeds(ocl_report *report, const math_worst worst[FUNCTIONS],
                          const math_speeds *speeds)
{
    ocl_table table = ocl_table_open(report, "speed",
                                     "function, ULP, half_, native_, ns per call, half_ time, "
                                     "native_ time");
    for (size_t i = 0; i < FORMED; i++) {
        const size_t *f = MATH_FORMS[i];
        const double *ns = speeds->ns + i * FORMS;
        ocl_table_row(&table, "%-8s %6.3g %8.4g %8.4g %11.3f %10.2f %12.2f",
                      form_name(i, FULL_FORM), worst[f[FULL_FORM]].error, worst[f[HALF_FORM]].error,
                      worst[f[NATIVE_FORM]].error, ns[FULL_FORM], ns[HALF_FORM] / ns[FULL_FORM],
                      ns[NATIVE_FORM] / ns[FULL_FORM]);
    }
}

// The chart of --output: the times of the three forms of each function, and native_'s error.
static void output_speeds(const ocl_report *report, const math_worst worst[FUNCTIONS],
                          const math_speeds *speeds, const char *path)
{
    static const char *const forms[FORMS] = { "full form", "half_", "native_" };
    char names[FORMED][32];
    const char *name[FORMED];
    double ns[FORMS][FORMED];
    ocl_series series[FORMS];
    for (size_t i = 0; i < FORMED; i++) {
        snprintf(names[i], sizeof names[i], "%s (%.2g)", form_name(i, FULL_FORM),
                 worst[MATH_FORMS[i][NATIVE_FORM]].error);
        name[i] = names[i];
        for (size_t k = 0; k < FORMS; k++)
            ns[k][i] = speeds->ns[i * FORMS + k];
    }
    for (size_t k = 0; k < FORMS; k++)
        series[k] = (ocl_series){
            .label = forms[k], .y = ns[k], .count = FORMED, .colour = ocl_palette(k)
        };
    const ocl_chart chart = { .title = "Three forms of a function (behind its name: the error of "
                                       "native_ in ULP)",
                              .y_label = "ns per call",
                              .series = series,
                              .series_count = FORMS,
                              .names = name,
                              .log_y = true };
    ocl_output_bars(report, &chart, path);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = { "half", "double", "float", NULL };
    const ocl_about about = { .name = "math_errors",
                              .summary = "The errors and speeds of the mathematical functions.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "numbers that each function is tried with",
                              .extents = 1,
                              .variants = variants };
    ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000 }, .repeat = 3, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    if (!has_mpfr())
        ocl_exit(OCL_EXIT_SKIP,
                 "built without MPFR: install libmpfr-dev, version 4.2 or newer, and "
                 "build again");
    math_require_library(&env);
    const double bytes = sizeof(cl_double) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 4.0 * bytes, 8.0 * bytes);
    lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device), .n = opt.n[0] };
    ocl_report_count(l.report, "n", l.n);

    math_speeds speeds = { 0 };
    math_worst worst[FUNCTIONS];
    for (size_t type = FLOAT; type <= HALF; type++) {
        if (!ocl_wants(&opt, SCALAR_NAMES[type]) || !math_can(l.report, &env, type)) continue;
        static const char *const options[] = { "-DFLOAT", "", "-DHALF" };
        l.program =
            ocl_build(&env, "math_errors.cl", "-cl-std=CL1.2 -DT=%s -DNUMBERS=%d %s%s",
                      SCALAR_NAMES[type], NUMBERS, options[type - FLOAT],
                      math_lacks(env.device, type, F_LDEXP_NUMBER) ? " -DNO_LDEXP_BY_NUMBER" : "");
        if (type == FLOAT) show_forms(&l);
        check_type(&l, type, worst);
        if (type == FLOAT) {
            time_forms(&l, &speeds);
            report_speeds(l.report, worst, &speeds);
            if (opt.output) output_speeds(l.report, worst, &speeds, opt.output);
        }
        OCL_CHECK(clReleaseProgram(l.program));
    }
    math_reference_close();
    ocl_close(&env);
    return ocl_report_close(l.report);
}
