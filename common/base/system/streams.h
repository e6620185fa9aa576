// SPDX-License-Identifier: MIT
//
// streams - what becomes of the text that the program prints, also by libraries.

#ifndef OCL_SYSTEM_STREAMS_H
#define OCL_SYSTEM_STREAMS_H

#include <stdbool.h>
#include <stddef.h>

// From now on the bytes of standard output and standard error arrive as the program writes them,
// and a terminal takes them for UTF-8.  Call it before the first letter.
void ocl_prepare_streams(void);

// Whether standard error is a terminal.
bool ocl_on_terminal(void);

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
