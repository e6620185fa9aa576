// SPDX-License-Identifier: MIT
//
// overlap - a stream of blocks through write, kernel and read, with one to three buffers in use.
//
//     one buffer      W0 K0 R0 W1 K1 R1 ...      three buffers   W0 K0 R0 W3 K3 R3 ...
//                                                                   W1 K1 R1 W4 K4 ...
//                                                                      W2 K2 R2 W5 ...
//
// Shows   commands of three queues that run at the same time; events alone keep their order; pinned
//         host memory
// Uses    clCreateCommandQueue (one per stage), clEnqueueWriteBuffer, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer with wait lists, clFlush, clFinish
// Rates   Bytes of the stream, each counted once, by the host's clock.  The limit is the ideal: the
//         longest of the three stages, measured alone over all blocks, hides the other two.
// Try     overlap -o timeline.png; overlap --memory pageable; overlap --work 1

#include "overlap/host_memory.h"
#include "overlap/ideal.h"
#include "overlap/picture.h"
#include "overlap/settings.h"
#include "overlap/steps.h"

enum { LOCAL = 256 };

typedef struct {
    const ocl_options *opt;
    host_memory host;           // n numbers each: x is written, y is read back
    size_t n, block, blocks;    // numbers in all and per block; the last block may have fewer
    cl_command_queue queue[STAGES];
    cl_kernel kernel;
    size_t local;
    cl_mem d_x[MAX_BUFFERS];    // of `block` numbers each
    size_t buffers;             // how many of them are in use
    cl_uint steps;              // of the kernel, per number
    cl_event *events;           // STAGES per block
} stream;

// Enqueues one stage of block i behind the event *wait, or behind none if wait is NULL.
static void enqueue(const stream *s, int stage, size_t i, const cl_event *wait, cl_event *done)
{
    const cl_uint waits = wait ? 1 : 0;
    const size_t first = i * s->block, left = s->n - first;
    const cl_ulong n = left < s->block ? left : s->block;
    const size_t bytes = (size_t)n * sizeof(cl_uint), global = ocl_round_up(n, s->local);
    cl_mem d_x = s->d_x[i % s->buffers];
    if (stage == WRITE) {
        OCL_CHECK(clEnqueueWriteBuffer(s->queue[WRITE], d_x, CL_FALSE, 0, bytes, s->host.x + first,
                                       waits, wait, done));
    } else if (stage == KERNEL) {    // copies the arguments: the next block may change them
        OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof s->steps, &s->steps));
        OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof n, &n));
        OCL_CHECK(clEnqueueNDRangeKernel(s->queue[KERNEL], s->kernel, 1, NULL, &global, &s->local,
                                         waits, wait, done));
    } else {
        OCL_CHECK(clEnqueueReadBuffer(s->queue[READ], d_x, CL_FALSE, 0, bytes, s->host.y + first,
                                      waits, wait, done));
    }
    OCL_CHECK(clFlush(s->queue[stage]));    // another queue may wait for this command's event
}

// The nanoseconds of the whole stream.  Each stage waits for the stage before it.  A write waits
// until the block that used the buffer before has been read.  The host waits only at the end.
static double run_stream(const stream *s)
{
    const double begin = ocl_wall_ns();
    for (size_t i = 0; i < s->blocks; i++) {
        cl_event *done = &s->events[STAGES * i];
        const cl_event *freed = i < s->buffers ? NULL : done - STAGES * s->buffers + READ;
        enqueue(s, WRITE, i, freed, &done[WRITE]);
        enqueue(s, KERNEL, i, &done[WRITE], &done[KERNEL]);
        enqueue(s, READ, i, &done[KERNEL], &done[READ]);
    }
    OCL_CHECK(clFinish(s->queue[READ]));    // all other commands end before the last read
    return ocl_wall_ns() - begin;
}

// One stage of all blocks without the others: nanoseconds, the best of `repeat` runs after a
// warm-up.  The last block, which may be short, goes first: afterwards all buffers are full.
static double run_alone(stream *s, int stage, size_t repeat)
{
    ocl_times times = { .runs = 0 };
    s->buffers = MAX_BUFFERS;
    for (size_t run = 0; run <= repeat; run++) {
        const double begin = ocl_wall_ns();
        for (size_t i = s->blocks; i-- > 0;)
            enqueue(s, stage, i, NULL, NULL);
        OCL_CHECK(clFinish(s->queue[stage]));
        if (run > 0) ocl_times_add(&times, ocl_wall_ns() - begin);
    }
    return ocl_best_ns(&times);
}

// Doubles the steps until the kernel takes as long as wanted, then scales the last number down.
static void choose_steps(stream *s, double wanted_ns)
{
    s->steps = 1;
    double ns = run_alone(s, KERNEL, 1);
    for (; ns < wanted_ns && 2 * s->steps < MAX_STEPS; ns = run_alone(s, KERNEL, 1))
        s->steps *= 2;
    s->steps = (cl_uint)fmax(1.0, s->steps * fmin(1.0, wanted_ns / ns));
}

// The nanoseconds of the stream if the two shorter stages are hidden.  Steps of 0 are chosen here.
static double ideal_ns(stream *s, ocl_report *report, const char *memory)
{
    const size_t repeat = s->opt->repeat;
    double ns[STAGES] = {
        [WRITE] = run_alone(s, WRITE, repeat), [READ] = run_alone(s, READ, repeat)
    };
    if (s->steps == 0) choose_steps(s, fmax(ns[WRITE], ns[READ]));
    ns[KERNEL] = run_alone(s, KERNEL, repeat);
    return overlap_ideal_ns(report, memory, s->steps, s->blocks, ns);
}

// All variants in one kind of host memory.  The picture is NULL or gets the last run of each.
static void measure(stream *s, ocl_report *report, const char *memory, overlap_picture *picture)
{
    const double bytes = (double)s->n * sizeof(cl_uint);
    const double limit = bytes / ideal_ns(s, report, memory);
    uint32_t *ref = ocl_alloc(s->n * sizeof *ref);
    overlap_steps_ref(ref, s->host.x, s->n, s->steps);
    for (size_t v = 0; OVERLAP_VARIANTS[v]; v++) {
        if (!ocl_wants(s->opt, OVERLAP_VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "%s %s", memory, OVERLAP_VARIANTS[v]);
        ocl_times times = { .runs = 0 };
        ocl_result result = { .pass = true };
        s->buffers = v + 1;
        for (size_t run = 0; run <= s->opt->repeat; run++) {
            memset(s->host.y, 0xff, s->n * sizeof(cl_uint));
            const double ns = run_stream(s);
            // Every run is compared: a missing wait may do no harm in most runs.
            result = ocl_result_both(result, ocl_verify_u32(name, s->host.y, ref, s->n));
            if (run > 0) ocl_times_add(&times, ns);
            if (picture && run == s->opt->repeat)
                overlap_picture_add(picture, s->events, s->blocks, s->buffers);
            for (size_t k = 0; k < STAGES * s->blocks; k++)
                OCL_CHECK(clReleaseEvent(s->events[k]));
        }
        ocl_report_row(report, &(ocl_row){ .name = name,
                                           .times = &times,
                                           .work = bytes,
                                           .unit = "GB/s",
                                           .limit = limit,
                                           .result = result });
    }
    free(ref);
}

int main(int argc, char **argv)
{
    overlap_settings settings;
    const ocl_options opt = overlap_parse(argc, argv, &settings);
    ocl_env env = ocl_open(&opt);
    overlap_size(&settings, &opt, env.device);
    stream s = { .opt = &opt, .n = settings.n, .block = settings.block };
    s.blocks = ocl_divide_up(s.n, s.block);
    s.events = ocl_alloc(STAGES * s.blocks * sizeof *s.events);

    // Only the picture needs stamps.  A driver may be faster without them.
    const cl_command_queue_properties stamps = opt.output ? CL_QUEUE_PROFILING_ENABLE : 0;
    cl_int err;
    for (int q = 0; q < STAGES; q++)
        s.queue[q] = OCL_CREATE(clCreateCommandQueue(env.context, env.device, stamps, &err));
    for (int b = 0; b < MAX_BUFFERS; b++)
        s.d_x[b] = ocl_buffer(&env, CL_MEM_READ_WRITE, s.block * sizeof(cl_uint), NULL);
    cl_program program =
        ocl_build(&env, "overlap.cl", "-DMULTIPLIER=%uU -DINCREMENT=%uU", MULTIPLIER, INCREMENT);
    s.kernel = OCL_CREATE(clCreateKernel(program, "overlap_steps", &err));
    s.local = ocl_local_size(s.kernel, env.device, LOCAL);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", s.n * sizeof(cl_uint));
    ocl_report_count(report, "bytes_per_block", s.block * sizeof(cl_uint));
    ocl_report_count(report, "blocks", s.blocks);
    overlap_picture picture = overlap_picture_new(s.blocks);
    for (size_t m = PINNED; m < BOTH; m++) {
        if (settings.memory != BOTH && settings.memory != m) continue;
        s.host = host_memory_new(&env, m == PINNED, s.n);
        s.steps = (cl_uint)settings.steps;
        measure(&s, report, OVERLAP_MEMORIES[m], opt.output && picture.runs == 0 ? &picture : NULL);
        host_memory_free(&env, &s.host);
    }
    if (opt.output) overlap_picture_write(&picture, report, opt.output);
    if (ocl_is_cpu(env.device))
        ocl_report_note(report, "A CPU copies with the cores that compute: the gain is small.");

    overlap_picture_free(&picture);
    OCL_CHECK(clReleaseKernel(s.kernel));
    OCL_CHECK(clReleaseProgram(program));
    for (int b = MAX_BUFFERS; b-- > 0;)
        OCL_CHECK(clReleaseMemObject(s.d_x[b]));
    for (int q = STAGES; q-- > 0;)
        OCL_CHECK(clReleaseCommandQueue(s.queue[q]));
    free(s.events);
    ocl_close(&env);
    return ocl_report_close(report);
}
