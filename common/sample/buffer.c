// SPDX-License-Identifier: MIT

#include "buffer.h"

#include "attributes.h"
#include "device/answers.h"
#include "errors.h"
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

enum { MIB = 1 << 20 };

static void require(double bytes, double limit, const char *what, const char *limit_name)
{
    if (bytes > limit)
        ocl_exit(OCL_EXIT_USAGE, "%s needs %.0f MiB, but %s is %.0f MiB; try a smaller --size",
                 what, bytes / MIB, limit_name, limit / MIB);
}

void ocl_require_memory(cl_device_id device, double largest_buffer, double all_buffers,
                        double host_arrays)
{
    double max_alloc = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    double global = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    double host = ocl_host_memory();
    bool shared = ocl_is_cpu(device) || ocl_device_number(device, CL_DEVICE_HOST_UNIFIED_MEMORY);

    require(largest_buffer, max_alloc, "one buffer of this size",
            "the device's CL_DEVICE_MAX_MEM_ALLOC_SIZE");
    require(all_buffers, global, "this size on the device", "its CL_DEVICE_GLOBAL_MEM_SIZE");
    if (host > 0)
        require(host_arrays + (shared ? all_buffers : 0.0), host, "this size on the host",
                "the host's memory");
}
