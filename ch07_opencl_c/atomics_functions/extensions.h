// SPDX-License-Identifier: MIT
//
// extensions - which atomic functions a device has.

#ifndef ATOMICS_FUNCTIONS_EXTENSIONS_H
#define ATOMICS_FUNCTIONS_EXTENSIONS_H

#include "model.h"

// How many of the functions the device has for the type, in global and in local memory: those named
// atomic_, or with `is_atom` those named atom_.
size_t count_functions(cl_device_id device, size_t type, bool is_atom);

// Whether the device adds floats in global memory, or in local memory: cl_ext_float_atomics.
bool adds_floats(cl_device_id device, bool in_local);

// A table: each extension, what it brings, whether it is here.
void report_extensions(ocl_report *report, cl_device_id device);

#endif
