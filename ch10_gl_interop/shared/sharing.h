// SPDX-License-Identifier: MIT
//
// sharing - an OpenCL context that knows the OpenGL context, as gl_info.c explains it.

#ifndef CH10_SHARING_H
#define CH10_SHARING_H

#include "gl.h"

#include <CL/cl_gl.h>

// `env` with a context and a queue of its own, for the OpenGL context.  The device must have
// cl_khr_gl_sharing.  ocl_close closes it.
ocl_env gl_open_sharing(const ocl_env *env, const gl_context *gl);

#endif
