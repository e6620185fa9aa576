// SPDX-License-Identifier: MIT
//
// buffer_rect - move a rectangle or a box between host memory and a buffer, and nothing beside it.
//
// Shows   origin, region, row pitch and slice pitch; pitch 0; what one command saves over many
// Uses    clEnqueueReadBufferRect, clEnqueueWriteBufferRect; ocl_rect_copy, in common/, is the plain C answer
// Try     buffer_rect -n 4000x16 and -n 16x4000; --cases 2000 --seed 2

#include "ocl.h"

enum { UNIT = sizeof(cl_uint), ELEMENTS = 32 };    // of the buffer that is small enough to draw

// How a rectangle can be read: with all that is around it, alone, or with a command for each row.
static const char *const VARIANTS[] = { "whole", "rect", "rows", NULL };
enum { WHOLE, RECT, ROWS };

// The region from the start of a memory on, without gaps.
static const ocl_rect TIGHT = { { 0, 0, 0 }, 0, 0 };

// The two calls of this sample: `d` is the region's place in the buffer, `h` its place in `host`.
static cl_int buffer_rect_read(const ocl_env *env, cl_mem buffer, ocl_rect d, void *host,
                               ocl_rect h, const size_t region[3])
{
    return clEnqueueReadBufferRect(env->queue, buffer, CL_TRUE, d.origin, h.origin, region,
                                   d.row_pitch, d.slice_pitch, h.row_pitch, h.slice_pitch, host, 0,
                                   NULL, NULL);
}

static cl_int buffer_rect_write(const ocl_env *env, cl_mem buffer, ocl_rect d, const void *host,
                                ocl_rect h, const size_t region[3])
{
    return clEnqueueWriteBufferRect(env->queue, buffer, CL_TRUE, d.origin, h.origin, region,
                                    d.row_pitch, d.slice_pitch, h.row_pitch, h.slice_pitch, host, 0,
                                    NULL, NULL);
}

// Draws a region of elements 0 to 31 and reads it.
static void buffer_rect_example(const ocl_env *env, ocl_report *report, const char *name,
                                ocl_rect place, const size_t region[3], const cl_uint *want)
{
    cl_uint x[ELEMENTS], got[ELEMENTS] = { 0 };
    for (cl_uint i = 0; i < ELEMENTS; i++)
        x[i] = i;
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x);
    OCL_CHECK(buffer_rect_read(env, d_x, place, got, TIGHT, region));
    ocl_report_print(report, "\n");
    ocl_rect_print(report, x, ELEMENTS, place, region);
    ocl_report_result(report, name,
                      ocl_verify_u32("read", got, want, region[0] / UNIT * region[1] * region[2]));
    OCL_CHECK(clReleaseMemObject(d_x));
}

// A random region, read from a buffer into an array and written to another place of the buffer.  All bytes
// of both are compared: those outside of the region must not change.
static ocl_result buffer_rect_case(const ocl_env *env, uint64_t seed)
{
    ocl_rect_move m = ocl_rect_random_move(seed);
    const ocl_rect back = ocl_rect_random_beside(seed, &m);
    unsigned char *host = ocl_alloc(m.y_bytes);
    memcpy(host, m.y, m.y_bytes);
    cl_mem d_x = ocl_buffer(env, 0, m.x_bytes, m.x);

    OCL_CHECK(buffer_rect_read(env, d_x, m.from, host, m.to, m.region));
    ocl_rect_copy(m.y, m.to, m.x, m.from, m.region);
    const ocl_result read = ocl_verify_bytes("array after the read", host, m.y, m.y_bytes);

    OCL_CHECK(buffer_rect_write(env, d_x, back, host, m.to, m.region));
    ocl_rect_copy(m.x, back, m.y, m.to, m.region);
    const ocl_result written =
        ocl_verify_buffer(env, "buffer after the write", d_x, m.x, m.x_bytes);

    OCL_CHECK(clReleaseMemObject(d_x));
    free(host);
    ocl_rect_free(&m);
    return ocl_result_both(read, written);
}

// Regions and pitches that a driver must not accept.
static void buffer_rect_refusals(const ocl_env *env, ocl_report *report)
{
    unsigned char x[256] = { 0 }, host[256];
    const size_t region[3] = { 8, 4, 2 }, empty[3] = { 8, 0, 2 };
    const ocl_rect fine = { { 0 }, 16, 64 }, narrow = { { 0 }, 7, 0 }, low = { { 0 }, 16, 40 };
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x);
    const ocl_refusal refusals[] = {
        { "a region without rows", buffer_rect_read(env, d_x, fine, host, fine, empty),
          CL_INVALID_VALUE, OCL_OCLGRIND | OCL_NVIDIA },
        { "rows that are longer than the buffer's row pitch",
          buffer_rect_read(env, d_x, narrow, host, fine, region), CL_INVALID_VALUE, OCL_OCLGRIND },
        { "slices that are larger than the slice pitch",
          buffer_rect_write(env, d_x, low, host, fine, region), CL_INVALID_VALUE, OCL_OCLGRIND },
        { "no host memory", buffer_rect_read(env, d_x, fine, NULL, fine, region), CL_INVALID_VALUE,
          0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(d_x));
}

// Reads the rectangle once, the variant's way.  Nanoseconds until the host has it.
static double buffer_rect_time(const ocl_env *env, int variant, cl_mem d_x, const ocl_rect_move *m,
                               unsigned char *y)
{
    const double begin = ocl_wall_ns();
    if (variant == WHOLE)
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_x, CL_TRUE, 0, m->x_bytes, y, 0, NULL, NULL));
    else if (variant == RECT)
        OCL_CHECK(buffer_rect_read(env, d_x, m->from, y, m->to, m->region));
    else
        for (size_t row = 0; row < m->region[1]; row++)
            OCL_CHECK(clEnqueueReadBuffer(env->queue, d_x, CL_FALSE,
                                          ocl_rect_offset(m->from, m->region, 0, row, 0),
                                          m->region[0], y + row * m->region[0], 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));
    return ocl_wall_ns() - begin;
}

int main(int argc, char **argv)
{
    size_t cases = 200;
    const ocl_option own[] = {
        { 0, "cases", OCL_COUNT, &cases, "N", "random regions to read and write", NULL }, { 0 }
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

    // The rectangle to time lies in the middle of a matrix that is twice as wide and two rows higher.
    const double matrix_bytes = 2.0 * UNIT * ((double)opt.n[0] + 2) * (double)opt.n[1];
    ocl_require_memory(env.device, matrix_bytes, matrix_bytes, 2.5 * matrix_bytes);
    const size_t rows = opt.n[0], row = opt.n[1] * UNIT, bytes = 2 * row * (rows + 2);
    const ocl_rect_move m = { .region = { row, rows, 1 },
                              .from = { { opt.n[1] / 2 * UNIT, 1, 0 }, 2 * row, 0 },
                              .to = TIGHT,
                              .x_bytes = bytes,
                              .y_bytes = rows * row,
                              .x = ocl_alloc(bytes),
                              .y = ocl_alloc(rows * row) };
    unsigned char *got = ocl_alloc(bytes);
    ocl_fill_bytes(m.x, bytes, opt.seed);
    const double begin = ocl_wall_ns();
    ocl_rect_copy(m.y, m.to, m.x, m.from, m.region);
    const double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "elements a row", opt.n[1]);
    ocl_report_count(report, "cases", cases);
    ocl_report_reference(report, reference_ns);

    // The book's two examples: 8 rows of 4, and 4 slices of 2 rows of 4.
    buffer_rect_example(&env, report, "2 rows of 3 from 8 rows of 4",
                        (ocl_rect){ { 1 * UNIT, 6, 0 }, 4 * UNIT, 32 * UNIT },
                        (size_t[]){ 3 * UNIT, 2, 1 }, (cl_uint[]){ 25, 26, 27, 29, 30, 31 });
    buffer_rect_example(&env, report, "3 slices of 1 row of 3 from 4 of 2 of 4",
                        (ocl_rect){ { 1 * UNIT, 1, 0 }, 4 * UNIT, 8 * UNIT },
                        (size_t[]){ 3 * UNIT, 1, 3 },
                        (cl_uint[]){ 5, 6, 7, 13, 14, 15, 21, 22, 23 });
    ocl_result random = { .pass = true };
    for (size_t i = 0; i < cases; i++)
        random = ocl_result_both(random, buffer_rect_case(&env, ocl_random(opt.seed, i)));
    ocl_report_result(report, "random regions, read and written", random);
    buffer_rect_refusals(&env, report);

    // The rate counts the rectangle's bytes, whatever else a variant moves.
    cl_mem d_x = ocl_buffer(&env, 0, bytes, m.x);
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        memset(got, 0xff, bytes);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            const double ns = buffer_rect_time(&env, v, d_x, &m, got);
            if (run > 0) ocl_times_add(&times, ns);
        }
        ocl_result check = v == WHOLE ? ocl_verify_bytes("matrix", got, m.x, m.x_bytes)
                                      : ocl_verify_bytes(VARIANTS[v], got, m.y, m.y_bytes);
        ocl_report_row(report,
                       &(ocl_row){ VARIANTS[v], &times, (double)m.y_bytes, "GB/s", 0.0, check });
    }

    OCL_CHECK(clReleaseMemObject(d_x));
    free(got);
    free(m.y);
    free(m.x);
    ocl_close(&env);
    return ocl_report_close(report);
}
