// SPDX-License-Identifier: MIT

#include "device_limits.h"

#include "attributes.h"
#include "buffer.h"
#include "launch.h"
#include "programs.h"
#include "random.h"
#include "remembered_limits.h"
#include "system/clock.h"
#include "system/installed.h"
#include "system/memory.h"
#include "system/progress.h"
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The work grows until a run takes ENOUGH_NS or the buffers have their full size.  That is long
// enough for the clock and short enough for a simulator.  All measurements together take about two
// seconds: each has a budget, after which it makes MIN_RUNS runs of the size that it has reached.
enum { RUNS = 12, MIN_RUNS = 3, IN_FLIGHT = 4, CHAINS = 16, LAUNCHES = 100 };
enum { START_BYTES = 1 << 18, TRANSFER_BYTES = 1 << 22 };
static const double ENOUGH_NS = 2e7, BUDGET_NS = 4e8, FILL_BUDGET_NS = 2e8, MAX_PASS_NS = 5e7;

// What suits this kind of device.
typedef struct {
    const char *memory_vector, *fma_vector;
    unsigned memory_width, fma_width;    // floats in them
    size_t local;                        // wanted work-group size
    size_t max_bytes;                    // of a buffer: much larger than the last cache
    bool runs;                           // each work-item reads one run of memory
    size_t read_items, fma_items;        // work-items per compute unit
} drive;

static const drive CPU_DRIVE = { "float16", "float16", 16, 16, 64, 1 << 28, true, 32, 8 };
static const drive GPU_DRIVE = { "float4", "float", 4, 1, 256, 1 << 30, false, 1024, 4096 };

typedef struct {
    const ocl_env *env;
    const drive *how;
    cl_program program;
    cl_mem a, b;
    size_t bytes;     // of a and of b
    double end_ns;    // when the budget of this measurement is spent
    bool highest;     // not the usual rate, but the highest that was ever seen
} bench;

static double run_ns(const bench *b, cl_kernel kernel, size_t global, size_t local)
{
    cl_event done;
    OCL_CHECK(
        clEnqueueNDRangeKernel(b->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    double ns = ocl_event_ns(done, done);
    OCL_CHECK(clReleaseEvent(done));
    return ns;
}

// The median of RUNS runs after a warm-up, or of fewer when the budget is spent.  On a slow device
// the warm-up is long enough to be the result.  The budget begins after the first warm-up, during
// which a driver may compile.
static double median_ns(bench *b, cl_kernel kernel, size_t global, size_t local)
{
    double first = run_ns(b, kernel, global, local);
    if (isinf(b->end_ns)) b->end_ns = ocl_wall_ns() + BUDGET_NS;
    if (first > 10 * ENOUGH_NS) return first;
    ocl_times times = { .runs = 0 };
    for (int i = 0; i < RUNS && (i < MIN_RUNS || ocl_wall_ns() < b->end_ns); i++)
        ocl_times_add(&times, run_ns(b, kernel, global, local));
    return b->highest ? ocl_best_ns(&times) : ocl_median_ns(&times);
}

// Whether a measurement goes on with more work, after a run of so many nanoseconds.
static bool wants_more(const bench *b, double ns)
{
    return ns < ENOUGH_NS && ocl_wall_ns() < b->end_ns;
}

static cl_kernel make_kernel(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    return kernel;
}

static double measure_copy(bench *b, const char *name)
{
    b->end_ns = INFINITY;
    cl_kernel kernel = make_kernel(b->program, name);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof b->a, &b->a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof b->b, &b->b));
    size_t local = ocl_local_size(kernel, b->env->device, b->how->local);
    double gbs = 0.0, ns = 0.0;
    for (size_t bytes = START_BYTES; bytes <= b->bytes && wants_more(b, ns); bytes *= 4) {
        ns = median_ns(b, kernel, bytes / (b->how->memory_width * sizeof(float)), local);
        gbs = 2.0 * (double)bytes / ns;
    }
    OCL_CHECK(clReleaseKernel(kernel));
    return gbs;
}

static double measure_read(bench *b)
{
    b->end_ns = INFINITY;
    cl_kernel kernel = make_kernel(b->program, "read");
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof b->a, &b->a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof b->b, &b->b));
    size_t units = (size_t)ocl_device_number(b->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    size_t local = b->how->runs ? 1 : ocl_local_size(kernel, b->env->device, b->how->local);
    double gbs = 0.0, ns = 0.0;
    for (size_t bytes = START_BYTES; bytes <= b->bytes && wants_more(b, ns); bytes *= 4) {
        size_t vectors = bytes / (b->how->memory_width * sizeof(float));
        size_t most = vectors / IN_FLIGHT / local * local;
        size_t items = ocl_round_up(units * b->how->read_items, local);
        if (items > most) items = most;
        cl_uint count = (cl_uint)(vectors / items / IN_FLIGHT * IN_FLIGHT);
        cl_uint stride = b->how->runs ? 1 : (cl_uint)items;
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof count, &count));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof stride, &stride));
        ns = median_ns(b, kernel, items, local);
        gbs = (double)items * count * b->how->memory_width * sizeof(float) / ns;
    }
    OCL_CHECK(clReleaseKernel(kernel));
    return gbs;
}

static double measure_fma(bench *b)
{
    b->end_ns = INFINITY;
    cl_kernel kernel = make_kernel(b->program, "fma_rate");
    size_t units = (size_t)ocl_device_number(b->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    size_t local = b->how->runs ? 1 : ocl_local_size(kernel, b->env->device, b->how->local);
    size_t room = b->bytes / (b->how->fma_width * sizeof(float)) / local * local;
    size_t items = ocl_round_up(units * b->how->fma_items, local);
    if (items > room) items = room;
    const float scale = 0.999f, offset = 0.001f;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof b->a, &b->a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof scale, &scale));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof offset, &offset));
    double gflops = 0.0, ns = 0.0;
    for (cl_uint steps = 8; steps <= 1u << 20 && wants_more(b, ns); steps *= 4) {
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof steps, &steps));
        ns = median_ns(b, kernel, items, local);
        const double rate = 2.0 * CHAINS * steps * b->how->fma_width * (double)items / ns;
        gflops =
            b->highest ? fmax(gflops, rate) : rate;    // on a busy machine, short runs are best
    }
    OCL_CHECK(clReleaseKernel(kernel));
    return gflops;
}

// Wall time from the call to the end of the wait.
static double measure_launch(const bench *b)
{
    cl_kernel kernel = make_kernel(b->program, "empty");
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof b->a, &b->a));
    const size_t one = 1;
    ocl_times times = { .runs = 0 };
    double begin = ocl_wall_ns();
    for (int i = 0; i < LAUNCHES && ocl_wall_ns() - begin < 10 * ENOUGH_NS; i++) {
        double start = ocl_wall_ns();
        OCL_CHECK(
            clEnqueueNDRangeKernel(b->env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
        OCL_CHECK(clFinish(b->env->queue));
        ocl_times_add(&times, ocl_wall_ns() - start);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    return ocl_median_ns(&times) / 1e3;
}

// A buffer with data in every page: the first START_BYTES come from the host, then the device
// doubles them.  The result is how many bytes have data when the time for that is over.
static size_t fill_buffer(const ocl_env *env, cl_mem buffer, size_t bytes)
{
    static float data[START_BYTES / sizeof(float)];
    ocl_fill_f32(data, START_BYTES / sizeof(float), -1.0f, 1.0f, 1);
    const double end_ns = ocl_wall_ns() + FILL_BUDGET_NS;
    OCL_CHECK(
        clEnqueueWriteBuffer(env->queue, buffer, CL_TRUE, 0, START_BYTES, data, 0, NULL, NULL));
    size_t filled = START_BYTES;
    for (; filled < bytes && ocl_wall_ns() < end_ns; filled *= 2) {
        cl_event done;    // only this tells that a copy failed: pages without data are read faster
        OCL_CHECK(
            clEnqueueCopyBuffer(env->queue, buffer, buffer, 0, filled, filled, 0, NULL, &done));
        OCL_CHECK(clWaitForEvents(1, &done));
        OCL_CHECK(clReleaseEvent(done));
    }
    return filled;
}

static size_t buffer_bytes(cl_device_id device, size_t max_bytes)
{
    cl_ulong limit = ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    cl_ulong global = ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE) / 8;
    if (global < limit) limit = global;
    size_t bytes = START_BYTES;
    while (bytes < max_bytes && 4 * (cl_ulong)bytes <= limit)
        bytes *= 4;
    return bytes;
}

static ocl_limits measure(const ocl_env *asked, bool highest, const char *fma)
{
    ocl_options options = *asked->options;
    // --kernel means the sample's file, and OCL_SAMPLES_KERNELS may have no more than that.  No
    // cache keeps this program: the limits are kept, and nobody asks for it again.
    ocl_message why;
    char *file = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", "device_limits.cl", &why);
    if (!file) file = ocl_find_installed("kernels", "device_limits.cl");
    options.kernel = file;    // NULL: ocl_build says where it has looked
    ocl_env env = *asked;
    env.options = &options;
    ocl_say("measuring the device's limits, about two seconds");

    bench b = { .env = &env,
                .how = ocl_is_cpu(env.device) ? &CPU_DRIVE : &GPU_DRIVE,
                .highest = highest };
    b.program = ocl_build(&env, "device_limits.cl",
                          "-DVECTOR=%s -DFMA_VECTOR=%s -DIN_FLIGHT=%d -DCHAINS=%d -DFMA=%s",
                          b.how->memory_vector, b.how->fma_vector, IN_FLIGHT, CHAINS, fma);
    b.bytes = buffer_bytes(env.device, b.how->max_bytes);
    b.a = ocl_buffer(&env, CL_MEM_READ_WRITE, b.bytes, NULL);
    b.b = ocl_buffer(&env, CL_MEM_READ_WRITE, b.bytes, NULL);
    b.bytes = fill_buffer(&env, b.a, b.bytes);
    b.bytes = fill_buffer(&env, b.b, b.bytes);
    ocl_limits limits = { .copy_gbs =
                              fmax(measure_copy(&b, "copy"), measure_copy(&b, "copy_stream")),
                          .read_gbs = measure_read(&b),
                          .fma_gflops = measure_fma(&b),
                          .launch_us = measure_launch(&b) };
    OCL_CHECK(clReleaseMemObject(b.b));
    OCL_CHECK(clReleaseMemObject(b.a));
    OCL_CHECK(clReleaseProgram(b.program));
    free(file);
    return limits;
}

// Measures once, and keeps the best of this and of what is remembered.
static ocl_limits measure_more(const ocl_env *env, ocl_remembered_limits *remembered)
{
    const ocl_limits now = measure(env, false, "fma");
    ocl_add_limits(remembered, &now, time(NULL));
    ocl_remember_limits(env, remembered);
    return remembered->best;
}

ocl_limits ocl_device_limits_again(const ocl_env *env)
{
    ocl_remembered_limits remembered = ocl_recall_limits(env);
    return measure_more(env, &remembered);
}

ocl_limits ocl_device_limits_highest(const ocl_env *env)
{
    ocl_remembered_limits remembered = ocl_recall_limits(env);
    const ocl_limits fma = measure(env, true, "fma"), mad = measure(env, true, "mad");
    ocl_add_limits(&remembered, &fma, time(NULL));
    ocl_add_limits(&remembered, &mad, time(NULL));
    ocl_remember_limits(env, &remembered);
    return remembered.best;
}

double ocl_device_limits_cache_bytes(cl_device_id device)
{
    return 4.0 * (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
}

double ocl_device_limits_bytes(cl_device_id device)
{
    const drive *how = ocl_is_cpu(device) ? &CPU_DRIVE : &GPU_DRIVE;
    return fmax(2.0 * (double)how->max_bytes, ocl_device_limits_cache_bytes(device));
}

// The better of two writes: the first one may touch memory that was never used.
static double transfer_gbs(const ocl_env *env)
{
    void *data = ocl_alloc(TRANSFER_BYTES);
    memset(data, 1, TRANSFER_BYTES);
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, TRANSFER_BYTES, NULL);
    ocl_times times = { .runs = 0 };
    for (int run = 0; run < 2; run++) {
        const double begin = ocl_wall_ns();
        OCL_CHECK(clEnqueueWriteBuffer(env->queue, buffer, CL_TRUE, 0, TRANSFER_BYTES, data, 0,
                                       NULL, NULL));
        ocl_times_add(&times, ocl_wall_ns() - begin);
    }
    OCL_CHECK(clReleaseMemObject(buffer));
    free(data);
    return TRANSFER_BYTES / ocl_best_ns(&times);
}

void ocl_fit_default_size(const ocl_env *env, ocl_options *options, ocl_pass pass)
{
    if (options->size_given) return;
    double ns = pass.bytes / env->limits.read_gbs + pass.operations / env->limits.fma_gflops;
    if (pass.transfers > 0.0) ns += pass.transfers / transfer_gbs(env);
    if (!(ns > MAX_PASS_NS)) return;
    const int extents = options->about.extents;
    const double fraction = pow(MAX_PASS_NS / ns, 1.0 / extents);
    for (int i = 0; i < extents; i++)
        options->n[i] = (size_t)fmax(1.0, fraction * (double)options->n[i]);
}

static void print_limits(const ocl_limits *limits, bool json)
{
    if (json)
        printf("{\"copy_gbs\": %.6g, \"read_gbs\": %.6g, \"fma_gflops\": %.6g, "
               "\"launch_us\": %.6g}\n",
               limits->copy_gbs, limits->read_gbs, limits->fma_gflops, limits->launch_us);
    else
        printf("copy    %10.1f GB/s, read plus written\nread    %10.1f GB/s\n"
               "fma     %10.1f GFLOP/s, single precision\nlaunch  %10.1f us, with a wait\n",
               limits->copy_gbs, limits->read_gbs, limits->fma_gflops, limits->launch_us);
}

void ocl_get_limits(ocl_env *env)
{
    env->driver = ocl_known_platform(env->device);
    if (env->options->limits) {
        ocl_remembered_limits none = { .measured = 0 };    // what was remembered is replaced
        const ocl_limits limits = measure_more(env, &none);
        print_limits(&limits, env->options->json);
        ocl_finish_output();
        exit(OCL_EXIT_PASS);
    }
    if (!strchr(env->options->about.accepts, 'r')) return;
    ocl_remembered_limits remembered = ocl_recall_limits(env);
    if (!ocl_are_limits_settled(&remembered, time(NULL))) measure_more(env, &remembered);
    env->limits = remembered.best;
    env->limits_measured = remembered.measured;
}
