// SPDX-License-Identifier: MIT
//
// life_bands - Conway's game of life, faster on a CPU: 16 words at a time, then several turns.
//
// Shows   a band of rows per work-item, and vectors along it; several turns while the rows are in
//         the cache (time blocking)
// Uses    clCreateKernel, clSetKernelArg, clEnqueueCopyBuffer, clEnqueueNDRangeKernel,
//         reqd_work_group_size
// Try     life_bands, life_bands -n 8000 -t 16
//         life_bands -V turns --block 1, then --block 2, 4, 8 and 16

#include "ocl.h"

enum { BITS = 32, LANES = 16 };                              // of a word, of a vector
enum { PAD = 16, ARRAYS = 3, KEPT = 3, MOST_BLOCK = 64 };    // as in life_bands.cl

enum { WORDS, VECTORS, TURNS };
static const char *const VARIANTS[] = { "words", "vectors", "turns", NULL };

typedef struct {
    const ocl_env *env;
    size_t width, height, row, bytes;    // row: words
    size_t turns, block;                 // in all, and per launch of `turns`
    size_t band, bands;                  // rows of a work-item; work-items
    cl_program program;
    cl_mem d_first, d_end, d_other, d_kept;    // the last turn is in d_end
} lesson;

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

// A few bands for each core: one for each would wait for the slowest.
static lesson open_lesson(const ocl_env *env, const size_t extents[2], size_t turns, size_t block)
{
    const size_t cores = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    lesson l = { .env = env, .width = extents[0], .height = extents[1] };
    l.row = ocl_divide_up(l.width, BITS);
    l.bytes = l.row * l.height * sizeof(cl_uint);
    l.turns = turns;
    l.block = block;
    l.band = ocl_divide_up(l.height, 4 * cores);
    l.bands = ocl_divide_up(l.height, l.band);
    l.program = ocl_build(env, "life_bands.cl", "-cl-std=CL1.2");
    return l;
}

// What `turns` keeps of its rows, in bytes.
static double kept_bytes(const lesson *l)
{
    const size_t length = ocl_round_up(l->row, LANES) + (size_t)2 * PAD;
    return (double)l->bands * (double)(l->block * KEPT * ARRAYS + 1) * (double)length *
           sizeof(cl_uint);
}

// All launches, from the cells of d_first to those of d_end: the two buffers change places after
// each of them, so the first one is chosen by their number.
static void launch_all(const lesson *l, int variant, cl_kernel kernel, ocl_trial *t)
{
    const size_t each = variant == TURNS ? l->block : 1;
    const size_t launches = ocl_divide_up(l->turns, each);
    const cl_uint width = (cl_uint)l->width, height = (cl_uint)l->height, band = (cl_uint)l->band;
    cl_mem d_now = launches % 2 == 0 ? l->d_end : l->d_other;
    cl_mem d_next = launches % 2 == 0 ? l->d_other : l->d_end;
    OCL_CHECK(
        clEnqueueCopyBuffer(l->env->queue, l->d_first, d_now, 0, 0, l->bytes, 0, NULL, &t->first));

    // words: a work-item per word.  The others: a work-item per band.
    size_t local[2] = { 1, 1 }, global[2] = { l->bands, 1 };
    if (variant == WORDS) {
        ocl_local_size_2d(kernel, l->env->device, (const size_t[]){ 32, 8 }, local);
        global[0] = ocl_round_up(l->row, local[0]);
        global[1] = ocl_round_up(l->height, local[1]);
    }
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof width, &width));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof height, &height));
    if (variant != WORDS) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof band, &band));
    if (variant == TURNS) OCL_CHECK(clSetKernelArg(kernel, 5, sizeof l->d_kept, &l->d_kept));

    for (size_t n = 0; n < launches; n++) {
        const cl_uint turns = (cl_uint)ocl_smaller(l->turns - n * each, each);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
        if (variant == TURNS) OCL_CHECK(clSetKernelArg(kernel, 6, sizeof turns, &turns));
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL,
                                         n == launches - 1 ? &t->done : NULL));
        cl_mem d_written = d_next;
        d_next = d_now;
        d_now = d_written;
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t turns = 20, block = 8;
    const ocl_option own[] = {
        { .usage = "-t, --turns N: at most 10000", .count = &turns, .most = 10000 },
        { .usage = "-b, --block N: turns per launch of `turns`",
          .count = &block,
          .most = MOST_BLOCK },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "life_bands",
                              .summary = "Conway's game of life, by three kernels.",
                              .accepts = "dnrVks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 2045, 511 }, .repeat = 10, .seed = 1 });

    // Device, first turn, reference.  Each third cell lives.
    ocl_env env = ocl_open(&opt);
    const size_t width = opt.n[0], height = opt.n[1], n = width * height;
    lesson l = open_lesson(&env, opt.n, turns, block);
    const double room = (double)l.bytes, kept = kept_bytes(&l);
    ocl_require_memory(env.device, room > kept ? room : kept, 3.0 * room + kept,
                       2.0 * (double)n + 3.0 * room);
    uint8_t *cells = ocl_alloc(n), *next = ocl_alloc(n);
    cl_uint *first = ocl_alloc(l.bytes), *words = ocl_alloc(l.bytes), *ref = ocl_alloc(l.bytes);
    for (size_t i = 0; i < n; i++)
        cells[i] = ocl_random(opt.seed, i) % 3 == 0;
    pack(first, cells, width, height);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    ocl_report_count(report, "turns", turns);
    ocl_report_count(report, "block", block);
    OCL_TIME_REFERENCE(report, life_ref(cells, next, width, height, turns));
    pack(ref, cells, width, height);

    // Buffers.
    l.d_first = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, first);
    l.d_end = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    l.d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    l.d_kept = ocl_buffer(&env, CL_MEM_READ_WRITE, (size_t)kept, NULL);

    // The rungs.  Each word is compared, with the bits behind the last cell.
    const ocl_work work = { .amount = (double)n * (double)turns, .unit = "Gcell/s" };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "life_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(l.program, name, &err));
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_end, l.bytes);
        ocl_trial_scratch(&t, l.d_other, l.bytes);
        ocl_trial_scratch(&t, l.d_kept, (size_t)kept);
        while (ocl_trial_next(&t))
            launch_all(&l, v, kernel, &t);
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, l.d_end, CL_TRUE, 0, l.bytes, words, 0, NULL, NULL));
        ocl_trial_report(&t, report, &work,
                         ocl_verify_u32(VARIANTS[v], words, ref, l.row * height));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(l.d_kept));
    OCL_CHECK(clReleaseMemObject(l.d_other));
    OCL_CHECK(clReleaseMemObject(l.d_end));
    OCL_CHECK(clReleaseMemObject(l.d_first));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(ref);
    free(words);
    free(first);
    free(next);
    free(cells);
    return ocl_report_close(report);
}
