// SPDX-License-Identifier: MIT
//
// buffer - buffers in a short form, for samples in which they are not the topic; whether all fit.

#ifndef OCL_BUFFER_H
#define OCL_BUFFER_H

#include "env.h"
#include "opencl.h"
#include "verify.h"

// A new buffer.  If `host` is not NULL, its bytes fill the buffer (CL_MEM_COPY_HOST_PTR is added to
// the flags).  Else the buffer is full of poison (ocl_poison_run): an answer that no kernel writes
// cannot pass.  Release it with clReleaseMemObject.
cl_mem ocl_buffer(const ocl_env *env, cl_mem_flags flags, size_t bytes, const void *host);

// Reads the buffer from its start on and compares every byte.
ocl_result ocl_verify_buffer(const ocl_env *env, const char *what, cl_mem buffer, const void *want,
                             size_t bytes);

// Exits with OCL_EXIT_USAGE, and the limit in the message, when one of these does not fit: the
// largest buffer, all buffers together, the host's arrays (with the buffers where host and device
// share memory).  In bytes, as double: a product of sizes that overflows size_t must be refused,
// too.
void ocl_require_memory(cl_device_id device, double largest_buffer, double all_buffers,
                        double host_arrays);

#endif
