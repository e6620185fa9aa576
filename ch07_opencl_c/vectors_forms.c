// SPDX-License-Identifier: MIT
//
// vectors_forms - all forms of vectors: made, taken apart, loaded and stored, and refused.
//
// Shows   vector literals; components by name, in any order, on both sides of an assignment;
//         vectors of three; loads and stores at any address; forms that the compiler refuses
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; in vectors_forms.cl: vload2
//         to vload16, vstore2 to vstore16, vec_step
// Try     vectors_forms -s 2; vectors_forms -k with your own swizzles

#include "ocl.h"

#include "proof/ch07_opencl_c/language_rules.h"

enum { ELEMENTS = 16, MAX_CASES = 12, STARTS = 48, BYTES_PER_START = 40 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    cl_uint x[ELEMENTS];    // different numbers
    cl_mem d_x;
} lesson;

// An expression of vectors_forms.cl, and which elements of x it must hold.
typedef struct {
    const char *code;
    int lanes;
    unsigned char from[16];
} vector_case;

static const vector_case LITERALS[] = {
    { "(int4)(x[0], x[1], x[2], x[3])", 4, { 0, 1, 2, 3 } },
    { "(int4)(x[5])", 4, { 5, 5, 5, 5 } },
    { "(int4)(v2, x[7], x[8])", 4, { 0, 1, 7, 8 } },
    { "(int8)(v4, x[9], v3)", 8, { 0, 1, 2, 3, 9, 0, 1, 2 } },
    { "(int16)(v4, v4, v4, v4)", 16, { 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3 } },
    { "int3 v = { x[4], x[5], x[6] }", 3, { 4, 5, 6 } },
};
static const vector_case COMPONENTS[] = {
    { "v4.z", 1, { 2 } },
    { "v16.sA", 1, { 10 } },
    { "v4.wzyx", 4, { 3, 2, 1, 0 } },
    { "v4.xxyy", 4, { 0, 0, 1, 1 } },
    { "v4.lo", 2, { 0, 1 } },
    { "v4.hi", 2, { 2, 3 } },
    { "v4.even", 2, { 0, 2 } },
    { "v4.odd", 2, { 1, 3 } },
    { "v8.hi.even", 2, { 4, 6 } },
    { "v8.s765", 3, { 7, 6, 5 } },
    { "v16.S0f", 2, { 0, 15 } },
    { "v16.sFEDCBA9876543210", 16, { 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 } },
};
static const vector_case ASSIGNMENTS[] = {
    { "v.yw = (int2)(x[8], x[9])", 4, { 0, 8, 2, 9 } },
    { "v.wx = (int2)(x[8], x[9])", 4, { 9, 1, 2, 8 } },
    { "v.xyz = (int3)(x[5], x[6], x[9])", 4, { 5, 6, 9, 3 } },
    { "v.hi = v.lo", 4, { 0, 1, 0, 1 } },
    { "v.xy = v.yx", 4, { 1, 0, 2, 3 } },
};

// Runs a kernel with `global` work-items on x; out gets the result.
static void run(const lesson *l, const char *name, size_t global, void *out, size_t bytes)
{
    const ocl_env *env = l->env;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    const size_t local = global > 1 ? ocl_local_size(kernel, env->device, 16) : 1;
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    ocl_poison_run(env->queue, d_out, bytes, 0);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
}

// Which elements of x a result holds, as "0 1 7 8".
static void name_elements(char text[80], const cl_int *result, int lanes, const cl_uint *x)
{
    size_t used = 0;
    for (int i = 0; i < lanes; i++) {
        int e = 0;
        while (e < ELEMENTS && x[e] != (cl_uint)result[i])
            e++;
        used += (size_t)snprintf(text + used, 80 - used, e < ELEMENTS ? "%d " : "? ", e);
    }
    text[used - 1] = '\0';
}

static void show_cases(const lesson *l, const char *kernel, const vector_case *cases, size_t count)
{
    cl_int out[MAX_CASES][16];
    run(l, kernel, 1, out, sizeof out);
    ocl_table table = ocl_table_open(l->report, kernel, "code, elements of x");
    ocl_result result = { .pass = true };
    for (size_t c = 0; c < count; c++) {
        char text[80];
        name_elements(text, out[c], cases[c].lanes, l->x);
        ocl_table_row(&table, "%-34s  %-16s", cases[c].code, text);
        cl_uint ref[16];
        for (int i = 0; i < cases[c].lanes; i++)
            ref[i] = l->x[cases[c].from[i]];
        result = ocl_result_both(
            result, ocl_verify_u32(cases[c].code, (cl_uint *)out[c], ref, (size_t)cases[c].lanes));
    }
    ocl_report_result(l->report, kernel + strlen("vectors_forms_"), result);
}

// vec_step: a vector of three takes four places.
static void show_steps(const lesson *l)
{
    static const char *const code[] = { "vec_step(int)",
                                        "vec_step(int2)",
                                        "vec_step(int3)",
                                        "vec_step(int4)",
                                        "vec_step(int8)",
                                        "vec_step(int16)",
                                        "sizeof(int3) / sizeof(int)" };
    enum { STEPS = 7 };
    static const cl_uint ref[STEPS] = { 1, 2, 4, 4, 8, 16, 4 };
    cl_uint out[STEPS];
    run(l, "vectors_forms_steps", 1, out, sizeof out);
    ocl_table table = ocl_table_open(l->report, "vectors_forms_steps", "code, value");
    for (int i = 0; i < STEPS; i++)
        ocl_table_row(&table, "%-34s  %5u", code[i], out[i]);
    ocl_report_result(l->report, "steps", ocl_verify_u32("vec_step", out, ref, STEPS));
}

// Loads and stores at all addresses, odd ones too.  Between two stores there are bytes that nobody
// writes: they must not change.
static void show_unaligned(const lesson *l)
{
    static const struct {
        size_t at, bytes;
    } stores[] = { { 1, 2 }, { 4, 3 }, { 8, 4 }, { 13, 8 }, { 22, 16 } };
    unsigned char out[STARTS * BYTES_PER_START], ref[sizeof out];
    memset(ref, ocl_poison_byte(0), sizeof ref);
    for (size_t start = 0; start < STARTS; start++)
        for (size_t s = 0; s < sizeof stores / sizeof stores[0]; s++)
            memcpy(ref + start * BYTES_PER_START + stores[s].at,
                   (const unsigned char *)l->x + start, stores[s].bytes);
    run(l, "vectors_forms_unaligned", STARTS, out, sizeof out);
    ocl_report_result(l->report, "unaligned", ocl_verify_bytes("bytes", out, ref, sizeof out));
}

// What the compiler must refuse.  The repaired lines show what was meant.
static const language_rule RULES[] = {
    { .rule = "too few components",
      .wrong = "float4 f = (float4)(2.0f, 1.0f);",
      .right = "float4 f = (float4)(2.0f, 1.0f, 0.0f, 0.0f);" },
    { .rule = "17 components are too many",
      .wrong = "int4 a = 1; int16 v = (int16)(a, a, a, a, 1);",
      .right = "int4 a = 1; int16 v = (int16)(a, a, a, a.xyz, 1);" },
    { .rule = "the component is not there",
      .wrong = "int2 v = 1; v.z = 2;",
      .right = "int2 v = 1; v.y = 2;" },
    { .rule = "numbers count from 0",
      .wrong = "int4 v = 1; v.s4 = 2;",
      .right = "int4 v = 1; v.s3 = 2;" },
    { .rule = "one component assigned twice",
      .wrong = "int4 v = 1; v.xx = (int2)(3, 4);",
      .right = "int4 v = 1; v.xy = (int2)(3, 4);" },
    { .rule = "four values for two components",
      .wrong = "int4 v = 1; v.xy = (int4)(1, 2, 3, 4);",
      .right = "int4 v = 1; v.xy = (int2)(1, 2);" },
    { .rule = "letters and numbers mixed",
      .wrong = "int4 v = 1; int4 w = v.x12w;",
      .right = "int4 v = 1; int4 w = v.s0123;" },
    { .rule = "there are no vectors of seven",
      .wrong = "int4 v = 1; int8 w = (int8)(v.xxxxxxx, 1);",
      .right = "int4 v = 1; int8 w = (int8)(v.xxxx, v.xxx, 1);" },
    { .rule = "a component has no address",
      .wrong = "int4 v = 1; private int *p = &v.x;",
      .right = "int4 v = 1; private int4 *p = &v;" },
    { .rule = "a scalar has no components",
      .wrong = "int i = 1; out[0] = i.xy.x;",
      .right = "int2 i = 1; out[0] = i.xy.x;" },
};

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "vectors_forms",
                              .summary = "Vectors of OpenCL C: made, taken apart, loaded, stored.",
                              .accepts = "dks" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    ocl_env env = ocl_open(&opt);
    lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device) };

    // No byte of x is the byte that marks what was not written.
    ocl_fill_u32(l.x, ELEMENTS, opt.seed);
    for (cl_uint i = 0; i < ELEMENTS; i++)
        l.x[i] = (l.x[i] & 0x7f7f7f70) | i;
    l.program = ocl_build(&env, "vectors_forms.cl", "-cl-std=CL1.2");
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof l.x, l.x);

    show_cases(&l, "vectors_forms_literals", LITERALS, sizeof LITERALS / sizeof LITERALS[0]);
    show_cases(&l, "vectors_forms_components", COMPONENTS,
               sizeof COMPONENTS / sizeof COMPONENTS[0]);
    show_cases(&l, "vectors_forms_assignments", ASSIGNMENTS,
               sizeof ASSIGNMENTS / sizeof ASSIGNMENTS[0]);
    show_steps(&l);
    show_unaligned(&l);
    report_language_rules(&env, l.report, RULES, sizeof RULES / sizeof RULES[0]);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
