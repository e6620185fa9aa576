// SPDX-License-Identifier: MIT
//
// occupancy - how many work-items a compute unit holds at a time, and when that matters.
//
// Shows   the sizes of work-groups, registers that are used and spilled, local memory: what limits
//         the number of work-items at work; work-groups that do not divide the problem
// Uses    clBuildProgram, clGetKernelWorkGroupInfo with CL_KERNEL_WORK_GROUP_SIZE,
//         CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE and
//         CL_KERNEL_LOCAL_MEM_SIZE; clEnqueueNDRangeKernel
// Try     occupancy -n 1M -o sizes.png    (on a GPU)
//         occupancy -V accumulators_128

#include "ocl.h"

#include "occupancy/registers.h"
#include "occupancy/remainder.h"

enum { STEPS = 256, VARIANT_COUNT = 4, SIZE_COUNT = 7, MAX_ACCUMULATORS = 128 };

static const char *const VARIANTS[VARIANT_COUNT + 1] = { "accumulators_1", "accumulators_8",
                                                         "accumulators_32", "accumulators_128",
                                                         NULL };

static const uint32_t ACCUMULATORS[VARIANT_COUNT] = { 1, 8, 32, MAX_ACCUMULATORS };

// Work-items per work-group that are tried.  100 is the book's example.
static const size_t LOCAL_SIZES[SIZE_COUNT] = { 1, 16, 32, 64, 100, 256, 1024 };

enum { GROUP = 64, ROOMS = 5 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes;
    uint32_t *ref, *in;
    cl_mem d_out, d_in;
} lesson;

// A work-group: its work-items, and its local memory in bytes.
typedef struct {
    size_t local, room;
} launch_size;

// rates[v][s]: Gstep/s of variant v with LOCAL_SIZES[s], of the best run; 0: did not run.
typedef struct {
    double rates[VARIANT_COUNT][SIZE_COUNT];
    size_t multiple;    // work-items that the device takes together
} sweep;

// ref[i] is what in[i] becomes with this number of accumulators.
static void occupancy_ref(uint32_t *ref, const uint32_t *in, uint32_t accumulators, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t sums[MAX_ACCUMULATORS];
        for (uint32_t a = 0; a < accumulators; a++)
            sums[a] = in[i] + a * 0x9e3779b1U;
        for (uint32_t round = 0; round < STEPS / accumulators; round++)
            for (uint32_t a = 0; a < accumulators; a++)
                sums[a] = (sums[a] ^ sums[a] >> 15) * 0x2c1b3c6dU + sums[(a + 1) % accumulators];
        ref[i] = in[i];
        for (uint32_t a = 0; a < accumulators; a++)
            ref[i] = (ref[i] << 5 | ref[i] >> 27) + sums[a];
    }
}

static double steps_of(const lesson *l)
{
    return (double)STEPS * (double)l->n;
}

// Built here, without the cache of binaries: a program that comes from a binary has no build log.
static cl_program build(const lesson *l, uint32_t accumulators)
{
    char options[160];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -DACCUMULATORS=%u -DSTEPS=%d%s", accumulators,
             STEPS, verbose_option(l->env->device));
    const ocl_options *opt = l->env->options;
    char *source = ocl_load_source(opt, "occupancy.cl");
    cl_int err;
    cl_program program = OCL_CREATE(
        clCreateProgramWithSource(l->env->context, 1, (const char **)&source, NULL, &err));
    err = clBuildProgram(program, 1, &l->env->device, options, NULL, NULL);
    ocl_require_build(program, opt->kernel ? opt->kernel : "occupancy.cl", "clBuildProgram", err);
    free(source);
    return program;
}

// What the driver knows about the kernel.  Gives the number of work-items that the device takes
// together.
static size_t describe(const lesson *l, ocl_table *table, cl_program program, cl_kernel kernel,
                       uint32_t accumulators)
{
    cl_device_id device = l->env->device;
    size_t most, multiple;
    cl_ulong private_bytes, local_bytes;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                       &most, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof multiple, &multiple, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE,
                                       sizeof private_bytes, &private_bytes, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_bytes,
                                       &local_bytes, NULL));
    char *log = ocl_build_text(program, device, CL_PROGRAM_BUILD_LOG);
    const register_use use = read_register_use(log, "occupancy_steps", device);
    ocl_table_row(table, "%12u %10zu %8zu %13llu %11llu %9s %13s %10s", accumulators, most,
                  multiple, (unsigned long long)private_bytes, (unsigned long long)local_bytes,
                  use.registers, use.spilled, use.items);
    free(log);
    return multiple > 0 ? multiple : 1;    // PoCL-Remote knows none: it says 0
}

// Times the kernel in work-groups of `local`, with `room` bytes of local memory each.
static ocl_result measure(const lesson *l, cl_kernel kernel, const launch_size *size,
                          ocl_times *times)
{
    const cl_command_queue queue = l->env->queue;
    const cl_ulong n = l->n;
    const size_t global = ocl_round_up(l->n, size->local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_in, &l->d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, size->room, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    ocl_trial t = ocl_trial_open(l->env, "elements", l->d_out, l->bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &size->local, 0, NULL,
                                         &t.done));
    *times = t.times;
    return ocl_trial_answers(&t, ocl_verify_buffer(l->env, "elements", l->d_out, l->ref, l->bytes));
}

// One variant with each local size that the kernel allows.  The row has the fastest one.
static void measure_sizes(const lesson *l, cl_kernel kernel, int v, double rates[SIZE_COUNT])
{
    const size_t most = ocl_kernel_limit(kernel, l->env->device);
    const size_t side = ocl_local_limit(l->env->device, 0);
    OCL_TIME_REFERENCE(l->report, occupancy_ref(l->ref, l->in, ACCUMULATORS[v], l->n));

    ocl_times fastest = { .runs = 0 };
    ocl_result result = { .pass = true };
    for (int i = 0; i < SIZE_COUNT; i++) {
        const size_t local = LOCAL_SIZES[i];
        if (local > most || local > side) break;
        const launch_size size = { .local = local, .room = local * sizeof(cl_uint) };
        ocl_times times;
        result = ocl_result_both(result, measure(l, kernel, &size, &times));
        rates[i] = steps_of(l) / ocl_best_ns(&times);
        if (i == 0 || ocl_best_ns(&times) < ocl_best_ns(&fastest)) fastest = times;
    }
    ocl_report_row(l->report, &(ocl_row){ .name = VARIANTS[v],
                                          .times = &fastest,
                                          .work = steps_of(l),
                                          .unit = "Gstep/s",
                                          .result = result });
}

// One kernel with more and more local memory per work-group, from a 256th of what there is to
// all of it: fewer groups fit.
static void measure_rooms(const lesson *l, cl_kernel kernel, int v)
{
    cl_device_id device = l->env->device;
    const size_t all = ocl_local_left(kernel, device);
    const size_t local = ocl_local_size(kernel, device, GROUP);
    const size_t least = local * sizeof(cl_uint);
    occupancy_ref(l->ref, l->in, ACCUMULATORS[v], l->n);

    ocl_table table = ocl_table_open(l->report, "rooms", "local bytes per group, ms");
    ocl_result result = { .pass = true };
    for (int shift = 2 * (ROOMS - 1); shift >= 0; shift -= 2) {
        const size_t share = all >> shift;
        const launch_size size = { .local = local, .room = share < least ? least : share };
        ocl_times times;
        result = ocl_result_both(result, measure(l, kernel, &size, &times));
        ocl_table_row(&table, "%21zu %10.4f", size.room, ocl_best_ns(&times) / 1e6);
    }
    ocl_report_result(l->report, "any room in local memory", result);
}

// All variants with all local sizes.
static void report_sweep(ocl_report *report, const sweep *s)
{
    ocl_table table = ocl_table_open(report, "gsteps",
                                     "local size, lanes used, Gstep/s with 1, with 8, with 32, "
                                     "with 128 accumulators");
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        char cells[VARIANT_COUNT][16];
        for (size_t v = 0; v < VARIANT_COUNT; v++)
            snprintf(cells[v], sizeof cells[v], s->rates[v][i] > 0.0 ? "%.2f" : "-",
                     s->rates[v][i]);
        const size_t whole = ocl_round_up(LOCAL_SIZES[i], s->multiple);
        ocl_table_row(&table, "%10zu %10.2f %10s %10s %10s %10s", LOCAL_SIZES[i],
                      (double)LOCAL_SIZES[i] / (double)whole, cells[0], cells[1], cells[2],
                      cells[3]);
    }
}

static void draw_sweep(const ocl_report *report, const char *path, const sweep *s)
{
    double sizes[SIZE_COUNT];
    ocl_series series[VARIANT_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < SIZE_COUNT; i++)
        sizes[i] = (double)LOCAL_SIZES[i];
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        size_t runs = 0;
        while (runs < SIZE_COUNT && s->rates[v][runs] > 0.0)
            runs++;
        if (runs > 0)
            series[count++] = (ocl_series){ .label = VARIANTS[v],
                                            .x = sizes,
                                            .y = s->rates[v],
                                            .count = runs,
                                            .colour = ocl_palette(v) };
    }
    const ocl_chart chart = { .title = "The same work with other work-groups and registers",
                              .x_label = "work-items per work-group",
                              .y_label = "Gstep/s",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "occupancy",
                              .summary = "Work-groups, registers, local memory: what fits.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "work-items",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 20011 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };

    l.ref = ocl_alloc(l.bytes);
    l.in = ocl_alloc(l.bytes);
    ocl_fill_u32(l.in, l.n, opt.seed);
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.in);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "work-items", l.n);
    ocl_report_count(l.report, "steps", STEPS);

    ocl_table table = ocl_table_open(l.report, "kernels",
                                     "accumulators, most items, multiple, private bytes, "
                                     "local bytes, registers, spilled bytes, items fit");
    cl_program programs[VARIANT_COUNT];
    cl_kernel kernels[VARIANT_COUNT] = { NULL };
    cl_int err;
    sweep found = { .multiple = 1 };
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        programs[v] = build(&l, ACCUMULATORS[v]);
        kernels[v] = OCL_CREATE(clCreateKernel(programs[v], "occupancy_steps", &err));
        found.multiple = describe(&l, &table, programs[v], kernels[v], ACCUMULATORS[v]);
    }

    for (int v = 0; v < VARIANT_COUNT; v++)
        if (kernels[v]) measure_sizes(&l, kernels[v], v, found.rates[v]);
    report_sweep(l.report, &found);
    if (kernels[0]) measure_rooms(&l, kernels[0], 0);
    report_remainder(&env, l.report);
    if (opt.output) draw_sweep(l.report, opt.output, &found);

    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!kernels[v]) continue;
        OCL_CHECK(clReleaseKernel(kernels[v]));
        OCL_CHECK(clReleaseProgram(programs[v]));
    }
    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    ocl_close(&env);
    free(l.in);
    free(l.ref);
    return ocl_report_close(l.report);
}
