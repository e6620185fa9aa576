// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and sums of products.

#ifndef INTEGER_DOT_PRODUCT_DRIVERS_H
#define INTEGER_DOT_PRODUCT_DRIVERS_H

#include "ocl.h"

// Whether a sum that is written by hand wraps around where it must saturate.  NVIDIA's compiler
// (driver 580) makes one instruction of four products and a sum, which does not saturate.  That
// happens with add_sat, and with a sum of 64 bits that is converted.
bool driver_wraps_sums(cl_device_id device);

#endif
