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

pinned pinned_open(const ocl_env *env, size_t bytes)
{
    pinned memory = { .bytes = bytes };
    memory.buffer = ocl_buffer(env, CL_MEM_ALLOC_HOST_PTR, memory.bytes, NULL);
    map(env, &memory, CL_MAP_READ | CL_MAP_WRITE);
    return memory;
}

// A driver that keeps a copy of the buffer must not copy it over what others write there: hence
// CL_MAP_WRITE_INVALIDATE_REGION.
pinned pinned_open_at(const ocl_env *env, void *at, size_t bytes, bool is_new)
{
    cl_int err;
    pinned memory = { .bytes = bytes };
    memory.buffer = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_USE_HOST_PTR, bytes, at, &err));
    map(env, &memory, is_new ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_READ);
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
