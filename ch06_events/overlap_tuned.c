// SPDX-License-Identifier: MIT
//
// overlap_tuned - blocks go through write, kernel and read, with one to four buffers in use.
//
//     W3 = write block 3 to the device, K3 = its kernel, R3 = read it back
//
//     one buffer                         W0 K0 R0 W1 K1 R1 W2 K2 R2 ...
//
//     three buffers  queue of writes     W0 W1 W2 W3 W4 ...      W3 waits for R0, which frees
//                    queue of kernels       K0 K1 K2 K3 ...      the buffer that W3 needs
//                    queue of reads            R0 R1 R2 ...
//
// Shows   commands of three queues that run at the same time; events alone keep their order; pinned
//         host memory
// Uses    clCreateCommandQueue (one per stage), clEnqueueWriteBuffer, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer with wait lists, clFlush, clFinish
// Rates   Bytes of the stream, each counted once, by the host's clock.  The limit is the ideal: the
//         longest of the three stages, measured alone over all blocks, hides the other two.
// Try     overlap_tuned -o timeline.png; overlap_tuned --memory pageable; overlap_tuned --work 1

#include "ocl.h"

#include "overlap_tuned/chart.h"
#include "overlap_tuned/stream.h"
#include "overlap_tuned/tuning.h"

enum { LOCAL = 256, BLOCKS = 64 };

// One step: x becomes MULTIPLIER * x + INCREMENT, modulo 2^32.
#define MULTIPLIER 1664525U
#define INCREMENT  1013904223U

// Of the stream, a prime number of uints.  On a GPU a block has 4 MiB: it takes long compared with
// the cost of a command.
enum { CPU_BYTES = 4 * 16777213, GPU_BYTES = 4 * 67108859 };

static const char *const VARIANTS[] = { "one_buffer", "two_buffers", "three_buffers",
                                        "four_buffers", NULL };
enum { PINNED, PAGEABLE, BOTH };    // kinds of host memory
static const char *const MEMORIES[] = { "pinned", "pageable", "both", NULL };

// When a block has left each of the stages.
typedef cl_event block_events[STAGES];

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    overlap_stream s;                  // the numbers, the kernel and its fixed work per number
    cl_command_queue queue[STAGES];    // in-order, one for each stage
    size_t buffers;                    // how many of the stream's buffers are in use
    block_events *done;                // of each block
} lesson;

// ref[i] = x[i] after `steps` steps.  Two linear steps are one: m * v + c becomes
// M * (m * v + c) + C.  So any number of steps is one step.
static void steps_ref(uint32_t *ref, const uint32_t *x, size_t n, size_t steps)
{
    uint32_t m = 1, c = 0;
    for (size_t s = 0; s < steps; s++) {
        m = MULTIPLIER * m;
        c = MULTIPLIER * c + INCREMENT;
    }
    for (size_t i = 0; i < n; i++)
        ref[i] = m * x[i] + c;
}

// Block i uses buffer i % buffers.  So the write of block i waits until block i - buffers, which
// used the same buffer, has been read.  The first blocks find their buffers free.
static void enqueue_write(const lesson *l, size_t i)
{
    const overlap_stream *s = &l->s;
    const size_t bytes = stream_count(s, i) * sizeof(cl_uint);
    const bool is_free = i < l->buffers;
    const cl_event *freed = is_free ? NULL : &l->done[i - l->buffers][READ];
    OCL_CHECK(clEnqueueWriteBuffer(l->queue[WRITE], s->d_x[i % l->buffers], CL_FALSE, 0, bytes,
                                   s->host.x + stream_first(s, i), is_free ? 0 : 1, freed,
                                   &l->done[i][WRITE]));
    OCL_CHECK(clFlush(l->queue[WRITE]));    // the queue of kernels waits for this event
}

// The kernel waits for the write of its block.  The launch copies the arguments: those of the next
// block may be set at once.
static void enqueue_kernel(const lesson *l, size_t i)
{
    const overlap_stream *s = &l->s;
    const size_t n = stream_count(s, i);
    const size_t global = ocl_round_up(n, s->local);
    OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof(cl_mem), &s->d_x[i % l->buffers]));
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof s->steps, &s->steps));
    OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue[KERNEL], s->kernel, 1, NULL, &global, &s->local, 1,
                                     &l->done[i][WRITE], &l->done[i][KERNEL]));
    OCL_CHECK(clFlush(l->queue[KERNEL]));
}

// The read waits for the kernel of its block.
static void enqueue_read(const lesson *l, size_t i)
{
    const overlap_stream *s = &l->s;
    const size_t bytes = stream_count(s, i) * sizeof(cl_uint);
    OCL_CHECK(clEnqueueReadBuffer(l->queue[READ], s->d_x[i % l->buffers], CL_FALSE, 0, bytes,
                                  s->host.y + stream_first(s, i), 1, &l->done[i][KERNEL],
                                  &l->done[i][READ]));
    OCL_CHECK(clFlush(l->queue[READ]));
}

// The whole stream.  The host waits only at the end.  Returns the nanoseconds.
static double run_stream(const lesson *l)
{
    const double begin = ocl_wall_ns();
    for (size_t i = 0; i < l->s.blocks; i++) {
        enqueue_write(l, i);
        enqueue_kernel(l, i);
        enqueue_read(l, i);
    }
    OCL_CHECK(clFinish(l->queue[READ]));    // all other commands end before the last read
    return ocl_wall_ns() - begin;
}

static void release_events(const lesson *l)
{
    for (size_t i = 0; i < l->s.blocks; i++)
        for (int stage = 0; stage < STAGES; stage++)
            OCL_CHECK(clReleaseEvent(l->done[i][stage]));
}

// The stream with this many buffers.  The chart is NULL or gets the last run.
static void measure(lesson *l, const char *name, const uint32_t *ref, double limit,
                    overlap_chart *chart)
{
    const overlap_stream *s = &l->s;
    ocl_trial t = ocl_trial_open(l->env, name, NULL, 0);
    ocl_trial_also_host(&t, s->host.y, s->n * sizeof(cl_uint));
    while (ocl_trial_next(&t)) {
        if (t.run > 0) release_events(l);
        t.host_ns = run_stream(l);
    }
    if (chart) overlap_chart_add(chart, l->done[0], s->blocks, l->buffers);
    release_events(l);
    const ocl_work work = { .amount = (double)s->n * sizeof(cl_uint),
                            .unit = "GB/s",
                            .limit = limit };
    ocl_trial_report(&t, l->report, &work, ocl_verify_u32(name, s->host.y, ref, s->n));
}

// All variants in one kind of host memory.
static void measure_all(lesson *l, const char *memory, overlap_chart *chart)
{
    overlap_stream *s = &l->s;
    const double bytes = (double)s->n * sizeof(cl_uint);
    const double limit =
        bytes / overlap_ideal_ns(s, l->queue[KERNEL], l->env->options->repeat, l->report, memory);
    uint32_t *ref = ocl_alloc(s->n * sizeof *ref);
    steps_ref(ref, s->host.x, s->n, s->steps);
    for (size_t v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(l->env->options, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "%s %s", memory, VARIANTS[v]);
        l->buffers = v + 1;
        measure(l, name, ref, limit, chart);
    }
    free(ref);
}

// How many bytes the stream has on this device.  Ends the program if they do not fit.
static size_t stream_bytes(const ocl_env *env)
{
    ocl_options opt = *env->options;
    if (!opt.size_given && !ocl_is_cpu(env->device)) opt.n[0] = GPU_BYTES;
    ocl_fit_default_size(env, &opt, (ocl_pass){ .transfers = (double)opt.n[0] });
    const double bytes = (double)opt.n[0];
    ocl_require_memory(env->device, bytes, 6.0 * bytes, 3.0 * bytes);
    return opt.n[0];
}

int main(int argc, char **argv)
{
    size_t block_bytes = 0, steps = 0, memory = BOTH;    // 0: the sample chooses
    const ocl_option own[] = {
        { .usage =
              "-b, --block N: bytes of a block, in whole uints (default: a 64th of the stream)",
          .count = &block_bytes },
        { .usage = "-w, --work N: kernel steps (default: for as long as the longer transfer)",
          .count = &steps,
          .most = MAX_STEPS },
        { .usage = "-m, --memory NAME: kind of host memory",
          .choice = &memory,
          .choices = MEMORIES },
        { 0 }
    };
    const ocl_about about = { .name = "overlap_tuned",
                              .summary = "Transfers hidden behind kernels.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "bytes of the stream, rounded up to whole uints",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { CPU_BYTES }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t bytes = stream_bytes(&env);
    if (block_bytes == 0) block_bytes = ocl_divide_up(bytes, BLOCKS);
    lesson l = { .env = &env };
    l.s.n = ocl_divide_up(bytes, sizeof(cl_uint));
    l.s.block = ocl_divide_up(ocl_smaller(block_bytes, bytes), sizeof(cl_uint));
    l.s.blocks = ocl_divide_up(l.s.n, l.s.block);
    l.done = ocl_alloc(l.s.blocks * sizeof *l.done);

    // Only the chart needs stamps.  A driver may be faster without them.
    const cl_command_queue_properties stamps = opt.output ? CL_QUEUE_PROFILING_ENABLE : 0;
    cl_int err;
    for (int q = 0; q < STAGES; q++)
        l.queue[q] = OCL_CREATE(clCreateCommandQueue(env.context, env.device, stamps, &err));
    for (int b = 0; b < MAX_BUFFERS; b++)
        l.s.d_x[b] = ocl_buffer(&env, CL_MEM_READ_WRITE, l.s.block * sizeof(cl_uint), NULL);
    cl_program program = ocl_build(&env, "overlap_tuned.cl", "-DMULTIPLIER=%uU -DINCREMENT=%uU",
                                   MULTIPLIER, INCREMENT);
    l.s.kernel = OCL_CREATE(clCreateKernel(program, "overlap_tuned", &err));
    l.s.local = ocl_local_size(l.s.kernel, env.device, LOCAL);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "bytes", l.s.n * sizeof(cl_uint));
    ocl_report_count(l.report, "bytes_per_block", l.s.block * sizeof(cl_uint));
    ocl_report_count(l.report, "blocks", l.s.blocks);
    overlap_chart chart = overlap_chart_new(l.s.blocks);
    for (size_t m = PINNED; m < BOTH; m++) {
        if (memory != BOTH && memory != m) continue;
        const bool is_drawn = opt.output && chart.runs == 0;    // the first kind of memory
        l.s.host = host_memory_new(&env, m == PINNED, l.s.n);
        l.s.steps = (cl_uint)steps;
        measure_all(&l, MEMORIES[m], is_drawn ? &chart : NULL);
        host_memory_free(&env, &l.s.host);
    }
    if (opt.output) overlap_chart_write(&chart, l.report, opt.output);
    if (ocl_is_cpu(env.device))
        ocl_report_note(l.report, "A CPU copies with the cores that compute: the gain is small.");

    overlap_chart_free(&chart);
    OCL_CHECK(clReleaseKernel(l.s.kernel));
    OCL_CHECK(clReleaseProgram(program));
    for (int b = MAX_BUFFERS; b-- > 0;)
        OCL_CHECK(clReleaseMemObject(l.s.d_x[b]));
    for (int q = STAGES; q-- > 0;)
        OCL_CHECK(clReleaseCommandQueue(l.queue[q]));
    free(l.done);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
