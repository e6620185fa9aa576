// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and the functions for integers.

#ifndef INTEGER_DRIVERS_H
#define INTEGER_DRIVERS_H

#include "model.h"

// Whether the function is known to be wrong for some operands of this type: mad_sat of int, uint
// and long with Intel's runtime, of long with rusticl of Mesa 25 and 26 and with Oclgrind.
bool driver_miscomputes(cl_device_id device, size_t type, size_t function);

#endif
