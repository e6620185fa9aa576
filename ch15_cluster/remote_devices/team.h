// SPDX-License-Identifier: MIT
//
// team - the devices of a platform, in one context, each with a queue, a kernel and buffers.

#ifndef REMOTE_DEVICES_TEAM_H
#define REMOTE_DEVICES_TEAM_H

#include "ocl.h"

enum { MAX_DEVICES = 16 };

typedef struct {
    cl_device_id device;
    cl_command_queue queue;    // in-order, with profiling
    cl_kernel kernel;          // its first two arguments are set
    cl_mem d_y, d_x;
} worker;

typedef struct {
    cl_context context;
    cl_program program;
    worker workers[MAX_DEVICES];
    cl_uint count;
} team;

// The devices of the chosen one's platform, the chosen one first.  The program is
// remote_devices.cl or opt->kernel, built for all of them.  Buffers have so many bytes.
team team_open(const ocl_env *env, size_t bytes);
void team_close(const team *t);

#endif
