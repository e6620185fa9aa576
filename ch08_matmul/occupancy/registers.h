// SPDX-License-Identifier: MIT
//
// registers - what NVIDIA's compiler says about the registers of a kernel.
//
// OpenCL has no query for registers.  NVIDIA's extension cl_nv_compiler_options adds the build
// option -cl-nv-verbose; then the build log has lines such as
//
//     ptxas info    : Function properties for occupancy_steps
//         0 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads
//     ptxas info    : Used 40 registers, 380 bytes cmem[0]

#ifndef OCCUPANCY_REGISTERS_H
#define OCCUPANCY_REGISTERS_H

#include "ocl.h"

enum { MAX_CELL = 24 };

// As texts for a table; "-" where nobody says it.
typedef struct {
    char registers[MAX_CELL], spilled[MAX_CELL], items[MAX_CELL];
} register_use;

// The build option, or "" where the device does not have it.
const char *verbose_option(cl_device_id device);

// From the build log: registers per work-item, bytes that are stored to memory because registers
// are missing, and how many work-items the registers of a compute unit hold at the same time.
register_use read_register_use(const char *log, const char *kernel, cl_device_id device);

#endif
