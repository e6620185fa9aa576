// SPDX-License-Identifier: MIT
//
// printable - texts of somebody else, made fit to be shown: no byte of them may disturb the terminal.

#ifndef OCL_PRINTABLE_H
#define OCL_PRINTABLE_H

#include <stddef.h>

typedef struct {
    char text[256];
} ocl_printable;

// `bytes` of a text that need not end, cut to fit, with '?' for all that is not printable ASCII: 0 bytes,
// line ends and escape sequences included.
ocl_printable ocl_make_printable(const void *text, size_t bytes);

#endif
