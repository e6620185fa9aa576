// SPDX-License-Identifier: MIT
//
// life_bits - Conway's game of life with a bit per cell: 32 cells in each operation.
//
// Shows   cells packed into words; sums of single bits by logic, for all bits of a word at once
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     life_bits -n 8000 -t 20, and the same with life

#include "ocl.h"

enum { BITS = 32 };    // of a word

// Cell i of a row is bit i % 32 of word i / 32.
static void pack(cl_uint *words, const uint8_t *cells, size_t width, size_t height)
{
    const size_t row = ocl_divide_up(width, BITS);
    memset(words, 0, row * height * sizeof *words);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            words[y * row + x / BITS] |= (cl_uint)cells[y * width + x] << x % BITS;
}

// The answer in plain C, with a byte per cell: so many turns.  `next` is room for one.
static void life_ref(uint8_t *cells, uint8_t *next, size_t width, size_t height, size_t turns)
{
    for (size_t t = 0; t < turns; t++) {
        for (size_t y = 0; y < height; y++) {
            const uint8_t *row = cells + y * width;
            const uint8_t *above = cells + (y + height - 1) % height * width;
            const uint8_t *below = cells + (y + 1) % height * width;
            for (size_t x = 0; x < width; x++) {
                const size_t left = x > 0 ? x - 1 : width - 1, right = x < width - 1 ? x + 1 : 0;
                const int neighbours = above[left] + above[x] + above[right] + row[left] +
                                       row[right] + below[left] + below[x] + below[right];
                next[y * width + x] = neighbours == 3 || (neighbours == 2 && row[x]);
            }
        }
        memcpy(cells, next, width * height);
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t turns = 100;
    const ocl_option own[] = { { .usage = "-t, --turns N: at most 10000", .count = &turns },
                               { .usage = NULL } };
    const ocl_about about = { .name = "life_bits",
                              .summary = "Conway's game of life with a bit per cell.",
                              .accepts = "dnks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 509, 383 }, .seed = 1 });
    if (turns > 10000) ocl_exit(OCL_EXIT_USAGE, "--turns: at most 10000");

    // Device, first turn, reference.  Each third cell lives.
    ocl_env env = ocl_open(&opt);
    const size_t width = opt.n[0], height = opt.n[1], row = ocl_divide_up(width, BITS);
    const double cells_room = (double)width * (double)height,
                 room = 4.0 * (double)row * (double)height;
    ocl_require_memory(env.device, room, 2.0 * room, 2.0 * cells_room + 3.0 * room);
    const size_t n = width * height, count = row * height, bytes = count * sizeof(cl_uint);
    uint8_t *cells = ocl_alloc(n), *next = ocl_alloc(n);
    cl_uint *first = ocl_alloc(bytes), *words = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        cells[i] = ocl_random(opt.seed, i) % 3 == 0;
    pack(first, cells, width, height);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    ocl_report_count(report, "turns", turns);
    OCL_TIME_REFERENCE(report, life_ref(cells, next, width, height, turns));
    pack(ref, cells, width, height);

    // Program and buffers: one for this turn, one for the next.
    cl_program program = ocl_build(&env, "life_bits.cl", "-cl-std=CL1.2");
    cl_mem d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, first);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "life_bits", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)width }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)height }));

    // A launch per turn, as in `life`: a work-item per word.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up(row, local[0]), ocl_round_up(height, local[1]) };
    cl_event *done = ocl_alloc(turns * sizeof *done);
    for (size_t t = 0; t < turns; t++) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done[t]));
        cl_mem d_written = d_next;
        d_next = d_now;
        d_now = d_written;
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_now, CL_TRUE, 0, bytes, words, 0, NULL, NULL));

    // Verify: each word, with the bits behind the last cell.
    ocl_report_kernel(report, "kernel", done, turns);
    ocl_report_result(report, "words", ocl_verify_u32("words", words, ref, count));

    // Release, in reverse order.
    for (size_t t = 0; t < turns; t++)
        OCL_CHECK(clReleaseEvent(done[t]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_now));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(done);
    free(ref);
    free(words);
    free(first);
    free(next);
    free(cells);
    return ocl_report_close(report);
}
