// SPDX-License-Identifier: MIT
//
// waves - a drop falls into a basin: its waves pass through the gaps of a wall, and come back from
//         the edges.
//
// Shows   a method with two old steps and a new one, leapfrog; three buffers that take turns; whole
//         numbers, so that device and host agree exactly; a film that runs backwards
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     waves -o waves.png, waves -g 1 -t 400 -o waves.png, waves -f 60 -o waves.png
//         -k with your own copy of waves.cl

#include "ocl.h"

#include "shared/frames.h"
#include "shared/water.h"

enum { HEIGHT = 1 << 20 };    // of the drop

typedef struct {
    size_t width, height;
} basin;

// A wall from above to below, 3 cells thick, with one gap in its middle, or two.
static void build_wall(uint8_t *wall, basin b, size_t gaps)
{
    const size_t gap = b.height / 14 + 1, middle = b.height / 2;
    const size_t apart = gaps == 2 ? b.height / 8 : 0;    // of a gap from the middle
    for (size_t i = 0; i < b.width * b.height; i++) {
        const size_t y = i / b.width, off = y > middle ? y - middle : middle - y;
        const size_t from_gap = off > apart ? off - apart : apart - off;
        const bool is_there = i % b.width / 3 == b.width * 2 / 15;
        wall[i] = is_there && 2 * from_gap > gap;
    }
}

// A round hill of water, left of the wall.  Elsewhere the water is not quite flat, by 30 where the
// drop has a million: a mistake shows in every cell, and nobody sees it in a picture.
static void let_fall(cl_int *water, const uint8_t *wall, basin b, uint64_t seed)
{
    const double radius = 3.0 + (double)b.height / 48.0;
    for (size_t i = 0; i < b.width * b.height; i++) {
        const double x = (double)(i % b.width) - (double)(b.width / 5);
        const double y = (double)(i / b.width) - (double)(b.height / 2);
        const double part = fmax(1.0 - (x * x + y * y) / (radius * radius), 0.0);
        const cl_int ripple = (cl_int)(ocl_random(seed, i) % 61) - 30;
        water[i] = wall[i] ? 0 : (cl_int)(HEIGHT * part * part) + ripple;
    }
}

// A step in plain C.
static void waves_ref(cl_int *next, const cl_int *now, const cl_int *before, const uint8_t *wall,
                      basin b)
{
    for (size_t y = 0; y < b.height; y++)
        for (size_t x = 0; x < b.width; x++) {
            const size_t i = y * b.width + x;
            const cl_int here = now[i];
            const cl_int left = x > 0 ? now[i - 1] : here;
            const cl_int right = x < b.width - 1 ? now[i + 1] : here;
            const cl_int above = y > 0 ? now[i - b.width] : here;
            const cl_int below = y < b.height - 1 ? now[i + b.width] : here;
            const cl_int pull = left + right + above + below - 4 * here;
            next[i] = wall[i] ? 0 : 2 * here - before[i] + pull / 4;
        }
}

// A step on the device.
static void launch(cl_command_queue queue, cl_kernel kernel, cl_mem d_next, cl_mem d_now,
                   cl_mem d_before, const size_t global[2], const size_t local[2], cl_event *done)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_before, &d_before));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, done));
}

int main(int argc, char **argv)
{
    // Options.
    size_t steps = 400, gaps = 2, frames = 1;
    const ocl_option own[] = {
        { .usage = "-t, --steps N: at most 10000", .count = &steps, .most = 10000 },
        { .usage = "-g, --gaps N: in the wall, 1 or 2", .count = &gaps, .most = 2 },
        { .usage = "-f, --frames N: pictures, at most 99", .count = &frames, .most = MOST_FRAMES },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "waves",
                              .summary = "A drop falls into a basin with a wall.",
                              .accepts = "dnoks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 401, 307 }, .seed = 1 });

    // Device, first heights.  The drop is let go at rest, so it was there one step before, too.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * (double)opt.n[1] * sizeof(cl_int);
    ocl_require_memory(env.device, room, 3.25 * room, 6.25 * room);
    const basin b = { opt.n[0], opt.n[1] };
    const size_t n = b.width * b.height, bytes = n * sizeof(cl_int);
    uint8_t *wall = ocl_alloc(n);
    cl_int *drop = ocl_alloc(bytes), *water = ocl_alloc(bytes);
    cl_int *ref[3] = { ocl_alloc(bytes), ocl_alloc(bytes), ocl_alloc(bytes) };
    build_wall(wall, b, gaps);
    let_fall(drop, wall, b, opt.seed);
    memcpy(ref[0], drop, bytes);
    memcpy(ref[1], drop, bytes);
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, b.width, b.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", b.width);
    ocl_report_count(report, "height", b.height);
    ocl_report_count(report, "gaps", gaps);
    ocl_report_count(report, "steps", steps);
    ocl_report_count(report, "frames", frames);

    // Program and buffers: for the steps before, now and next.
    cl_program program = ocl_build(&env, "waves.cl", "-cl-std=CL1.2");
    cl_mem d_water[3] = { ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, drop),
                          ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, drop),
                          ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL) };
    cl_mem d_wall = ocl_buffer(&env, CL_MEM_READ_ONLY, n, wall);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "waves", &err));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_wall, &d_wall));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ b.width }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_ulong), &(cl_ulong){ b.height }));

    // A launch per step.  The buffers take turns: what was `next` is `now` in the step after, and
    // then `before`.  So it is with the arrays of plain C.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up(b.width, local[0]), ocl_round_up(b.height, local[1]) };
    cl_event *done = ocl_alloc(steps * sizeof *done);
    ocl_result cells = { .pass = true };
    double ref_ns = 0.0;
    for (size_t frame = 1, t = 0; frame <= frames; frame++) {
        const size_t end = frame * steps / frames;
        const double begin_ns = ocl_wall_ns();
        for (size_t s = t; s < end; s++)
            waves_ref(ref[(s + 2) % 3], ref[(s + 1) % 3], ref[s % 3], wall, b);
        ref_ns += ocl_wall_ns() - begin_ns;
        for (; t < end; t++)
            launch(env.queue, kernel, d_water[(t + 2) % 3], d_water[(t + 1) % 3], d_water[t % 3],
                   global, local, &done[t]);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_water[(t + 1) % 3], CL_TRUE, 0, bytes, water, 0,
                                      NULL, NULL));
        cells = ocl_result_both(
            cells, ocl_verify_u32("cells", (uint32_t *)water, (uint32_t *)ref[(t + 1) % 3], n));
        draw_water(&picture, water, wall, HEIGHT / 8.0);
        if (opt.output != NULL) write_frame(&picture, opt.output, frame, frames);
    }

    // The film runs backwards: with `before` and `next` exchanged, the same kernel makes the step
    // before from two later ones.  The buffers hold the last three steps: one step back is there.
    for (size_t t = steps - 1; t-- > 0;)
        launch(env.queue, kernel, d_water[t % 3], d_water[(t + 1) % 3], d_water[(t + 2) % 3],
               global, local, NULL);
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_water[0], CL_TRUE, 0, bytes, water, 0, NULL, NULL));

    // Verify.
    ocl_report_reference(report, ref_ns);
    ocl_report_kernel(report, "kernel", done, steps);
    ocl_report_result(report, "cells", cells);
    ocl_report_result(report, "back",
                      ocl_verify_u32("back", (uint32_t *)water, (uint32_t *)drop, n));

    // Release, in reverse order.
    for (size_t t = 0; t < steps; t++)
        OCL_CHECK(clReleaseEvent(done[t]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_wall));
    for (size_t i = 0; i < 3; i++)
        OCL_CHECK(clReleaseMemObject(d_water[i]));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&picture);
    free(done);
    for (size_t i = 0; i < 3; i++)
        free(ref[i]);
    free(water);
    free(drop);
    free(wall);
    return ocl_report_close(report);
}
