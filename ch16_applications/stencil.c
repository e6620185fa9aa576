// SPDX-License-Identifier: MIT
//
// stencil - heat spreads in a plate: each cell and its four neighbours, step after step.
//
// Shows   a grid that is computed in time; a bound for the error of many steps
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     stencil -t 1 -o hot.png, stencil -t 500 -o warm.png
//         stencil -n 1000x30, and -k with your own copy of stencil.cl

#include "ocl.h"

#include <float.h>

typedef struct {
    size_t width, height;
} plate;

// A cool plate, nowhere quite the same, with twelve hot discs.  No cell is below 0 or above 1.
static void hot_discs(float *cells, plate p, uint64_t seed)
{
    for (size_t i = 0; i < p.width * p.height; i++) {
        cells[i] = ocl_random_f32(0, 0.2f, seed + 4, i);
        for (uint64_t disc = 0; disc < 12; disc++) {
            const float x = (float)(i % p.width) - (float)(ocl_random(seed, disc) % p.width);
            const float y = (float)(i / p.width) - (float)(ocl_random(seed + 1, disc) % p.height);
            const float radius = ocl_random_f32(1, 1 + (float)p.height / 8, seed + 2, disc);
            if (x * x + y * y <= radius * radius)
                cells[i] = ocl_random_f32(0.3f, 1, seed + 3, disc);
        }
    }
}

// The answer in plain C: the cells after so many steps.  They are in one of the two arrays.
static double *stencil_ref(double *cells, double *next, double k, plate p, size_t steps)
{
    for (size_t t = 0; t < steps; t++) {
        for (size_t y = 0; y < p.height; y++)
            for (size_t x = 0; x < p.width; x++) {
                const size_t i = y * p.width + x;
                const double here = cells[i];
                const double left = x > 0 ? cells[i - 1] : here;
                const double right = x < p.width - 1 ? cells[i + 1] : here;
                const double above = y > 0 ? cells[i - p.width] : here;
                const double below = y < p.height - 1 ? cells[i + p.width] : here;
                next[i] = here + k * (left + right + above + below - 4.0 * here);
            }
        double *written = next;
        next = cells;
        cells = written;
    }
    return cells;
}

// A step rounds sums of at most 2, 3, 4 and 4, which k = 0.2 makes smaller, the product (at most
// 0.8) and the last sum (at most 1); 0.1 is for errors of errors.  A cell is an average of cells
// before it, so no step makes old errors larger.  At the end the reference is rounded.
static double bound_of(size_t steps)
{
    const double of_step = 0.2 * (2 + 3 + 4 + 4) + 0.8 + 1.0 + 0.1;
    return ((double)steps * of_step + 1.0) * FLT_EPSILON / 2.0;
}

// From black through red and yellow to white.
static void draw(const float *cells, plate p, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, p.width, p.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t i = 0; i < p.width * p.height; i++) {
        for (int c = 0; c < 3; c++)
            picture.rgba[4 * i + (size_t)c] =
                (uint8_t)(255.0f * fminf(fmaxf(3.0f * cells[i] - (float)c, 0.0f), 1.0f));
        picture.rgba[4 * i + 3] = 255;
    }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}

int main(int argc, char **argv)
{
    // Options.
    size_t steps = 200;
    const ocl_option own[] = { { .usage = "-t, --steps N: at most 10000", .count = &steps },
                               { .usage = NULL } };
    const ocl_about about = { .name = "stencil",
                              .summary = "Heat spreads in a plate.",
                              .accepts = "dnoks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 509, 383 }, .seed = 1 });
    if (steps > 10000) ocl_exit(OCL_EXIT_USAGE, "--steps: at most 10000");

    // Device, first step, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * (double)opt.n[1] * sizeof(float);
    ocl_require_memory(env.device, room, 2.0 * room, 6.0 * room);
    const plate p = { opt.n[0], opt.n[1] };
    const size_t n = p.width * p.height, bytes = n * sizeof(float);
    const float k = 0.2f;
    float *cells = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    double *exact = ocl_alloc(2 * bytes), *scratch = ocl_alloc(2 * bytes);
    hot_discs(cells, p, opt.seed);
    for (size_t i = 0; i < n; i++)
        exact[i] = (double)cells[i];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", p.width);
    ocl_report_count(report, "height", p.height);
    ocl_report_count(report, "steps", steps);
    double *last;
    OCL_TIME_REFERENCE(report, last = stencil_ref(exact, scratch, (double)k, p, steps));
    for (size_t i = 0; i < n; i++)
        ref[i] = (float)last[i];

    // Program and buffers: one for this step, one for the next.
    cl_program program = ocl_build(&env, "stencil.cl", "-cl-std=CL1.2");
    cl_mem d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, cells);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "stencil", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof k, &k));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ p.width }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ p.height }));

    // A launch per step.  The queue runs them in order.  After each one the buffers change places.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up(p.width, local[0]), ocl_round_up(p.height, local[1]) };
    cl_event *done = ocl_alloc(steps * sizeof *done);
    for (size_t t = 0; t < steps; t++) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done[t]));
        cl_mem d_written = d_next;
        d_next = d_now;
        d_now = d_written;
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_now, CL_TRUE, 0, bytes, cells, 0, NULL, NULL));

    // Verify, and draw.
    ocl_report_kernel(report, "kernel", done, steps);
    ocl_report_result(report, "cells", ocl_verify_f32("cells", cells, ref, n, bound_of(steps)));
    if (opt.output != NULL) draw(cells, p, opt.output);

    // Release, in reverse order.
    for (size_t t = 0; t < steps; t++)
        OCL_CHECK(clReleaseEvent(done[t]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_now));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(done);
    free(scratch);
    free(exact);
    free(ref);
    free(cells);
    return ocl_report_close(report);
}
