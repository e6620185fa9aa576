// SPDX-License-Identifier: MIT
//
// conversions_all - numbers of one type made into another: casts, convert_T, saturation, rounding.
//
// Shows   what each conversion does with 2.5, -0.5 and 300; then all of them against plain C
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     conversions_all -V float; conversions_all -V char --width 4

#include "ocl.h"

#include "proof/ch07_opencl_c/scalar_types.h"
#include "proof/conversions_all/forms.h"

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

// --- a few numbers in each way

enum { WAYS = 10 };
static const float WAYS_X[] = {
    -2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f, 2.7f, 127.5f, 254.5f, 300.0f
};
enum { WAYS_COUNT = sizeof WAYS_X / sizeof WAYS_X[0] };

// The answer in plain C: float to int, and to uchar and char with saturation.
static void ways_ref(cl_int ref[WAYS], float x)
{
    const cl_int nearest = (cl_int)nearbyintf(x);    // of two the even one, unless C is told else
    const cl_int cut = (cl_int)x;
    const cl_int all[WAYS] = { cut,
                               cut,
                               cut,
                               nearest,
                               cut,
                               (cl_int)ceilf(x),
                               (cl_int)floorf(x),
                               cut < 0     ? 0
                               : cut > 255 ? 255
                                           : cut,
                               nearest < 0     ? 0
                               : nearest > 255 ? 255
                                               : nearest,
                               nearest < -128  ? -128
                               : nearest > 127 ? 127
                                               : nearest };
    memcpy(ref, all, sizeof all);
}

static void show_ways(const lesson *l)
{
    cl_int y[WAYS_COUNT][WAYS], ref[WAYS_COUNT][WAYS], err;
    cl_mem d_y = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof WAYS_X, WAYS_X);
    const cl_ulong n = WAYS_COUNT;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "conversions_all_ways", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    launch(l, kernel, WAYS_COUNT);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));

    ocl_table table = ocl_table_open(l->report, "ways",
                                     "float, implicit, (int), convert_int, _rte, _rtz, _rtp, _rtn, "
                                     "uchar_sat, uchar_sat_rte, char_sat_rte");
    for (size_t i = 0; i < WAYS_COUNT; i++) {
        const cl_int *r = y[i];
        ways_ref(ref[i], WAYS_X[i]);
        ocl_table_row(&table, "%5.1f %8d %5d %11d %4d %4d %4d %4d %9d %13d %12d", (double)WAYS_X[i],
                      r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9]);
    }
    if (!ocl_known_fault(l->env->device, "rounding of floats to integers"))
        ocl_report_result(l->report, "the ways above", ocl_verify_bytes("ways", y, ref, sizeof y));
    else
        ocl_report_note(l->report, "not compared: a known fault of this driver");
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
}

// --- every conversion

// Numbers of one type are made into all other types, with all suffixes, by one launch.
static uncompared convert_all(const lesson *l, size_t from)
{
    const ocl_env *env = l->env;
    const scalar_type *type = &SCALAR_TYPE[from];
    const size_t room = ocl_round_up(env->options->n[0], 16);
    void *x = ocl_alloc(8 * room);
    memset(x, 0, 8 * room);
    cl_ulong *y = ocl_alloc(FORMS * 8 * room);
    const size_t count = fill_numbers(from, x, env->options->n[0], env->options->seed);
    const size_t n = ocl_divide_up(count, l->width);

    char name[32];
    snprintf(name, sizeof name, "conversions_all_from_%s", type->name);
    cl_int err;
    cl_mem d_y = ocl_buffer(env, CL_MEM_WRITE_ONLY, FORMS * 8 * room, NULL);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, type->bytes * room, x);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ room }));
    launch(l, kernel, n);
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, FORMS * 8 * room, y, 0, NULL, NULL));

    const conversion c = {
        .device = env->device, .from = from, .x = x, .results = y, .count = count, .room = room
    };
    uncompared outside = { 0 };
    ocl_report_result(l->report, type->name, verify_conversions(&c, &outside));

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    free(y);
    free(x);
    return outside;
}

// What the device makes of numbers that the destination does not have, where it may choose.
static void tell_outside(const lesson *l, const uncompared outside[SCALAR_TYPES])
{
    ocl_table table =
        ocl_table_open(l->report, "outside", "from, out of range, wrapped, saturated");
    for (size_t from = 0; from < SCALAR_TYPES; from++) {
        if (outside[from].excused > 0)
            ocl_report_note(l->report, "%s: %zu results are wrong, a known fault of this driver",
                            SCALAR_NAMES[from], outside[from].excused);
        if (outside[from].results > 0)
            ocl_table_row(&table, "%-6s %12zu %8zu %9zu", SCALAR_NAMES[from], outside[from].results,
                          outside[from].wrapped, outside[from].saturated);
    }
}

int main(int argc, char **argv)
{
    static const char *const widths[] = { "1", "2", "4", "8", "16", NULL };
    size_t width = 0;
    const ocl_option own[] = {
        { .usage = "-w, --width N: numbers in a vector", .choice = &width, .choices = widths },
        { 0 }
    };
    const ocl_about about = { .name = "conversions_all",
                              .summary = "Every conversion between the scalar types.",
                              .accepts = "dnVks",
                              .size_help = "numbers of each type",
                              .extents = 1,
                              .variants = SCALAR_NAMES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 65536 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = 8.0 * FORMS * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);

    lesson l = { .env = &env, .width = (size_t)1 << width };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "width", l.width);
    const bool rounds_integers = !ocl_known_fault(env.device, "rounding from integer to integer");
    if (!rounds_integers)
        ocl_report_note(l.report, "convert_char_rte(int) and its like are missing here");
    l.program = ocl_build(&env, "conversions_all.cl", "-cl-std=CL1.2 -DWIDTH=%zu %s %s", l.width,
                          type_macros(env.device), rounds_integers ? "" : "-DNO_INTEGER_ROUNDING");
    show_ways(&l);
    uncompared outside[SCALAR_TYPES] = { 0 };
    for (size_t from = 0; from < SCALAR_TYPES; from++) {
        if (!ocl_wants(&opt, SCALAR_NAMES[from])) continue;
        if (device_has_type(env.device, from))
            outside[from] = convert_all(&l, from);
        else
            ocl_report_note(l.report, "this device does not compute with %s", SCALAR_NAMES[from]);
    }
    tell_outside(&l, outside);
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
