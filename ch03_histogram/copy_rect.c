// SPDX-License-Identifier: MIT
//
// copy_rect - copy a rectangle or a box from buffer to buffer, or within one buffer, on the device.
//
// Shows   two places with pitches of their own; what counts as overlap, and how to move such a region
// Uses    clEnqueueCopyBufferRect, CL_MEM_COPY_OVERLAP; ocl_rect_copy, in common/, is the plain C answer
// Try     copy_rect -n 4000x16 and -n 16x4000; --cases 2000 --seed 2

#include "ocl.h"

enum { UNIT = sizeof(cl_uint), ELEMENTS = 32 };    // of the buffers that are small enough to draw

// How a rectangle can get from buffer to buffer: with one command, or read by the host and written again.
static const char *const VARIANTS[] = { "rect", "through_host", NULL };
enum { RECT, THROUGH_HOST };

// The region from the start of a memory on, without gaps.
static const ocl_rect TIGHT = { { 0, 0, 0 }, 0, 0 };

// The call of this sample: `s` is the region's place in the source, `d` that in the destination.
static cl_int copy_rect_copy(const ocl_env *env, cl_mem from, ocl_rect s, cl_mem to, ocl_rect d,
                             const size_t region[3], cl_event *done)
{
    return clEnqueueCopyBufferRect(env->queue, from, to, s.origin, d.origin, region, s.row_pitch,
                                   s.slice_pitch, d.row_pitch, d.slice_pitch, 0, NULL, done);
}

// Copies a region of elements 1 to 32 into zeros, and draws both.
static void copy_rect_example(const ocl_env *env, ocl_report *report, const char *name, ocl_rect s,
                              ocl_rect d, const size_t region[3])
{
    cl_uint x[ELEMENTS], y[ELEMENTS] = { 0 }, got[ELEMENTS];
    for (cl_uint i = 0; i < ELEMENTS; i++)
        x[i] = i + 1;
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x), d_y = ocl_buffer(env, 0, sizeof y, y);
    OCL_CHECK(copy_rect_copy(env, d_x, s, d_y, d, region, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
    ocl_rect_copy(y, d, x, s, region);
    ocl_report_print(report, "\n");
    ocl_rect_print(report, x, ELEMENTS, s, region);
    ocl_report_print(report, "becomes\n");
    ocl_rect_print(report, got, ELEMENTS, d, region);
    ocl_report_result(report, name, ocl_verify_u32("copy", got, y, ELEMENTS));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
}

// A random region, copied to another buffer and then to another place in its own, which the driver must
// refuse where the two overlap.  All bytes are compared: those outside of the region must not change.
static ocl_result copy_rect_case(const ocl_env *env, uint64_t seed)
{
    ocl_rect_move m = ocl_rect_random_move(seed);
    const ocl_rect beside = ocl_rect_random_beside(seed, &m);
    cl_mem d_x = ocl_buffer(env, 0, m.x_bytes, m.x), d_y = ocl_buffer(env, 0, m.y_bytes, m.y);

    OCL_CHECK(copy_rect_copy(env, d_x, m.from, d_y, m.to, m.region, NULL));
    ocl_rect_copy(m.y, m.to, m.x, m.from, m.region);
    const ocl_result between = ocl_verify_buffer(env, "other buffer", d_y, m.y, m.y_bytes);

    ocl_result within;
    const cl_int status = copy_rect_copy(env, d_x, m.from, d_x, beside, m.region, NULL);
    if (ocl_rect_overlap(m.from, beside, m.region)) {
        const ocl_refusal refusal = { "a random region partly onto itself", status,
                                      CL_MEM_COPY_OVERLAP, OCL_OCLGRIND | OCL_NVIDIA };
        within = ocl_verify_refusals(env->device, &refusal, 1);
    } else {
        OCL_CHECK(status);
        ocl_rect_copy(m.x, beside, m.x, m.from, m.region);
        within = ocl_verify_buffer(env, "own buffer", d_x, m.x, m.x_bytes);
    }

    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    ocl_rect_free(&m);
    return ocl_result_both(between, within);
}

// A region moved by less than its own size: no driver may copy it at once, since bytes would be overwritten
// before they are read.  By way of a scratch buffer neither of two copies overlaps itself.
static void copy_rect_overlap(const ocl_env *env, ocl_report *report)
{
    unsigned char x[64], want[64];
    const size_t region[3] = { 5, 3, 1 };
    const ocl_rect from = { { 1, 2, 0 }, 8, 0 }, to = { { 2, 3, 0 }, 8, 0 };
    ocl_fill_bytes(x, sizeof x, env->options->seed);
    memcpy(want, x, sizeof want);
    ocl_rect_copy(want, to, x, from, region);
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x), d_scratch = ocl_buffer(env, 0, sizeof x, x);

    const ocl_refusal refusals[] = {
        { "a region to one byte and one row further",
          copy_rect_copy(env, d_x, from, d_x, to, region, NULL), CL_MEM_COPY_OVERLAP,
          OCL_OCLGRIND | OCL_NVIDIA },
        { "bytes 0 to 15 to bytes 15 to 30",
          clEnqueueCopyBuffer(env->queue, d_x, d_x, 0, 15, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP,
          0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);

    // Where the driver copied all the same, x is anything now.
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    OCL_CHECK(copy_rect_copy(env, d_x, from, d_scratch, TIGHT, region, NULL));
    OCL_CHECK(copy_rect_copy(env, d_scratch, TIGHT, d_x, to, region, NULL));
    ocl_report_result(report, "an overlapping region moved in two steps",
                      ocl_verify_buffer(env, "moved region", d_x, want, sizeof want));
    OCL_CHECK(clReleaseMemObject(d_scratch));
    OCL_CHECK(clReleaseMemObject(d_x));
}

// Copies the rectangle once, the variant's way.  Nanoseconds from the first command's start to the last
// one's end.
static double copy_rect_time(const ocl_env *env, int variant, cl_mem d_x, cl_mem d_y,
                             const ocl_rect_move *m, void *host)
{
    cl_event first, last = NULL;
    if (variant == RECT)
        OCL_CHECK(copy_rect_copy(env, d_x, m->from, d_y, m->to, m->region, &first));
    else {
        OCL_CHECK(clEnqueueReadBufferRect(env->queue, d_x, CL_FALSE, m->from.origin, TIGHT.origin,
                                          m->region, m->from.row_pitch, 0, 0, 0, host, 0, NULL,
                                          &first));
        OCL_CHECK(clEnqueueWriteBufferRect(env->queue, d_y, CL_FALSE, m->to.origin, TIGHT.origin,
                                           m->region, m->to.row_pitch, 0, 0, 0, host, 0, NULL,
                                           &last));
    }
    const double ns = ocl_event_ns(first, last ? last : first);
    if (last) OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}

int main(int argc, char **argv)
{
    size_t cases = 200;
    const ocl_option own[] = {
        { 0, "cases", OCL_COUNT, &cases, "N", "random regions to copy", NULL }, { 0 }
    };
    const ocl_about about = { .name = "copy_rect",
                              .summary = "Rectangles and boxes, copied on the device.",
                              .accepts = "dnrVs",
                              .size_help = "rows x elements of the rectangle to time",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 4099, 2039 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // The rectangle to time goes from the middle of a matrix, which is twice as wide and two rows higher, to
    // the lower left corner of another.
    const double matrix_bytes = 2.0 * UNIT * ((double)opt.n[0] + 2) * (double)opt.n[1];
    ocl_require_memory(env.device, matrix_bytes, 2.0 * matrix_bytes, 3.5 * matrix_bytes);
    const size_t rows = opt.n[0], row = opt.n[1] * UNIT, bytes = 2 * row * (rows + 2);
    const ocl_rect_move m = { .region = { row, rows, 1 },
                              .from = { { opt.n[1] / 2 * UNIT, 1, 0 }, 2 * row, 0 },
                              .to = { { 0, 2, 0 }, 2 * row, 0 },
                              .x = ocl_alloc(bytes),
                              .y = ocl_alloc(bytes) };
    void *host = ocl_alloc(rows * row);
    ocl_fill_bytes(m.x, bytes, opt.seed);
    const double begin = ocl_wall_ns();
    ocl_rect_copy(m.y, m.to, m.x, m.from, m.region);
    const double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "elements a row", opt.n[1]);
    ocl_report_count(report, "cases", cases);
    ocl_report_reference(report, reference_ns);

    copy_rect_example(&env, report, "2 rows of 3 from rows of 4 to rows of 8",
                      (ocl_rect){ { 1 * UNIT, 5, 0 }, 4 * UNIT, 32 * UNIT },
                      (ocl_rect){ { 4 * UNIT, 1, 0 }, 8 * UNIT, 32 * UNIT },
                      (size_t[]){ 3 * UNIT, 2, 1 });
    copy_rect_example(&env, report, "3 slices of 1 row of 3 one slice further",
                      (ocl_rect){ { 1 * UNIT, 1, 0 }, 4 * UNIT, 8 * UNIT },
                      (ocl_rect){ { 0 * UNIT, 0, 1 }, 4 * UNIT, 8 * UNIT },
                      (size_t[]){ 3 * UNIT, 1, 3 });
    ocl_result random = { .pass = true };
    for (size_t i = 0; i < cases; i++)
        random = ocl_result_both(random, copy_rect_case(&env, ocl_random(opt.seed, i)));
    ocl_report_result(report, "random regions, copied or refused", random);
    copy_rect_overlap(&env, report);

    cl_mem d_x = ocl_buffer(&env, 0, bytes, m.x), d_y = ocl_buffer(&env, 0, bytes, NULL);
    const double limit = ocl_device_limits(&env).copy_gbs;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        ocl_poison(env.queue, d_y, bytes);    // as the rest of y
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            const double ns = copy_rect_time(&env, v, d_x, d_y, &m, host);
            if (run > 0) ocl_times_add(&times, ns);
        }
        ocl_result check = ocl_verify_buffer(&env, VARIANTS[v], d_y, m.y, bytes);
        ocl_report_row(report, &(ocl_row){ VARIANTS[v], &times, 2.0 * (double)(row * rows), "GB/s",
                                           limit, check });
    }

    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    free(host);
    free(m.y);
    free(m.x);
    ocl_close(&env);
    return ocl_report_close(report);
}
