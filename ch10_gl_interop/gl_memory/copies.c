// SPDX-License-Identifier: MIT

#include "copies.h"

static const GLenum TARGET = GL_SHADER_STORAGE_BUFFER;

frame_copies copies_open(const ocl_env *env, size_t bytes)
{
    frame_copies c = { .queue = env->queue,
                       .d_frame = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL),
                       .pinned = ocl_buffer(env, CL_MEM_ALLOC_HOST_PTR, bytes, NULL) };
    cl_int err;
    c.host = OCL_CREATE(clEnqueueMapBuffer(c.queue, c.pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                           0, bytes, 0, NULL, NULL, &err));
    GL_CHECK(glGenBuffers(1, &c.buffer));
    GL_CHECK(glBindBuffer(TARGET, c.buffer));
    GL_CHECK(glBufferData(TARGET, (GLsizeiptr)bytes, NULL, GL_DYNAMIC_COPY));
    return c;
}

void copies_close(const frame_copies *c)
{
    GL_CHECK(glDeleteBuffers(1, &c->buffer));
    OCL_CHECK(clEnqueueUnmapMemObject(c->queue, c->pinned, c->host, 0, NULL, NULL));
    OCL_CHECK(clFinish(c->queue));
    OCL_CHECK(clReleaseMemObject(c->pinned));
    OCL_CHECK(clReleaseMemObject(c->d_frame));
}

void copies_turn(const frame_copies *c, GLuint shader, const film *f)
{
    const GLsizeiptr bytes = (GLsizeiptr)f->bytes;
    OCL_CHECK(
        clEnqueueReadBuffer(c->queue, c->d_frame, CL_TRUE, 0, f->bytes, c->host, 0, NULL, NULL));
    GL_CHECK(glBindBuffer(TARGET, c->buffer));
    GL_CHECK(glBufferSubData(TARGET, 0, bytes, c->host));
    shader_run(shader, f, c->buffer);
    GL_CHECK(glGetBufferSubData(TARGET, 0, bytes, c->host));
    OCL_CHECK(
        clEnqueueWriteBuffer(c->queue, c->d_frame, CL_TRUE, 0, f->bytes, c->host, 0, NULL, NULL));
}
