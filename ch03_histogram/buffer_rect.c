// SPDX-License-Identifier: MIT
//
// buffer_rect - move a rectangle or a box between host memory and a buffer, and no other bytes.
//
// Shows   origin, region, row pitch and slice pitch; pitch 0; what one command saves over many
// Uses    clEnqueueReadBufferRect, clEnqueueWriteBufferRect, clEnqueueReadBuffer
// Try     buffer_rect -n 4000x16, and then buffer_rect -n 16x4000
//         buffer_rect --cases 2000 --seed 2

#include "buffer_rect/examples.h"

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

// Regions and pitches that a driver must not accept.
static void report_refusals(const ocl_env *env, ocl_report *report)
{
    unsigned char x[256] = { 0 }, host[256];
    const ocl_rect fine = { .row_pitch = 16, .slice_pitch = 64 };
    rect_places places = { .region = { 8, 4, 2 }, .from = fine, .to = fine };
    rect_places empty = places, narrow = places, low = places;
    empty.region[1] = 0;
    narrow.from.row_pitch = 7;
    low.to.slice_pitch = 40;
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    const ocl_refusal refusals[] = {
        { .mistake = "a region without rows",
          .got = read_rect(env->queue, d_x, host, &empty),
          .want = CL_INVALID_VALUE,
          .excused = OCL_OCLGRIND | OCL_NVIDIA },
        { .mistake = "rows that are longer than the buffer's row pitch",
          .got = read_rect(env->queue, d_x, host, &narrow),
          .want = CL_INVALID_VALUE,
          .excused = OCL_OCLGRIND },
        { .mistake = "slices that are larger than the buffer's slice pitch",
          .got = write_rect(env->queue, d_x, host, &low),
          .want = CL_INVALID_VALUE,
          .excused = OCL_OCLGRIND },
        { .mistake = "NULL for the host's memory",
          .got = read_rect(env->queue, d_x, NULL, &places),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(d_x));
}

// Reads the rectangle once.  Returns the nanoseconds until the host has it.
static double time_read(const ocl_env *env, int variant, cl_mem d_x, const rect_move *m, void *got)
{
    const size_t *region = m->places.region;
    unsigned char *y = got;
    const double begin = ocl_wall_ns();
    if (variant == WHOLE)
        OCL_CHECK(
            clEnqueueReadBuffer(env->queue, d_x, CL_TRUE, 0, m->from_bytes, y, 0, NULL, NULL));
    else if (variant == RECT)
        OCL_CHECK(read_rect(env->queue, d_x, y, &m->places));
    else
        for (size_t row = 0; row < region[1]; row++)
            OCL_CHECK(clEnqueueReadBuffer(env->queue, d_x, CL_FALSE,
                                          ocl_rect_offset(m->places.from, region, 0, row, 0),
                                          region[0], y + row * region[0], 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));
    return ocl_wall_ns() - begin;
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
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 4099, 2039 }, .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);

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
    ocl_report_result(report, "random regions, read and written", random);
    report_refusals(&env, report);

    // The rate counts the rectangle's bytes, also where a variant moves more.
    cl_int err;
    const cl_mem_flags flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_x = OCL_CREATE(clCreateBuffer(env.context, flags, m.from_bytes, m.from, &err));
    unsigned char *got = ocl_alloc(m.from_bytes);
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            memset(got, 0xff, m.from_bytes);
            const double ns = time_read(&env, v, d_x, &m, got);
            if (run > 0) ocl_times_add(&times, ns);
            ocl_answers_add_host(&times.answers, got, m.from_bytes);
        }
        const ocl_result result = v == WHOLE ? ocl_verify_bytes("matrix", got, m.from, m.from_bytes)
                                             : ocl_verify_bytes(VARIANTS[v], got, m.to, m.to_bytes);
        ocl_report_row(report, &(ocl_row){ .name = VARIANTS[v],
                                           .times = &times,
                                           .work = (double)m.to_bytes,
                                           .unit = "GB/s",
                                           .result = result });
    }

    OCL_CHECK(clReleaseMemObject(d_x));
    free(got);
    rect_move_free(&m);
    ocl_close(&env);
    return ocl_report_close(report);
}
