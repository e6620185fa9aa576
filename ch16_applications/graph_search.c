// SPDX-License-Identifier: MIT
//
// graph_search - how far is each cell of a maze from the start?  Breadth-first search, by levels.
//
// Shows   lists that work-items fill together, with atomics; a launch per level, as large as the
//         level before has made its list
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
//         clEnqueueWriteBuffer, clWaitForEvents
// Try     graph_search -n 30x12, graph_search -n 1000x1000

#include "ocl.h"

enum { WALL = -2, UNSEEN = -1 };    // else a distance
enum { MOST = 4096 };

// A third of the cells are walls, and so is the rim.  The start is the upper left cell; its row and
// its column are free, so that the search always has a way into the maze.
static void make_maze(int32_t *distance, size_t width, size_t height, uint64_t seed)
{
    for (size_t i = 0; i < width * height; i++) {
        const size_t x = i % width, y = i / width;
        const bool rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        const bool wall = x > 1 && y > 1 && ocl_random(seed, i) % 3 == 0;
        distance[i] = rim || wall ? WALL : UNSEEN;
    }
    distance[width + 1] = 0;
}

// The answer in plain C: a queue of cells.  Those that are nearer come first.
static void graph_search_ref(int32_t *distance, uint32_t *queue, size_t width)
{
    size_t head = 0, tail = 0;
    queue[tail++] = (uint32_t)(width + 1);
    while (head < tail) {
        const size_t cell = queue[head++];
        const size_t neighbours[4] = { cell - width, cell - 1, cell + 1, cell + width };
        for (int k = 0; k < 4; k++) {
            if (distance[neighbours[k]] != UNSEEN) continue;
            distance[neighbours[k]] = distance[cell] + 1;
            queue[tail++] = (uint32_t)neighbours[k];
        }
    }
}

// Walls, the last digit of each distance, and blanks where no way leads to.
static void show(ocl_report *report, const int32_t *distance, size_t width, size_t height)
{
    ocl_report_print(report, "\n");
    for (size_t i = 0; i < width * height; i++) {
        const char c = (char)(distance[i] >= 0 ? '0' + distance[i] % 10 : ' ');
        ocl_report_print(report, "%c%s", distance[i] == WALL ? '#' : c,
                         (i + 1) % width ? "" : "\n");
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "graph_search",
                              .summary = "How far is each cell of a maze from the start?",
                              .accepts = "dnks",
                              .size_help = "cells: width x height; a small maze is shown",
                              .extents = 2,
                              .most = MOST };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 203, 151 }, .seed = 1 });
    const size_t width = opt.n[0] + 2, height = opt.n[1] + 2;    // with the rim
    const size_t n = width * height, bytes = n * sizeof(int32_t);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 3.0 * (double)bytes, 3.0 * (double)bytes);
    int32_t *distance = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    uint32_t *queue = ocl_alloc(bytes);
    make_maze(distance, width, height, opt.seed);
    memcpy(ref, distance, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    OCL_TIME_REFERENCE(report, graph_search_ref(ref, queue, width));

    // Program and buffers: the list of this level, and that of the next.
    cl_program program =
        ocl_build(&env, "graph_search.cl", "-cl-std=CL1.2 -DUNSEEN=%d", (int)UNSEEN);
    const cl_uint start = (cl_uint)(width + 1), zero = 0;
    cl_mem d_distance = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, distance);
    cl_mem d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_count = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof zero, &zero);
    OCL_CHECK(
        clEnqueueWriteBuffer(env.queue, d_now, CL_TRUE, 0, sizeof start, &start, 0, NULL, NULL));

    // Kernel and the arguments that stay.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "graph_search", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_distance, &d_distance));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_count, &d_count));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_uint), &(cl_uint){ (cl_uint)width }));
    const size_t local = ocl_local_size(kernel, env.device, 64);

    // A launch per level, until one finds nothing new.  The host reads how many cells the next
    // level has.  A device that counts wrongly must not make it run forever.
    cl_uint count = 1;
    cl_int level = 0;
    double time_ns = 0.0;
    for (; count > 0 && count <= n && (size_t)level < n; level++) {
        const size_t global = ocl_round_up(count, local);
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_now, &d_now));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof count, &count));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof level, &level));
        OCL_CHECK(clEnqueueWriteBuffer(env.queue, d_count, CL_TRUE, 0, sizeof zero, &zero, 0, NULL,
                                       NULL));
        cl_event done;
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        OCL_CHECK(clWaitForEvents(1, &done));
        time_ns += ocl_event_ns(done, done);
        OCL_CHECK(clReleaseEvent(done));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_count, CL_TRUE, 0, sizeof count, &count, 0, NULL,
                                      NULL));
        cl_mem d_found = d_next;
        d_next = d_now;
        d_now = d_found;
    }
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_distance, CL_TRUE, 0, bytes, distance, 0, NULL, NULL));

    // Show and verify.  Whole numbers: every distance is exactly that of plain C.
    ocl_report_kernel_ns(report, "kernel", time_ns);
    if (width <= 80 && height <= 40) show(report, distance, width, height);
    ocl_report_fact(report, "levels", "%d", level);
    ocl_report_result(report, "distances", ocl_verify_bytes("distances", distance, ref, bytes));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_count));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_now));
    OCL_CHECK(clReleaseMemObject(d_distance));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(queue);
    free(ref);
    free(distance);
    return ocl_report_close(report);
}
