// SPDX-License-Identifier: MIT
//
// captured_output - what reaches the program's standard output, also from libraries.

#ifndef OCL_SYSTEM_CAPTURED_OUTPUT_H
#define OCL_SYSTEM_CAPTURED_OUTPUT_H

#include <stddef.h>

// While it lasts, standard output leads into a temporary file.  One at a time.
typedef struct ocl_capture ocl_capture;

// Begins; the program itself prints nothing until the end.  Without a temporary file it exits with
// OCL_EXIT_USAGE.
ocl_capture *ocl_capture_begin(void);

// How many bytes have arrived so far.
size_t ocl_capture_bytes(const ocl_capture *capture);

// Ends.  Standard output is what it was, and what has arrived comes back, malloc'ed, with a 0 byte
// after it, which *bytes does not count.
char *ocl_capture_end(ocl_capture *capture, size_t *bytes);

#endif
