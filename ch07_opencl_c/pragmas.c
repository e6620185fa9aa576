// SPDX-License-Identifier: MIT
//
// pragmas - what a kernel file may ask of the compiler, and what the compiler does with it.
//
// Shows   FP_CONTRACT: x * y + z rounded once or twice; #pragma OPENCL EXTENSION, its rules, and
//         who keeps them; pragmas of C and of compilers, such as unroll
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; the builds
//         are in shared/quoted_build.c
// Try     pragmas -d with another device; pragmas -n 10

#include "ocl.h"

#include "proof/pragmas/cases.h"
#include "shared/quoted_build.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
} lesson;

// By pragma_rule.
static const char *const RULES[] = { NULL, "accept", "refuse" };

// x * y + z, rounded once or twice: the model allows these two results and no other.
static void show_contraction(const lesson *l)
{
    const ocl_env *env = l->env;
    const size_t n = env->options->n[0];
    const size_t bytes = env->options->n[0] * sizeof(cl_float);
    sums s = sums_open(env->options->n[0], env->options->seed);
    cl_program program = ocl_build(env, "pragmas.cl", "-cl-std=CL1.2");
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, s.x);
    cl_mem d_y = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, s.y);
    cl_mem d_z = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, s.z);
    ocl_table table = ocl_table_open(l->report, "contraction", "x * y + z, once, twice, alike");
    ocl_result results[CONTRACTIONS];
    for (size_t c = 0; c < CONTRACTIONS; c++) {
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, CONTRACTION_CASES[c].kernel, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_y, &d_y));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_z, &d_z));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ n }));
        const size_t local = ocl_local_size(kernel, env->device, 256);
        const size_t global = ocl_round_up(n, local);
        ocl_poison_run(env->queue, d_out, bytes, c);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, s.out, 0, NULL, NULL));
        OCL_CHECK(clReleaseKernel(kernel));
        const roundings found = sums_count(&s);
        ocl_table_row(&table, "%-30s %8zu %8zu %8zu", CONTRACTION_CASES[c].code, found.once,
                      found.twice, found.alike);
        const bool once = ocl_known_fault(env->device, "arithmetic of the x87 unit") ||
                          (c == TWO_EXPRESSIONS && ocl_known_fault(env->device, "x * y, then + z"));
        results[c] = sums_verify(&s, c, once);
    }
    for (size_t c = 0; c < CONTRACTIONS; c++)
        ocl_report_result(l->report, CONTRACTION_CASES[c].code, results[c]);
    OCL_CHECK(clReleaseMemObject(d_z));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(program));
    sums_close(&s);
}

// #pragma OPENCL EXTENSION NAME : BEHAVIOUR
static void show_extensions(const lesson *l)
{
    cl_device_id device = l->env->device;
    ocl_table table = ocl_table_open(l->report, "extensions",
                                     "#pragma OPENCL EXTENSION, rule, answer, the compiler says");
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < PRAGMA_EXTENSIONS; i++) {
        const extension_case *c = &EXTENSION_CASES[i];
        if (c->needs_double && !ocl_has_extension(device, "cl_khr_fp64")) continue;
        char *text = extension_program(c);
        const quoted_build b = build_and_quote(l->env, text, "-cl-std=CL1.1");
        OCL_CHECK(clReleaseProgram(b.program));
        free(text);
        const bool accepted = b.status == CL_SUCCESS;
        ocl_table_row(&table, "%-46s %-6s %-6s  %-17s", c->text, RULES[c->rule],
                      accepted ? "accept" : "refuse", b.quote);
        if (c->rule == UNSAID ||
            (c->rule == REFUSED && ocl_known_fault(device, "pragmas that are errors")))
            continue;
        result = ocl_result_both(result, ocl_verify_equal(c->text, accepted, c->rule == ACCEPTED));
    }
    ocl_report_result(l->report, "#pragma OPENCL EXTENSION", result);
}

// Pragmas that OpenCL does not have.  C99: what a compiler does not know, it ignores.
static void show_others(const lesson *l)
{
    ocl_table table =
        ocl_table_open(l->report, "others", "pragma, rule, answer, the compiler says");
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < PRAGMA_OTHERS; i++) {
        const other_case *c = &OTHER_CASES[i];
        char *text = other_program(c);
        const quoted_build b = build_and_quote(l->env, text, "-cl-std=CL1.2");
        OCL_CHECK(clReleaseProgram(b.program));
        free(text);
        const bool accepted = b.status == CL_SUCCESS;
        ocl_table_row(&table, "%-60s %-6s %-6s  %-17s", c->text, RULES[c->rule],
                      accepted ? "accept" : "refuse", b.quote);
        if (c->rule == ACCEPTED)
            result = ocl_result_both(result, ocl_verify_equal(c->text, accepted, true));
    }
    ocl_report_result(l->report, "other pragmas", result);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "pragmas",
                              .summary = "Pragmas: extensions, FP_CONTRACT, and others.",
                              .accepts = "dnks",
                              .size_help = "numbers for x * y + z",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_float) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, bytes, 4.0 * bytes, 7.0 * bytes);
    const lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device) };
    ocl_report_count(l.report, "n", opt.n[0]);

    show_contraction(&l);
    ocl_explain_compiler_counts(env.platform);
    show_extensions(&l);
    show_others(&l);

    ocl_close(&env);
    return ocl_report_close(l.report);
}
