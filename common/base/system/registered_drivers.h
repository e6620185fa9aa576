// SPDX-License-Identifier: MIT
//
// registered_drivers - the OpenCL drivers that this system's loader is told to load.

#ifndef OCL_SYSTEM_REGISTERED_DRIVERS_H
#define OCL_SYSTEM_REGISTERED_DRIVERS_H

// One that cannot be loaded: where it is registered, and what the system says when it is loaded.
typedef struct {
    char where[256];
    char why[512];
} ocl_broken_driver;

// Loads each registered driver once more.  Returns how many cannot be loaded; the first `room` of
// them are in `broken`.
unsigned ocl_broken_drivers(ocl_broken_driver *broken, unsigned room);

#endif
