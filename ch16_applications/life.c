// SPDX-License-Identifier: MIT
//
// life - Conway's game of life: a world of cells, turn after turn.
//
// Shows   many launches in a row, and two buffers that change places: what one turn writes, the
//         next one reads
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     life -p glider -n 12x8 -t 4, life --window
//         life -p r_pentomino -n 600x600 -t 1103 -o life.png

#include "ocl.h"

#include "shared/live/live.h"

enum { SIDE = 3 };    // pixels of a cell
enum { NOISE, GLIDER, R_PENTOMINO };
static const char *const PATTERNS[] = { "noise", "glider", "r_pentomino", NULL };
static const char *const CELLS[][3] = {
    [GLIDER] = { ".O.", "..O", "OOO" }, [R_PENTOMINO] = { ".OO", "OO.", ".O." }
};

typedef struct {
    size_t width, height;
} world;

// Noise: each third cell lives.  Another pattern stands in the middle.
static void begin(uint8_t *cells, world w, size_t pattern, uint64_t seed)
{
    for (size_t i = 0; i < w.width * w.height; i++)
        cells[i] = pattern == NOISE && ocl_random(seed, i) % 3 == 0;
    for (size_t i = 0; pattern != NOISE && i < 9; i++) {
        const size_t x = (w.width / 2 + i % 3) % w.width, y = (w.height / 2 + i / 3) % w.height;
        cells[y * w.width + x] = CELLS[pattern][i / 3][i % 3] == 'O';
    }
}

// The answer in plain C: the cells after so many turns.
static void life_ref(uint8_t *cells, uint8_t *next, world w, size_t turns)
{
    for (size_t t = 0; t < turns; t++) {
        for (size_t y = 0; y < w.height; y++) {
            const uint8_t *row = cells + y * w.width;
            const uint8_t *above = cells + (y + w.height - 1) % w.height * w.width;
            const uint8_t *below = cells + (y + 1) % w.height * w.width;
            for (size_t x = 0; x < w.width; x++) {
                const size_t left = x > 0 ? x - 1 : w.width - 1;
                const size_t right = x < w.width - 1 ? x + 1 : 0;
                const int neighbours = above[left] + above[x] + above[right] + row[left] +
                                       row[right] + below[left] + below[x] + below[right];
                next[y * w.width + x] = neighbours == 3 || (neighbours == 2 && row[x]);
            }
        }
        memcpy(cells, next, w.width * w.height);
    }
}

static void show(ocl_report *report, const char *what, const uint8_t *cells, world w)
{
    ocl_report_print(report, "\n%s\n", what);
    for (size_t i = 0; i < w.width * w.height; i++)
        ocl_report_print(report, "%c%s", cells[i] ? 'O' : '.', (i + 1) % w.width ? " " : "\n");
}

static void paint(ocl_picture *picture, const uint8_t *cells, world w)
{
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const size_t x = i % picture->width / SIDE, y = i / picture->width / SIDE;
        memcpy(&picture->rgba[4 * i],
               cells[y * w.width + x] ? "\xff\xd8\x60\xff" : "\x10\x20\x40\xff", 4);
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = NOISE, turns = 100;
    bool shown = false;
    const ocl_option own[] = { { .usage = "-p, --pattern NAME: noise, glider or r_pentomino",
                                 .choice = &pattern,
                                 .choices = PATTERNS },
                               { .usage = "-t, --turns N: at most 10000", .count = &turns },
                               LIVE_OPTION(&shown, "it plays on, "),
                               { .usage = NULL } };
    const ocl_about about = { .name = "life",
                              .summary = "Conway's game of life.",
                              .accepts = "dnoks",
                              .size_help = "cells: width x height; a small world is shown",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 509, 383 }, .seed = 1 });
    if (turns > 10000) ocl_exit(OCL_EXIT_USAGE, "--turns: at most 10000");

    // Device, first turn, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * (double)opt.n[1];
    ocl_require_memory(env.device, room, 2.0 * room, 4.0 * room);
    const world w = { opt.n[0], opt.n[1] };
    const size_t n = w.width * w.height;
    uint8_t *first = ocl_alloc(n), *cells = ocl_alloc(n), *ref = ocl_alloc(n);
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, SIDE * w.width, SIDE * w.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    live window = live_open(shown, about.name, &picture);
    begin(first, w, pattern, opt.seed);
    memcpy(ref, first, n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", w.width);
    ocl_report_count(report, "height", w.height);
    ocl_report_count(report, "turns", turns);
    OCL_TIME_REFERENCE(report, life_ref(ref, cells, w, turns));

    // Program and buffers: one for this turn, one for the next.
    cl_program program = ocl_build(&env, "life.cl", "-cl-std=CL1.2");
    cl_mem d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, n, first);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "life", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ w.width }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ w.height }));

    // A launch per turn.  The queue runs them in order.  After each one the buffers change places.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up(w.width, local[0]), ocl_round_up(w.height, local[1]) };
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
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_now, CL_TRUE, 0, n, cells, 0, NULL, NULL));

    // Show.
    if (w.width <= 40 && w.height <= 40) {
        show(report, "first", first, w);
        show(report, "last", cells, w);
    }
    if (opt.output != NULL || shown) paint(&picture, cells, w);
    if (opt.output != NULL) ocl_output_picture(&picture, opt.output);

    // Verify.  What the R-pentomino leaves is known from elsewhere.
    ocl_report_kernel(report, "kernel", done, turns);
    ocl_report_result(report, "cells", ocl_verify_bytes("cells", cells, ref, n));
    if (pattern == R_PENTOMINO && turns == 1103 && w.width >= 600 && w.height >= 600) {
        long long alive = 0;
        for (size_t i = 0; i < n; i++)
            alive += cells[i];
        ocl_report_result(report, "116 alive", ocl_verify_equal("alive", alive, 116));
    }

    // With --window, until Escape: turn after turn.
    while (live_show(&window, &picture)) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_next, CL_TRUE, 0, n, cells, 0, NULL, NULL));
        cl_mem d_written = d_next;
        d_next = d_now;
        d_now = d_written;
        paint(&picture, cells, w);
    }

    // Release, in reverse order.
    for (size_t t = 0; t < turns; t++)
        OCL_CHECK(clReleaseEvent(done[t]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_now));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    live_close(&window);
    ocl_picture_free(&picture);
    free(done);
    free(ref);
    free(cells);
    free(first);
    return ocl_report_close(report);
}
