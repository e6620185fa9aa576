// SPDX-License-Identifier: MIT

#include "buffer.h"

#include "attributes.h"
#include "device/answers.h"
#include "system/memory.h"

#include <stdlib.h>

cl_mem ocl_buffer(const ocl_env *env, cl_mem_flags flags, size_t bytes, const void *host)
{
    cl_int err;
    if (host) flags |= CL_MEM_COPY_HOST_PTR;
    cl_mem buffer = OCL_CREATE(clCreateBuffer(env->context, flags, bytes, (void *)host,
                                              &err));    // the call only reads it
    // Oclgrind finds reads of what nobody wrote: there the buffer stays empty.
    if (!host && env->driver != OCL_OCLGRIND) {
        ocl_poison_run(env->queue, buffer, bytes, 0);
        OCL_CHECK(clFinish(env->queue));    // the next command may be in another queue
    }
    return buffer;
}

ocl_result ocl_verify_buffer(const ocl_env *env, const char *what, cl_mem buffer, const void *want,
                             size_t bytes)
{
    unsigned char *got = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(env->queue, buffer, CL_TRUE, 0, bytes, got, 0, NULL, NULL));
    ocl_result check = ocl_verify_bytes(what, got, want, bytes);
    free(got);
    return check;
}
