// SPDX-License-Identifier: MIT
//
// list - one list of image formats, and the names of what is in it; all lists as a table.

#ifndef FORMAT_LIST_H
#define FORMAT_LIST_H

#include "opencl.h"
#include "table.h"

#include <stdbool.h>

// The formats for one image type and for one use of the image in kernels.
typedef struct {
    cl_mem_object_type type;
    cl_mem_flags flags;    // one of CL_MEM_READ_ONLY, ..., CL_MEM_KERNEL_READ_AND_WRITE
    cl_uint count;
    cl_image_format *formats;
} format_list;

bool format_list_has(const format_list *list, cl_channel_order order, cl_channel_type data_type);

// Warns about a format of the list on standard error.
void format_list_complain(const format_list *list, cl_image_format format, const char *what);

// The name of a channel order or a channel data type; a value without a known name is written to
// `hex` as a number.
enum { MAX_HEX = 16 };
const char *format_name(cl_uint value, char hex[MAX_HEX]);

// One row per format, one column per image type.  A cell has one letter for each flag under which
// the device lists the format.
void format_lists_print(ocl_report *report, const format_list *lists, size_t count);

#endif
