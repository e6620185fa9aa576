// SPDX-License-Identifier: MIT
//
// waves_3d - a knock inside a block: waves in three dimensions, with twelve neighbours per cell.
//
// Shows   a stencil in three dimensions; a work-item that goes through the planes of a block, and
//         keeps the cells of its column in registers; four cells in one load; bytes that a step
//         must move, and a rate
// Uses    clCreateKernel, clSetKernelArg, clEnqueueCopyBuffer, clEnqueueNDRangeKernel
// Try     waves_3d -n 300, waves_3d -V columns -n 160x120x120 -t 150 -r 1 -o waves_3d.png

#include "ocl.h"

#include "shared/water.h"

enum { PLANES = 32 };         // of a work-item of all rungs but `plain`
enum { LANES = 16 };          // cells of a vector, and of the rim to the left of a row
enum { HEIGHT = 1 << 18 };    // of the knock; 186 times as much, which a step may add up, is an int

enum { PLAIN, COLUMNS, FOURS, VECTORS };
static const char *const VARIANTS[] = { "plain", "columns", "fours", "vectors", NULL };

typedef struct {
    size_t width, height, depth;
    size_t row, plane, cells;    // of the arrays, which have a rim around the block
} block;

// The rim is two cells thick.  To the left of a row it has 16: so each row begins at a multiple of
// 64 bytes.  These cells are also the rim to the right of the row before.
static block make_block(const size_t n[3])
{
    block b = {
        .width = n[0], .height = n[1], .depth = n[2], .row = LANES + ocl_round_up(n[0], LANES)
    };
    b.plane = b.row * (n[1] + 4);
    b.cells = b.plane * (n[2] + 4);
    return b;
}

// A cell in the arrays.
static size_t place(const block *b, size_t x, size_t y, size_t z)
{
    return (z + 2) * b->plane + (y + 2) * b->row + LANES + x;
}

// A ball that is pushed away, at a third of the block.  Elsewhere the block is not quite at rest:
// so a mistake shows in every cell.
static void knock(int *cells, const block *b, uint64_t seed)
{
    const size_t shortest = ocl_smaller(b->width, ocl_smaller(b->height, b->depth));
    const double radius = fmin(2.0 + (double)shortest / 16.0, 8.0);
    memset(cells, 0, b->cells * sizeof *cells);
    for (size_t z = 0; z < b->depth; z++)
        for (size_t y = 0; y < b->height; y++)
            for (size_t x = 0; x < b->width; x++) {
                const size_t i = place(b, x, y, z);
                const double dx = (double)x - (double)(b->width / 3);
                const double dy = (double)y - (double)(b->height / 2);
                const double dz = (double)z - (double)(b->depth / 2);
                const double squares = dx * dx + dy * dy + dz * dz;
                const double part = fmax(1.0 - squares / (radius * radius), 0.0);
                cells[i] = (int)(HEIGHT * part * part) + (int)(ocl_random(seed, i) % 11) - 5;
            }
}

// A step in plain C.  `next` comes with the step before `now`.
static void step_ref(int *next, const int *now, const block *b)
{
    const size_t row = b->row, plane = b->plane;
    for (size_t z = 0; z < b->depth; z++)
        for (size_t y = 0; y < b->height; y++)
            for (size_t x = 0; x < b->width; x++) {
                const size_t i = place(b, x, y, z);
                const int here = now[i];
                const int near = now[i - 1] + now[i + 1] + now[i - row] + now[i + row] +
                                 now[i - plane] + now[i + plane];
                const int far = now[i - 2] + now[i + 2] + now[i - 2 * row] + now[i + 2 * row] +
                                now[i - 2 * plane] + now[i + 2 * plane];
                next[i] = 2 * here - next[i] + (16 * near - far - 90 * here) / 64;
            }
}

// The answer in plain C: so many steps.  The last one is in the array that is returned.
static int *waves_ref(int *now, int *next, const block *b, size_t steps)
{
    for (size_t t = 0; t < steps; t++) {
        step_ref(next, now, b);
        int *written = next;
        next = now;
        now = written;
    }
    return now;
}

// All launches.  The two buffers change places after each of them, so the first one is chosen by
// their number: the last step is in d_end.  Both begin with the knock, which is at rest.
static void launch_all(const ocl_env *env, int variant, cl_kernel kernel, const block *b,
                       const cl_mem buffers[3], size_t steps, ocl_trial *t)
{
    cl_mem d_begin = buffers[0], d_now = buffers[steps % 2 == 0 ? 1 : 2],
           d_next = buffers[steps % 2 == 0 ? 2 : 1];
    const size_t bytes = b->cells * sizeof(cl_int);
    OCL_CHECK(clEnqueueCopyBuffer(env->queue, d_begin, d_now, 0, 0, bytes, 0, NULL, NULL));
    OCL_CHECK(clEnqueueCopyBuffer(env->queue, d_begin, d_next, 0, 0, bytes, 0, NULL, NULL));

    size_t local[3] = { 1, 1, 1 };
    const size_t wide = variant == VECTORS ? LANES : variant == FOURS ? 4 : 1;
    const size_t deep = variant == PLAIN ? 1 : PLANES, items = variant == VECTORS ? 2 : 32;
    ocl_local_size_2d(kernel, env->device, (const size_t[]){ items, 8 }, local);
    const size_t global[3] = { ocl_round_up(ocl_divide_up(b->width, wide), local[0]),
                               ocl_round_up(b->height, local[1]), ocl_divide_up(b->depth, deep) };
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)b->row }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)b->width }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)b->height }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)b->depth }));
    for (size_t n = 0; n < steps; n++) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
        cl_event *event = n == steps - 1 ? &t->done : n == 0 ? &t->first : NULL;
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 3, NULL, global, local, 0, NULL, event));
        cl_mem d_written = d_next;
        d_next = d_now;
        d_now = d_written;
    }
}

// The plane in the middle of the block.
static void draw(const int *cells, const block *b, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, b->width, b->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    cl_int *middle = ocl_alloc(b->width * b->height * sizeof *middle);
    for (size_t y = 0; y < b->height; y++)
        for (size_t x = 0; x < b->width; x++)
            middle[y * b->width + x] = cells[place(b, x, y, b->depth / 2)];
    draw_water(&picture, middle, NULL, HEIGHT / 20.0);
    ocl_output_picture(&picture, path);
    free(middle);
    ocl_picture_free(&picture);
}

int main(int argc, char **argv)
{
    // Options.
    size_t steps = 20;
    const ocl_option own[] = {
        { .usage = "-t, --steps N: at most 10000", .count = &steps, .most = 10000 },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "waves_3d",
                              .summary = "A knock inside a block, by four kernels.",
                              .accepts = "dnorVks",
                              .size_help = "cells: width x height x depth",
                              .extents = 3,
                              .most = 65535,    // planes: NVIDIA's GPUs take so many work-groups
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 127, 101, 89 }, .repeat = 10, .seed = 1 });

    // Device, first step, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)(LANES + ocl_round_up(opt.n[0], LANES)) * (double)(opt.n[1] + 4) *
                        (double)(opt.n[2] + 4) * (double)sizeof(cl_int);
    ocl_require_memory(env.device, room, 3.0 * room, 4.0 * room);
    const block b = make_block(opt.n);
    const size_t bytes = b.cells * sizeof(cl_int);
    int *first = ocl_alloc(bytes), *cells = ocl_alloc(bytes);
    int *one = ocl_alloc(bytes), *other = ocl_alloc(bytes), *ref;
    knock(first, &b, opt.seed);
    memcpy(one, first, bytes);
    memcpy(other, first, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", b.width);
    ocl_report_count(report, "height", b.height);
    ocl_report_count(report, "depth", b.depth);
    ocl_report_count(report, "steps", steps);
    OCL_TIME_REFERENCE(report, ref = waves_ref(one, other, &b, steps));

    // Program and buffers.
    cl_program program = ocl_build(&env, "waves_3d.cl", "-cl-std=CL1.2 -DPLANES=%d", PLANES);
    cl_mem d_begin = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, first);
    cl_mem d_end = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    // The rungs.  A step reads two numbers per cell, now and before, and writes one.
    const double numbers = 3.0 * (double)b.width * (double)b.height * (double)b.depth;
    const ocl_work work = { .amount = numbers * sizeof(cl_int) * (double)steps,
                            .unit = "GB/s",
                            .limit = env.limits.copy_gbs };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "waves_3d_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], d_end, bytes);
        ocl_trial_scratch(&t, d_other, bytes);
        while (ocl_trial_next(&t))
            launch_all(&env, v, kernel, &b, (const cl_mem[]){ d_begin, d_end, d_other }, steps, &t);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_end, CL_TRUE, 0, bytes, cells, 0, NULL, NULL));
        ocl_trial_report(&t, report, &work,
                         ocl_verify_u32(VARIANTS[v], (uint32_t *)cells, (uint32_t *)ref, b.cells));
        OCL_CHECK(clReleaseKernel(kernel));
    }
    if (opt.output != NULL) draw(cells, &b, opt.output);

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_other));
    OCL_CHECK(clReleaseMemObject(d_end));
    OCL_CHECK(clReleaseMemObject(d_begin));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(other);
    free(one);
    free(cells);
    free(first);
    return ocl_report_close(report);
}
