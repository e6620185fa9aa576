// SPDX-License-Identifier: MIT
//
// rules - what the specification says about lists of image formats.  Each function counts the
// mistakes of a list and warns about each on standard error.

#ifndef FORMAT_RULES_H
#define FORMAT_RULES_H

#include "list.h"

// Formats that are listed more than once.
cl_uint format_rules_doubles(const format_list *list);

// Formats that every device with a full profile must have (section 5.3.2.1), but this one lacks.
cl_uint format_rules_missing(cl_device_id device, const format_list *list);

// The bytes of a pixel; 0 for formats whose size these rules do not cover: packed formats and those
// of extensions.
size_t format_rules_pixel(cl_image_format format);

#endif
