// SPDX-License-Identifier: MIT
//
// device_table - the attributes of devices, as in platform_table.h.

#ifndef DEVICE_TABLE_H
#define DEVICE_TABLE_H

#include "info.h"

// Ordered by theme; the last row has no name.
extern const info_row DEVICE_INFO[];

// The extensions that every device of OpenCL 3.1 must list.  NULL ends them.
extern const char *const REQUIRED_IN_3_1[];

#endif
