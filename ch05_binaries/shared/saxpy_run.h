// SPDX-License-Identifier: MIT
//
// saxpy_run - the kernel saxpy_scalar of a program, run and compared: the proof that a binary is whole.

#ifndef SAXPY_RUN_H
#define SAXPY_RUN_H

#include "ocl.h"

typedef struct {
    cl_ulong n;
    float *a, *ref;    // what came back, and A = alpha * B + C
    cl_mem d_a, d_b, d_c;
} saxpy_data;

// Input, reference and buffers for the devices of a context; exits with OCL_EXIT_USAGE when `device`, one
// of them, cannot hold n elements.  Release with saxpy_close.
saxpy_data saxpy_open(cl_context context, cl_device_id device, size_t n, uint64_t seed);
void saxpy_close(saxpy_data *data);

// Whether the program has a kernel saxpy_scalar.
bool saxpy_is_in(cl_program program);

// Runs it on the queue's device and compares.  *ns, if asked for: from clCreateKernel to the kernel's end.
ocl_result saxpy_run(const saxpy_data *data, cl_command_queue queue, cl_program program,
                     const char *what, double *ns);

#endif
