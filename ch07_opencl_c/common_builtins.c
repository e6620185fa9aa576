// SPDX-License-Identifier: MIT
//
// common_builtins - curves, vectors in space, comparisons: functions instead of formulas.
//
// Shows   step, smoothstep, clamp, mix; dot, cross, length, normalize; isnan, select, bitselect
// Uses    smoothstep, mix; clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel
// Try     common_builtins -o curves.png; common_builtins -V geometry

#include "ocl.h"

#include "proof/ch07_opencl_c/scalar_types.h"
#include "proof/common_builtins/model.h"

enum { CURVES = 5, POINTS = 101 };    // points of a curve

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;    // of the type at hand
    size_t n;              // work-items
    ocl_table errors;
} lesson;

static void launch(const lesson *l, cl_kernel kernel, size_t items)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// --- what the curves look like

// The answer in plain C.
static void curves_ref(float ref[CURVES], float x)
{
    const double t = x < 0.2f ? 0.0 : x > 0.8f ? 1.0 : (x - 0.2) / 0.6;
    ref[0] = x < 0.5f ? 0.0f : 1.0f;
    ref[1] = (float)(t * t * (3.0 - 2.0 * t));
    ref[2] = x < 0.2f ? 0.2f : x > 0.8f ? 0.8f : x;
    ref[3] = 0.6f + (0.1f - 0.6f) * x;
    ref[4] = x > 0.5f ? 1.0f : x < 0.5f ? -1.0f : 0.0f;
}

static void draw_curves(const lesson *l, float y[POINTS][CURVES], const float *x)
{
    static const char *const names[CURVES] = { "step(0.5, x)", "smoothstep(0.2, 0.8, x)",
                                               "clamp(x, 0.2, 0.8)", "mix(0.6, 0.1, x)",
                                               "sign(x - 0.5)" };
    double xs[POINTS], ys[CURVES][POINTS];
    ocl_series series[CURVES];
    for (size_t k = 0; k < CURVES; k++) {
        for (size_t i = 0; i < POINTS; i++) {
            xs[i] = (double)x[i];
            ys[k][i] = (double)y[i][k];
        }
        series[k] = (ocl_series){
            .label = names[k], .x = xs, .y = ys[k], .count = POINTS, .colour = ocl_palette(k)
        };
    }
    const ocl_chart chart = { .title = "Five functions that bend a line",
                              .x_label = "x",
                              .series = series,
                              .series_count = CURVES };
    ocl_output_curves(l->report, &chart, l->env->options->output);
}

static void show_curves(const lesson *l)
{
    static float x[POINTS], y[POINTS][CURVES], ref[POINTS][CURVES];
    for (size_t i = 0; i < POINTS; i++) {
        x[i] = (float)i / (POINTS - 1);
        curves_ref(ref[i], x[i]);
    }
    cl_int err;
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof x, x);
    const cl_ulong n = POINTS;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "common_builtins_curves", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    launch(l, kernel, POINTS);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));

    ocl_table table = ocl_table_open(l->report, "curves", "x, step, smoothstep, clamp, mix, sign");
    for (size_t i = 0; i < POINTS; i += 10)
        ocl_table_row(&table, "%.1f %4.1f %10.4f %5.2f %5.2f %4.0f", (double)x[i], (double)y[i][0],
                      (double)y[i][1], (double)y[i][2], (double)y[i][3], (double)y[i][4]);
    // The largest bound of these functions is that of mix; here 2 and 3 roundings of small numbers.
    ocl_report_result(l->report, "the curves above",
                      ocl_verify_f32("curves", y[0], ref[0], POINTS * CURVES, 1e-6));
    if (l->env->options->output) draw_curves(l, y, x);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
}

// --- every function of one type

// One of the four kernels: numbers per work-item in each buffer; 0: no such buffer.
typedef struct {
    const char *name, *kernel;
    size_t a, b, c, y, v;
    size_t y_bytes;    // of a number of y; 0: as those of the type
    bool special;      // infinities and NaN among the operands
} group;

static const group GROUPS[] = {
    { "common", "common_builtins_common", .a = 1, .b = 1, .c = 1, .y = COMMON },
    { "numbers", "common_builtins_numbers", .a = 4, .b = 4, .v = 4 * NUMBERED },
    { "geometry", "common_builtins_geometry", .a = 4, .b = 4, .y = SCALARS, .v = 4 * VECTORS },
    { "relations", "common_builtins_relations", .a = 2, .b = 2, .y = 3 * RELATIONS,
      .v = 2 * CHOICES, .y_bytes = sizeof(cl_int), .special = true },
};
enum { GEOMETRY = 2, GROUP_COUNT = sizeof GROUPS / sizeof GROUPS[0], MAX_BUFFERS = 5 };

static ocl_result verify_group(lesson *l, size_t index, const common_run *run)
{
    switch (index) {
    case 0:
        return verify_common(&l->errors, run);
    case 1:
        return verify_numbers(&l->errors, run);
    case GEOMETRY:
        return verify_geometry(&l->errors, run);
    default:
        return verify_relations(run);
    }
}

// The kernel's arguments are y, v, a, b, c, as far as it has them, and the number of work-items.
static void check_group(lesson *l, size_t index, size_t type)
{
    const group *g = &GROUPS[index];
    const size_t bytes = SCALAR_TYPE[type].bytes, y_bytes = g->y_bytes ? g->y_bytes : bytes;
    common_run run = { .device = l->env->device, .type = type, .count = l->n };
    struct {
        void **host;
        size_t bytes;
        bool is_result;
        cl_mem buffer;
    } memory[MAX_BUFFERS] = { { .host = &run.y, .bytes = g->y * y_bytes * l->n, .is_result = true },
                              { .host = &run.v, .bytes = g->v * bytes * l->n, .is_result = true },
                              { .host = &run.a, .bytes = g->a * bytes * l->n },
                              { .host = &run.b, .bytes = g->b * bytes * l->n },
                              { .host = &run.c, .bytes = g->c * bytes * l->n } };
    for (size_t k = 0; k < MAX_BUFFERS; k++)
        if (memory[k].bytes > 0) *memory[k].host = ocl_alloc(memory[k].bytes);
    const operand_kind kind = { .per_item = g->a,
                                .special = g->special,
                                .seed = l->env->options->seed + index };
    fill_operands(&run, &kind);

    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, g->kernel, &err));
    cl_uint argument = 0;
    for (size_t k = 0; k < MAX_BUFFERS; k++) {
        if (memory[k].bytes == 0) continue;
        const bool is_result = memory[k].is_result;
        memory[k].buffer = ocl_buffer(l->env, is_result ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY,
                                      memory[k].bytes, is_result ? NULL : *memory[k].host);
        if (is_result) ocl_poison_run(l->env->queue, memory[k].buffer, memory[k].bytes, type);
        OCL_CHECK(clSetKernelArg(kernel, argument++, sizeof(cl_mem), &memory[k].buffer));
    }
    const cl_ulong n = l->n;
    OCL_CHECK(clSetKernelArg(kernel, argument, sizeof n, &n));
    launch(l, kernel, l->n);
    for (size_t k = 0; k < MAX_BUFFERS; k++)
        if (memory[k].bytes > 0 && memory[k].is_result)
            OCL_CHECK(clEnqueueReadBuffer(l->env->queue, memory[k].buffer, CL_TRUE, 0,
                                          memory[k].bytes, *memory[k].host, 0, NULL, NULL));

    char name[48];
    snprintf(name, sizeof name, "%s of %s: error / bound", g->name, SCALAR_NAMES[type]);
    ocl_report_result(l->report, name, verify_group(l, index, &run));
    OCL_CHECK(clReleaseKernel(kernel));
    for (size_t k = 0; k < MAX_BUFFERS; k++) {
        if (memory[k].buffer) OCL_CHECK(clReleaseMemObject(memory[k].buffer));
        free(*memory[k].host);
    }
}

int main(int argc, char **argv)
{
    static const char *const variants[] = { "common", "numbers", "geometry", "relations", NULL };
    const ocl_about about = { .name = "common_builtins",
                              .summary = "Common, geometric and relational functions.",
                              .accepts = "dnoVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "operands of each function",
                              .extents = 1,
                              .variants = variants };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = 4.0 * VECTORS * sizeof(cl_double) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 4.0 * bytes);
    lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device), .n = opt.n[0] };
    ocl_report_count(l.report, "n", l.n);
    for (size_t type = FLOAT; type <= HALF; type++) {
        if (!device_has_type(env.device, type)) {
            ocl_report_note(l.report, "this device does not compute with %s", SCALAR_NAMES[type]);
            continue;
        }
        const char *why = type == HALF ? ocl_known_fault(env.device, "functions of half") : NULL;
        if (why) {
            ocl_report_note(l.report, "%s is left out: this driver %s", SCALAR_NAMES[type], why);
            continue;
        }
        static const char *const options[] = { "-DFLOAT", "", "-DHALF" };
        l.program = ocl_build(&env, "common_builtins.cl", "-cl-std=CL1.2 -DT=%s %s",
                              SCALAR_NAMES[type], options[type - FLOAT]);
        if (type == FLOAT) show_curves(&l);
        l.errors = ocl_table_open(l.report, "errors", "function, width, type, error, bound, in");
        for (size_t k = 0; k < GROUP_COUNT; k++) {
            const char *lacking =
                k == GEOMETRY ? ocl_known_fault(env.device, "geometric functions") : NULL;
            if (lacking)
                ocl_report_note(l.report, "geometry is left out: this driver %s", lacking);
            else if (ocl_wants(&opt, variants[k]))
                check_group(&l, k, type);
        }
        OCL_CHECK(clReleaseProgram(l.program));
    }
    ocl_close(&env);
    return ocl_report_close(l.report);
}
