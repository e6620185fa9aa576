// SPDX-License-Identifier: MIT
//
// copy_rect - copy a rectangle or a box from buffer to buffer, or within one buffer, on the device.
//
// Shows   two places with pitches of their own; what counts as overlap, and how to move such a region
// Uses    clEnqueueCopyBufferRect, clEnqueueCopyBuffer
// Try     copy_rect -n 4000x16 and -n 16x4000; --cases 2000 --seed 2

#include "ocl.h"

enum {
    ELEMENTS = 32,    // of the buffers that are small enough to draw
    MOST = 32,        // bytes, rows and slices of a random region
    SPARE = 29        // bytes after a region's end that must stay as they are
};

static const char *const VARIANTS[] = { "linear", "rect", "rows", "through_host", NULL };
enum { LINEAR, RECT, ROWS, THROUGH_HOST };

// The call of this sample: the source's place, then the destination's.
static cl_int copy_rect_copy(const ocl_env *env, cl_mem from, ocl_rect s, cl_mem to, ocl_rect d,
                             const size_t region[3], cl_event *done)
{
    return clEnqueueCopyBufferRect(env->queue, from, to, s.origin, d.origin, region, s.row_pitch,
                                   s.slice_pitch, d.row_pitch, d.slice_pitch, 0, NULL, done);
}

// Elements 1 to 32, few enough to draw.
static void copy_rect_small(const ocl_env *env, ocl_report *report)
{
    enum { UNIT = sizeof(cl_uint) };
    static const struct {
        const char *name;
        ocl_rect from, to;
        size_t region[3];
        cl_uint want[ELEMENTS];    // of a destination that was 0
    } SMALL[] = {
        { "2 rows of 3 from rows of 4 to rows of 8",
          { { 1 * UNIT, 5, 0 }, 4 * UNIT, 32 * UNIT },
          { { 4 * UNIT, 1, 0 }, 8 * UNIT, 32 * UNIT },
          { 3 * UNIT, 2, 1 },
          { [12] = 22, 23, 24, [20] = 26, 27, 28 } },
        { "3 slices of 1 row of 3 one slice further",
          { { 1 * UNIT, 1, 0 }, 4 * UNIT, 8 * UNIT },
          { { 0 * UNIT, 0, 1 }, 4 * UNIT, 8 * UNIT },
          { 3 * UNIT, 1, 3 },
          { [8] = 6, 7, 8, [16] = 14, 15, 16, [24] = 22, 23, 24 } },
    };
    cl_uint x[ELEMENTS], y[ELEMENTS];
    for (cl_uint i = 0; i < ELEMENTS; i++)
        x[i] = i + 1;
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x), d_y = ocl_buffer(env, 0, sizeof y, x);
    const cl_uint zero = 0;
    for (size_t s = 0; s < sizeof SMALL / sizeof SMALL[0]; s++) {
        OCL_CHECK(
            clEnqueueFillBuffer(env->queue, d_y, &zero, sizeof zero, 0, sizeof y, 0, NULL, NULL));
        OCL_CHECK(copy_rect_copy(env, d_x, SMALL[s].from, d_y, SMALL[s].to, SMALL[s].region, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
        ocl_report_print(report, "\n");
        ocl_rect_print(report, x, ELEMENTS, SMALL[s].from, SMALL[s].region);
        ocl_report_print(report, "becomes\n");
        ocl_rect_print(report, y, ELEMENTS, SMALL[s].to, SMALL[s].region);
        ocl_report_check(report, SMALL[s].name, ocl_verify_u32("copy", y, SMALL[s].want, ELEMENTS));
    }
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
}

// A random region, from one buffer to another or to another place of the same buffer.  There the driver must
// refuse it where source and destination overlap, which is counted in `refused`.
static void copy_rect_case(const ocl_env *env, uint64_t seed, bool same, ocl_check *copied,
                           ocl_check *refused)
{
    size_t region[3];
    ocl_rect_random_region(seed, MOST, region);
    const ocl_rect s = ocl_rect_random(seed + 1, region);
    const ocl_rect d =
        same ? ocl_rect_random_beside(seed + 2, s, region) : ocl_rect_random(seed + 2, region);
    const size_t s_room = ocl_rect_room(s, region), d_room = ocl_rect_room(d, region);
    const size_t bytes = (s_room > d_room ? s_room : d_room) + SPARE;
    unsigned char *x = ocl_alloc(bytes), *y = same ? x : ocl_alloc(bytes);
    ocl_fill_bytes(x, bytes, seed + 3);
    if (!same) ocl_fill_bytes(y, bytes, seed + 4);
    cl_mem d_x = ocl_buffer(env, 0, bytes, x), d_y = same ? d_x : ocl_buffer(env, 0, bytes, y);

    const cl_int status = copy_rect_copy(env, d_x, s, d_y, d, region, NULL);
    if (same && ocl_rect_overlap(s, d, region)) {
        const ocl_refusal refusal = { "a region partly onto itself", status, CL_MEM_COPY_OVERLAP,
                                      OCL_OCLGRIND | OCL_NVIDIA };
        *refused = ocl_check_both(*refused, ocl_verify_refusals(env->device, &refusal, 1));
    } else {
        OCL_CHECK(status);
        ocl_rect_copy(y, d, x, s, region);
        *copied = ocl_check_both(*copied, ocl_verify_buffer(env, "destination", d_y, y, bytes));
        *copied = ocl_check_both(*copied, ocl_verify_buffer(env, "source", d_x, x, bytes));
    }

    if (!same) {
        OCL_CHECK(clReleaseMemObject(d_y));
        free(y);
    }
    OCL_CHECK(clReleaseMemObject(d_x));
    free(x);
}

// A region moved by less than its own size: no driver may copy it at once, since bytes would be overwritten
// before they are read.  By way of a scratch buffer neither of two copies overlaps itself.
static void copy_rect_overlap(const ocl_env *env, ocl_report *report)
{
    unsigned char x[64], want[64];
    const size_t region[3] = { 5, 3, 1 };
    const ocl_rect from = { { 1, 2, 0 }, 8, 0 }, to = { { 2, 3, 0 }, 8, 0 };
    const ocl_rect tight = { { 0, 0, 0 }, 0, 0 };
    ocl_fill_bytes(x, sizeof x, env->options->seed);
    memcpy(want, x, sizeof want);
    ocl_rect_copy(want, to, x, from, region);
    cl_mem d_x = ocl_buffer(env, 0, sizeof x, x), d_scratch = ocl_buffer(env, 0, sizeof x, x);

    const ocl_refusal refusals[] = {
        { "a region to one byte and one row further",
          copy_rect_copy(env, d_x, from, d_x, to, region, NULL), CL_MEM_COPY_OVERLAP,
          OCL_OCLGRIND | OCL_NVIDIA },
        { "a region to where it is", copy_rect_copy(env, d_x, from, d_x, from, region, NULL),
          CL_MEM_COPY_OVERLAP, OCL_OCLGRIND | OCL_NVIDIA },
        { "bytes 0 to 15 to bytes 15 to 30",
          clEnqueueCopyBuffer(env->queue, d_x, d_x, 0, 15, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP,
          0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);

    // Where the driver copied all the same, x is anything now.
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    OCL_CHECK(copy_rect_copy(env, d_x, from, d_scratch, tight, region, NULL));
    OCL_CHECK(copy_rect_copy(env, d_scratch, tight, d_x, to, region, NULL));
    ocl_report_check(report, "an overlapping region moved in two steps",
                     ocl_verify_buffer(env, "moved region", d_x, want, sizeof want));
    OCL_CHECK(clReleaseMemObject(d_scratch));
    OCL_CHECK(clReleaseMemObject(d_x));
}

// What is timed: a rectangle of one matrix copied to another place in another matrix.
typedef struct {
    cl_mem from, to;
    ocl_rect s, d;
    size_t region[3];
    void *host;    // room for the rectangle
} copy_rect_job;

// Does the job once, the variant's way.  Nanoseconds from the first command's start to the last one's end.
static double copy_rect_time(const ocl_env *env, const copy_rect_job *j, int variant)
{
    const size_t row = j->region[0], rows = j->region[1];
    cl_event first = NULL, last = NULL;
    if (variant == LINEAR)
        OCL_CHECK(
            clEnqueueCopyBuffer(env->queue, j->from, j->to, 0, 0, row * rows, 0, NULL, &first));
    else if (variant == RECT)
        OCL_CHECK(copy_rect_copy(env, j->from, j->s, j->to, j->d, j->region, &first));
    else if (variant == ROWS)
        for (size_t y = 0; y < rows; y++) {
            const size_t from = ocl_rect_offset(j->s, j->region, 0, y, 0);
            const size_t to = ocl_rect_offset(j->d, j->region, 0, y, 0);
            cl_event *done = y == 0 ? &first : y + 1 == rows ? &last : NULL;
            OCL_CHECK(
                clEnqueueCopyBuffer(env->queue, j->from, j->to, from, to, row, 0, NULL, done));
        }
    else {
        const size_t origin[3] = { 0, 0, 0 };
        OCL_CHECK(clEnqueueReadBufferRect(env->queue, j->from, CL_FALSE, j->s.origin, origin,
                                          j->region, j->s.row_pitch, 0, 0, 0, j->host, 0, NULL,
                                          &first));
        OCL_CHECK(clEnqueueWriteBufferRect(env->queue, j->to, CL_FALSE, j->d.origin, origin,
                                           j->region, j->d.row_pitch, 0, 0, 0, j->host, 0, NULL,
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
        { 0, "cases", OCL_COUNT, &cases, "N", "random regions to copy", NULL },
        { 0 },
    };
    const ocl_program program_facts = { .name = "copy_rect",
                                        .summary = "Rectangles and boxes, copied on the device.",
                                        .accepts = "dnrVs",
                                        .size_help = "rows x elements of the rectangle to time",
                                        .extents = 2,
                                        .variants = VARIANTS,
                                        .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &program_facts,
                  (ocl_options){ .n = { 4099, 2039, 1 }, .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);

    // The matrices are twice as wide as the rectangle and two rows higher; it moves from their middle to the
    // lower left corner.
    const double matrix_bytes = 2.0 * sizeof(cl_uint) * ((double)opt.n[0] + 2) * (double)opt.n[1];
    ocl_require_memory(env.device, matrix_bytes, 2.0 * matrix_bytes, 3.5 * matrix_bytes);
    const size_t row = opt.n[1] * sizeof(cl_uint), rows = opt.n[0], bytes = 2 * row * (rows + 2);
    unsigned char *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *host = ocl_alloc(row * rows);
    ocl_fill_bytes(x, bytes, opt.seed);
    copy_rect_job job = { .from = ocl_buffer(&env, 0, bytes, x),
                          .to = ocl_buffer(&env, 0, bytes, x),
                          .s = { { opt.n[1] / 2 * sizeof(cl_uint), 1, 0 }, 2 * row, 0 },
                          .d = { { 0, 2, 0 }, 2 * row, 0 },
                          .region = { row, rows, 1 },
                          .host = host };
    double begin = ocl_wall_ns();
    ocl_rect_copy(y, job.d, x, job.s, job.region);
    double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "elements a row", opt.n[1]);
    ocl_report_count(report, "cases", cases);
    ocl_report_reference(report, reference_ns);

    copy_rect_small(&env, report);
    ocl_check between = { .pass = true }, within = { .pass = true }, refused = { .pass = true };
    for (size_t i = 0; i < cases; i++) {
        copy_rect_case(&env, ocl_random(opt.seed, 2 * i), false, &between, NULL);
        copy_rect_case(&env, ocl_random(opt.seed, 2 * i + 1), true, &within, &refused);
    }
    ocl_report_check(report, "random regions between two buffers", between);
    ocl_report_check(report, "random regions within one buffer", within);
    if (refused.count > 0) ocl_report_check(report, "those that overlap are refused", refused);
    copy_rect_overlap(&env, report);

    const double limit = ocl_device_limits(&env).copy_gbs;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        ocl_poison(env.queue, job.to, bytes);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            double ns = copy_rect_time(&env, &job, v);
            if (run > 0) ocl_times_add(&times, ns);
        }
        memset(y, 0xff, bytes);
        if (v == LINEAR)
            memcpy(y, x, row * rows);
        else
            ocl_rect_copy(y, job.d, x, job.s, job.region);
        ocl_check check = ocl_verify_buffer(&env, VARIANTS[v], job.to, y, bytes);
        ocl_report_row(report, &(ocl_row){ VARIANTS[v], &times, 2.0 * (double)(row * rows), "GB/s",
                                           limit, check });
    }

    OCL_CHECK(clReleaseMemObject(job.to));
    OCL_CHECK(clReleaseMemObject(job.from));
    free(host);
    free(y);
    free(x);
    ocl_close(&env);
    return ocl_report_close(report);
}
