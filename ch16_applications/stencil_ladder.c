// SPDX-License-Identifier: MIT
//
// stencil_ladder - heat in a plate, faster: rows in registers, then several steps per launch.
//
// Shows   several cells per work-item; a tile in local memory that makes several steps before it
//         is written (time blocking); a rate above that of a copy; a loop of which the compiler
//         makes vectors, for CPUs
// Uses    clCreateKernel, clSetKernelArg, clEnqueueCopyBuffer, clEnqueueNDRangeKernel
// Try     stencil_ladder -n 4000, stencil_ladder -V blocked --block 1, then --block 2, 4 and 8

#include "ocl.h"

#include <float.h>

enum { ROWS = 8, TILE = 32, MOST_BLOCK = 8 };
enum { SIDE = 64, COLUMN = 16, ITEMS = SIDE * SIDE / COLUMN };    // of blocked_rows

enum { PLAIN, MANY_ROWS, BLOCKED, BLOCKED_ROWS, LINES };
static const char *const VARIANTS[] = { "plain", "rows", "blocked", "blocked_rows", "lines", NULL };

typedef struct {
    size_t width, height;
} plate;

typedef struct {
    const ocl_env *env;
    plate p;
    float k;
    size_t steps, block;    // in all, and per launch of the blocked kernels
    cl_program program;
    cl_mem d_begin, d_end, d_other;    // the last step is in d_end
} lesson;

// The answer in plain C: the cells after so many steps.
static void stencil_ref(double *cells, double *next, double k, plate p, size_t steps)
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
        memcpy(cells, next, p.width * p.height * sizeof *cells);
    }
}

// All launches, from the cells of d_begin to those of d_end: the two buffers change places after
// each of them, so the first one is chosen by their number.
static void launch_all(const lesson *l, int variant, cl_kernel kernel, ocl_trial *t)
{
    const plate p = l->p;
    const bool is_blocked = variant == BLOCKED || variant == BLOCKED_ROWS;
    const size_t steps_each = is_blocked ? l->block : 1;
    const size_t launches = ocl_divide_up(l->steps, steps_each);
    cl_mem d_now = launches % 2 == 0 ? l->d_end : l->d_other;
    cl_mem d_next = launches % 2 == 0 ? l->d_other : l->d_end;
    OCL_CHECK(clEnqueueCopyBuffer(l->env->queue, l->d_begin, d_now, 0, 0,
                                  p.width * p.height * sizeof(cl_float), 0, NULL, NULL));

    // blocked: one work-group per tile.  rows: one work-item per ROWS cells.  lines: one per line.
    size_t local[2] = { SIDE, SIDE / COLUMN }, global[2];
    if (variant != BLOCKED_ROWS)
        ocl_local_size_2d(kernel, l->env->device, (const size_t[]){ 32, 8 }, local);
    if (is_blocked) {
        const size_t core = (variant == BLOCKED ? TILE : SIDE) - 2 * l->block;
        global[0] = ocl_divide_up(p.width, core) * local[0];
        global[1] = ocl_divide_up(p.height, core) * local[1];
    } else if (variant == LINES) {
        local[0] = local[1] = global[1] = 1;
        global[0] = p.height;
    } else {
        const size_t rows = variant == MANY_ROWS ? ROWS : 1;
        global[0] = ocl_round_up(p.width, local[0]);
        global[1] = ocl_round_up(ocl_divide_up(p.height, rows), local[1]);
    }
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->k, &l->k));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ p.width }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ p.height }));

    for (size_t n = 0; n < launches; n++) {
        const size_t left = l->steps - n * steps_each;
        const cl_uint steps = (cl_uint)ocl_smaller(left, steps_each);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
        if (is_blocked) OCL_CHECK(clSetKernelArg(kernel, 5, sizeof steps, &steps));
        cl_event *event = n == launches - 1 ? &t->done : n == 0 ? &t->first : NULL;
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL, event));
        cl_mem d_written = d_next;
        d_next = d_now;
        d_now = d_written;
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t steps = 40, block = 4;
    const ocl_option own[] = {
        { .usage = "-t, --steps N: at most 10000", .count = &steps, .most = 10000 },
        { .usage = "-b, --block N: steps per launch of the blocked kernels",
          .count = &block,
          .most = MOST_BLOCK },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "stencil_ladder",
                              .summary = "Heat spreads in a plate, by five kernels.",
                              .accepts = "dnrVks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1021, 511 }, .repeat = 10, .seed = 1 });

    // Device, first step, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * (double)opt.n[1] * sizeof(float);
    ocl_require_memory(env.device, room, 3.0 * room, 7.0 * room);
    const plate p = { opt.n[0], opt.n[1] };
    const size_t n = p.width * p.height, bytes = n * sizeof(float);
    lesson l = { .env = &env, .p = p, .k = 0.2f, .steps = steps, .block = block };
    float *cells = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *plain = ocl_alloc(bytes);
    double *exact = ocl_alloc(2 * bytes), *scratch = ocl_alloc(2 * bytes);
    ocl_fill_f32(cells, n, 0.0f, 1.0f, opt.seed);
    for (size_t i = 0; i < n; i++)
        exact[i] = (double)cells[i];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", p.width);
    ocl_report_count(report, "height", p.height);
    ocl_report_count(report, "steps", steps);
    ocl_report_count(report, "block", block);
    OCL_TIME_REFERENCE(report, stencil_ref(exact, scratch, (double)l.k, p, steps));
    for (size_t i = 0; i < n; i++)
        ref[i] = (float)exact[i];

    // Program and buffers.
    l.program = ocl_build(&env, "stencil_ladder.cl",
                          "-cl-std=CL1.2 -DROWS=%d -DTILE=%d -DBLOCK=%zu -DSIDE=%d -DCOLUMN=%d",
                          ROWS, TILE, block, SIDE, COLUMN);
    l.d_begin = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, cells);
    l.d_end = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    // The rungs.  sample stencil derives the bound.  The first rung that runs also says what the
    // bits of the others are.
    const double unit = FLT_EPSILON / 2.0, of_step = 0.2 * (2 + 3 + 4 + 4) + 0.8 + 1.0 + 0.1;
    const double bound = ((double)steps * of_step + 1.0) * unit;
    const ocl_work work = { .amount = 2.0 * (double)bytes * (double)steps,    // a copy per step
                            .unit = "GB/s",
                            .limit = env.limits.copy_gbs };
    bool is_first = true;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "stencil_%s", VARIANTS[v]);
        if (v == BLOCKED_ROWS && ocl_group_size(env.device, ITEMS) < ITEMS) {
            if (!ocl_wants(&opt, "all"))
                ocl_exit(OCL_EXIT_SKIP, "blocked_rows needs work-groups of %d", ITEMS);
            ocl_report_note(report, "blocked_rows is left out: it needs work-groups of %d", ITEMS);
            continue;
        }
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(l.program, name, &err));
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_end, bytes);
        ocl_trial_scratch(&t, l.d_other, bytes);
        while (ocl_trial_next(&t))
            launch_all(&l, v, kernel, &t);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_end, CL_TRUE, 0, bytes, cells, 0, NULL, NULL));
        ocl_result result = ocl_verify_f32(VARIANTS[v], cells, ref, n, bound);
        if (is_first)
            memcpy(plain, cells, bytes);
        else
            result = ocl_result_both(result, ocl_verify_bytes(VARIANTS[v], cells, plain, bytes));
        is_first = false;
        ocl_trial_report(&t, report, &work, result);
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(l.d_other));
    OCL_CHECK(clReleaseMemObject(l.d_end));
    OCL_CHECK(clReleaseMemObject(l.d_begin));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(scratch);
    free(exact);
    free(plain);
    free(ref);
    free(cells);
    return ocl_report_close(report);
}
