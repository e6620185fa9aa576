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
    enum { FEW = NUMBERS, CPU_CALLS = 1 << 18, GPU_CALLS = 1 << 24 };
    if (env->options->n[0] < 1000) return FEW;    // a test, perhaps in a simulator
    return ocl_is_cpu(env->device) ? CPU_CALLS : GPU_CALLS;
}

ocl_result verify_timed(cl_device_id device, size_t function, float *y, size_t calls)
{
    float x[NUMBERS], z[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++) {
        x[i] = 0.5f + (float)i / (float)NUMBERS;
        z[i] = 1.5f;
    }
    const math_case c = { .device = device,
                          .type = FLOAT,
                          .function = function,
                          .operands = { x, z, z },
                          .got = y,
                          .count = NUMBERS };
    const math_worst w = math_verify(&c);
    size_t wrong = w.bound == NO_BOUND && !(w.error <= 0x1p14);
    for (size_t i = NUMBERS; i < calls; i += NUMBERS)
        wrong += memcmp(y, y + i, sizeof x) != 0;
    return ocl_result_both(w.result,
                           ocl_verify_equal(MATH_FUNCTIONS[function].name, (long long)wrong, 0));
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
