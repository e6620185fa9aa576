// SPDX-License-Identifier: MIT
//
// bench_life - the rungs of life_bands beside an OpenMP loop over the same words.
//
// Times are the wall clock's, with the launches and the wait, of all turns.  All have the same
// first turn, and go on in two buffers.  The copy of the first turn is timed with the kernels; with
// OpenMP it is made before.

// The lesson itself, of which main alone is not called.
#define main life_bands_main
#include "../ch16_applications/life_bands.c"
#undef main

#include "contest.h"

typedef struct {
    lesson lesson;
    size_t width, height, row, turns, bytes;
    cl_uint *first, *words[2], *ref;    // the answer is in words[0]
} bench;

typedef struct {
    bench *b;
    int variant;
    cl_kernel kernel;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->words[0], b->ref, b->row * b->height);
}

// With an even number of turns the first one stands where the last one will.
static void begin(void *what, size_t round)
{
    const bench *b = what;
    memset(b->words[1 - b->turns % 2], ocl_poison_byte(round), b->bytes);
    memcpy(b->words[b->turns % 2], b->first, b->bytes);
}

static void add_words(uint32_t *ones, uint32_t *twos, uint32_t a, uint32_t b, uint32_t c)
{
    *ones = a ^ b ^ c;
    *twos = (a & b) | (c & (a ^ b));
}

// Words w - 1, w and w + 1 of three rows become word w of the next turn.
static inline uint32_t next_word(const uint32_t above[3], const uint32_t row[3],
                                 const uint32_t below[3])
{
    uint32_t ones_a, ones_b, ones_r, twos_a, twos_b, twos_r, ones, twos;
    add_words(&ones_a, &twos_a, above[1] << 1 | above[0] >> 31, above[1],
              above[1] >> 1 | above[2] << 31);
    add_words(&ones_b, &twos_b, below[1] << 1 | below[0] >> 31, below[1],
              below[1] >> 1 | below[2] << 31);
    add_words(&ones_r, &twos_r, row[1] << 1 | row[0] >> 31, 0, row[1] >> 1 | row[2] << 31);
    add_words(&ones, &twos, ones_a, ones_b, ones_r);
    const uint32_t odd = twos ^ twos_a ^ twos_b ^ twos_r;
    return odd & ~((twos & twos_a) | (twos_b & twos_r)) & (ones | row[1]);
}

// A row goes round: the words of `three` beside word w, so that the shifts bring the right bits.
static void three_words(uint32_t three[3], const uint32_t *row, size_t w, size_t words, size_t last)
{
    three[0] = w > 0 ? row[w - 1] : (row[last / BITS] >> last % BITS) << 31;
    three[1] = row[w];
    three[2] = row[0];
    if (w + 1 < words)
        three[2] = row[w + 1];
    else if (last % BITS != 31) {    // the first cell comes into the middle of a word
        three[1] |= (row[0] & 1) << (last % BITS + 1);
        three[2] = 0;
    }
}

static uint32_t word_at_edge(const uint32_t *above, const uint32_t *row, const uint32_t *below,
                             size_t w, size_t words, size_t width)
{
    uint32_t a[3], r[3], b[3];
    three_words(a, above, w, words, width - 1);
    three_words(r, row, w, words, width - 1);
    three_words(b, below, w, words, width - 1);
    const uint32_t alive = next_word(a, r, b);
    const size_t left_over = BITS * words - width;
    return w == words - 1 ? alive << left_over >> left_over : alive;
}

static void run_openmp(void *what)
{
    const bench *b = what;
    const size_t words = b->row, height = b->height;
#pragma omp parallel
    for (size_t t = 0; t < b->turns; t++) {
        const uint32_t *now = b->words[(b->turns - t) % 2];
        uint32_t *next = b->words[(b->turns - t - 1) % 2];
#pragma omp for
        for (size_t y = 0; y < height; y++) {
            const uint32_t *row = now + y * words;
            const uint32_t *above = now + (y > 0 ? y - 1 : height - 1) * words;
            const uint32_t *below = now + (y < height - 1 ? y + 1 : 0) * words;
            uint32_t *to = next + y * words;
            to[0] = word_at_edge(above, row, below, 0, words, b->width);
#pragma omp simd
            for (size_t w = 1; w < words - 1; w++)
                to[w] = next_word(above + w - 1, row + w - 1, below + w - 1);
            if (words > 1)
                to[words - 1] = word_at_edge(above, row, below, words - 1, words, b->width);
        }
    }
}

static void poison(void *what, size_t round)
{
    const lesson *l = &((const rung *)what)->b->lesson;
    ocl_poison_run(l->env->queue, l->d_end, l->bytes, round);
    ocl_poison_run(l->env->queue, l->d_other, l->bytes, round);
}

static void run_rung(void *what)
{
    const rung *r = what;
    ocl_trial t = { .done = NULL };
    launch_all(&r->b->lesson, r->variant, r->kernel, &t);
    OCL_CHECK(clFinish(r->b->lesson.env->queue));
    OCL_CHECK(clReleaseEvent(t.first));
    OCL_CHECK(clReleaseEvent(t.done));
}

static ocl_result check_rung(void *what, const char *name)
{
    const rung *r = what;
    const lesson *l = &r->b->lesson;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_end, CL_TRUE, 0, l->bytes, r->b->words[0], 0,
                                  NULL, NULL));
    return check(r->b, name);
}

int main(int argc, char **argv)
{
    size_t turns = 20, block = 8;
    const ocl_option own[] = {
        { .usage = "-t, --turns N: at most 1000", .count = &turns, .most = 1000 },
        { .usage = "-b, --block N: turns per launch of `turns`",
          .count = &block,
          .most = MOST_BLOCK },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "bench_life",
                              .summary = "life_bands's rungs beside an OpenMP loop over words.",
                              .accepts = "dnrVks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = 1 << 18,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 8191, 8191 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    bench b = { .lesson = open_lesson(&env, opt.n, turns, block), .turns = turns };
    lesson *l = &b.lesson;
    b.width = l->width;
    b.height = l->height;
    b.row = l->row;
    b.bytes = l->bytes;
    const double room = (double)b.bytes, cells_room = (double)b.width * (double)b.height,
                 kept = kept_bytes(l);
    ocl_require_memory(env.device, room > kept ? room : kept, 3.0 * room + kept,
                       2.0 * cells_room + 4.0 * room);
    uint8_t *cells = ocl_alloc(b.width * b.height), *next = ocl_alloc(b.width * b.height);
    b.first = ocl_alloc(b.bytes);
    b.ref = ocl_alloc(b.bytes);
    for (size_t i = 0; i < b.width * b.height; i++)
        cells[i] = ocl_random(opt.seed, i) % 3 == 0;
    pack(b.first, cells, b.width, b.height);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", b.width);
    ocl_report_count(report, "height", b.height);
    ocl_report_count(report, "turns", turns);
    ocl_report_count(report, "block", block);
    OCL_TIME_REFERENCE(report, life_ref(cells, next, b.width, b.height, turns));
    pack(b.ref, cells, b.width, b.height);
    for (int i = 0; i < 2; i++)
        b.words[i] = ocl_alloc(b.bytes);
    l->d_first = ocl_buffer(&env, CL_MEM_READ_ONLY, l->bytes, b.first);
    l->d_end = ocl_buffer(&env, CL_MEM_READ_WRITE, l->bytes, NULL);
    l->d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, l->bytes, NULL);
    l->d_kept = ocl_buffer(&env, CL_MEM_READ_WRITE, (size_t)kept, NULL);

    contest c = { .unit = "Gcell/s", .env = &env, .rounds = opt.repeat };
    const double work = cells_room * (double)turns;
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = begin,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = work });
    rung rungs[TURNS + 1];
    size_t count = 0;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "life_%s", VARIANTS[v]);
        cl_int err;
        rung *r = &rungs[count++];
        *r = (rung){ .b = &b, .variant = v };
        r->kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = r,
                                         .prepare = poison,
                                         .run = run_rung,
                                         .check = check_rung,
                                         .work = work });
    }
    contest_hold(&c, report);

    while (count-- > 0)
        OCL_CHECK(clReleaseKernel(rungs[count].kernel));
    OCL_CHECK(clReleaseMemObject(l->d_kept));
    OCL_CHECK(clReleaseMemObject(l->d_other));
    OCL_CHECK(clReleaseMemObject(l->d_end));
    OCL_CHECK(clReleaseMemObject(l->d_first));
    OCL_CHECK(clReleaseProgram(l->program));
    ocl_close(&env);
    for (int i = 1; i >= 0; i--)
        free(b.words[i]);
    free(b.ref);
    free(b.first);
    free(next);
    free(cells);
    return ocl_report_close(report);
}
