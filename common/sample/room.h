// SPDX-License-Identifier: MIT
//
// room - whether a problem fits the device and the host.

#ifndef OCL_ROOM_H
#define OCL_ROOM_H

#include "opencl.h"

// Exits with OCL_EXIT_USAGE, and the limit in the message, when one of these does not fit: the
// largest buffer, all buffers together, the host's arrays (with the buffers where host and device
// share memory).  In bytes, as double: a product of sizes that overflows size_t must be refused,
// too.
void ocl_require_memory(cl_device_id device, double largest_buffer, double all_buffers,
                        double host_arrays);

#endif
