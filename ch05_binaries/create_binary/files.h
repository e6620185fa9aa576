// SPDX-License-Identifier: MIT
//
// files - the binaries of a program in files, one per device: STEM.NUMBER.clbin.

#ifndef CREATE_BINARY_FILES_H
#define CREATE_BINARY_FILES_H

#include "ocl.h"

enum { MAX_DEVICES = 64 };

// The devices of a program and their binaries, as arrays: OpenCL accepts and returns them in this
// form.
typedef struct {
    cl_uint count;
    cl_device_id device[MAX_DEVICES];
    size_t bytes[MAX_DEVICES];
    unsigned char *binary[MAX_DEVICES];    // malloc'ed; NULL when the driver has none
} device_binaries;

// The number of the device in --list.
int device_number(cl_device_id device);

// Drops the devices without a binary and lists the others.  With a stem, each binary is written to
// its file and read back, so that `b` holds what saxpy_binary will find.  Exits with OCL_EXIT_USAGE
// when a file fails.
void keep_binaries(ocl_report *report, const char *stem, device_binaries *b);

// Whether the program has the kernels of this list, joined by ';', and no others.  The order may
// differ.
ocl_result same_kernels(cl_program program, const char *list);

#endif
