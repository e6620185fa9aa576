// SPDX-License-Identifier: MIT
//
// rect_random - random boxes, read, written and copied: with gaps at all places, or without.
//
// Proves  buffer_rect and copy_rect: the commands move the bytes of the region, and no others

#include "ocl.h"
#include "sample/rect.h"

#include "proof/ch03_histogram/rect_moves.h"

// Reads a random region from a buffer into an array, and writes it to another place of the buffer.
// Compares all bytes of both: those outside the region must not change.
static ocl_result check_host(const ocl_env *env, uint64_t seed)
{
    rect_move m = rect_move_random(env->device, seed);
    if (ocl_known_fault(env->device, "pitches of host memory")) m.places.to = RECT_TIGHT;
    const rect_places *p = &m.places;
    const ocl_rect back = rect_move_beside(seed, &m);
    unsigned char *host = ocl_alloc(m.to_bytes);
    memcpy(host, m.to, m.to_bytes);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, m.from_bytes, m.from);

    OCL_CHECK(clEnqueueReadBufferRect(env->queue, d_x, CL_TRUE, p->from.origin, p->to.origin,
                                      p->region, p->from.row_pitch, p->from.slice_pitch,
                                      p->to.row_pitch, p->to.slice_pitch, host, 0, NULL, NULL));
    ocl_rect_copy(m.to, p->to, m.from, p->from, p->region);
    const ocl_result read = ocl_verify_bytes("array after the read", host, m.to, m.to_bytes);

    OCL_CHECK(clEnqueueWriteBufferRect(env->queue, d_x, CL_TRUE, back.origin, p->to.origin,
                                       p->region, back.row_pitch, back.slice_pitch, p->to.row_pitch,
                                       p->to.slice_pitch, host, 0, NULL, NULL));
    ocl_rect_copy(m.from, back, m.to, p->to, p->region);
    const ocl_result written =
        ocl_verify_buffer(env, "buffer after the write", d_x, m.from, m.from_bytes);

    OCL_CHECK(clReleaseMemObject(d_x));
    free(host);
    rect_move_free(&m);
    return ocl_result_both(read, written);
}

static cl_int copy(const ocl_env *env, cl_mem from, cl_mem to, const rect_places *p)
{
    return clEnqueueCopyBufferRect(env->queue, from, to, p->from.origin, p->to.origin, p->region,
                                   p->from.row_pitch, p->from.slice_pitch, p->to.row_pitch,
                                   p->to.slice_pitch, 0, NULL, NULL);
}

// Copies a random region to another buffer, and then to another place of its own buffer.  The
// driver must refuse the second copy if the two places overlap.
static ocl_result check_copies(const ocl_env *env, uint64_t seed)
{
    rect_move m = rect_move_random(env->device, seed);
    const rect_places there = m.places;
    rect_places beside = there;
    beside.to = rect_move_beside(seed, &m);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, m.from_bytes, m.from);
    cl_mem d_y = ocl_buffer(env, CL_MEM_READ_WRITE, m.to_bytes, m.to);

    OCL_CHECK(copy(env, d_x, d_y, &there));
    ocl_rect_copy(m.to, there.to, m.from, there.from, there.region);
    const ocl_result between = ocl_verify_buffer(env, "other buffer", d_y, m.to, m.to_bytes);

    ocl_result within;
    const cl_int status = copy(env, d_x, d_x, &beside);
    if (ocl_rect_overlap(beside.from, beside.to, beside.region)) {
        const ocl_refusal refusal = { .mistake = "a random region onto a part of itself",
                                      .got = status,
                                      .want = CL_MEM_COPY_OVERLAP };
        within = ocl_verify_refusals(env->device, &refusal, 1);
    } else {
        OCL_CHECK(status);
        ocl_rect_copy(m.from, beside.to, m.from, beside.from, beside.region);
        within = ocl_verify_buffer(env, "own buffer", d_x, m.from, m.from_bytes);
    }

    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    rect_move_free(&m);
    return ocl_result_both(between, within);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "rect_random",
                              .summary = "Random boxes, read, written and copied.",
                              .accepts = "dns",
                              .size_help = "boxes",
                              .extents = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 200 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "boxes", opt.n[0]);
    ocl_result host = { .pass = true }, copies = host;
    for (size_t i = 0; i < opt.n[0]; i++) {
        host = ocl_result_both(host, check_host(&env, ocl_random(opt.seed, i)));
        copies = ocl_result_both(copies, check_copies(&env, ocl_random(opt.seed, i)));
    }
    rect_move_report_fault(env.device, report);
    const char *fault = ocl_known_fault(env.device, "pitches of host memory");
    if (fault)
        ocl_report_note(report, "No rectangle in host memory has gaps: this driver %s.", fault);
    ocl_report_result(report, "read and written", host);
    ocl_report_result(report, "copied or refused", copies);
    ocl_close(&env);
    return ocl_report_close(report);
}
