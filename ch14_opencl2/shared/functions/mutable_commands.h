// SPDX-License-Identifier: MIT
//
// mutable_commands - the functions of cl_khr_command_buffer_mutable_dispatch, as version 0.9.3 has
// them.
//
// The headers of Debian 12 have version 0.9.0, in which clUpdateMutableCommandsKHR had other
// parameters and the structure two more members.  So the types are our own.

#ifndef CH14_MUTABLE_COMMANDS_H
#define CH14_MUTABLE_COMMANDS_H

#include "command_buffers.h"

enum { MUTABLE_DISPATCH_CHANGES = 0 };    // CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR

// What becomes of one command: cl_mutable_dispatch_config_khr.  What is 0 or NULL stays as it is.
typedef struct {
    cl_mutable_command_khr command;
    cl_uint num_args, num_svm_args, num_exec_infos, work_dim;
    const cl_mutable_dispatch_arg_khr *arg_list, *arg_svm_list;
    const cl_mutable_dispatch_exec_info_khr *exec_info_list;
    const size_t *global_work_offset, *global_work_size, *local_work_size;
} dispatch_changes;

typedef cl_int(CL_API_CALL *update_fn)(cl_command_buffer_khr, cl_uint, const cl_uint *,
                                       const void **);
typedef cl_int(CL_API_CALL *command_info_fn)(cl_mutable_command_khr, cl_uint, size_t, void *,
                                             size_t *);

typedef struct {
    update_fn clUpdateMutableCommandsKHR;
    command_info_fn clGetMutableCommandInfoKHR;
    cl_mutable_dispatch_fields_khr fields;    // what can be changed on this device
} mutable_api;

// Ends the program with OCL_EXIT_SKIP where the device does not have the extension, has an older
// version, or cannot change all of `needed`.
mutable_api require_mutable_commands(const ocl_env *env, cl_mutable_dispatch_fields_khr needed);

#endif
