// SPDX-License-Identifier: MIT
//
// buffer - what samples do with a buffer when the buffer is not their topic.

#ifndef OCL_BUFFER_H
#define OCL_BUFFER_H

#include "env.h"
#include "verify.h"

// A new buffer.  `host` fills it when it is not NULL: CL_MEM_COPY_HOST_PTR is added to the flags then.
// Release it with clReleaseMemObject.
cl_mem ocl_buffer(const ocl_env *env, cl_mem_flags flags, size_t bytes, const void *host);

// Reads the buffer from its start on and compares every byte.
ocl_result ocl_verify_buffer(const ocl_env *env, const char *what, cl_mem buffer, const void *want,
                             size_t bytes);

#endif
