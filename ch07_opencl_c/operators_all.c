// SPDX-License-Identifier: MIT
//
// operators_all - all operators of OpenCL C, on numbers and on vectors.
//
// Shows   the same text for int and int16; comparisons that give -1; shift counts modulo 32; which
//         types may stand beside each other, and what the compiler refuses
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; in operators_all.cl: select,
//         shuffle, shuffle2
// Try     operators_all -V int16; operators_all -n 5; operators_all -k with other operators

#include "ocl.h"

#include "operators_all/cases.h"

#include <limits.h>

enum { TYPES = 5 };
static const char *const TYPE_NAMES[TYPES + 1] = { "int", "int2", "int4", "int8", "int16", NULL };
static const size_t LANES[TYPES] = { 1, 2, 4, 8, 16 };

// The pairs of operands.  The buffers are filled up to a multiple of 16, the widest type.
typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n;
    cl_int *a, *b;
    cl_float *fa, *fb;
} lesson;

// The answer in plain C for one lane.  `yes` is what a true comparison gives: 1 for a number, -1
// for a lane of a vector, all of whose bits are set.
static cl_int int_ref(int row, cl_int x, cl_int y, cl_int yes)
{
    const bool chosen = yes == 1 ? x != 0 : x < 0;    // a lane is chosen by its highest bit
    switch (row) {
    case 0:
        return x;
    case 1:
        return -x;
    case 2:
        return x + y;
    case 3:
        return x - y;
    case 4:
        return x * y;
    case 5:
        return x / y;
    case 6:
        return x % y;
    case 7:
        return x;
    case 8:
        return x + 1;
    case 9:
        return x;
    case 10:
        return ~x;
    case 11:
        return x & y;
    case 12:
        return x | y;
    case 13:
        return x ^ y;
    case 14:
        return (cl_int)((cl_uint)x << (y & 31));
    case 15:
        return x >> (y & 31);
    case 16:
        return x < y ? yes : 0;
    case 17:
        return x > y ? yes : 0;
    case 18:
        return x <= y ? yes : 0;
    case 19:
        return x >= y ? yes : 0;
    case 20:
        return x == y ? yes : 0;
    case 21:
        return x != y ? yes : 0;
    case 22:
        return x == 0 ? yes : 0;
    case 23:
        return x && y ? yes : 0;
    case 24:
        return x || y ? yes : 0;
    case 25:
        return chosen ? y : 5;
    case 26:
        return y;
    default:
        return (((x + y) ^ x) >> 1) * 3;
    }
}

static cl_int float_ref(int row, cl_float x, cl_float y, cl_int yes)
{
    switch (row) {
    case 0:
        return x < y ? yes : 0;
    case 1:
        return x > y ? yes : 0;
    case 2:
        return x <= y ? yes : 0;
    case 3:
        return x >= y ? yes : 0;
    case 4:
        return x == y ? yes : 0;
    case 5:
        return x != y ? yes : 0;
    case 6:
        return x == 0.0f ? yes : 0;
    case 7:
        return x != 0.0f && y != 0.0f ? yes : 0;
    default:
        return x != 0.0f || y != 0.0f ? yes : 0;
    }
}

// Small enough for a product, and y is not 0: then no operator overflows.
static void make_operands(lesson *l, uint64_t seed)
{
    static const cl_float edges[] = { 0.0f, -0.0f, 1.0f, INFINITY, -INFINITY, NAN };
    enum { EDGES = sizeof edges / sizeof edges[0] };
    ocl_fill_u32((cl_uint *)l->a, l->n, seed);
    ocl_fill_u32((cl_uint *)l->b, l->n, seed + 1);
    for (size_t i = 0; i < l->n; i++) {
        l->a[i] = l->a[i] % 5 == 0 ? l->a[i] % 3 : l->a[i] % 20000;
        l->b[i] = l->b[i] % 5 == 0 ? l->a[i] : l->b[i] % 20000;
        if (l->b[i] == 0) l->b[i] = 1;
        l->fa[i] = i % 7 < 3 ? edges[i % EDGES] : (cl_float)l->a[i] / 8;
        l->fb[i] = i % 7 < 3 ? edges[i / EDGES % EDGES] : (cl_float)l->b[i] / 8;
    }
    l->a[0] = -7;
    l->b[0] = 33;
}

// Runs a kernel, built for one type, on all operands: out gets `rows` results for each.
static void run(const lesson *l, size_t type, const char *name, cl_int *out, size_t rows)
{
    const ocl_env *env = l->env;
    const bool is_float = rows == FLOAT_ROWS;
    const size_t bytes = l->n * sizeof(cl_int), out_bytes = rows * bytes;
    const size_t global = l->n / LANES[type];
    const cl_ulong count = global;
    cl_program program = ocl_build(env, "operators_all.cl", "-cl-std=CL1.2 -DT=%s -DF=float%s",
                                   TYPE_NAMES[type], TYPE_NAMES[type] + strlen("int"));
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, out_bytes, NULL);
    cl_mem d_a = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, is_float ? (void *)l->fa : l->a);
    cl_mem d_b = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, is_float ? (void *)l->fb : l->b);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof count, &count));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, out_bytes, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

// All operators on one type.  examples[row] gets the result for the first pair.
static void show_type(const lesson *l, size_t type, cl_int examples[INT_ROWS])
{
    const cl_int yes = type == 0 ? 1 : -1;
    const size_t int_count = INT_ROWS * l->n, float_count = FLOAT_ROWS * l->n;
    cl_int *out = ocl_alloc(int_count * sizeof *out), *ref = ocl_alloc(int_count * sizeof *ref);
    for (int row = 0; row < INT_ROWS; row++)
        for (size_t i = 0; i < l->n; i++)
            ref[(size_t)row * l->n + i] = int_ref(row, l->a[i], l->b[i], yes);
    run(l, type, "operators_all_int", out, INT_ROWS);
    for (int row = 0; row < INT_ROWS; row++)
        examples[row] = out[(size_t)row * l->n];
    char name[32];
    snprintf(name, sizeof name, "operators on %s", TYPE_NAMES[type]);
    ocl_report_result(l->report, name,
                      ocl_verify_u32(name, (cl_uint *)out, (cl_uint *)ref, int_count));

    for (int row = 0; row < FLOAT_ROWS; row++)
        for (size_t i = 0; i < l->n; i++)
            ref[(size_t)row * l->n + i] = float_ref(row, l->fa[i], l->fb[i], yes);
    run(l, type, "operators_all_float", out, FLOAT_ROWS);
    snprintf(name, sizeof name, "operators on float%s", TYPE_NAMES[type] + strlen("int"));
    ocl_report_result(l->report, name,
                      ocl_verify_u32(name, (cl_uint *)out, (cl_uint *)ref, float_count));
    free(ref);
    free(out);
}

// The results for the first pair, side by side.
static void show_examples(const lesson *l, cl_int examples[TYPES][INT_ROWS])
{
    ocl_report_print(l->report, "\nfor x = %d and y = %d:\n", l->a[0], l->b[0]);
    ocl_table table = ocl_table_open(l->report, "operators", "code, int, a lane of int4");
    for (int row = 0; row < INT_ROWS; row++)
        ocl_table_row(&table, "%-28s %8d %16d", INT_CODE[row], examples[0][row], examples[2][row]);
}

static void show_rules(const lesson *l)
{
    static const cl_int in[RULE_LANES] = { -1, 0, 1, INT_MIN, 200, 100, 5, -3 };
    const ocl_env *env = l->env;
    const size_t one = 1;
    cl_int out[RULE_COUNT][RULE_LANES], err;
    cl_program program =
        ocl_build(env, "operators_all.cl", "-cl-std=CL1.2 -DT=int -DF=float -DRULES");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "operators_all_rules", &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    cl_mem d_in = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof in, in);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));

    ocl_table table = ocl_table_open(l->report, "rules", "code, result");
    ocl_result result = { .pass = true };
    for (size_t c = 0; c < RULE_COUNT; c++) {
        const rule_case *rule = &RULE_CASES[c];
        char lanes[128] = "";
        for (size_t i = 0, used = 0; i < rule->lanes; i++)
            used +=
                (size_t)snprintf(lanes + used, sizeof lanes - used, i ? " %d" : "%d", out[c][i]);
        ocl_table_row(&table, "%-38s  %-6s", rule->code, lanes);
        result = ocl_result_both(result, ocl_verify_u32(rule->code, (const cl_uint *)out[c],
                                                        (const cl_uint *)rule->want, rule->lanes));
    }
    ocl_report_result(l->report, "rules", result);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "operators_all",
                              .summary = "All operators of OpenCL C on numbers and vectors.",
                              .accepts = "dnVks",
                              .size_help = "pairs of operands, rounded up to a multiple of 16",
                              .extents = 1,
                              .variants = TYPE_NAMES };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1009 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_int) * ((double)opt.n[0] + 16);    // may not fit a size_t
    ocl_require_memory(env.device, INT_ROWS * bytes, (INT_ROWS + 2) * bytes, 60 * bytes);

    lesson l = { .env = &env, .n = ocl_round_up(opt.n[0], 16) };
    l.a = ocl_alloc(l.n * sizeof *l.a);
    l.b = ocl_alloc(l.n * sizeof *l.b);
    l.fa = ocl_alloc(l.n * sizeof *l.fa);
    l.fb = ocl_alloc(l.n * sizeof *l.fb);
    make_operands(&l, opt.seed);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);

    cl_int examples[TYPES][INT_ROWS];
    for (size_t type = 0; type < TYPES; type++)
        if (ocl_wants(&opt, TYPE_NAMES[type])) show_type(&l, type, examples[type]);
    if (ocl_wants(&opt, "all")) {
        show_examples(&l, examples);
        show_rules(&l);
        report_language_rules(&env, l.report, OPERATORS_REFUSED, OPERATORS_REFUSED_COUNT);
    }

    free(l.fb);
    free(l.fa);
    free(l.b);
    free(l.a);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
