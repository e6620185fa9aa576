// SPDX-License-Identifier: MIT
//
// command_buffers - the functions of cl_khr_command_buffer, fetched by their names.
//
// The headers of Debian 12 have version 0.9.0.  With 0.9.5 all commands but the NDRange got a
// further parameter, so these types are our own.

#ifndef CH14_COMMAND_BUFFERS_H
#define CH14_COMMAND_BUFFERS_H

#include "ocl.h"

// A fill or a copy.  `*sync` becomes the command's own sync point; if `waits` is set, the command
// waits for the one that stood there before.
typedef struct {
    cl_command_buffer_khr commands;
    cl_mem from, to;    // `from` of a copy
    size_t offset, bytes;
    cl_sync_point_khr *sync;
    bool waits;
} recorded;

typedef cl_command_buffer_khr(CL_API_CALL *create_fn)(cl_uint, const cl_command_queue *,
                                                      const cl_properties *, cl_int *);
typedef cl_int(CL_API_CALL *one_fn)(cl_command_buffer_khr);
typedef cl_int(CL_API_CALL *enqueue_fn)(cl_uint, cl_command_queue *, cl_command_buffer_khr, cl_uint,
                                        const cl_event *, cl_event *);
typedef cl_int(CL_API_CALL *info_fn)(cl_command_buffer_khr, cl_uint, size_t, void *, size_t *);
typedef cl_int(CL_API_CALL *ndrange_fn)(cl_command_buffer_khr, cl_command_queue,
                                        const cl_properties *, cl_kernel, cl_uint, const size_t *,
                                        const size_t *, const size_t *, cl_uint,
                                        const cl_sync_point_khr *, cl_sync_point_khr *,
                                        cl_mutable_command_khr *);

// The functions, each under its own name.
typedef struct {
    cl_version version;
    create_fn clCreateCommandBufferKHR;
    one_fn clFinalizeCommandBufferKHR, clRetainCommandBufferKHR, clReleaseCommandBufferKHR;
    enqueue_fn clEnqueueCommandBufferKHR;
    info_fn clGetCommandBufferInfoKHR;
    ndrange_fn clCommandNDRangeKernelKHR;
    void *fill, *copy;    // their types depend on the version
} command_buffer_api;

// Ends the program with OCL_EXIT_SKIP where the device does not have the extension.
command_buffer_api require_command_buffers(const ocl_env *env);

// clCommandFillBufferKHR with a number, clCommandCopyBufferKHR to `offset` of r->to: in the form of
// the version.
cl_int record_fill(const command_buffer_api *api, const recorded *r, cl_uint number);
cl_int record_copy(const command_buffer_api *api, const recorded *r);

#endif
