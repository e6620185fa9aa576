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

#include "occupancy/registers.h"
#include "occupancy/remainder.h"
#include "occupancy/sweep.h"

enum { GROUP = 64, ROOMS = 5 };

// What all runs work with.
typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes;
    uint32_t *ref, *in;
    cl_mem d_out, d_in;
} setting;

// Built here, without the cache of binaries: a program that comes from a binary has no build log.
static cl_program build(const setting *s, uint32_t accumulators)
{
    char options[160];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -DACCUMULATORS=%u -DSTEPS=%d%s", accumulators,
             STEPS, verbose_option(s->env->device));
    char *source = ocl_load_source(s->env->options, "occupancy.cl");
    cl_int err;
    cl_program program = OCL_CREATE(
        clCreateProgramWithSource(s->env->context, 1, (const char **)&source, NULL, &err));
    err = clBuildProgram(program, 1, &s->env->device, options, NULL, NULL);
    ocl_require_build(program, "occupancy.cl", "clBuildProgram", err);
    free(source);
    return program;
}

// What the driver knows about the kernel.  Gives the number of work-items that the device takes
// together.
static size_t describe(const setting *s, ocl_table *table, cl_program program, cl_kernel kernel,
                       uint32_t accumulators)
{
    cl_device_id device = s->env->device;
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
    return multiple;
}

// Run number `run`, in work-groups of `local`, with `room` bytes of local memory each.
static cl_event launch(const setting *s, cl_kernel kernel, size_t local, size_t room, size_t run)
{
    const cl_ulong n = s->n;
    const size_t global = ocl_round_up(s->n, local);
    cl_event done;
    ocl_poison_run(s->env->queue, s->d_out, s->bytes, run);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_out, &s->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof s->d_in, &s->d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, room, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    OCL_CHECK(
        clEnqueueNDRangeKernel(s->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    return done;
}

static ocl_result measure(const setting *s, cl_kernel kernel, size_t local, size_t room,
                          ocl_times *times)
{
    *times = (ocl_times){ .runs = 0 };
    for (size_t run = 0; run <= s->env->options->repeat; run++) {
        ocl_times_take(times, run, launch(s, kernel, local, room, run));
        ocl_answers_add(&times->answers, s->env->queue, s->d_out, s->bytes);
    }
    return ocl_result_both(
        ocl_verify_buffer(s->env, "elements", s->d_out, s->ref, s->bytes),
        ocl_verify_equal("runs that differ", (long long)times->answers.different, 0));
}

// One variant with each local size that the kernel allows.  The row has the fastest one.
static void measure_sizes(const setting *s, cl_kernel kernel, int v, double rates[SIZE_COUNT])
{
    const size_t most = ocl_kernel_limit(kernel, s->env->device),
                 side = ocl_local_limit(s->env->device, 0);
    const double steps = (double)STEPS * (double)s->n;
    ocl_times times, fastest = { .runs = 0 };
    ocl_result result = { .pass = true };
    OCL_TIME_REFERENCE(s->report, occupancy_ref(s->ref, s->in, ACCUMULATORS[v], s->n));
    for (int i = 0; i < SIZE_COUNT; i++) {
        const size_t local = LOCAL_SIZES[i];
        if (local > most || local > side) break;
        result =
            ocl_result_both(result, measure(s, kernel, local, local * sizeof(cl_uint), &times));
        rates[i] = steps / ocl_best_ns(&times);
        if (i == 0 || ocl_best_ns(&times) < ocl_best_ns(&fastest)) fastest = times;
    }
    ocl_report_row(s->report, &(ocl_row){ .name = VARIANTS[v],
                                          .times = &fastest,
                                          .work = steps,
                                          .unit = "Gstep/s",
                                          .result = result });
}

// The same kernel with more and more local memory per work-group, from a 256th of what there is to
// all of it: fewer groups fit.
static void measure_rooms(const setting *s, cl_kernel kernel, int v)
{
    cl_ulong used;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, s->env->device, CL_KERNEL_LOCAL_MEM_SIZE,
                                       sizeof used, &used, NULL));
    occupancy_ref(s->ref, s->in, ACCUMULATORS[v], s->n);
    const size_t local = ocl_local_size(kernel, s->env->device, GROUP);
    const size_t all = (size_t)ocl_device_number(s->env->device, CL_DEVICE_LOCAL_MEM_SIZE) - used;
    ocl_table table = ocl_table_open(s->report, "rooms", "local bytes per group, ms");
    ocl_result result = { .pass = true };
    for (int shift = 2 * (ROOMS - 1); shift >= 0; shift -= 2) {
        const size_t least = local * sizeof(cl_uint);
        const size_t room = all >> shift < least ? least : all >> shift;
        ocl_times times;
        result = ocl_result_both(result, measure(s, kernel, local, room, &times));
        ocl_table_row(&table, "%21zu %10.4f", room, ocl_best_ns(&times) / 1e6);
    }
    ocl_report_result(s->report, "any room in local memory", result);
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
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 20011 }, .repeat = 5, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    setting s = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };
    s.ref = ocl_alloc(s.bytes);
    s.in = ocl_alloc(s.bytes);
    ocl_fill_u32(s.in, s.n, opt.seed);
    s.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, s.bytes, NULL);
    s.d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, s.bytes, s.in);

    s.report = ocl_report_open(&opt, env.device);
    ocl_report_count(s.report, "work-items", s.n);
    ocl_report_count(s.report, "steps", STEPS);
    ocl_table table = ocl_table_open(s.report, "kernels",
                                     "accumulators, most items, multiple, private bytes, "
                                     "local bytes, registers, spilled bytes, items fit");
    cl_program programs[VARIANT_COUNT];
    cl_kernel kernels[VARIANT_COUNT] = { NULL };
    cl_int err;
    sweep found = { .multiple = 1 };
    for (int v = 0; v < VARIANT_COUNT; v++)
        if (ocl_wants(&opt, VARIANTS[v])) {
            programs[v] = build(&s, ACCUMULATORS[v]);
            kernels[v] = OCL_CREATE(clCreateKernel(programs[v], "occupancy_steps", &err));
            found.multiple = describe(&s, &table, programs[v], kernels[v], ACCUMULATORS[v]);
        }
    for (int v = 0; v < VARIANT_COUNT; v++)
        if (kernels[v]) measure_sizes(&s, kernels[v], v, found.rates[v]);
    report_sweep(s.report, &found);
    if (kernels[0]) measure_rooms(&s, kernels[0], 0);
    report_remainder(&env, s.report);
    if (opt.output) draw_sweep(s.report, opt.output, &found);

    for (int v = 0; v < VARIANT_COUNT; v++)
        if (kernels[v]) {
            OCL_CHECK(clReleaseKernel(kernels[v]));
            OCL_CHECK(clReleaseProgram(programs[v]));
        }
    OCL_CHECK(clReleaseMemObject(s.d_in));
    OCL_CHECK(clReleaseMemObject(s.d_out));
    ocl_close(&env);
    free(s.in);
    free(s.ref);
    return ocl_report_close(s.report);
}
