// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and conversions_all.

#ifndef CONVERSIONS_DRIVERS_H
#define CONVERSIONS_DRIVERS_H

#include "shared/exact.h"

// Whether there are functions such as convert_uchar_rte(int).  rusticl of Mesa 25 has none that
// round from an integer to an integer.
bool driver_rounds_integers(cl_device_id device);

// Whether floats become integers in the way that they should, below zero, too.  With Oclgrind not.
bool driver_rounds_floats(cl_device_id device);

// Whether the driver is known to convert this number wrongly.
//   - Intel's runtime makes UINT_MAX of a NaN with convert_uint_sat; the specification has 0.
//   - NVIDIA's driver makes the number with the highest bit alone of a NaN of double, and of a NaN
//     of float for long and ulong.
//   - rusticl of Mesa 25 and 26 rounds double to float and half wrongly, and makes a NaN of some
//     numbers that are too large for half.
//   - rusticl of Mesa 25 makes an infinity of an integer above 65504 in every rounding mode.
//   - PoCL 3.1 on i386 rounds long to double, double to float, and both to integers wrongly in some
//     modes (x87).
//   - Oclgrind rounds -0.5 upwards to -1, downwards to 0, and does not make 0 of a NaN.
bool driver_misconverts(cl_device_id device, size_t from, size_t to, const exact *x);

#endif
