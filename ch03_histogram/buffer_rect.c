// SPDX-License-Identifier: MIT
//
// buffer_rect - move a rectangle or a box between host memory and a buffer, and no other bytes.
//
// Shows   origin, region, row pitch and slice pitch; pitch 0; what one command saves over many
// Uses    clEnqueueReadBufferRect, clEnqueueWriteBufferRect, clEnqueueReadBuffer
// Try     buffer_rect -n 4000x16, and then buffer_rect -n 16x4000
//         buffer_rect --cases 2000 --seed 2

#include "ocl.h"
#include "sample/rect.h"

#include "proof/ch03_histogram/rect_moves.h"

enum { UNIT = sizeof(cl_uint), ELEMENTS = 32, MAX_READ = 9, EXAMPLE_COUNT = 2 };

typedef struct {
    const char *name;
    rect_places places;    // from the buffer to an array without gaps
    size_t count;          // elements of the region
    cl_uint ref[MAX_READ];
} example;

static const example EXAMPLES[EXAMPLE_COUNT] = {
    { .name = "2 rows of 3 from 8 rows of 4",
      .places = { .region = { 3 * UNIT, 2, 1 },
                  .from = { .origin = { 1 * UNIT, 6, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 32 * UNIT } },
      .count = 6,
      .ref = { 25, 26, 27, 29, 30, 31 } },
    { .name = "3 slices of 1 row of 3 from 4 of 2 of 4",
      .places = { .region = { 3 * UNIT, 1, 3 },
                  .from = { .origin = { 1 * UNIT, 1, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 8 * UNIT } },
      .count = 9,
      .ref = { 5, 6, 7, 13, 14, 15, 21, 22, 23 } },
};

// Three ways to read a rectangle: the whole buffer, the rectangle alone, one command per row.
static const char *const VARIANTS[] = { "whole", "rect", "rows", NULL };
enum { WHOLE, RECT, ROWS, VARIANT_COUNT };

// The two calls of this sample.  Both give the region, then origin and pitches of either side.
static cl_int read_rect(cl_command_queue queue, cl_mem buffer, void *host, const rect_places *p)
{
    return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, p->from.origin, p->to.origin, p->region,
                                   p->from.row_pitch, p->from.slice_pitch, p->to.row_pitch,
                                   p->to.slice_pitch, host, 0, NULL, NULL);
}

static cl_int write_rect(cl_command_queue queue, cl_mem buffer, const void *host,
                         const rect_places *p)
{
    return clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, p->to.origin, p->from.origin, p->region,
                                    p->to.row_pitch, p->to.slice_pitch, p->from.row_pitch,
                                    p->from.slice_pitch, host, 0, NULL, NULL);
}

// Draws the book's two regions and reads them.
static void check_examples(const ocl_env *env, ocl_report *report)
{
    cl_uint x[ELEMENTS];
    for (cl_uint i = 0; i < ELEMENTS; i++)
        x[i] = i;
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof x, x);
    for (const example *e = EXAMPLES; e < EXAMPLES + EXAMPLE_COUNT; e++) {
        cl_uint got[MAX_READ] = { 0 };
        OCL_CHECK(read_rect(env->queue, d_x, got, &e->places));
        ocl_report_print(report, "\n");
        rect_draw(report, x, ELEMENTS, e->places.from, e->places.region);
        ocl_report_result(report, e->name, ocl_verify_u32("read", got, e->ref, e->count));
    }
    OCL_CHECK(clReleaseMemObject(d_x));
}

// Reads a random region from a buffer into an array, and writes it to another place of the buffer.
// Compares all bytes of both: those outside the region must not change.
static ocl_result check_random(const ocl_env *env, uint64_t seed)
{
    rect_move m = rect_move_random(env->device, seed);
    if (ocl_known_fault(env->device, "pitches of host memory")) m.places.to = RECT_TIGHT;
    const rect_places there = m.places;
    rect_places back = there;
    back.from = there.to;
    back.to = rect_move_beside(seed, &m);
    unsigned char *host = ocl_alloc(m.to_bytes);
    memcpy(host, m.to, m.to_bytes);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, m.from_bytes, m.from);

    OCL_CHECK(read_rect(env->queue, d_x, host, &there));
    ocl_rect_copy(m.to, there.to, m.from, there.from, there.region);
    const ocl_result read = ocl_verify_bytes("array after the read", host, m.to, m.to_bytes);

    OCL_CHECK(write_rect(env->queue, d_x, host, &back));
    ocl_rect_copy(m.from, back.to, m.to, back.from, back.region);
    const ocl_result written =
        ocl_verify_buffer(env, "buffer after the write", d_x, m.from, m.from_bytes);

    OCL_CHECK(clReleaseMemObject(d_x));
    free(host);
    rect_move_free(&m);
    return ocl_result_both(read, written);
}

// Enqueues the reads of one variant.
static void enqueue_reads(const ocl_env *env, int variant, cl_mem d_x, const rect_move *m,
                          unsigned char *got)
{
    const size_t *region = m->places.region;
    switch (variant) {
    case WHOLE:
        OCL_CHECK(
            clEnqueueReadBuffer(env->queue, d_x, CL_TRUE, 0, m->from_bytes, got, 0, NULL, NULL));
        break;
    case RECT:
        OCL_CHECK(read_rect(env->queue, d_x, got, &m->places));
        break;
    default:    // ROWS
        for (size_t row = 0; row < region[1]; row++) {
            const size_t offset = ocl_rect_offset(m->places.from, region, 0, row, 0);
            OCL_CHECK(clEnqueueReadBuffer(env->queue, d_x, CL_FALSE, offset, region[0],
                                          got + row * region[0], 0, NULL, NULL));
        }
    }
}

// Reads the rectangle again and again.  The time is the host's: from the first call until the host
// has all bytes.
static void run_variant(const ocl_env *env, ocl_report *report, int variant, cl_mem d_x,
                        const rect_move *m)
{
    const size_t bytes = variant == WHOLE ? m->from_bytes : m->to_bytes;
    const unsigned char *ref = variant == WHOLE ? m->from : m->to;
    unsigned char *got = ocl_alloc(bytes);
    ocl_trial t = ocl_trial_open(env, VARIANTS[variant], NULL, 0);
    ocl_trial_also_host(&t, got, bytes);
    while (ocl_trial_next(&t)) {
        ocl_trial_start_clock(&t);
        enqueue_reads(env, variant, d_x, m, got);
    }

    // The rate counts the rectangle's bytes, also where a variant moves more.
    const ocl_work work = { .amount = (double)m->to_bytes, .unit = "GB/s" };
    ocl_trial_report(&t, report, &work, ocl_verify_bytes(VARIANTS[variant], got, ref, bytes));
    free(got);
}

int main(int argc, char **argv)
{
    size_t cases = 200;
    const ocl_option own[] = {
        { .usage = "--cases N: random regions to read and write", .count = &cases }, { 0 }
    };
    const ocl_about about = { .name = "buffer_rect",
                              .summary = "Rectangles and boxes, read and written.",
                              .accepts = "dnrVs",
                              .size_help = "rows x elements of the rectangle to time",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 4099, 2039 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // The rectangle to time lies in the middle of a matrix.
    const double matrix_bytes = 2.0 * UNIT * ((double)opt.n[0] + 2) * (double)opt.n[1];
    ocl_require_memory(env.device, matrix_bytes, matrix_bytes, 2.5 * matrix_bytes);
    rect_move m = rect_move_large(opt.n[0], opt.n[1], RECT_TIGHT, opt.seed);
    const rect_places *places = &m.places;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", opt.n[0]);
    ocl_report_count(report, "elements per row", opt.n[1]);
    ocl_report_count(report, "cases", cases);
    OCL_TIME_REFERENCE(report,
                       ocl_rect_copy(m.to, places->to, m.from, places->from, places->region));

    check_examples(&env, report);
    ocl_result random = { .pass = true };
    for (size_t i = 0; i < cases; i++)
        random = ocl_result_both(random, check_random(&env, ocl_random(opt.seed, i)));
    rect_move_report_fault(env.device, report);
    const char *fault = ocl_known_fault(env.device, "pitches of host memory");
    if (fault)
        ocl_report_note(report, "No rectangle in host memory has gaps: this driver %s.", fault);
    ocl_report_result(report, "random regions, read and written", random);

    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, m.from_bytes, m.from);
    for (int v = 0; v < VARIANT_COUNT; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&env, report, v, d_x, &m);

    OCL_CHECK(clReleaseMemObject(d_x));
    rect_move_free(&m);
    ocl_close(&env);
    return ocl_report_close(report);
}
