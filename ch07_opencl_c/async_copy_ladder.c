// SPDX-License-Identifier: MIT
//
// async_copy_ladder - copies between global and local memory that the whole work-group asks for at
// once.
//
// Shows   the plain loop, async_work_group_copy in both directions, double buffering, the strided
//         form, prefetch; one event for several copies; vectors of three
// Uses    clGetDeviceInfo, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer
// Try     async_copy_ladder -o rates.png; async_copy_ladder --taps 64
//         async_copy_ladder --stride 1000 -n 65537

#include "ocl.h"

#include "shared/rates.h"

enum { FEW = 64, LOCAL = 256, GROUPS_PER_UNIT = 4, CHANNEL = 1 };
enum { STRIDED_LOOP = 5, VARIANTS = 7 };
static const char *const VARIANT_NAMES[VARIANTS + 1] = {
    "direct", "prefetch", "loop", "async", "double_buffer", "strided_loop", "strided", NULL
};

typedef struct {
    ocl_options options;
    size_t tile, taps, stride;
    size_t groups;    // work-groups; 0: GROUPS_PER_UNIT per compute unit
} settings;

typedef struct {
    const ocl_env *env;
    const settings *set;
    ocl_report *report;
    cl_program program;
} lesson;

static settings parse(int argc, char **argv)
{
    settings set = { .tile = 1024, .taps = 16, .stride = 4 };
    const ocl_option own[] = {
        { .usage = "--tile N: outputs per tile", .count = &set.tile },
        { .usage = "--taps N: elements that an output is made of", .count = &set.taps },
        { .usage = "--stride N: numbers per point of the strided variants", .count = &set.stride },
        { .usage = "--groups N: work-groups, at most (default: 4 per compute unit)",
          .count = &set.groups },
        { 0 },
    };
    const ocl_about about = { .name = "async_copy_ladder",
                              .summary = "Copies between global and local memory by a work-group.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "outputs",
                              .extents = 1,
                              .variants = VARIANT_NAMES,
                              .own = own };
    set.options =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .repeat = 10, .seed = 1 });
    if (set.stride < 2) ocl_exit(OCL_EXIT_USAGE, "--stride must be at least 2");
    return set;
}

// Two tiles are in local memory at the same time.
static void require_local_memory(const ocl_env *env, const settings *set)
{
    cl_ulong local;
    OCL_CHECK(clGetDeviceInfo(env->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
    const double bytes = 2.0 * sizeof(cl_uint) * ((double)set->tile + (double)set->taps);
    if (bytes > (double)local)
        ocl_exit(OCL_EXIT_USAGE, "two tiles need %.0f bytes of local memory, the device has %llu",
                 bytes, (unsigned long long)local);
}

// The filter in plain C.
static void filter_ref(cl_uint *out, const cl_uint *in, size_t n, size_t taps)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t k = 0; k < taps; k++)
            out[i] += (cl_uint)(k + 1) * in[i + k];
    }
}

// Three copies and two events.
static void show_events(const lesson *l)
{
    const ocl_env *env = l->env;
    cl_uint in[3][FEW], out[FEW], ref[FEW];
    ocl_fill_u32(in[0], 3 * FEW, l->set->options.seed);
    for (size_t i = 0; i < FEW; i++)
        ref[i] = in[0][i] + 2 * in[1][i] + 4 * in[2][i];
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "async_copy_ladder_events", &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof out, NULL), d_in[3];
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    for (cl_uint k = 0; k < 3; k++) {
        d_in[k] = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof in[k], in[k]);
        OCL_CHECK(clSetKernelArg(kernel, 1 + k, sizeof d_in[k], &d_in[k]));
    }
    const size_t local = ocl_local_size(kernel, env->device, 16);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &local, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    ocl_report_result(l->report, "three copies, two events",
                      ocl_verify_u32("events", out, ref, FEW));
    for (cl_uint k = 0; k < 3; k++)
        OCL_CHECK(clReleaseMemObject(d_in[k]));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
}

// Vectors of three are copied as vectors of four.  NVIDIA's driver leaves the fourth number out:
// there it is not compared.
static void show_three(const lesson *l)
{
    const ocl_env *env = l->env;
    cl_uint3 in[FEW], out[2 * FEW], ref[2 * FEW];
    ocl_fill_u32((cl_uint *)in, 4 * FEW, l->set->options.seed);
    for (size_t i = 0; i < FEW; i++) {
        ref[i] = in[i];
        ref[FEW + i] = in[i / 2 * 2];
    }
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "async_copy_ladder_three", &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    cl_mem d_in = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof in, in);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    const size_t local = ocl_local_size(kernel, env->device, 16);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &local, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    const bool three = ocl_known_fault(env->device, "async copies of vectors of three");
    for (size_t i = 0; three && i < 2 * FEW; i++)
        ref[i].w = out[i].w;
    ocl_report_result(
        l->report, three ? "uint3, three numbers" : "uint3 as uint4",
        ocl_verify_u32("uint3", (const cl_uint *)out, (const cl_uint *)ref, 2 * 4 * FEW));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
}

// Every `stride`-th number from CHANNEL on is the next element.
static void spread(cl_uint *points, const cl_uint *x, size_t count, size_t stride)
{
    for (size_t i = 0; i < count; i++)
        points[i * stride + CHANNEL] = x[i];
}

// One variant: in and out hold one number per element, or `stride` numbers.
static void run_variant(const lesson *l, int v, const cl_uint *in, const cl_uint *ref)
{
    const ocl_env *env = l->env;
    const settings *set = l->set;
    const cl_ulong n = set->options.n[0], stride = set->stride;
    const size_t each = v < STRIDED_LOOP ? 1 : set->stride;
    const size_t outputs = each * set->options.n[0];
    const size_t inputs = outputs + each * (set->taps - 1);
    const size_t bytes = outputs * sizeof(cl_uint);
    cl_uint *points = ocl_alloc(inputs * sizeof(cl_uint)), *out = ocl_alloc(bytes);
    if (each == 1)
        memcpy(points, in, inputs * sizeof(cl_uint));
    else
        spread(points, in, inputs / each, each);
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_in = ocl_buffer(env, CL_MEM_READ_ONLY, inputs * sizeof(cl_uint), points);

    char name[64];
    snprintf(name, sizeof name, "async_copy_ladder_%s", VARIANT_NAMES[v]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    if (each > 1) OCL_CHECK(clSetKernelArg(kernel, 3, sizeof stride, &stride));
    cl_uint units;
    OCL_CHECK(
        clGetDeviceInfo(env->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    const size_t local = ocl_local_size(kernel, env->device, LOCAL);
    const size_t tiles = ocl_divide_up(set->options.n[0], set->tile);
    const size_t groups = set->groups > 0 ? set->groups : GROUPS_PER_UNIT * units;
    const size_t global = local * ocl_smaller(tiles, groups);

    // What lies between strided outputs is different in each run: no part of the answer.
    ocl_trial t =
        ocl_trial_open(env, VARIANT_NAMES[v], each == 1 ? d_out : NULL, each == 1 ? bytes : 0);
    if (each > 1) ocl_trial_scratch(&t, d_out, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));

    // There must still be what the buffer was filled with before the last run.
    cl_uint *want = ocl_alloc(bytes);
    memset(want, ocl_poison_byte(t.times.runs), bytes);
    if (each == 1)
        memcpy(want, ref, bytes);
    else
        spread(want, ref, outputs / each, each);
    const ocl_work work = { .amount = 2.0 * sizeof(cl_uint) * (double)n, .unit = "GB/s" };
    ocl_trial_report(&t, l->report, &work, ocl_verify_u32(VARIANT_NAMES[v], out, want, outputs));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    free(want);
    free(out);
    free(points);
}

int main(int argc, char **argv)
{
    const settings set = parse(argc, argv);
    const ocl_options *opt = &set.options;
    ocl_env env = ocl_open(opt);
    require_local_memory(&env, &set);
    const double elements = (double)opt->n[0] + (double)set.taps;    // may not fit a size_t
    const double bytes = sizeof(cl_uint) * elements * (double)set.stride;
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 5.0 * bytes);

    // The filter looks TAPS - 1 elements ahead: behind the end are zeros.
    const size_t n = opt->n[0], length = n + set.taps - 1;
    cl_uint *in = ocl_alloc(length * sizeof *in), *ref = ocl_alloc(n * sizeof *ref);
    ocl_fill_u32(in, n, opt->seed);
    memset(in + n, 0, (set.taps - 1) * sizeof *in);
    lesson l = { .env = &env, .set = &set, .report = ocl_report_open(opt, env.device) };
    ocl_report_count(l.report, "n", n);
    ocl_report_count(l.report, "tile", set.tile);
    ocl_report_count(l.report, "taps", set.taps);
    ocl_report_count(l.report, "stride", set.stride);
    OCL_TIME_REFERENCE(l.report, filter_ref(ref, in, n, set.taps));

    // No -cl-std: with CL1.2 PoCL 6.0 has no wait_group_events.
    l.program = ocl_build(&env, "async_copy_ladder.cl", "-DTILE=%zu -DTAPS=%zu -DFEW=%d", set.tile,
                          set.taps, FEW);
    for (int v = 0; v < VARIANTS; v++)
        if (ocl_wants(opt, VARIANT_NAMES[v])) run_variant(&l, v, in, ref);
    if (ocl_wants(opt, "all")) {
        show_events(&l);
        show_three(&l);
    }
    if (opt->output) draw_rates(l.report, "A filter on tiles", opt->output);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(ref);
    free(in);
    return ocl_report_close(l.report);
}
