// SPDX-License-Identifier: MIT
//
// preprocessor_macros - what the compiler tells a kernel, and what the host tells the compiler.
//
// Shows   predefined macros beside the host's queries; features and extensions as macros;
//         directives; versions of the language; -D and -I, with blanks too
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; the builds
//         are in shared/quoted_build.c
// Try     preprocessor_macros -d with another device; preprocessor_macros --json

#include "ocl.h"

#include "proof/ch07_opencl_c/language_rules.h"
#include "proof/preprocessor_macros/cases.h"
#include "proof/preprocessor_macros/names.h"
#include "shared/quoted_build.h"

enum { LETTERS = 64 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const char *source;    // of preprocessor_macros.cl
} lesson;

// A text, the options to build it with, and the kernel that answers.
typedef struct {
    const char *text, *options, *kernel;
} question;

// Builds the text.  If that works, one work-item of the kernel fills `out`.
static quoted_build ask(const lesson *l, const question *q, void *out, size_t bytes)
{
    const ocl_env *env = l->env;
    const size_t one = 1;
    const quoted_build b = build_and_quote(env, q->text, q->options);
    if (b.status == CL_SUCCESS) {
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(b.program, q->kernel, &err));
        cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
        OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
        OCL_CHECK(clReleaseMemObject(d_out));
        OCL_CHECK(clReleaseKernel(kernel));
    }
    OCL_CHECK(clReleaseProgram(b.program));
    return b;
}

// Asks a text that must be built.
static void ask_numbers(const lesson *l, const question *q, cl_uint out[], size_t count)
{
    const quoted_build b = ask(l, q, out, count * sizeof *out);
    if (b.status != CL_SUCCESS) ocl_exit(OCL_EXIT_CALL, "%s: %s", q->kernel, b.quote);
}

// What the compiler defines, beside what the host's queries say.
static void show_macros(const lesson *l)
{
    question q = { .text = l->source, .options = "", .kernel = "preprocessor_values" };
    cl_uint out[MACROS], want[MACROS], relaxed[MACROS];
    ask_numbers(l, &q, out, MACROS);
    wanted_macros(l->env->device, out, want);
    ocl_table table =
        ocl_table_open(l->report, "macros", "macro, in the kernel, host asks, wanted");
    for (size_t i = 0; i < MACROS; i++) {
        ocl_table_row(&table, "%-22s %13u  %-26s %6u", MACRO_CASES[i].name, out[i],
                      MACRO_CASES[i].asked, want[i]);
        if (ocl_known_fault(l->env->device, "macro %s", MACRO_CASES[i].name)) want[i] = out[i];
    }
    ocl_report_result(l->report, "predefined macros", ocl_verify_u32("macros", out, want, MACROS));

    q.options = "-cl-fast-relaxed-math";
    ask_numbers(l, &q, relaxed, MACROS);
    want[RELAXED] = !ocl_known_fault(l->env->device, "macro %s", MACRO_CASES[RELAXED].name);
    ocl_report_result(l->report, "with relaxed mathematics",
                      ocl_verify_u32("macros", relaxed, want, MACROS));
}

// Every version of the language: the device takes those that it lists, and no others.
static void show_languages(const lesson *l)
{
    ocl_table table = ocl_table_open(
        l->report, "languages", "option, listed, __OPENCL_C_VERSION__, answer, the compiler says");
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < LANGUAGES; i++) {
        const language_case *c = &LANGUAGE_CASES[i];
        const question q = { l->source, c->option, "preprocessor_values" };
        cl_uint out[MACROS] = { 0 };
        const quoted_build b = ask(l, &q, out, sizeof out);
        const bool listed = ocl_has_language(l->env->device, (int)c->version / 10);
        ocl_table_row(&table, "%-18s %6s %u  %-24s %-17s", c->option,
                      !c->version ? "?"
                      : listed    ? "yes"
                                  : "no",
                      out[C_VERSION], ocl_error_name(b.status), b.quote);
        if (b.status == CL_SUCCESS)
            result = ocl_result_both(
                result, ocl_verify_equal(c->option, out[C_VERSION] == UINT32_MAX, false));
        if (!c->version || ocl_known_fault(l->env->device, "version %s", c->option)) continue;
        result = ocl_result_both(
            result, ocl_verify_equal(c->option, out[C_VERSION], listed ? c->version : 0));
    }
    ocl_report_result(l->report, "versions of the language", result);
}

// Names that must be macros where the device has what they stand for, and only there.
static void show_names(const lesson *l, const char *const *names, size_t count,
                       bool (*has)(cl_device_id, const char *))
{
    cl_device_id device = l->env->device;
    const bool features = has == ocl_has_feature, newest = ocl_has_language(device, 30);
    char *text = names_program(names, count);
    const question q = { text, newest ? "-cl-std=CL3.0" : "-cl-std=CL1.2", "preprocessor_names" };
    cl_uint *out = ocl_alloc(count * sizeof *out), *want = ocl_alloc(count * sizeof *want);
    ask_numbers(l, &q, out, count);
    ocl_table table =
        ocl_table_open(l->report, features ? "features" : "extensions",
                       features ? "feature, a macro, listed" : "extension, a macro, listed");
    for (size_t i = 0; i < count; i++) {
        want[i] = has(device, names[i]);
        if (out[i] || want[i]) ocl_table_row(&table, "%-52s %7u %6u", names[i], out[i], want[i]);
        if (ocl_known_fault(device, "macro %s", names[i])) want[i] = out[i];
    }
    ocl_report_result(l->report, features ? "features" : "extensions",
                      ocl_verify_u32("names", out, want, count));
    free(want);
    free(out);
    free(text);
}

// -D with and without values, quotes and blanks; -I with and without a blank.  Where the
// specification is silent, any clean answer passes.
static void show_words(const lesson *l)
{
    ocl_table table = ocl_table_open(l->report, "words", "option, WORD, the compiler says");
    ocl_result result = { .pass = true };
    word_case *cases = word_cases();
    char file[LETTERS] = "";
    ask(l, &(question){ l->source, "", "preprocessor_file" }, file, sizeof file);
    ocl_report_print(l->report, "\n");
    result = ocl_verify_equal("the end of __FILE__", file[LETTERS - 1], '\0');
    file[LETTERS - 1] = '\0';
    ocl_report_fact(l->report, "__FILE__", "%s", file);
    for (size_t i = 0; i < WORD_CASES; i++) {
        const word_case *c = &cases[i];
        const question q = { l->source, c->option, "preprocessor_text" };
        char out[LETTERS] = "", want[LETTERS] = "", word[LETTERS + 2];
        if (ocl_known_fault(l->env->device, "option %s", c->shown)) {
            ocl_report_note(l->report, "%-24s left out: this driver crashes", c->shown);
            continue;
        }
        const quoted_build b = ask(l, &q, out, sizeof out);
        snprintf(word, sizeof word, "[%.*s]", LETTERS - 1, out);
        ocl_table_row(&table, "%-24s %-24s %-17s", c->shown,
                      b.status == CL_SUCCESS ? word : ocl_error_name(b.status), b.quote);
        if (b.status == CL_SUCCESS)
            result = ocl_result_both(result,
                                     ocl_verify_equal("the end of WORD", out[LETTERS - 1], '\0'));
        if (!c->want) continue;
        snprintf(want, sizeof want, "%s", c->want);
        result = ocl_result_both(result, ocl_verify_bytes(c->shown, out, want, sizeof want));
    }
    word_cases_free(cases);
    ocl_report_result(l->report, "-D and -I", result);
}

// #define, #if and others: C99's rules.
static void show_directives(const lesson *l)
{
    const question q = { l->source, "-DWITH_DIRECTIVES", "preprocessor_directives" };
    cl_uint out[DIRECTIVES], want[DIRECTIVES];
    ask_numbers(l, &q, out, DIRECTIVES);
    ocl_table table = ocl_table_open(l->report, "directives", "code, value");
    for (size_t i = 0; i < DIRECTIVES; i++) {
        ocl_table_row(&table, "%-36s %5u", DIRECTIVE_CASES[i].code, out[i]);
        want[i] = DIRECTIVE_CASES[i].want;
    }
    ocl_report_result(l->report, "directives", ocl_verify_u32("directives", out, want, DIRECTIVES));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "preprocessor_macros",
                              .summary = "Macros, directives, and the options for them.",
                              .accepts = "dk" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    char *source = ocl_load_source(&opt, "preprocessor_macros.cl");
    const lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device), .source = source };

    show_macros(&l);
    if (ocl_device_version(env.device) >= 30)
        show_names(&l, FEATURE_NAMES, FEATURES, ocl_has_feature);
    show_names(&l, EXTENSION_NAMES, EXTENSIONS, ocl_has_extension);
    show_directives(&l);
    report_language_rules(&env, l.report, PREPROCESSOR_REFUSED, PREPROCESSOR_RULES);
    show_languages(&l);
    show_words(&l);

    free(source);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
