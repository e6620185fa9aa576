// SPDX-License-Identifier: MIT
//
// buffer - short forms for samples in which buffers are not the topic.

#ifndef OCL_BUFFER_H
#define OCL_BUFFER_H

#include "env.h"
#include "verify.h"

// A new buffer.  If `host` is not NULL, its bytes fill the buffer (CL_MEM_COPY_HOST_PTR is added to
// the flags).  Else the buffer is full of poison (ocl_poison_run): an answer that no kernel writes
// cannot pass.  Release it with clReleaseMemObject.
cl_mem ocl_buffer(const ocl_env *env, cl_mem_flags flags, size_t bytes, const void *host);

// Reads the buffer from its start on and compares every byte.
ocl_result ocl_verify_buffer(const ocl_env *env, const char *what, cl_mem buffer, const void *want,
                             size_t bytes);

#endif
