// SPDX-License-Identifier: MIT

#include "buffers.h"

static void make_plan(jpeg_scan_buffers *s, const jpeg_file *file, uint32_t scan,
                      const jpeg_tuning *tuning)
{
    s->plan = jpeg_plan_new(file, scan, tuning->lookup_bits);
    s->cut = jpeg_cut_new(&s->plan, tuning);
}

static void free_plan(jpeg_scan_buffers *s)
{
    jpeg_cut_free(&s->cut);
    jpeg_plan_free(&s->plan);
}

static cl_mem create(const ocl_env *env, size_t bytes)
{
    return ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
}

jpeg_buffers jpeg_buffers_open(const ocl_env *env, const jpeg_file *file, jpeg_tuning tuning)
{
    jpeg_buffers b = { .env = env, .tuning = tuning, .scan_count = file->scan_count };
    b.bytes = JPEG_BLOCK * sizeof(int16_t) * file->blocks;
    b.d_coefficients = create(env, b.bytes);
    b.d_damaged = create(env, sizeof(cl_uint));
    b.d_changed = create(env, sizeof(cl_uint));
    b.d_data = create(env, file->data_bytes + JPEG_PADDING);
    for (uint32_t i = 0; i < b.scan_count; i++) {
        jpeg_scan_buffers *s = &b.scans[i];
        make_plan(s, file, i, &tuning);
        s->groups = ocl_divide_up(s->cut.count, tuning.group);
        s->d_results = create(env, s->cut.count * sizeof(jpeg_device_result));
        s->d_group_exits = create(env, 2 * s->groups * sizeof(cl_uint));
        s->d_scan = create(env, sizeof s->plan.scan);
        s->d_lookups = create(env, s->plan.lookup_bytes);
        s->d_jumps = create(env, s->cut.jump_bytes);
        s->d_segments = create(env, s->plan.segment_count * sizeof *s->plan.segments);
        s->d_subsequences = create(env, s->cut.count * sizeof *s->cut.subsequences);
    }
    return b;
}

void jpeg_buffers_close(jpeg_buffers *b)
{
    for (uint32_t i = b->scan_count; i-- > 0;) {
        jpeg_scan_buffers *s = &b->scans[i];
        OCL_CHECK(clReleaseMemObject(s->d_subsequences));
        OCL_CHECK(clReleaseMemObject(s->d_segments));
        OCL_CHECK(clReleaseMemObject(s->d_jumps));
        OCL_CHECK(clReleaseMemObject(s->d_lookups));
        OCL_CHECK(clReleaseMemObject(s->d_scan));
        OCL_CHECK(clReleaseMemObject(s->d_group_exits));
        OCL_CHECK(clReleaseMemObject(s->d_results));
        free_plan(s);
    }
    OCL_CHECK(clReleaseMemObject(b->d_data));
    OCL_CHECK(clReleaseMemObject(b->d_changed));
    OCL_CHECK(clReleaseMemObject(b->d_damaged));
    OCL_CHECK(clReleaseMemObject(b->d_coefficients));
}

static void write_buffer(cl_command_queue queue, cl_bool blocks, cl_mem buffer, const void *from,
                         size_t bytes)
{
    OCL_CHECK(clEnqueueWriteBuffer(queue, buffer, blocks, 0, bytes, from, 0, NULL, NULL));
}

void jpeg_buffers_send(jpeg_buffers *b, const jpeg_file *file, cl_bool blocks)
{
    const cl_command_queue queue = b->env->queue;
    write_buffer(queue, blocks, b->d_data, file->data, file->data_bytes + JPEG_PADDING);
    for (uint32_t i = 0; i < b->scan_count; i++) {
        jpeg_scan_buffers *s = &b->scans[i];
        free_plan(s);
        make_plan(s, file, i, &b->tuning);
        write_buffer(queue, blocks, s->d_scan, &s->plan.scan, sizeof s->plan.scan);
        write_buffer(queue, blocks, s->d_lookups, s->plan.lookups, s->plan.lookup_bytes);
        write_buffer(queue, blocks, s->d_jumps, s->cut.jumps, s->cut.jump_bytes);
        write_buffer(queue, blocks, s->d_segments, s->plan.segments,
                     s->plan.segment_count * sizeof *s->plan.segments);
        write_buffer(queue, blocks, s->d_subsequences, s->cut.subsequences,
                     s->cut.count * sizeof *s->cut.subsequences);
    }
}
