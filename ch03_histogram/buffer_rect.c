// SPDX-License-Identifier: MIT
//
// buffer_rect - a rectangle of a matrix moves between a buffer and the host, and nothing beside it.
//
// Shows   origin, region and row pitch of both sides; pitch 0; what one command saves over many
// Uses    clEnqueueReadBufferRect, clEnqueueWriteBufferRect, clEnqueueReadBuffer
// Try     buffer_rect -n 3x4: shows the matrix; buffer_rect -n 4000x16, then buffer_rect -n 16x4000

#include "ocl.h"

#include <inttypes.h>

enum { MOST_SHOWN = 8 };    // rows and columns of a rectangle whose matrix is printed

// Three ways to read the rectangle: the whole matrix, the rectangle alone, one command per row.
static const char *const VARIANTS[] = { "whole", "rect", "rows", NULL };
enum { WHOLE, RECT, ROWS, WAYS };

// The answer in plain C.  A pitch is the distance from row to row, here in numbers.
static void copy_ref(uint32_t *to, size_t to_pitch, const uint32_t *from, size_t from_pitch,
                     size_t rows, size_t columns)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++)
            to[y * to_pitch + x] = from[y * from_pitch + x];
}

static void show(ocl_report *report, const char *what, const uint32_t *x, size_t rows,
                 size_t columns)
{
    ocl_report_print(report, "\n%s\n", what);
    for (size_t i = 0; i < rows * columns; i++)
        ocl_report_print(report, "%4" PRIu32 "%s", x[i], (i + 1) % columns == 0 ? "\n" : "");
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "buffer_rect",
                              .summary = "A rectangle of a matrix, read and written.",
                              .accepts = "dnrVs",
                              .size_help = "rows x columns of the rectangle",
                              .extents = 2,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 4099, 2039 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);

    // Device.  The matrix is twice as wide as the rectangle, and has two rows more.
    ocl_env env = ocl_open(&opt);
    const double room = 2.0 * sizeof(cl_uint) * ((double)opt.n[0] + 2) * (double)opt.n[1];
    ocl_require_memory(env.device, room, room, 3.0 * room);
    const size_t rows = opt.n[0], columns = opt.n[1], bytes = rows * columns * sizeof(cl_uint);
    const size_t lines = rows + 2, pitch = 2 * columns, all = lines * pitch * sizeof(cl_uint);

    // Data and reference: the rectangle begins in row 1 and column columns / 2.
    const size_t first = pitch + columns / 2;
    uint32_t *matrix = ocl_alloc(all), *part = ocl_alloc(all), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < lines * pitch; i++)
        matrix[i] = (uint32_t)(ocl_random(opt.seed, i) % 999 + 1);
    memset(part, 0, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "columns", columns);
    OCL_TIME_REFERENCE(report, copy_ref(ref, columns, matrix + first, pitch, rows, columns));
    const bool shown = rows <= MOST_SHOWN && columns <= MOST_SHOWN;
    if (shown) show(report, "the matrix", matrix, lines, pitch);

    // Where the rectangle is.  Along a row all is in bytes: the origin, the width, the pitch.
    cl_mem d_matrix = ocl_buffer(&env, CL_MEM_READ_WRITE, all, matrix);
    const size_t row_pitch = pitch * sizeof(cl_uint);
    const size_t region[3] = { columns * sizeof(cl_uint), rows, 1 };     // one slice
    const size_t middle[3] = { columns / 2 * sizeof(cl_uint), 1, 0 };    // x, row, slice
    const size_t start[3] = { 0, 0, 0 };

    // Read it.  The host's array has no gaps: its pitches are 0.
    OCL_CHECK(clEnqueueReadBufferRect(env.queue, d_matrix, CL_TRUE, middle, start, region,
                                      row_pitch, 0, 0, 0, part, 0, NULL, NULL));
    if (shown) show(report, "the rectangle", part, rows, columns);
    ocl_report_result(report, "read", ocl_verify_u32("read", part, ref, rows * columns));

    // Write it to the upper left corner.  The rest of the matrix stays as it is.
    OCL_CHECK(clEnqueueWriteBufferRect(env.queue, d_matrix, CL_TRUE, start, start, region,
                                       row_pitch, 0, 0, 0, part, 0, NULL, NULL));
    copy_ref(matrix, pitch, ref, columns, rows, columns);
    if (shown) show(report, "the matrix, written", matrix, lines, pitch);
    ocl_report_result(report, "written", ocl_verify_buffer(&env, "written", d_matrix, matrix, all));

    // Read it again and again, in three ways.  The host's clock runs until the host has all bytes.
    copy_ref(ref, columns, matrix + first, pitch, rows, columns);
    for (int way = WHOLE; way < WAYS; way++) {
        if (!ocl_wants(&opt, VARIANTS[way])) continue;
        const size_t moved = way == WHOLE ? all : bytes;
        ocl_trial t = ocl_trial_open(&env, VARIANTS[way], NULL, 0);
        ocl_trial_also_host(&t, part, moved);
        while (ocl_trial_next(&t)) {
            ocl_trial_start_clock(&t);
            if (way == WHOLE)
                OCL_CHECK(
                    clEnqueueReadBuffer(env.queue, d_matrix, CL_TRUE, 0, all, part, 0, NULL, NULL));
            else if (way == RECT)
                OCL_CHECK(clEnqueueReadBufferRect(env.queue, d_matrix, CL_TRUE, middle, start,
                                                  region, row_pitch, 0, 0, 0, part, 0, NULL, NULL));
            for (size_t y = 0; way == ROWS && y < rows; y++)
                OCL_CHECK(clEnqueueReadBuffer(env.queue, d_matrix, CL_FALSE,
                                              (first + y * pitch) * sizeof(cl_uint), region[0],
                                              part + y * columns, 0, NULL, NULL));
        }

        // The rate counts the bytes of the rectangle, also where more are moved.
        const ocl_work work = { .amount = (double)bytes, .unit = "GB/s" };
        ocl_trial_report(&t, report, &work,
                         ocl_verify_bytes(VARIANTS[way], part, way == WHOLE ? matrix : ref, moved));
    }

    // Release.
    OCL_CHECK(clReleaseMemObject(d_matrix));
    ocl_close(&env);
    free(ref);
    free(part);
    free(matrix);
    return ocl_report_close(report);
}
