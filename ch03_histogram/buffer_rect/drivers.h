// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef BUFFER_RECT_DRIVERS_H
#define BUFFER_RECT_DRIVERS_H

#include "ocl.h"

// Whether the driver moves a rectangle as if its rows had no gaps in host memory.
bool driver_ignores_pitches(cl_device_id device);

#endif
