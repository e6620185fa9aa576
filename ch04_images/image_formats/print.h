// SPDX-License-Identifier: MIT
//
// print - the lists of a device as one table.

#ifndef FORMAT_PRINT_H
#define FORMAT_PRINT_H

#include "list.h"

#include "table.h"

// One row per format, one column per image type.  A cell has one letter for each flag under which
// the device lists the format.
void format_lists_print(ocl_report *report, const format_list *lists, size_t count);

#endif
