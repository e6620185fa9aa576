// SPDX-License-Identifier: MIT
//
// binary_file - a program binary in a file that says for which device, driver and version it was made.
//
// A driver need not notice that a binary is damaged or another driver's; some crash.  So the file is
// an envelope (envelope.h), whose label is the device's ocl_compiler_id.

#ifndef BINARY_FILE_H
#define BINARY_FILE_H

#include "ocl.h"

// The bytes of such a file, malloc'ed.
unsigned char *binary_file_pack(cl_device_id device, const void *binary, size_t binary_bytes,
                                size_t *bytes);

// The binary in the bytes of such a file: it lies in `data`, and is not freed.  False, and the reason,
// when the bytes are no such file, not all of it, damaged, or made for something else than the device.
bool binary_file_open(const unsigned char *data, size_t bytes, cl_device_id device,
                      const unsigned char **binary, size_t *binary_bytes, ocl_message *why);

#endif
