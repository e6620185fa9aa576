// SPDX-License-Identifier: MIT

#include "stream.h"

enum { LOCAL = 256 };

overlap_stream overlap_open(const ocl_env *env, size_t bytes, size_t block_bytes)
{
    overlap_stream s = { .env = env };
    s.n = (bytes - 1) / sizeof *s.x + 1;
    s.block = (block_bytes - 1) / sizeof *s.x + 1;
    if (s.block > s.n) s.block = s.n;
    s.blocks = (s.n - 1) / s.block + 1;
    s.events = ocl_alloc(STAGES * s.blocks * sizeof *s.events);

    // Stamps are for the picture alone: a driver may do better without.
    const cl_command_queue_properties stamps = env->options->output ? CL_QUEUE_PROFILING_ENABLE : 0;
    cl_int err;
    for (size_t i = 0; i < STAGES; i++)
        s.queues[i] = OCL_CREATE(clCreateCommandQueue(env->context, env->device, stamps, &err));
    for (size_t i = 0; i < MAX_BUFFERS; i++)
        s.d_x[i] = ocl_buffer(env, CL_MEM_READ_WRITE, s.block * sizeof *s.x, NULL);
    cl_program program =
        ocl_build(env, "overlap.cl", "-DMULTIPLIER=%uU -DINCREMENT=%uU", MULTIPLIER, INCREMENT);
    s.kernel = OCL_CREATE(clCreateKernel(program, "overlap_steps", &err));
    OCL_CHECK(clReleaseProgram(program));    // the kernel keeps it
    s.local = ocl_local_size(s.kernel, env->device, LOCAL);
    return s;
}

void overlap_close(overlap_stream *s)
{
    OCL_CHECK(clReleaseKernel(s->kernel));
    for (size_t i = MAX_BUFFERS; i-- > 0;)
        OCL_CHECK(clReleaseMemObject(s->d_x[i]));
    for (size_t i = STAGES; i-- > 0;)
        OCL_CHECK(clReleaseCommandQueue(s->queues[i]));
    free(s->events);
}

void overlap_set_steps(overlap_stream *s, size_t steps)
{
    const cl_uint argument = (cl_uint)steps;
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof argument, &argument));
}

void overlap_enqueue(overlap_stream *s, size_t stage, size_t i, cl_mem d_x, cl_uint wait_count,
                     const cl_event *wait, cl_event *done)
{
    cl_command_queue queue = s->queues[stage];
    const size_t first = i * s->block, left = s->n - first;
    const cl_ulong count = left < s->block ? left : s->block;
    const size_t bytes = (size_t)count * sizeof *s->x, global = ocl_round_up(count, s->local);
    if (stage == WRITE) {
        OCL_CHECK(clEnqueueWriteBuffer(queue, d_x, CL_FALSE, 0, bytes, s->x + first, wait_count,
                                       wait, done));
    } else if (stage == READ) {
        OCL_CHECK(clEnqueueReadBuffer(queue, d_x, CL_FALSE, 0, bytes, s->y + first, wait_count,
                                      wait, done));
    } else {    // the arguments are copied now: the next block may change them
        OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof count, &count));
        OCL_CHECK(clEnqueueNDRangeKernel(queue, s->kernel, 1, NULL, &global, &s->local, wait_count,
                                         wait, done));
    }
    OCL_CHECK(clFlush(queue));    // or a queue that waits for the event might wait forever
}

double overlap_alone(overlap_stream *s, size_t stage, size_t repeat)
{
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= repeat; run++) {
        const double begin = ocl_wall_ns();
        for (size_t i = s->blocks;
             i-- > 0;)    // the last block may be short: afterwards all are full
            overlap_enqueue(s, stage, i, s->d_x[i % MAX_BUFFERS], 0, NULL, NULL);
        OCL_CHECK(clFinish(s->queues[stage]));
        if (run > 0) ocl_times_add(&times, ocl_wall_ns() - begin);
    }
    return ocl_best_ns(&times);
}

// The driver locks memory that it allocates itself into place: the device can fetch from it at any time.
// Such memory belongs to a buffer, and is the host's for as long as that buffer is mapped.
overlap_array overlap_array_new(const ocl_env *env, bool pinned, size_t bytes)
{
    if (!pinned) return (overlap_array){ NULL, ocl_alloc(bytes) };
    cl_int err;
    overlap_array array;
    array.keeper = ocl_buffer(env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL);
    array.host =
        OCL_CREATE(clEnqueueMapBuffer(env->queue, array.keeper, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                      0, bytes, 0, NULL, NULL, &err));
    return array;
}

void overlap_array_free(const ocl_env *env, overlap_array array)
{
    if (!array.keeper) {
        free(array.host);
        return;
    }
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, array.keeper, array.host, 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseMemObject(array.keeper));
}
