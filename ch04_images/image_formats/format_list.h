// SPDX-License-Identifier: MIT
//
// format_list - the image formats of a device, asked for, named and printed.

#ifndef FORMAT_LIST_H
#define FORMAT_LIST_H

#include "ocl.h"

typedef struct {
    const char *name;
    cl_ulong value;
} format_name;

enum { TYPE_COUNT = 6, FLAG_COUNT = 4 };
extern const format_name FORMAT_TYPES[TYPE_COUNT];    // image types

// What kernels do with the image.  The last one, of OpenCL 2.0, asks for images that one kernel both reads
// and writes.
extern const format_name FORMAT_FLAGS[FLAG_COUNT];

// What a device supports for a type and a flag.
typedef struct {
    size_t type, flag;    // indices into FORMAT_TYPES and FORMAT_FLAGS
    cl_uint count;        // as the call without a list says
    cl_uint again;        // as the call with a list says
    cl_uint written;      // entries of the list that were written
    cl_uint shorter;      // the same with room for one entry less
    cl_image_format *formats;
} format_list;

// Asks the context.  free() the formats.
format_list format_list_ask(const ocl_env *env, size_t type, size_t flag);

bool format_list_has(const format_list *list, cl_channel_order order, cl_channel_type data_type);

// The name of a channel order or data type; one that is not known is written to `hex` as a number.
enum { HEX = 16 };
const char *format_list_name(cl_uint value, char hex[HEX]);

// {"type": "...", "flags": "...", "formats": [{"order": "...", "data_type": "..."}, ...]}
json_t *format_list_json(const format_list *list);

// A table a type, orders against data types, with a letter for each flag; types with the same formats
// share one.
void format_list_print(ocl_report *report, format_list lists[TYPE_COUNT][FLAG_COUNT]);

#endif
