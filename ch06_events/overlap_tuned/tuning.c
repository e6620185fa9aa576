// SPDX-License-Identifier: MIT

#include "tuning.h"

static void enqueue(const overlap_stream *s, cl_command_queue queue, int stage, size_t i)
{
    const size_t first = stream_first(s, i);
    const size_t n = stream_count(s, i);
    const size_t bytes = (size_t)n * sizeof(cl_uint), global = ocl_round_up(n, s->local);
    cl_mem d_x = s->d_x[i % MAX_BUFFERS];
    if (stage == WRITE) {
        OCL_CHECK(
            clEnqueueWriteBuffer(queue, d_x, CL_FALSE, 0, bytes, s->host.x + first, 0, NULL, NULL));
    } else if (stage == READ) {
        OCL_CHECK(
            clEnqueueReadBuffer(queue, d_x, CL_FALSE, 0, bytes, s->host.y + first, 0, NULL, NULL));
    } else {
        OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof s->steps, &s->steps));
        OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
        OCL_CHECK(
            clEnqueueNDRangeKernel(queue, s->kernel, 1, NULL, &global, &s->local, 0, NULL, NULL));
    }
    OCL_CHECK(clFlush(queue));    // after each block, as in the lesson
}

// One stage of all blocks: the best of `repeat` runs after a warm-up.  The last block, which may be
// short, goes first: afterwards all buffers are full.
static double alone_ns(const overlap_stream *s, cl_command_queue queue, int stage, size_t repeat)
{
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= repeat; run++) {
        const double begin = ocl_wall_ns();
        for (size_t i = s->blocks; i-- > 0;)
            enqueue(s, queue, stage, i);
        OCL_CHECK(clFinish(queue));
        if (run > 0) ocl_times_add(&times, ocl_wall_ns() - begin);
    }
    return ocl_best_ns(&times);
}

// Doubles the steps until the kernel takes as long as wanted, then scales the last number down.
static void choose_steps(overlap_stream *s, cl_command_queue queue, double wanted_ns)
{
    s->steps = 1;
    double ns = alone_ns(s, queue, KERNEL, 1);
    while (ns < wanted_ns && 2 * s->steps < MAX_STEPS) {
        s->steps *= 2;
        ns = alone_ns(s, queue, KERNEL, 1);
    }
    s->steps = (cl_uint)fmax(1.0, s->steps * fmin(1.0, wanted_ns / ns));
}

double overlap_ideal_ns(overlap_stream *s, cl_command_queue queue, size_t repeat,
                        ocl_report *report, const char *memory)
{
    const double write_ns = alone_ns(s, queue, WRITE, repeat);
    const double read_ns = alone_ns(s, queue, READ, repeat);
    if (s->steps == 0) choose_steps(s, queue, fmax(write_ns, read_ns));
    const double kernel_ns = alone_ns(s, queue, KERNEL, repeat);
    const double ideal_ns = fmax(kernel_ns, fmax(write_ns, read_ns));

    // At the beginning and at the end, the two shorter stages of one block are not hidden.
    const double rest_ns = (write_ns + kernel_ns + read_ns - ideal_ns) / (double)s->blocks;
    ocl_table table =
        ocl_table_open(report, "stages_alone",
                       "memory, steps, write ms, kernel ms, read ms, ideal ms, fill and drain ms");
    ocl_table_row(&table, "%-9s %8u %9.3f %10.3f %8.3f %9.3f %18.3f", memory, (unsigned)s->steps,
                  write_ns / 1e6, kernel_ns / 1e6, read_ns / 1e6, ideal_ns / 1e6, rest_ns / 1e6);
    return ideal_ns;
}
