// SPDX-License-Identifier: MIT

#include "buffers.h"

#include "shared/jpeg/entropy.h"

jpeg_buffers jpeg_buffers_open(const ocl_env *env, const jpeg_file *file, jpeg_tuning tuning)
{
    jpeg_buffers b = { .env = env, .tuning = tuning, .scan_count = file->scan_count };
    b.bytes = JPEG_BLOCK * sizeof(int16_t) * file->blocks;
    b.coefficients = ocl_alloc(b.bytes);
    for (uint32_t i = 0; i < b.scan_count; i++) {
        jpeg_scan_buffers *s = &b.scans[i];
        s->plan = jpeg_plan_new(file, i, &tuning);
        for (size_t p = 0; p < JPEG_PIECES; p++)
            s->d[p] = ocl_buffer(env, CL_MEM_READ_WRITE, s->plan.bytes[p], NULL);
    }
    b.d_coefficients = ocl_buffer(env, CL_MEM_READ_WRITE, b.bytes, NULL);
    b.d_data = ocl_buffer(env, CL_MEM_READ_ONLY, file->data_bytes + JPEG_PADDING, NULL);
    b.d_flags = ocl_buffer(env, CL_MEM_READ_WRITE, 2 * sizeof(cl_uint), NULL);
    return b;
}

void jpeg_buffers_close(jpeg_buffers *b)
{
    OCL_CHECK(clReleaseMemObject(b->d_flags));
    OCL_CHECK(clReleaseMemObject(b->d_data));
    OCL_CHECK(clReleaseMemObject(b->d_coefficients));
    for (uint32_t i = 0; i < b->scan_count; i++) {
        for (size_t p = 0; p < JPEG_PIECES; p++)
            OCL_CHECK(clReleaseMemObject(b->scans[i].d[p]));
        jpeg_plan_free(&b->scans[i].plan);
    }
    free(b->coefficients);
}

static void write_buffer(const jpeg_buffers *b, cl_mem buffer, const void *from, size_t bytes)
{
    OCL_CHECK(clEnqueueWriteBuffer(b->env->queue, buffer, CL_FALSE, 0, bytes, from, 0, NULL, NULL));
}

void jpeg_buffers_send(jpeg_buffers *b, const jpeg_file *file)
{
    write_buffer(b, b->d_data, file->data, file->data_bytes + JPEG_PADDING);
    for (uint32_t i = 0; i < b->scan_count; i++) {
        jpeg_scan_buffers *s = &b->scans[i];
        jpeg_plan_free(&s->plan);
        s->plan = jpeg_plan_new(file, i, &b->tuning);
        for (size_t p = JPEG_SCAN; p < JPEG_PIECES; p++)
            write_buffer(b, s->d[p], s->plan.pieces[p], s->plan.bytes[p]);
    }
}

void jpeg_buffers_mend(const jpeg_buffers *b, const jpeg_file *file)
{
    cl_uint damaged;
    ocl_message why;
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->d_flags, CL_TRUE, 0, sizeof damaged, &damaged,
                                  0, NULL, NULL));
    if (!b->host_may || (!damaged && jpeg_device_can(file))) return;
    jpeg_file again = *file;    // its warnings are known
    if (!jpeg_decode_coefficients(&again, b->coefficients, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    write_buffer(b, b->d_coefficients, b->coefficients, b->bytes);
    OCL_CHECK(clFinish(b->env->queue));
}
