// SPDX-License-Identifier: MIT
//
// integer_builtins_all - sums that do not overflow, high halves of products, bits counted and
//                        rotated.
//
//     (a + b) / 2 of 4294967295 and 1 is 0; hadd(a, b) is 2147483648
//
// Shows   all functions for integers of all eight types against plain C; 8 bits exhaustively
// Uses    hadd, add_sat, mul_hi, clz, popcount; clSetKernelArg, clEnqueueNDRangeKernel
// Try     integer_builtins_all -V int; integer_builtins_all -V uchar --width 16

#include "ocl.h"

#include "proof/ch07_opencl_c/scalar_types.h"
#include "proof/integer_builtins_all/check.h"
#include "proof/integer_builtins_all/model.h"

enum { EXHAUSTIVE = 1 << 24 };    // triples of 8 bits

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t width;    // numbers per work-item
} lesson;

static void launch(const lesson *l, cl_kernel kernel, size_t items)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// --- what they are good for

enum { PAIRS = 6, COLUMNS = 8 };
static const cl_uint PAIR_A[PAIRS] = { 3, 4294967295u, 2147483648u, 65536, 255, 0 };
static const cl_uint PAIR_B[PAIRS] = { 4, 1, 2147483648u, 65537, 4294967295u, 0 };

// The answer in plain C, with 64 bits.
static void average_ref(cl_uint ref[COLUMNS], uint64_t a, uint64_t b)
{
    cl_uint ones = 0, zeros = 32;
    for (uint64_t rest = a; rest; rest >>= 1) {
        ones += rest & 1;
        zeros--;
    }
    const uint64_t all[COLUMNS] = { (cl_uint)(a + b) / 2,
                                    (a + b) / 2,
                                    (a + b + 1) / 2,
                                    a + b > CL_UINT_MAX ? CL_UINT_MAX : a + b,
                                    a * b >> 32,
                                    zeros,
                                    ones,
                                    a << 8 | a >> 24 };
    for (size_t k = 0; k < COLUMNS; k++)
        ref[k] = (cl_uint)all[k];
}

static void show_average(const lesson *l)
{
    cl_uint y[PAIRS][COLUMNS], ref[PAIRS][COLUMNS];
    cl_int err;
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_mem d_a = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof PAIR_A, PAIR_A);
    cl_mem d_b = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof PAIR_B, PAIR_B);
    const cl_ulong n = PAIRS;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "integer_builtins_all_average", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    launch(l, kernel, PAIRS);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));

    ocl_table table =
        ocl_table_open(l->report, "average",
                       "a, b, (a + b) / 2, hadd, rhadd, add_sat, mul_hi, clz a, popcount a, "
                       "rotate a by 8");
    for (size_t i = 0; i < PAIRS; i++) {
        average_ref(ref[i], PAIR_A[i], PAIR_B[i]);
        ocl_table_row(&table, "%10u %10u %11u %10u %10u %10u %10u %5u %10u %13u", PAIR_A[i],
                      PAIR_B[i], y[i][0], y[i][1], y[i][2], y[i][3], y[i][4], y[i][5], y[i][6],
                      y[i][7]);
    }
    ocl_report_result(l->report, "the table above", ocl_verify_bytes("table", y, ref, sizeof y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_y));
}

// --- every function

// Fills the buffers of operands, launches, reads the results of the first `functions` functions.
static void run_block(const lesson *l, const type_run *run, cl_kernel kernel, cl_mem d_y,
                      size_t functions)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const cl_command_queue queue = l->env->queue;
    for (size_t i = 0; i < run->count; i++) {
        uint64_t operands[3];
        integer_operands(run->type, run->first + i, l->env->options->seed, operands);
        for (size_t k = 0; k < 3; k++)
            write_bits(type, run->operands[k], i, operands[k]);
    }
    for (size_t k = 0; k < 3; k++)
        OCL_CHECK(clEnqueueWriteBuffer(queue, run->d_operands[k], CL_FALSE, 0,
                                       type->bytes * run->room, run->operands[k], 0, NULL, NULL));
    const size_t n = ocl_divide_up(run->count, l->width);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    for (cl_uint k = 0; k < 3; k++)
        OCL_CHECK(clSetKernelArg(kernel, 1 + k, sizeof(cl_mem), &run->d_operands[k]));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ n }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_ulong), &(cl_ulong){ run->room }));
    ocl_poison_run(queue, d_y, functions * 8 * run->room, run->first / BLOCK);
    launch(l, kernel, n);
    OCL_CHECK(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, functions * 8 * run->room, run->y, 0,
                                  NULL, NULL));
}

static void check_type(const lesson *l, size_t type)
{
    const size_t n = l->env->options->n[0], bytes = SCALAR_TYPE[type].bytes;
    type_run run = { .report = l->report,
                     .device = l->env->device,
                     .type = type,
                     .width = l->width,
                     .room = ocl_round_up(ocl_smaller(n, BLOCK), 16) };
    run.y = ocl_alloc(FUNCTIONS * 8 * run.room);
    run.got = ocl_alloc(sizeof *run.got * run.room);
    run.want = ocl_alloc(sizeof *run.want * run.room);
    for (size_t k = 0; k < 3; k++) {
        run.operands[k] = ocl_alloc(bytes * run.room);
        memset(run.operands[k], 0, bytes * run.room);
        run.d_operands[k] = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes * run.room, NULL);
    }
    char name[32];
    snprintf(name, sizeof name, "integer_builtins_all_%s", SCALAR_NAMES[type]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, FUNCTIONS * 8 * run.room, NULL);

    // The first 2^16 triples of 8 bits have all pairs.  The others matter to functions of three.
    const bool all = bytes == 1 && n >= BLOCK;
    const size_t count = all ? EXHAUSTIVE : n;
    ocl_result result = { .pass = true };
    for (run.first = 0; run.first < count; run.first += BLOCK) {
        run.count = ocl_smaller(count - run.first, BLOCK);
        const bool few = all && run.first > 0;
        const size_t functions = few ? OF_THREE : FUNCTIONS;
        run_block(l, &run, kernel, d_y, functions);
        for (size_t function = 0; function < functions; function++)
            if (has_function(type, function))
                result = ocl_result_both(result, verify_function(&run, function));
    }
    if (run.excused > 0)
        ocl_report_note(l->report, "%s: %zu results are wrong, a known fault of this driver",
                        SCALAR_NAMES[type], run.excused);
    ocl_report_result(l->report, SCALAR_NAMES[type], result);

    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    for (size_t k = 0; k < 3; k++) {
        OCL_CHECK(clReleaseMemObject(run.d_operands[k]));
        free(run.operands[k]);
    }
    free(run.want);
    free(run.got);
    free(run.y);
}

// Of all types one is left out; alone it is skipped.
static void check_or_skip(const lesson *l, size_t type)
{
    static const char why[] = "the compiler of this program has no integers of 128 bits";
    if (has_model(type)) {
        check_type(l, type);
        return;
    }
    if (l->env->options->variant) ocl_exit(OCL_EXIT_SKIP, "%s: %s", SCALAR_NAMES[type], why);
    ocl_report_note(l->report, "%s is left out: %s", SCALAR_NAMES[type], why);
}

int main(int argc, char **argv)
{
    static const char *const widths[] = { "1", "2", "4", "8", "16", NULL };
    static const char *const types[] = { "char", "uchar", "short", "ushort", "int",
                                         "uint", "long",  "ulong", NULL };
    size_t width = 0;
    const ocl_option own[] = {
        { .usage = "-w, --width N: numbers in a vector", .choice = &width, .choices = widths },
        { 0 }
    };
    const ocl_about about = { .name = "integer_builtins_all",
                              .summary = "Every built-in function for integers.",
                              .accepts = "dnVks",
                              .size_help = "operands of each function; from 64K on all of 8 bits",
                              .extents = 1,
                              .most = EXHAUSTIVE,
                              .variants = types,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { BLOCK }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    lesson l = { .env = &env, .width = (size_t)1 << width };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "width", l.width);
    l.program = ocl_build(&env, "integer_builtins_all.cl", "-cl-std=CL1.2 -DWIDTH=%zu", l.width);

    show_average(&l);
    for (size_t type = CHAR; type <= ULONG; type++)
        if (ocl_wants(&opt, types[type])) check_or_skip(&l, type);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
