// SPDX-License-Identifier: MIT

// The lesson itself, of which main alone is not called.
#define main jpeg_huffman_encode_main
#include "../ch09_filters/jpeg_huffman_encode.c"
#undef main

#include "jpeg_encoder_codes.h"

struct jpeg_device_coder {
    lesson lesson;
    cl_mem pinned;    // `data` is what it is mapped to
    uint8_t *data;
    size_t bytes;
};

jpeg_device_coder *jpeg_device_coder_open(const ocl_env *env, const jpeg_file *frame)
{
    cl_int err;
    jpeg_device_coder *c = ocl_alloc(sizeof *c);
    *c = (jpeg_device_coder){ .lesson = { .env = env, .queue = env->queue, .frame = frame } };
    c->lesson.group = ocl_group_size(env->device, GROUP);
    create_buffers(&c->lesson, NULL);
    create_kernels(&c->lesson);
    c->pinned =
        ocl_buffer(env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, 2 * c->lesson.word_bytes, NULL);
    c->data = OCL_CREATE(clEnqueueMapBuffer(env->queue, c->pinned, CL_TRUE, CL_MAP_WRITE, 0,
                                            2 * c->lesson.word_bytes, 0, NULL, NULL, &err));
    return c;
}

void jpeg_device_coder_close(jpeg_device_coder *c)
{
    OCL_CHECK(clEnqueueUnmapMemObject(c->lesson.queue, c->pinned, c->data, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(c->pinned));
    release_kernels(&c->lesson);
    release_buffers(&c->lesson);
    free(c);
}

cl_mem jpeg_device_coder_input(const jpeg_device_coder *c)
{
    return c->lesson.d_coefficients;
}

ocl_blob jpeg_device_coder_run(jpeg_device_coder *c)
{
    c->bytes = encode(&c->lesson);
    OCL_CHECK(clEnqueueReadBuffer(c->lesson.queue, c->lesson.d_file, CL_TRUE, 0, c->bytes, c->data,
                                  0, NULL, NULL));
    return (ocl_blob){ c->data, c->bytes };
}

ocl_blob jpeg_device_coder_file(const jpeg_device_coder *c)
{
    return jpeg_file_of(c->lesson.frame, (ocl_blob){ c->data, c->bytes });
}
