// SPDX-License-Identifier: MIT
//
// half_rounding - numbers of 16 bits: half the memory of floats, and half of their digits.
//
//     sign, 5 bits of exponent, 10 of fraction:   1 10001 1000000001  =  -1.1000000001 * 2^2
//
// Shows   each half through every vload_half and vstore_half, in each rounding mode; sums of halves
// Uses    vload_half, vstore_half; clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel
// Try     half_rounding; half_rounding -V arithmetic

#include "ocl.h"

#include "proof/ch07_opencl_c/scalar_types.h"
#include "proof/half_rounding/cases.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n;    // halves
} lesson;

// All kernels take what they write, what they read, and how many work-items have something to do.
static void launch(const lesson *l, cl_kernel kernel, size_t items)
{
    const size_t local = ocl_local_size(kernel, l->env->device, items < 64 ? 4 : 64);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// The kernel's results of a and b, for as many operations as it has.
static void compute(const lesson *l, const char *name, const operands *in, cl_half *got,
                    size_t results)
{
    const size_t bytes = sizeof(cl_half) * in->count;
    cl_int err;
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, results * bytes, NULL);
    cl_mem d_a = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, in->a);
    cl_mem d_b = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, in->b);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ in->count }));
    launch(l, kernel, in->count);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, d_y, CL_TRUE, 0, results * bytes, got, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_y));
}

// --- single halves

enum { WORKED = 9 };
static const cl_half WORKED_BITS[WORKED] = { 0x3c00, 0x4200, 0xc601, 0x7bff, 0x7c00,
                                             0x0400, 0x03ff, 0x0001, 0x8000 };

static void report_worked(ocl_report *report, const cl_half got[WORKED])
{
    static const char *const what[WORKED] = {
        "the book: 1.0", "the book: 2.5",           "the book: -4.5009765625",  "the largest",
        "infinity",      "the smallest normal one", "the largest denormal one", "the smallest",
        "minus zero"
    };
    ocl_table table = ocl_table_open(report, "worked", "bits, sign exponent fraction, value, note");
    for (size_t i = 0; i < WORKED; i++) {
        char digits[20], hex[8];
        snprintf(hex, sizeof hex, "0x%04x", (unsigned)got[i]);
        for (int bit = 15, at = 0; bit >= 0; bit--) {
            digits[at++] = got[i] >> bit & 1 ? '1' : '0';
            if (bit == 15 || bit == 10) digits[at++] = ' ';
            digits[at] = '\0';
        }
        ocl_table_row(&table, "%s %18s %16.10g  %-24s", hex, digits,
                      bits_to_double(&SCALAR_TYPE[HALF], got[i]), what[i]);
    }
}

// The halves whose bits the book explains, and a few more.  The device adds -0, which changes none.
static void show_values(const lesson *l)
{
    cl_half zeros[WORKED], sums[WORKED];
    for (size_t i = 0; i < WORKED; i++)
        zeros[i] = 0x8000;
    const operands in = { .a = WORKED_BITS, .b = zeros, .count = WORKED };
    compute(l, "half_rounding_add", &in, sums, 1);
    ocl_report_result(l->report, "the halves below",
                      ocl_verify_bytes("x + -0", sums, WORKED_BITS, sizeof sums));
    report_worked(l->report, sums);
}

// --- every half, in every form

// Kernels with a part of y for each form: `bytes` are those of a number that is written and of one
// that is read.
static void run_forms(const lesson *l, const char *name, const form_run *run)
{
    const size_t y_bytes = run->forms * run->room * run->y_bytes;
    cl_int err;
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, y_bytes, NULL);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, run->room * run->x_bytes, run->x);
    const size_t items = run->room / NUMBERS_PER_ITEM;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ items }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ run->room }));
    ocl_poison_run(l->env->queue, d_y, y_bytes, 0);    // also under Oclgrind: gaps are compared
    launch(l, kernel, items);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_y, CL_TRUE, 0, y_bytes, run->y, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
}

static void check_loads(const lesson *l)
{
    form_run run = open_loads(l->n, l->env->options->seed);
    run_forms(l, "half_rounding_load", &run);
    for (size_t form = 0; form < run.forms; form++)
        ocl_report_result(l->report, form_name("vload", form), verify_load(&run, form));
    close_run(&run);
}

// Four numbers per half: itself, the middle between it and the next one, and both sides of it.
static void check_stores(const lesson *l, size_t from)
{
    char name[32];
    snprintf(name, sizeof name, "half_rounding_store_%s", SCALAR_NAMES[from]);
    form_run run = open_stores(l->n, from, l->env->options->seed);
    run.excused = from == DOUBLE && ocl_known_fault(l->env->device, "vstore_half of a double");
    run_forms(l, name, &run);
    for (size_t form = 0; form < FORMS; form++) {
        char what[64];
        snprintf(what, sizeof what, "%s, %s", form_name("vstore", form), SCALAR_NAMES[from]);
        ocl_report_result(l->report, what, verify_store(&run, form));
    }
    if (run.mistakes > 0)
        ocl_report_note(l->report, "%zu doubles are rounded wrongly, a known fault of this driver",
                        run.mistakes);
    close_run(&run);
}

// A float has more than twice the digits of a half.  So a sum that is rounded to float, and then to
// half, is the same as one that is rounded once.
static void check_arithmetic(const lesson *l)
{
    operands in = open_operands(l->n, l->env->options->seed);
    cl_half *got = ocl_alloc(sizeof *got * OPERATIONS * in.count);
    compute(l, "half_rounding_operators", &in, got, OPERATIONS);
    ocl_report_result(l->report, "a + b, a - b, a * b in float", verify_operators(&in, got));

    if (device_has_type(l->env->device, HALF)) {
        lesson in_half = *l;
        in_half.program = ocl_build(l->env, "half_rounding.cl", "-cl-std=CL1.2 -DIN_HALF");
        compute(&in_half, "half_rounding_operators", &in, got, OPERATIONS);
        ocl_report_result(l->report, "a + b, a - b, a * b in half", verify_operators(&in, got));
        OCL_CHECK(clReleaseProgram(in_half.program));
    } else {
        ocl_report_note(l->report, "this device does not compute in half: no cl_khr_fp16");
    }
    free(got);
    close_operands(&in);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = { "load", "store", "arithmetic", NULL };
    const ocl_about about = { .name = "half_rounding",
                              .summary = "Numbers of 16 bits: reading, rounding, computing.",
                              .accepts = "dnVks",
                              .size_help = "halves of the 65536 that there are",
                              .extents = 1,
                              .most = 65536,
                              .variants = variants };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 65536 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    lesson l = { .env = &env, .n = opt.n[0] };
    const double bytes = 8.0 * sizeof(cl_half) * STORE_FORMS * ((double)l.n + NUMBERS_PER_ITEM);
    ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.program = ocl_build(&env, "half_rounding.cl", "-cl-std=CL1.2 %s", type_macros(env.device));

    show_values(&l);
    if (ocl_wants(&opt, "load")) check_loads(&l);
    if (ocl_wants(&opt, "store")) check_stores(&l, FLOAT);
    if (ocl_wants(&opt, "store") && device_has_type(env.device, DOUBLE) &&
        !ocl_known_fault(env.device, "vstore_half of vectors of doubles"))
        check_stores(&l, DOUBLE);
    if (ocl_wants(&opt, "arithmetic")) check_arithmetic(&l);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
