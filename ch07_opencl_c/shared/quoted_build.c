// SPDX-License-Identifier: MIT

#include "quoted_build.h"
#include <ctype.h>

// Behind "FILE:LINE:COLUMN: ", or "FILE:LINE:COLUMN <MACRO>: " of PoCL, where the text begins so.
static const char *skip_place(const char *text)
{
    const char *end = strchr(text, '\n');
    const char *after = text;
    for (const char *at = text; *at && at != end; at++)
        if (at[0] == ':' && at[1] == ' ' && at > text &&
            (isdigit((unsigned char)at[-1]) || at[-1] == '>'))
            after = at + 2;
    return after;
}

// One line, without the name of the compiler's file.
static void quote_line(const char *text, char quote[MAX_QUOTE])
{
    text = skip_place(text);
    text += strspn(text, " \n\t");
    const size_t length = strcspn(text, "\n");
    if (length < MAX_QUOTE)
        snprintf(quote, MAX_QUOTE, "%.*s", (int)length, text);
    else
        snprintf(quote, MAX_QUOTE, "%.*s...", MAX_QUOTE - 4, text);
}

// The first error, else the first warning; the first line where the log names neither and the build
// has failed.
static void quote_log(const char *log, bool failed, char quote[MAX_QUOTE])
{
    const char *error = strstr(log, "error:"), *warning = strstr(log, "warning:");
    if (error)
        quote_line(error + strlen("error:"), quote);
    else if (warning)
        quote_line(warning + strlen("warning:"), quote);
    else if (failed)
        quote_line(log, quote);
}

quoted_build build_and_quote(const ocl_env *env, const char *text, const char *options)
{
    quoted_build b = { .quote = "" };
    cl_int err;
    b.program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &text, NULL, &err));
    fflush(stdout);    // the compiler may write to standard error
    b.status = clBuildProgram(b.program, 1, &env->device, options, NULL, NULL);
    if (b.status != CL_BUILD_PROGRAM_FAILURE && b.status != CL_INVALID_BUILD_OPTIONS)
        ocl_require_build(b.program, "a text", "clBuildProgram", b.status);
    char *log = ocl_build_text(b.program, env->device, CL_PROGRAM_BUILD_LOG);
    quote_log(log, b.status != CL_SUCCESS, b.quote);
    free(log);
    return b;
}
