// SPDX-License-Identifier: MIT

#include "command_buffers.h"

// Before 0.9.5 and from then on.
typedef cl_int(CL_API_CALL *old_fill_fn)(cl_command_buffer_khr, cl_command_queue, cl_mem,
                                         const void *, size_t, size_t, size_t, cl_uint,
                                         const cl_sync_point_khr *, cl_sync_point_khr *,
                                         cl_mutable_command_khr *);
typedef cl_int(CL_API_CALL *fill_fn)(cl_command_buffer_khr, cl_command_queue, const cl_properties *,
                                     cl_mem, const void *, size_t, size_t, size_t, cl_uint,
                                     const cl_sync_point_khr *, cl_sync_point_khr *,
                                     cl_mutable_command_khr *);
typedef cl_int(CL_API_CALL *old_copy_fn)(cl_command_buffer_khr, cl_command_queue, cl_mem, cl_mem,
                                         size_t, size_t, size_t, cl_uint, const cl_sync_point_khr *,
                                         cl_sync_point_khr *, cl_mutable_command_khr *);
typedef cl_int(CL_API_CALL *copy_fn)(cl_command_buffer_khr, cl_command_queue, const cl_properties *,
                                     cl_mem, cl_mem, size_t, size_t, size_t, cl_uint,
                                     const cl_sync_point_khr *, cl_sync_point_khr *,
                                     cl_mutable_command_khr *);

static bool is_old(const command_buffer_api *api)
{
    return api->version < CL_MAKE_VERSION(0, 9, 5);
}

command_buffer_api require_command_buffers(const ocl_env *env)
{
    command_buffer_api api = { .version =
                                   ocl_require_extension(env->device, "cl_khr_command_buffer") };
    const char *fault = ocl_known_fault(env->device, "command buffers");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    // C has no cast from void * to a pointer to a function, but systems with OpenCL have.
    *(void **)&api.clCreateCommandBufferKHR =
        ocl_extension_function(env->platform, "clCreateCommandBufferKHR");
    *(void **)&api.clFinalizeCommandBufferKHR =
        ocl_extension_function(env->platform, "clFinalizeCommandBufferKHR");
    *(void **)&api.clRetainCommandBufferKHR =
        ocl_extension_function(env->platform, "clRetainCommandBufferKHR");
    *(void **)&api.clReleaseCommandBufferKHR =
        ocl_extension_function(env->platform, "clReleaseCommandBufferKHR");
    *(void **)&api.clEnqueueCommandBufferKHR =
        ocl_extension_function(env->platform, "clEnqueueCommandBufferKHR");
    *(void **)&api.clGetCommandBufferInfoKHR =
        ocl_extension_function(env->platform, "clGetCommandBufferInfoKHR");
    *(void **)&api.clCommandNDRangeKernelKHR =
        ocl_extension_function(env->platform, "clCommandNDRangeKernelKHR");
    api.fill = ocl_extension_function(env->platform, "clCommandFillBufferKHR");
    api.copy = ocl_extension_function(env->platform, "clCommandCopyBufferKHR");
    return api;
}

cl_int record_fill(const command_buffer_api *api, const recorded *r, cl_uint number)
{
    cl_sync_point_khr before = *r->sync;
    const cl_uint waits = r->waits ? 1 : 0;
    const cl_sync_point_khr *list = r->waits ? &before : NULL;
    old_fill_fn old_fill;
    fill_fn fill;
    *(void **)&old_fill = *(void **)&fill = api->fill;
    if (is_old(api))
        return old_fill(r->commands, NULL, r->to, &number, sizeof number, r->offset, r->bytes,
                        waits, list, r->sync, NULL);
    return fill(r->commands, NULL, NULL, r->to, &number, sizeof number, r->offset, r->bytes, waits,
                list, r->sync, NULL);
}

cl_int record_copy(const command_buffer_api *api, const recorded *r)
{
    cl_sync_point_khr before = *r->sync;
    const cl_uint waits = r->waits ? 1 : 0;
    const cl_sync_point_khr *list = r->waits ? &before : NULL;
    old_copy_fn old_copy;
    copy_fn copy;
    *(void **)&old_copy = *(void **)&copy = api->copy;
    if (is_old(api))
        return old_copy(r->commands, NULL, r->from, r->to, 0, r->offset, r->bytes, waits, list,
                        r->sync, NULL);
    return copy(r->commands, NULL, NULL, r->from, r->to, 0, r->offset, r->bytes, waits, list,
                r->sync, NULL);
}
