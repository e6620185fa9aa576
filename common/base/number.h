// SPDX-License-Identifier: MIT
//
// number - numbers as the command line writes them.
//
// Each parser takes exactly one number of its kind: no blanks, nothing before or after it.
// Anything else is refused with a message that shows an example.

#ifndef OCL_NUMBER_H
#define OCL_NUMBER_H

#include "errors.h"

#include <stddef.h>
#include <stdint.h>

// A count: 1, 2, ... with an optional K, M or G (powers of 1024).
bool ocl_parse_count(const char *text, size_t *value, ocl_message *why);

// A finite number in decimal digits, such as 2.5 or 1e-3.
bool ocl_parse_real(const char *text, double *value, ocl_message *why);

// A whole number from 0 to 2^64 - 1.
bool ocl_parse_seed(const char *text, uint64_t *value, ocl_message *why);

// "N", "MxN" or "MxNxK": as many counts as there are extents (1 to 3), or one count for all of
// them. n[i] is 1 for each i from `extents` on.
bool ocl_parse_size(const char *text, int extents, size_t n[3], ocl_message *why);

// How --help shows such a size: "N", "MxN" or "MxNxK".
const char *ocl_size_form(int extents);

#endif
