// SPDX-License-Identifier: MIT

#include "elsewhere.h"

#include <stdio.h>
#include <string.h>

// As tried: docs/matrix.md.  The first line that has a part of the complaint counts.
static const struct {
    const char *part, *who;    // NULL: Intel's runtime for CPUs, which demo.sh fetches
} PLACES[] = {
    { "cl_ext_buffer_device_address", "PoCL 7 and rusticl of Mesa 26 have it" },
    { "cl_khr_semaphore", "NVIDIA's driver has it" },
    { "cl_khr_external_", "NVIDIA's driver has it" },
    { "cl_khr_gl_event", "NVIDIA's driver has it, without cl_khr_gl_sharing" },
    { "cl_khr_gl_sharing", "rusticl of Mesa 26 has it on a GPU" },
    { "cl_khr_3d_image_writes", NULL },
    { "cl_khr_command_buffer", NULL },
    { "cl_khr_depth_images", NULL },
    { "cl_khr_device_uuid", NULL },
    { "cl_khr_extended_bit_ops", NULL },
    { "cl_khr_fp16", NULL },
    { "cl_khr_fp64", NULL },
    { "cl_khr_il_program", NULL },
    { "cl_khr_image2d_from_buffer", NULL },
    { "cl_khr_int64_", NULL },
    { "cl_khr_integer_dot_product", NULL },
    { "cl_khr_kernel_clock", NULL },
    { "cl_khr_spir", NULL },
    { "cl_khr_subgroup_", NULL },
    { "cl_khr_suggested_local_work_size", NULL },
    { "cl_intel_unified_shared_memory", NULL },
    { "__opencl_c_", NULL },
    { "CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES", NULL },
    { "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES", NULL },
    { "CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT", NULL },
    { "CL_DEVICE_LINKER_AVAILABLE", NULL },
    { "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE", NULL },
    { "CL_DEVICE_MAX_NUM_SUB_GROUPS", NULL },
    { "CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS", NULL },
    { "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT", NULL },
    { "CL_DEVICE_PARTITION_PROPERTIES", NULL },
    { "CL_DEVICE_PIPE_SUPPORT", NULL },
    { "CL_DEVICE_SVM_CAPABILITIES", NULL },
    { "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", NULL },
    { "CL_EXEC_NATIVE_KERNEL", NULL },
    { "C++ for OpenCL", NULL },
    { "SPIR-V", NULL },
    { "clCreateProgramWithILKHR", NULL },
    { "has no OpenCL", NULL },
    { "needs OpenCL", NULL },
    { "out-of-order queues", NULL },
    { "sRGB images", NULL },
    { "shared virtual memory", NULL },
};

void ocl_elsewhere(char *text, size_t room, const char *why, const char *program)
{
    *text = '\0';
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        if (!strstr(why, PLACES[i].part)) continue;
        if (PLACES[i].who)
            snprintf(text, room, "; %s", PLACES[i].who);
        else
            snprintf(text, room, "; Intel's runtime for CPUs has it: ./demo.sh --with intel %s",
                     program);
        return;
    }
}
