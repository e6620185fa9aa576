// SPDX-License-Identifier: MIT

#include "translation.h"

#include "programs.h"
#include "shared/outcome.h"

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

void report_translation(const ocl_env *env, ocl_report *report)
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
