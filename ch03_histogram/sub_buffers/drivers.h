// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef SUB_BUFFERS_DRIVERS_H
#define SUB_BUFFERS_DRIVERS_H

#include "ocl.h"

// Ends the sample with OCL_EXIT_SKIP where the driver crashes when a sub-buffer of a buffer is used
// that was written before.
void require_sub_buffers(cl_device_id device);

#endif
