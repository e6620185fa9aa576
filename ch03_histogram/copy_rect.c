// SPDX-License-Identifier: MIT
//
// copy_rect - copy a rectangle or a box from buffer to buffer, or within one buffer, on the device.
//
// Shows   two places with different pitches; what overlap is, and how to move an overlapping region
// Uses    clEnqueueCopyBufferRect, CL_MEM_COPY_OVERLAP, clEnqueueReadBufferRect,
//         clEnqueueWriteBufferRect
// Try     copy_rect -n 4000x16, and then copy_rect -n 16x4000

#include "ocl.h"
#include "sample/rect.h"

#include "proof/ch03_histogram/rect_moves.h"

enum { UNIT = sizeof(cl_uint), ELEMENTS = 32, EXAMPLE_COUNT = 2 };

typedef struct {
    const char *name;
    rect_places places;
} example;

static const example EXAMPLES[EXAMPLE_COUNT] = {
    { .name = "2 rows of 3 from rows of 4 to rows of 8",
      .places = { .region = { 3 * UNIT, 2, 1 },
                  .from = { .origin = { 1 * UNIT, 5, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 32 * UNIT },
                  .to = { .origin = { 4 * UNIT, 1, 0 },
                          .row_pitch = 8 * UNIT,
                          .slice_pitch = 32 * UNIT } } },
    { .name = "3 slices of 1 row of 3, one slice further",
      .places = { .region = { 3 * UNIT, 1, 3 },
                  .from = { .origin = { 1 * UNIT, 1, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 8 * UNIT },
                  .to = { .origin = { 0, 0, 1 },
                          .row_pitch = 4 * UNIT,
                          .slice_pitch = 8 * UNIT } } },
};

// Two ways from buffer to buffer: one command, or a read and a write by way of the host.
static const char *const VARIANTS[] = { "rect", "through_host", NULL };
enum { RECT, THROUGH_HOST, VARIANT_COUNT };

// The call of this sample: the region, then origin and pitches of source and destination.
static cl_int copy(cl_command_queue queue, cl_mem from, cl_mem to, const rect_places *p,
                   cl_event *done)
{
    return clEnqueueCopyBufferRect(queue, from, to, p->from.origin, p->to.origin, p->region,
                                   p->from.row_pitch, p->from.slice_pitch, p->to.row_pitch,
                                   p->to.slice_pitch, 0, NULL, done);
}

// Copies regions of elements 1 to 32 into zeros, and draws source and destination.
static void check_examples(const ocl_env *env, ocl_report *report)
{
    cl_uint x[ELEMENTS];
    for (cl_uint i = 0; i < ELEMENTS; i++)
        x[i] = i + 1;
    for (const example *e = EXAMPLES; e < EXAMPLES + EXAMPLE_COUNT; e++) {
        const rect_places *p = &e->places;
        cl_uint got[ELEMENTS], ref[ELEMENTS] = { 0 };
        cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof x, x);
        cl_mem d_y = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof ref, ref);
        OCL_CHECK(copy(env->queue, d_x, d_y, p, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
        ocl_rect_copy(ref, p->to, x, p->from, p->region);
        ocl_report_print(report, "\n");
        rect_draw(report, x, ELEMENTS, p->from, p->region);
        ocl_report_print(report, "becomes\n");
        rect_draw(report, got, ELEMENTS, p->to, p->region);
        ocl_report_result(report, e->name, ocl_verify_u32("copy", got, ref, ELEMENTS));
        OCL_CHECK(clReleaseMemObject(d_y));
        OCL_CHECK(clReleaseMemObject(d_x));
    }
}

// Moves a region by less than its own size.  One copy would overwrite bytes before it reads them,
// so the driver must refuse it.  Two copies by way of a scratch buffer do not overlap.
static void check_overlap(const ocl_env *env, ocl_report *report)
{
    const rect_places move = { .region = { 5, 3, 1 },
                               .from = { .origin = { 1, 2, 0 }, .row_pitch = 8 },
                               .to = { .origin = { 2, 3, 0 }, .row_pitch = 8 } };
    rect_places out = move, back = move;
    out.to = back.from = RECT_TIGHT;
    unsigned char x[64], ref[64];
    ocl_fill_bytes(x, sizeof x, env->options->seed);
    memcpy(ref, x, sizeof ref);
    ocl_rect_copy(ref, move.to, x, move.from, move.region);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    cl_mem d_scratch = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);

    const ocl_refusal refusals[] = {
        { .mistake = "a region to one byte and one row further",
          .got = copy(env->queue, d_x, d_x, &move, NULL),
          .want = CL_MEM_COPY_OVERLAP },
        { .mistake = "bytes 0 to 15 to bytes 15 to 30",
          .got = clEnqueueCopyBuffer(env->queue, d_x, d_x, 0, 15, 16, 0, NULL, NULL),
          .want = CL_MEM_COPY_OVERLAP },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);

    // A driver that did not refuse may have changed the buffer: it gets its contents again.
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    OCL_CHECK(copy(env->queue, d_x, d_scratch, &out, NULL));
    OCL_CHECK(copy(env->queue, d_scratch, d_x, &back, NULL));
    ocl_report_result(report, "an overlapping region, moved in two steps",
                      ocl_verify_buffer(env, "moved region", d_x, ref, sizeof ref));
    OCL_CHECK(clReleaseMemObject(d_scratch));
    OCL_CHECK(clReleaseMemObject(d_x));
}

static void run_variant(const ocl_env *env, ocl_report *report, int variant, const rect_move *m)
{
    const rect_places *p = &m->places;
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, m->from_bytes, m->from);
    cl_mem d_y = ocl_buffer(env, CL_MEM_READ_WRITE, m->to_bytes, NULL);
    unsigned char *host = ocl_alloc(p->region[0] * p->region[1]);
    ocl_trial t = ocl_trial_open(env, VARIANTS[variant], d_y, m->to_bytes);
    while (ocl_trial_next(&t)) {
        ocl_poison_run(env->queue, d_y, m->to_bytes, 0);    // what lies beside the rectangle
        if (variant == RECT) {
            OCL_CHECK(copy(env->queue, d_x, d_y, p, &t.done));
            continue;
        }
        // A driver may take the bytes of a write at once: they must have arrived before.
        OCL_CHECK(clEnqueueReadBufferRect(env->queue, d_x, CL_TRUE, p->from.origin,
                                          RECT_TIGHT.origin, p->region, p->from.row_pitch, 0, 0, 0,
                                          host, 0, NULL, &t.first));
        OCL_CHECK(clEnqueueWriteBufferRect(env->queue, d_y, CL_FALSE, p->to.origin,
                                           RECT_TIGHT.origin, p->region, p->to.row_pitch, 0, 0, 0,
                                           host, 0, NULL, &t.done));
    }
    free(host);

    const ocl_work work = { .amount = 2.0 * (double)p->region[0] * (double)p->region[1],
                            .unit = "GB/s",
                            .limit = env->limits.copy_gbs };
    ocl_trial_report(&t, report, &work,
                     ocl_verify_buffer(env, VARIANTS[variant], d_y, m->to, m->to_bytes));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "copy_rect",
                              .summary = "Rectangles and boxes, copied on the device.",
                              .accepts = "dnrVs",
                              .size_help = "rows x elements of the rectangle to time",
                              .extents = 2,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 4099, 2039 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // The rectangle to time goes to the lower left corner of a matrix as large as its own.
    const double matrix_bytes = 2.0 * UNIT * ((double)opt.n[0] + 2) * (double)opt.n[1];
    ocl_require_memory(env.device, matrix_bytes, 2.0 * matrix_bytes, 3.5 * matrix_bytes);
    const ocl_rect corner = { .origin = { 0, 2, 0 }, .row_pitch = 2 * UNIT * opt.n[1] };
    rect_move m = rect_move_large(opt.n[0], opt.n[1], corner, opt.seed);
    const rect_places *p = &m.places;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", opt.n[0]);
    ocl_report_count(report, "elements per row", opt.n[1]);
    OCL_TIME_REFERENCE(report, ocl_rect_copy(m.to, p->to, m.from, p->from, p->region));

    check_examples(&env, report);
    check_overlap(&env, report);

    for (int v = 0; v < VARIANT_COUNT; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&env, report, v, &m);

    rect_move_free(&m);
    ocl_close(&env);
    return ocl_report_close(report);
}
