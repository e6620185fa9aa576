// SPDX-License-Identifier: MIT
//
// platform_table - the attributes of platforms: OpenCL 1.0 to 3.1 and common extensions.
//
// Attributes of OpenCL 1.0 to 3.0 are named by the header's macros.  Those of OpenCL 3.1 and of
// extensions have their number in the table: an older header does not know all of them.

#ifndef PLATFORM_TABLE_H
#define PLATFORM_TABLE_H

#include "info.h"

// Ordered by theme; the last row has no name.
extern const info_row PLATFORM_INFO[];

// Bits of cl_device_type.
extern const info_name DEVICE_TYPES[];

// Names that attributes of devices have, too.
extern const info_name UNIFIED_SVM[], SEMAPHORES[], SEMAPHORE_HANDLES[], MEMORY_HANDLES[];

#endif
