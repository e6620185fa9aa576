// SPDX-License-Identifier: MIT
//
// list - the OpenCL devices of all platforms, or of one.

#ifndef OCL_LIST_H
#define OCL_LIST_H

#include "errors.h"

#include <stdio.h>

// All devices, in the loader's order, malloc'ed (NULL when there are none); returns their number.
// A platform that fails is left out with a complaint.
cl_uint ocl_all_devices(cl_device_id **devices);

// The devices of that type on the platform, `first` before all others, malloc'ed.  `first` must be
// one of them.
cl_device_id *ocl_devices_beside(cl_platform_id platform, cl_device_id first, cl_device_type type,
                                 cl_uint *count);

// What --list prints.
void ocl_print_devices(FILE *stream, const cl_device_id *devices, cl_uint count);

// What --list --json prints:
//
//     {"platforms": [{"name": "...", "version": "...",
//                     "devices": [{"number": 0, "type": "cpu", "name": "...", "version": "..."}]}]}
void ocl_print_devices_json(FILE *stream, const cl_device_id *devices, cl_uint count);

// Says of each registered driver that cannot be loaded what the system says about it.
void ocl_warn_of_broken_drivers(void);

// Exits with OCL_EXIT_NO_DEVICE and says which packages bring a driver; before that it warns of
// broken ones.
OCL_NORETURN void ocl_exit_no_device(void);

#endif
