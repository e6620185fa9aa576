// SPDX-License-Identifier: MIT

#include "forbidden.h"

enum { MAX_WORDS = 72, MAX_CODE = 256 };

static const struct {
    const char *why, *code;
} FORBIDDEN[] = {
    { "%n is not there", "int n; printf(\"%n\", &n);" },
    { "%lld: ll is kept for 128 bits", "printf(\"%lld\\n\", (long)x[0]);" },
    { "%Lf: there is no long double", "printf(\"%Lf\\n\", 1.0f);" },
    { "%*d: no width from an argument", "printf(\"%*d\\n\", 5, x[0]);" },
    { "%s: only a literal", "printf(\"%s\\n\", (global const char *)x);" },
    { "%v2d: a vector has a length", "printf(\"%v2d\\n\", vload2(0, x));" },
    { "the format is a literal",
      "constant char *f = x[0] ? \"%d\\n\" : \"%x\\n\"; printf(f, x[0]);" },
};

// The first error or warning of a log.
static void first_words(const char *log, char words[MAX_WORDS])
{
    const char *found = strstr(log, "error: ");
    if (!found) found = strstr(log, "warning: ");
    if (!found) {
        snprintf(words, MAX_WORDS, "nothing");
        return;
    }
    // PoCL puts the place between "warning: " and the words.
    const char *colon = strchr(found, ':');
    const char *end = found + strcspn(found, "\n");
    for (const char *at = found; at + 1 < end; at++)
        if (at[0] == ':' && at[1] == ' ' && at > found &&
            (at[-1] == '>' || (at[-1] >= '0' && at[-1] <= '9')))
            colon = at;
    snprintf(words, MAX_WORDS, "%.*s", (int)(end - colon - 2), colon + 2);
}

void report_forbidden(const ocl_env *env, ocl_report *report)
{
    ocl_explain_compiler_counts(env->platform);
    ocl_table table =
        ocl_table_open(report, "forbidden", "not in OpenCL C, builds, the compiler says");
    for (size_t i = 0; i < sizeof FORBIDDEN / sizeof FORBIDDEN[0]; i++) {
        char code[MAX_CODE], words[MAX_WORDS];
        snprintf(code, sizeof code, "kernel void k(global int *x) { %s }", FORBIDDEN[i].code);
        const char *text = code;
        cl_int err;
        cl_program program =
            OCL_CREATE(clCreateProgramWithSource(env->context, 1, &text, NULL, &err));
        err = clBuildProgram(program, 1, &env->device, "-cl-std=CL1.2", NULL, NULL);
        if (err != CL_BUILD_PROGRAM_FAILURE)
            ocl_require_build(program, "a format", "clBuildProgram", err);
        char *log = ocl_build_text(program, env->device, CL_PROGRAM_BUILD_LOG);
        first_words(log, words);
        free(log);
        OCL_CHECK(clReleaseProgram(program));
        ocl_table_row(&table, "%-32s  %-6s  %s", FORBIDDEN[i].why, err == CL_SUCCESS ? "yes" : "no",
                      words);
    }
}
