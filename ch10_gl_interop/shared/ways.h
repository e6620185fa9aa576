// SPDX-License-Identifier: MIT
//
// ways - how a frame gets from OpenCL to OpenGL: which ways a machine has, and what each costs.

#ifndef CH10_WAYS_H
#define CH10_WAYS_H

#include "opengl/gl.h"

// Through the host; objects that both share; host memory that both have mapped.
enum { COPY, SHARE, HOST, WAY_COUNT };

// Their names for --variant.
extern const char *const WAYS[];

// Ends the program with OCL_EXIT_SKIP if --variant names a way that cannot be gone here.
void ways_require(const ocl_env *env);

// Whether --variant asks for this way and it can be gone.  A note tells what is missing.
bool ways_has(ocl_report *report, const ocl_env *env, int way);

// Adds a table with the bytes that each way copies per frame, and the median of the times of its
// frames, from OpenCL to OpenGL.  A way without times has no row.
void ways_report(ocl_report *report, const size_t copied[WAY_COUNT],
                 const ocl_times times[WAY_COUNT]);

#endif
