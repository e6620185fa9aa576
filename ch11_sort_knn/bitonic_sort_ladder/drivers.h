// SPDX-License-Identifier: MIT
//
// drivers - what bitonic_sort_ladder knows of devices and their drivers.

#ifndef BITONIC_SORT_DRIVERS_H
#define BITONIC_SORT_DRIVERS_H

#include "bitonic_sort_ladder/settings.h"

// Whether the rung suits the device.  If not, a note says so, and how to run it all the same; where
// --variant names the rung, it does.
bool bitonic_suits(ocl_report *report, const ocl_env *env, int rung);

#endif
