// SPDX-License-Identifier: MIT

#include "stream.h"

size_t stream_first(const overlap_stream *s, size_t i)
{
    return i * s->block;
}

size_t stream_count(const overlap_stream *s, size_t i)
{
    const size_t left = s->n - stream_first(s, i);
    return left < s->block ? left : s->block;
}

// CL_MEM_ALLOC_HOST_PTR asks for memory that the host can reach.  The host may use it while it is
// mapped.
static uint32_t *pinned_array(const ocl_env *env, size_t n, cl_mem *owner)
{
    const size_t bytes = n * sizeof(uint32_t);
    cl_int err;
    *owner = ocl_buffer(env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL);
    return OCL_CREATE(clEnqueueMapBuffer(env->queue, *owner, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                         bytes, 0, NULL, NULL, &err));
}

static void free_array(const ocl_env *env, uint32_t *array, cl_mem owner)
{
    if (!owner) {
        free(array);
        return;
    }
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, owner, array, 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseMemObject(owner));
}

host_memory host_memory_new(const ocl_env *env, bool pinned, size_t n)
{
    host_memory memory = { .x_owner = NULL, .y_owner = NULL };
    memory.x = pinned ? pinned_array(env, n, &memory.x_owner) : ocl_alloc(n * sizeof(uint32_t));
    memory.y = pinned ? pinned_array(env, n, &memory.y_owner) : ocl_alloc(n * sizeof(uint32_t));
    ocl_fill_u32(memory.x, n, env->options->seed);
    return memory;
}

void host_memory_free(const ocl_env *env, host_memory *memory)
{
    free_array(env, memory->y, memory->y_owner);
    free_array(env, memory->x, memory->x_owner);
}
