// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_can(const ocl_env *env, ocl_report *report, const char *what, const char *call,
                cl_int status)
{
    if (status == CL_SUCCESS) return true;
    const unsigned platform = ocl_known_platform(env->device);
    const bool excused =
        platform == OCL_NVIDIA ||
        (platform & (OCL_POCL | OCL_POCL_6 | OCL_POCL_7) && status == CL_INVALID_LINKER_OPTIONS) ||
        (platform == OCL_RUSTICL_26 && status == CL_INVALID_OPERATION);
    if (!excused)
        ocl_exit(OCL_EXIT_CALL, "%s: %s: %s (%d)", what, call, ocl_error_name(status), (int)status);
    ocl_report_note(report, "%s: this driver cannot do it: %s", what, ocl_error_name(status));
    return false;
}

void require_headers(cl_device_id device)
{
    if (ocl_known_platform(device) & OCL_POCL_REMOTE)
        ocl_exit(OCL_EXIT_SKIP,
                 "PoCL-Remote does not send the headers of clCompileProgram to the server");
}

void require_link(cl_device_id device, cl_int status)
{
    if (status == CL_LINK_PROGRAM_FAILURE && ocl_known_platform(device) == OCL_RUSTICL)
        ocl_exit(OCL_EXIT_SKIP,
                 "rusticl 25.0 does not link objects that need different versions of SPIR-V");
    OCL_CHECK(status);
}

bool driver_knows_type(cl_device_id device, cl_program_binary_type wanted)
{
    return wanted != CL_PROGRAM_BINARY_TYPE_NONE || ocl_known_platform(device) != OCL_OCLGRIND;
}
