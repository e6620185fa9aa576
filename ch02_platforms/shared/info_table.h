// SPDX-License-Identifier: MIT
//
// info_table - the attributes of platforms and devices: OpenCL 1.0 to 3.1 and common extensions.
//
// Attributes of OpenCL 1.0 to 3.0 are named by the header's macros.  Those of OpenCL 3.1 and of
// extensions have their number in the table: an older header does not know all of them.

#ifndef INFO_TABLE_H
#define INFO_TABLE_H

#include "info.h"

// Ordered by theme; the last row has no name.
extern const info_row PLATFORM_INFO[];
extern const info_row DEVICE_INFO[];

// The extensions that every device of OpenCL 3.1 must list.  NULL ends them.
extern const char *const REQUIRED_IN_3_1[];

// Bits of cl_device_type.
extern const info_name DEVICE_TYPES[];

#endif
