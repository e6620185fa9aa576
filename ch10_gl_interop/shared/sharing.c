// SPDX-License-Identifier: MIT

#include "sharing.h"

#include <CL/cl_gl.h>

ocl_env sharing_open(const ocl_env *env, const gl_context *gl)
{
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM,
        (cl_context_properties)env->platform,
        CL_GL_CONTEXT_KHR,
        (cl_context_properties)gl->context,
        CL_EGL_DISPLAY_KHR,
        (cl_context_properties)gl->display,
        0,
    };
    ocl_env own = *env;
    cl_int err;
    own.context = OCL_CREATE(clCreateContext(properties, 1, &env->device, NULL, NULL, &err));
    own.queue = OCL_CREATE(clCreateCommandQueue(own.context, own.device, 0, &err));
    return own;
}
