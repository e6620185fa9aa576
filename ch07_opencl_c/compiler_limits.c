// SPDX-License-Identifier: MIT
//
// compiler_limits - programs that are long, deep and wide.
//
// Shows   how the time of a build grows; the translation limits of C99, and more than that; many
//         kernels in one program
// Uses    clCreateKernelsInProgram, clGetKernelInfo, clSetKernelArg; builds are in
//         shared/quoted_build.c, launches in shared/outcome.c
// Try     compiler_limits -n 1600 -o times.png; compiler_limits -V translation

#include "ocl.h"

#include "proof/compiler_limits/programs.h"
#include "shared/outcome.h"

enum { LENGTHS = 5 };

typedef struct {
    double statements[LENGTHS], build_ms[LENGTHS], launch_ms[LENGTHS];
} build_times;

enum { KERNELS = 400 };
static const char OPTIONS[] = "-cl-std=CL1.2";
static const char *const ACT_NAMES[] = { "length", "translation", "kernels", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
} lesson;

// Programs of more and more statements, one after the other: how long until the first answer?
static void show_length(const lesson *l, build_times *times)
{
    const ocl_options *opt = l->env->options;
    ocl_table table = ocl_table_open(l->report, "length",
                                     "statements, letters, build ms, first launch ms, growth");
    ocl_result result = { .pass = true };
    double before = 0.0;
    // The first build loads the compiler: it does not count.
    cl_uint first, first_out = 0;
    char *one = long_program(1, opt->seed, 0, &first);
    OCL_CHECK(run_text(l->env, one, 0, &first_out, 1).status);
    result = ocl_verify_u32("one statement", &first_out, &first, 1);
    free(one);
    for (size_t i = 0; i < LENGTHS; i++) {
        const size_t statements = ocl_divide_up(opt->n[0], (size_t)1 << (LENGTHS - 1 - i));
        const cl_uint x = (cl_uint)opt->seed;
        cl_uint out = 0, want;
        char *text = long_program(statements, opt->seed, x, &want);
        const double begin = ocl_wall_ns();
        const quoted_build b = build_and_quote(l->env, text, OPTIONS);
        const double built = ocl_wall_ns();
        if (b.status != CL_SUCCESS) ocl_exit(OCL_EXIT_CALL, "clBuildProgram: %s", b.quote);
        const outcome o = run_kernel(l->env, b.program, x, &out, 1);
        OCL_CHECK(o.status);
        const double end = ocl_wall_ns();
        OCL_CHECK(clReleaseProgram(b.program));
        times->statements[i] = (double)statements;
        times->build_ms[i] = (built - begin) / 1e6;
        times->launch_ms[i] = (end - built) / 1e6;
        ocl_table_row(&table, "%10zu %9zu %9.1f %15.1f %6.2f", statements, strlen(text),
                      times->build_ms[i], times->launch_ms[i],
                      before > 0.0 ? (end - begin) / before : (double)NAN);
        before = end - begin;
        free(text);
        result = ocl_result_both(result, ocl_verify_u32("statements", &out, &want, 1));
    }
    ocl_report_result(l->report, "long kernels", result);
}

// Builds and runs a program with so many of each.
static outcome run_limits(const ocl_env *env, const size_t counts[TRANSLATION_LIMITS],
                          cl_uint out[TRANSLATION_LIMITS], cl_uint want[TRANSLATION_LIMITS])
{
    const cl_uint x = (cl_uint)env->options->seed;
    char *text = limits_program(counts, x, want);
    const outcome o = run_text(env, text, x, out, TRANSLATION_LIMITS);
    free(text);
    return o;
}

// Whether the driver is known to crash on so many of what a limit is about.
static bool crashes_on(const ocl_env *env, const translation_limit *limit, size_t count)
{
    return ocl_known_fault(env->device, "%zu %s", count, limit->name) != NULL;
}

static ocl_result verify_minimum(const ocl_env *env, ocl_report *report)
{
    size_t counts[TRANSLATION_LIMITS];
    cl_uint out[TRANSLATION_LIMITS] = { 0 }, want[TRANSLATION_LIMITS];
    for (size_t i = 0; i < TRANSLATION_LIMITS; i++) {
        counts[i] = LIMIT_CASES[i].minimum;
        if (!crashes_on(env, &LIMIT_CASES[i], counts[i])) continue;
        counts[i] = 0;
        ocl_report_note(report, "%s: left out, this driver crashes", LIMIT_CASES[i].name);
    }
    const outcome o = run_limits(env, counts, out, want);
    if (o.status != CL_SUCCESS) ocl_warn("%s: %s: %s", o.call, ocl_error_name(o.status), o.quote);
    return ocl_verify_u32("limits", out, want, TRANSLATION_LIMITS);
}

// C99 asks for a program that has all of its limits at once: it must run.  Then one program per
// limit has more: it is refused, or it is right.
static void show_translation(const ocl_env *env, ocl_report *report)
{
    ocl_explain_compiler_counts(env->platform);
    ocl_table table = ocl_table_open(report, "translation",
                                     "how many, C99 asks for, more, answer, the compiler says");
    ocl_result beyond = { .pass = true };
    for (size_t i = 0; i < TRANSLATION_LIMITS; i++) {
        const translation_limit *limit = &LIMIT_CASES[i];
        size_t counts[TRANSLATION_LIMITS] = { 0 };
        cl_uint out[TRANSLATION_LIMITS], want[TRANSLATION_LIMITS];
        counts[i] = limit->beyond;
        const bool crashes = crashes_on(env, limit, limit->beyond);
        outcome o = { .quote = "left out: this driver crashes" };
        if (!crashes) o = run_limits(env, counts, out, want);
        ocl_table_row(&table, "%-30s %12zu %6zu  %-24s %-17s", limit->name, limit->minimum,
                      limit->beyond, crashes ? "-" : ocl_error_name(o.status), o.quote);
        if (!crashes && o.status == CL_SUCCESS)
            beyond =
                ocl_result_both(beyond, ocl_verify_u32(limit->name, out, want, TRANSLATION_LIMITS));
    }
    ocl_report_result(report, "C99's limits, all at once", verify_minimum(env, report));
    ocl_report_result(report, "more: refused, or right", beyond);
}

// Many kernels in one program.
static void show_kernels(const lesson *l)
{
    const cl_uint x = (cl_uint)l->env->options->seed;
    char *text = many_kernels_program(KERNELS);
    const double begin = ocl_wall_ns();
    const quoted_build b = build_and_quote(l->env, text, OPTIONS);
    const double ms = (ocl_wall_ns() - begin) / 1e6;
    if (b.status != CL_SUCCESS) ocl_exit(OCL_EXIT_CALL, "clBuildProgram: %s", b.quote);
    cl_kernel kernels[KERNELS];
    cl_uint count, tried = 0, out[KERNELS], want[KERNELS];
    OCL_CHECK(clCreateKernelsInProgram(b.program, KERNELS, kernels, &count));
    ocl_report_print(l->report, "\n");
    ocl_report_fact(l->report, "kernels", "%u", count);
    ocl_report_fact(l->report, "ms to build them", "%.1f", ms);
    // A few of them run: to launch a kernel for the first time may take long.
    for (cl_uint k = 0; k < count; k += KERNELS / 4, tried++) {
        char name[40];
        size_t number = 0;
        OCL_CHECK(clGetKernelInfo(kernels[k], CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
        sscanf(name, "compiler_limits_%zu", &number);
        want[tried] = x + (cl_uint)number;
        OCL_CHECK(clSetKernelArg(kernels[k], 1, sizeof x, &x));
        OCL_CHECK(launch(l->env, kernels[k], 1, &out[tried], 1).status);
    }
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clReleaseKernel(kernels[k]));
    OCL_CHECK(clReleaseProgram(b.program));
    free(text);
    ocl_report_result(l->report, "many kernels",
                      ocl_result_both(ocl_verify_equal("kernels", count, KERNELS),
                                      ocl_verify_u32("kernels", out, want, tried)));
}

static void draw_times(const ocl_report *report, const build_times *times, const char *path)
{
    const ocl_series series[] = { { .label = "build",
                                    .x = times->statements,
                                    .y = times->build_ms,
                                    .count = LENGTHS,
                                    .colour = ocl_palette(0) },
                                  { .label = "first launch",
                                    .x = times->statements,
                                    .y = times->launch_ms,
                                    .count = LENGTHS,
                                    .colour = ocl_palette(1) } };
    ocl_output_curves(report,
                      &(ocl_chart){ .title = "How long a program of many statements takes",
                                    .x_label = "statements",
                                    .y_label = "ms",
                                    .log_x = true,
                                    .log_y = true,
                                    .series = series,
                                    .series_count = 2 },
                      path);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "compiler_limits",
                              .summary = "Long, deep and wide programs.",
                              .accepts = "dnoVs",
                              .writes = OCL_CHART_FILE,
                              .size_help = "statements of the longest kernel",
                              .extents = 1,
                              .most = 1 << 16,
                              .variants = ACT_NAMES };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 800 }, .seed = 1 });
    if (opt.output && !ocl_wants(&opt, "length"))
        ocl_exit(OCL_EXIT_USAGE, "--output draws the variant length, which is not chosen");
    ocl_env env = ocl_open(&opt);
    const lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device) };
    ocl_report_count(l.report, "statements", opt.n[0]);

    build_times times = { 0 };
    if (ocl_wants(&opt, "length")) show_length(&l, &times);
    if (ocl_wants(&opt, "translation")) show_translation(&env, l.report);
    if (ocl_wants(&opt, "kernels")) show_kernels(&l);
    if (opt.output) draw_times(l.report, &times, opt.output);

    ocl_close(&env);
    return ocl_report_close(l.report);
}
