// SPDX-License-Identifier: MIT

#include "speed.h"

const char *form_name(size_t function, size_t form)
{
    const char *half_name = MATH_FUNCTIONS[MATH_FORMS[function][HALF_FORM]].name;
    return form == FULL_FORM ? half_name + strlen("half_")
                             : MATH_FUNCTIONS[MATH_FORMS[function][form]].name;
}

size_t speed_calls(const ocl_env *env)
{
    enum { FEW = 1 << 10, CPU_CALLS = 1 << 18, GPU_CALLS = 1 << 24 };
    if (env->options->n[0] < 1000) return FEW;    // a test, perhaps in a simulator
    return ocl_is_cpu(env->device) ? CPU_CALLS : GPU_CALLS;
}

void report_speeds(ocl_report *report, const math_worst worst[FUNCTIONS], const math_speeds *speeds)
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

void output_speeds(const ocl_report *report, const math_worst worst[FUNCTIONS],
                   const math_speeds *speeds, const char *path)
{
    double x[FORMED * FORMS], y[FORMED * FORMS];
    ocl_series series[FORMED];
    for (size_t i = 0; i < FORMED; i++) {
        for (size_t k = 0; k < FORMS; k++) {
            x[i * FORMS + k] = 1.0 / speeds->ns[i * FORMS + k];
            y[i * FORMS + k] = fmax(worst[MATH_FORMS[i][k]].error, 0.1);
        }
        series[i] = (ocl_series){ .label = form_name(i, FULL_FORM),
                                  .x = x + i * FORMS,
                                  .y = y + i * FORMS,
                                  .count = FORMS,
                                  .colour = ocl_palette(i) };
    }
    const ocl_chart chart = { .title = "From the full form over half to native",
                              .x_label = "calls per nanosecond",
                              .y_label = "largest error in ULP (0.1 and less at the bottom)",
                              .series = series,
                              .series_count = FORMED,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}
