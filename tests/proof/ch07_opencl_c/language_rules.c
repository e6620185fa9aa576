// SPDX-License-Identifier: MIT

#include "language_rules.h"

#include "shared/quoted_build.h"

enum { MAX_PROGRAM = 16384 };

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

// The repaired pieces are one program: it must be built.
static ocl_result verify_repaired(const ocl_env *env, const language_rule *rules, size_t count)
{
    char program[MAX_PROGRAM] = "";
    for (size_t i = 0; i < count; i++)
        if (!rules[i].needs || ocl_has_extension(env->device, rules[i].needs))
            add_piece(program, rules[i].right, rules[i].is_program, i);
    const quoted_build b = build_and_quote(env, program, "-cl-std=CL1.2");
    if (b.status != CL_SUCCESS)
        ocl_print_failed_build(b.program, env->device, "the repaired pieces");
    OCL_CHECK(clReleaseProgram(b.program));
    return ocl_verify_equal("clBuildProgram", b.status, CL_SUCCESS);
}

void report_language_rules(const ocl_env *env, ocl_report *report, const language_rule *rules,
                           size_t count)
{
    ocl_explain_compiler_counts(env->platform);
    ocl_table table = ocl_table_open(report, "refused_builds", "rule, code, the compiler says");
    ocl_result refused = { .pass = true };
    for (size_t i = 0; i < count; i++) {
        const language_rule *rule = &rules[i];
        if (rule->needs && !ocl_has_extension(env->device, rule->needs)) continue;
        char program[MAX_PROGRAM] = "";
        add_piece(program, rule->wrong, rule->is_program, i);
        const quoted_build b = build_and_quote(env, program, "-cl-std=CL1.2");
        OCL_CHECK(clReleaseProgram(b.program));
        ocl_table_row(&table, "%-36s  %s\n    %-17s", rule->rule, rule->wrong,
                      b.status == CL_SUCCESS ? "nothing: it is accepted" : b.quote);
        if (b.status != CL_SUCCESS || !ocl_known_fault(env->device, "rule: %s", rule->rule))
            refused = ocl_result_both(
                refused, ocl_verify_equal(rule->rule, b.status, CL_BUILD_PROGRAM_FAILURE));
    }
    ocl_report_result(report, "mistakes are refused", refused);
    ocl_report_result(report, "without them it builds", verify_repaired(env, rules, count));
}
