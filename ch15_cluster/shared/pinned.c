// SPDX-License-Identifier: MIT

#include "pinned.h"

static void map(const ocl_env *env, pinned *memory, cl_map_flags flags)
{
    cl_int err;
    memory->x = OCL_CREATE(clEnqueueMapBuffer(env->queue, memory->buffer, CL_TRUE, flags, 0,
                                              memory->bytes, 0, NULL, NULL, &err));
}

static void unmap(const ocl_env *env, const pinned *memory)
{
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, memory->buffer, memory->x, 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));
}

pinned pinned_open(const ocl_env *env, size_t floats)
{
    pinned memory = { .bytes = floats * sizeof(float) };
    memory.buffer = ocl_buffer(env, CL_MEM_ALLOC_HOST_PTR, memory.bytes, NULL);
    map(env, &memory, CL_MAP_READ | CL_MAP_WRITE);
    return memory;
}

void pinned_close(const ocl_env *env, const pinned *memory)
{
    unmap(env, memory);
    OCL_CHECK(clReleaseMemObject(memory->buffer));
}

void pinned_keep(const ocl_env *env, pinned *memory)
{
    unmap(env, memory);
    map(env, memory, CL_MAP_READ);
}
