// SPDX-License-Identifier: MIT
//
// sharing - an OpenCL context for an OpenGL context, as gl_info.c and gl_buffer.c show it.

#ifndef CH10_SHARING_H
#define CH10_SHARING_H

#include "gl.h"

// Context and queue of the device of `env` that know the OpenGL context.  The device must have
// cl_khr_gl_sharing.  The result has the options and the limits of `env`; ocl_close releases it.
ocl_env sharing_open(const ocl_env *env, const gl_context *gl);

#endif
