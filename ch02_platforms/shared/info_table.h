// SPDX-License-Identifier: MIT
//
// info_table - the attributes of platforms and devices: OpenCL 1.0 to 3.0 and the extensions one meets.
//
// Attributes of OpenCL itself go by the header's macros.  Those of extensions carry their number:
// which of them a header knows depends on its age.

#ifndef INFO_TABLE_H
#define INFO_TABLE_H

#include "info.h"

// Ordered by theme; the last row has no name.
extern const info_row PLATFORM_INFO[];
extern const info_row DEVICE_INFO[];

// Bits of cl_device_type.
extern const info_name DEVICE_TYPES[];

#endif
