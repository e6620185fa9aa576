// SPDX-License-Identifier: MIT

#include "sharing.h"

ocl_env gl_open_sharing(const ocl_env *env, const gl_context *gl)
{
    ocl_env own = *env;
    cl_int err;
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM,
        (cl_context_properties)env->platform,
        CL_GL_CONTEXT_KHR,
        (cl_context_properties)gl->context,
        CL_EGL_DISPLAY_KHR,
        (cl_context_properties)gl->display,
        0,
    };
    own.context = OCL_CREATE(clCreateContext(properties, 1, &env->device, NULL, NULL, &err));
    own.queue = OCL_CREATE(clCreateCommandQueue(own.context, own.device, 0, &err));
    return own;
}
