// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef PREPROCESSOR_DRIVERS_H
#define PREPROCESSOR_DRIVERS_H

#include "ocl.h"

// Whether the driver's answer about this macro or version of the language is known to be wrong.
bool driver_errs_about(cl_device_id device, const char *name);

// Whether the compiler crashes on these options: Oclgrind and rusticl 25.0 on a word that is no
// option.
bool driver_crashes_on(cl_device_id device, const char *option);

#endif
