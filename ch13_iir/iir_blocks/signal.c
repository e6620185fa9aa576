// SPDX-License-Identifier: MIT

#include "signal.h"

iir_signal open_signal(const ocl_env *env, size_t n, size_t width)
{
    iir_signal s = {
        .queue = env->queue, .n = n, .width = width, .bytes = (TAPS + n) * width * sizeof(float)
    };
    const size_t spare = TAPS * width * sizeof(float);    // iir_both reads whole TAPS rows
    s.x = ocl_alloc(s.bytes + spare);
    s.y = ocl_alloc(s.bytes);
    s.ref = ocl_alloc(s.bytes);
    memset(s.x, 0, s.bytes + spare);
    memset(s.ref, 0, TAPS * width * sizeof(float));
    ocl_fill_f32(s.x + TAPS * width, n * width, -1.0f, 1.0f, env->options->seed);
    s.d_x = ocl_buffer(env, CL_MEM_READ_ONLY, s.bytes + spare, s.x);
    s.d_y = ocl_buffer(env, CL_MEM_READ_WRITE, s.bytes, NULL);
    s.d_before = ocl_buffer(env, CL_MEM_READ_WRITE, s.bytes, NULL);
    return s;
}

void close_signal(const iir_signal *s)
{
    OCL_CHECK(clReleaseMemObject(s->d_before));
    OCL_CHECK(clReleaseMemObject(s->d_y));
    OCL_CHECK(clReleaseMemObject(s->d_x));
    free(s->ref);
    free(s->y);
    free(s->x);
}

static void write(const iir_signal *s, cl_mem buffer)
{
    OCL_CHECK(clEnqueueWriteBuffer(s->queue, buffer, CL_TRUE, 0, s->bytes, s->y, 0, NULL, NULL));
}

void clear_signal(const iir_signal *s, size_t run)
{
    const size_t zeros = TAPS * s->width * sizeof(float);
    memset(s->y, 0, s->bytes);
    write(s, s->d_before);
    memset((char *)s->y + zeros, ocl_poison_byte(run), s->bytes - zeros);
    write(s, s->d_y);
}

int rows_ahead(const ocl_env *env)
{
    return ocl_device_number(env->device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT) > 1 ? 64 : 0;
}

ocl_result verify_signal(const char *what, const iir_signal *s, double bound)
{
    return ocl_verify_f32(what, s->y, s->ref, s->bytes / sizeof(float), bound);
}
