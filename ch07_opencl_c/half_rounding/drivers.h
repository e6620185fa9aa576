// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and halves.

#ifndef HALF_ROUNDING_DRIVERS_H
#define HALF_ROUNDING_DRIVERS_H

#include "ocl.h"

// rusticl of Mesa 25 and 26 rounds a double to float, and the float to half: twice.  The result may
// be the other neighbour.
bool driver_rounds_twice(cl_device_id device);

// Oclgrind's vstore_half of a vector of doubles leaves numbers unwritten.
bool driver_stores_doubles(cl_device_id device);

#endif
