// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and threads of the host.

#ifndef HOST_THREADS_DRIVERS_H
#define HOST_THREADS_DRIVERS_H

#include "ocl.h"

// Whether several threads may use the driver.  Oclgrind stops when two do.
bool driver_takes_threads(cl_device_id device);

#endif
