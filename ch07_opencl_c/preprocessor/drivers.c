// SPDX-License-Identifier: MIT

#include "drivers.h"

enum { ALL_POCL = OCL_POCL | OCL_POCL_6 | OCL_POCL_7 };

typedef struct {
    const char *name;
    unsigned platforms;
} known_case;

// __OPENCL_C_VERSION__: without -cl-std these compilers take OpenCL C 3.0.
static const known_case WRONG[] = {
    { "__OPENCL_C_VERSION__", ALL_POCL | OCL_NVIDIA },
    { "__FAST_RELAXED_MATH__", OCL_OCLGRIND },
    { "-cl-std=CL2.0", OCL_POCL | OCL_RUSTICL | OCL_RUSTICL_26 | OCL_OCLGRIND | OCL_NVIDIA },
    { "cl_khr_depth_images", ALL_POCL | OCL_OCLGRIND },
    { "cl_khr_fp16", OCL_OCLGRIND },
    { "cl_khr_gl_msaa_sharing", OCL_OCLGRIND },
    { "cl_khr_mipmap_image", OCL_NVIDIA },
    { "cl_khr_select_fprounding_mode", OCL_NVIDIA },
    { NULL, 0 },
};

static const known_case CRASHES[] = {
    { "-DWORD=one two", OCL_RUSTICL | OCL_OCLGRIND },
    { "-DWORD=\"one\"", OCL_RUSTICL },
    { "-DWORD=\\\"one\\\"", OCL_RUSTICL },
    { "-DWORD=\"one two\"", OCL_RUSTICL },
    { "-DWORD=one\\ two", OCL_RUSTICL },
    { "-I with a blank", OCL_RUSTICL | OCL_OCLGRIND },
    { NULL, 0 },
};

static bool is_known(const known_case *known, const char *name, cl_device_id device)
{
    for (; known->name; known++)
        if (strcmp(known->name, name) == 0) return known->platforms & ocl_known_platform(device);
    return false;
}

bool driver_errs_about(cl_device_id device, const char *name)
{
    // PoCL-Remote lists neither versions nor features of the language, and the server has them.
    const bool is_listed =
        strncmp(name, "-cl-std=", 8) == 0 || strncmp(name, "__opencl_c_", 11) == 0;
    if (is_listed && ocl_known_platform(device) & OCL_POCL_REMOTE) return true;
    return is_known(WRONG, name, device);
}

bool driver_crashes_on(cl_device_id device, const char *option)
{
    return is_known(CRASHES, option, device);
}
