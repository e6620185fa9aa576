// SPDX-License-Identifier: MIT
//
// info_table - the attributes of platforms and devices: OpenCL 1.0 to 3.0 and common extensions.
//
// Attributes of OpenCL itself are named by the header's macros.  Those of extensions have their
// number in the table: an older header does not know all of them.

#ifndef INFO_TABLE_H
#define INFO_TABLE_H

#include "info.h"

// Ordered by theme; the last row has no name.
extern const info_row PLATFORM_INFO[];
extern const info_row DEVICE_INFO[];

// Bits of cl_device_type.
extern const info_name DEVICE_TYPES[];

#endif
