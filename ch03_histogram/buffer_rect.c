// SPDX-License-Identifier: MIT
//
// buffer_rect - move a rectangle or a box between host memory and a buffer, and nothing beside it.
//
// Shows   origin, region, row pitch and slice pitch; pitch 0; what one command saves over many
// Uses    clEnqueueReadBufferRect, clEnqueueWriteBufferRect
// Try     buffer_rect -n 4000x16 and -n 16x4000; --cases 2000 --seed 2

#include "ocl.h"

enum {
    ELEMENTS = 32,    // of the buffer that is small enough to draw
    MOST = 32,        // bytes, rows and slices of a random region
    SPARE = 29        // bytes after a region's end that must stay as they are
};

// How a rectangle can be read: with all that is around it, alone, or with a command for each row.
static const char *const VARIANTS[] = { "whole", "rect", "rows", NULL };
enum { WHOLE, RECT, ROWS };

static const ocl_rect TIGHT = { { 0, 0, 0 }, 0, 0 };

// The two calls of this sample: `d` is the region's place in the buffer, `h` its place in `host`.
static cl_int buffer_rect_move(const ocl_env *env, bool write, cl_mem buffer, ocl_rect d,
                               void *host, ocl_rect h, const size_t region[3])
{
    if (write)
        return clEnqueueWriteBufferRect(env->queue, buffer, CL_TRUE, d.origin, h.origin, region,
                                        d.row_pitch, d.slice_pitch, h.row_pitch, h.slice_pitch,
                                        host, 0, NULL, NULL);
    return clEnqueueReadBufferRect(env->queue, buffer, CL_TRUE, d.origin, h.origin, region,
                                   d.row_pitch, d.slice_pitch, h.row_pitch, h.slice_pitch, host, 0,
                                   NULL, NULL);
}

// The book's examples: elements 0 to 31 as 8 rows of 4, and as 4 slices of 2 rows of 4.
static void buffer_rect_book(const ocl_env *env, ocl_report *report)
{
    enum { UNIT = sizeof(cl_uint) };
    static const struct {
        const char *name;
        ocl_rect rect;
        size_t region[3];
        size_t count;
        cl_uint want[9];
    } BOOK[] = {
        { "2 rows of 3 from 8 rows of 4",
          { { 1 * UNIT, 6, 0 }, 4 * UNIT, 32 * UNIT },
          { 3 * UNIT, 2, 1 },
          6,
          { 25, 26, 27, 29, 30, 31 } },
        { "3 slices of 1 row of 3 from 4 of 2 of 4",
          { { 1 * UNIT, 1, 0 }, 4 * UNIT, 8 * UNIT },
          { 3 * UNIT, 1, 3 },
          9,
          { 5, 6, 7, 13, 14, 15, 21, 22, 23 } },
    };
    cl_uint x[ELEMENTS];
    for (cl_uint i = 0; i < ELEMENTS; i++)
        x[i] = i;
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x);
    for (size_t b = 0; b < sizeof BOOK / sizeof BOOK[0]; b++) {
        cl_uint got[9] = { 0 };
        OCL_CHECK(buffer_rect_move(env, false, d_x, BOOK[b].rect, got, TIGHT, BOOK[b].region));
        ocl_report_print(report, "\n");
        ocl_rect_print(report, x, ELEMENTS, BOOK[b].rect, BOOK[b].region);
        ocl_report_check(report, BOOK[b].name,
                         ocl_verify_u32("read", got, BOOK[b].want, BOOK[b].count));
    }
    OCL_CHECK(clReleaseMemObject(d_x));
}

// One random region, read and then written, somewhere in a buffer and somewhere in an array.  All bytes
// of both are compared: those outside of the region must not change.
static ocl_check buffer_rect_case(const ocl_env *env, uint64_t seed)
{
    size_t region[3];
    ocl_rect_random_region(seed, MOST, region);
    const ocl_rect d = ocl_rect_random(seed + 1, region), h = ocl_rect_random(seed + 2, region);
    const size_t d_bytes = ocl_rect_room(d, region) + SPARE;
    const size_t h_bytes = ocl_rect_end(h, region) + SPARE;
    unsigned char *x = ocl_alloc(d_bytes), *host = ocl_alloc(h_bytes), *ref = ocl_alloc(h_bytes);
    ocl_fill_bytes(x, d_bytes, seed + 3);
    ocl_fill_bytes(host, h_bytes, seed + 4);
    cl_mem d_x = ocl_buffer(env, 0, d_bytes, x);

    memcpy(ref, host, h_bytes);
    ocl_rect_copy(ref, h, x, d, region);
    OCL_CHECK(buffer_rect_move(env, false, d_x, d, host, h, region));
    ocl_check check = ocl_verify_bytes("array after the read", host, ref, h_bytes);

    ocl_fill_bytes(host, h_bytes, seed + 5);
    ocl_rect_copy(x, d, host, h, region);
    OCL_CHECK(buffer_rect_move(env, true, d_x, d, host, h, region));
    check =
        ocl_check_both(check, ocl_verify_buffer(env, "buffer after the write", d_x, x, d_bytes));

    OCL_CHECK(clReleaseMemObject(d_x));
    free(ref);
    free(host);
    free(x);
    return check;
}

// Regions that a driver must not accept.
static void buffer_rect_refusals(const ocl_env *env, ocl_report *report)
{
    unsigned char x[256] = { 0 }, host[256];
    const size_t region[3] = { 8, 4, 2 }, empty[3] = { 8, 0, 2 };
    const ocl_rect fine = { { 0 }, 16, 64 }, narrow = { { 0 }, 7, 0 }, low = { { 0 }, 16, 40 };
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x);
    cl_mem d_secret = ocl_buffer(env, CL_MEM_HOST_WRITE_ONLY, sizeof x, x);
    const ocl_refusal refusals[] = {
        { "a region without rows", buffer_rect_move(env, false, d_x, fine, host, fine, empty),
          CL_INVALID_VALUE, OCL_OCLGRIND | OCL_NVIDIA },
        { "rows that are longer than the buffer's row pitch",
          buffer_rect_move(env, false, d_x, narrow, host, fine, region), CL_INVALID_VALUE,
          OCL_OCLGRIND },
        { "slices that are larger than the slice pitch",
          buffer_rect_move(env, true, d_x, low, host, fine, region), CL_INVALID_VALUE,
          OCL_OCLGRIND },
        { "no host memory", buffer_rect_move(env, false, d_x, fine, NULL, fine, region),
          CL_INVALID_VALUE, 0 },
        { "reading what the host may only write",
          buffer_rect_move(env, false, d_secret, fine, host, fine, region), CL_INVALID_OPERATION,
          0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(d_secret));
    OCL_CHECK(clReleaseMemObject(d_x));
}

// Reads the rectangle once, the variant's way.  Nanoseconds until the host has it.
static double buffer_rect_time(const ocl_env *env, int variant, cl_mem buffer, size_t bytes,
                               ocl_rect place, const size_t region[3], unsigned char *host)
{
    const double begin = ocl_wall_ns();
    if (variant == WHOLE)
        OCL_CHECK(clEnqueueReadBuffer(env->queue, buffer, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
    else if (variant == RECT)
        OCL_CHECK(buffer_rect_move(env, false, buffer, place, host, TIGHT, region));
    else
        for (size_t y = 0; y < region[1]; y++)
            OCL_CHECK(clEnqueueReadBuffer(env->queue, buffer, CL_FALSE,
                                          ocl_rect_offset(place, region, 0, y, 0), region[0],
                                          host + y * region[0], 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));
    return ocl_wall_ns() - begin;
}

int main(int argc, char **argv)
{
    size_t cases = 200;
    const ocl_option own[] = {
        { 0, "cases", OCL_COUNT, &cases, "N", "random regions to read and write", NULL },
        { 0 },
    };
    const ocl_program program_facts = { .name = "buffer_rect",
                                        .summary = "Rectangles and boxes, read and written.",
                                        .accepts = "dnrVs",
                                        .size_help = "rows x elements of the rectangle to time",
                                        .extents = 2,
                                        .variants = VARIANTS,
                                        .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &program_facts,
                  (ocl_options){ .n = { 4099, 2039, 1 }, .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);

    // The rectangle lies in a matrix with a border: a row above and below, half its width to either side.
    const double matrix_bytes = 2.0 * sizeof(cl_uint) * ((double)opt.n[0] + 2) * (double)opt.n[1];
    ocl_require_memory(env.device, matrix_bytes, matrix_bytes, 2.5 * matrix_bytes);
    const size_t row = opt.n[1] * sizeof(cl_uint), bytes = 2 * row * (opt.n[0] + 2);
    const ocl_rect place = { { opt.n[1] / 2 * sizeof(cl_uint), 1, 0 }, 2 * row, 0 };
    const size_t region[3] = { row, opt.n[0], 1 }, rect_bytes = row * opt.n[0];
    unsigned char *x = ocl_alloc(bytes), *got = ocl_alloc(bytes), *ref = ocl_alloc(rect_bytes);
    ocl_fill_bytes(x, bytes, opt.seed);
    double begin = ocl_wall_ns();
    ocl_rect_copy(ref, TIGHT, x, place, region);
    double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", opt.n[0]);
    ocl_report_count(report, "elements a row", opt.n[1]);
    ocl_report_count(report, "cases", cases);
    ocl_report_reference(report, reference_ns);

    buffer_rect_book(&env, report);
    ocl_check random = { .pass = true };
    for (size_t i = 0; i < cases; i++)
        random = ocl_check_both(random, buffer_rect_case(&env, ocl_random(opt.seed, i)));
    ocl_report_check(report, "random regions, read and written", random);
    buffer_rect_refusals(&env, report);

    // The rate counts the rectangle's bytes, whatever else a variant moves.
    cl_mem d_x = ocl_buffer(&env, 0, bytes, x);
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        memset(got, 0xff, bytes);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            double ns = buffer_rect_time(&env, v, d_x, bytes, place, region, got);
            if (run > 0) ocl_times_add(&times, ns);
        }
        ocl_check check = ocl_verify_bytes(VARIANTS[v], got, v == WHOLE ? x : ref,
                                           v == WHOLE ? bytes : rect_bytes);
        ocl_report_row(report,
                       &(ocl_row){ VARIANTS[v], &times, (double)rect_bytes, "GB/s", 0.0, check });
    }

    OCL_CHECK(clReleaseMemObject(d_x));
    free(ref);
    free(got);
    free(x);
    ocl_close(&env);
    return ocl_report_close(report);
}
