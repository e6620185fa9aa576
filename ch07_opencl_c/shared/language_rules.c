// SPDX-License-Identifier: MIT

#include "language_rules.h"

#include <ctype.h>

enum { MAX_WORDS = 100, MAX_PROGRAM = 16384 };

// A program of one rule, or of the repaired pieces of all rules: appends a piece.
static void add_piece(char program[MAX_PROGRAM], const char *piece, bool is_program, size_t number)
{
    const size_t used = strlen(program);
    const size_t room = MAX_PROGRAM - used;
    const int length =
        is_program ? snprintf(program + used, room, "%s\n", piece)
                   : snprintf(program + used, room,
                              "kernel void rule_%zu(global int *out) { %s }\n", number, piece);
    if (length >= (int)room)
        ocl_exit(OCL_EXIT_USAGE, "the rules are longer than %d characters", MAX_PROGRAM);
}

// What clBuildProgram answers for the program; *log is malloc'ed.
static cl_int build(const ocl_env *env, const char *text, char **log)
{
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &text, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, "-cl-std=CL1.2", NULL, NULL);
    // A build that fails is an answer; anything else says nothing about the program.
    if (err != CL_BUILD_PROGRAM_FAILURE)
        ocl_require_build(program, "a rule", "clBuildProgram", err);
    *log = ocl_build_text(program, env->device, CL_PROGRAM_BUILD_LOG);
    OCL_CHECK(clReleaseProgram(program));
    return err;
}

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

// The first error of a log, without the name of the compiler's file.
static void first_words(const char *log, char words[MAX_WORDS])
{
    const char *error = strstr(log, "error:");
    const char *text = error ? skip_place(error + strlen("error:")) : log;
    text += strspn(text, " \n\t");
    size_t length = strcspn(text, "\n");
    if (length < MAX_WORDS)
        snprintf(words, MAX_WORDS, "%.*s", (int)length, text);
    else
        snprintf(words, MAX_WORDS, "%.*s...", MAX_WORDS - 4, text);
}

// The repaired pieces are one program: it must be built.
static ocl_result verify_repaired(const ocl_env *env, const language_rule *rules, size_t count)
{
    char program[MAX_PROGRAM] = "";
    for (size_t i = 0; i < count; i++)
        if (!rules[i].needs || ocl_has_extension(env->device, rules[i].needs))
            add_piece(program, rules[i].right, rules[i].is_program, i);
    char *log;
    const cl_int status = build(env, program, &log);
    if (status != CL_SUCCESS) ocl_warn("the repaired pieces are refused:\n%s", log);
    free(log);
    return ocl_verify_equal("clBuildProgram", status, CL_SUCCESS);
}

void report_language_rules(const ocl_env *env, ocl_report *report, const language_rule *rules,
                           size_t count)
{
    const unsigned platform = ocl_known_platform(env->device);
    ocl_explain_compiler_counts(env->platform);
    ocl_table table = ocl_table_open(report, "refused_builds", "rule, code, the compiler says");
    ocl_result refused = { .pass = true };
    for (size_t i = 0; i < count; i++) {
        const language_rule *rule = &rules[i];
        if (rule->needs && !ocl_has_extension(env->device, rule->needs)) continue;
        char program[MAX_PROGRAM] = "", words[MAX_WORDS] = "nothing: it is accepted", *log;
        add_piece(program, rule->wrong, rule->is_program, i);
        const cl_int status = build(env, program, &log);
        if (status != CL_SUCCESS) first_words(log, words);
        free(log);
        ocl_table_row(&table, "%-36s  %s\n    %s", rule->rule, rule->wrong, words);
        if (status != CL_SUCCESS || !(rule->excused & platform))
            refused = ocl_result_both(
                refused, ocl_verify_equal(rule->rule, status, CL_BUILD_PROGRAM_FAILURE));
    }
    ocl_report_result(report, "mistakes are refused", refused);
    ocl_report_result(report, "without them it builds", verify_repaired(env, rules, count));
}
