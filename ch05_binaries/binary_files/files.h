// SPDX-License-Identifier: MIT
//
// files - the binaries of a program in files, one per device: STEM.NUMBER.clbin.

#ifndef CREATE_BINARY_FILES_H
#define CREATE_BINARY_FILES_H

#include "ocl.h"

enum { MAX_DEVICES = 64 };

// Devices and their binaries, as arrays: OpenCL accepts and returns them in this form.
typedef struct {
    cl_uint count;
    cl_device_id device[MAX_DEVICES];
    size_t bytes[MAX_DEVICES];
    unsigned char *binary[MAX_DEVICES];    // malloc'ed; NULL when the driver has none
} device_binaries;

// The number of the device in --list.
int device_number(cl_device_id device);

// Reads the binaries of `devices`, which is without binaries yet.  False, and the reason, when a
// file is missing, damaged, for another device or driver, or made from something else.
bool read_binaries(const char *stem, device_binaries *devices, uint64_t made_from,
                   ocl_message *why);

// Writes each binary to its file and reads it back, so that `b` holds what the files hold.  Exits
// with OCL_EXIT_USAGE when a file fails.
void write_binaries(const char *stem, device_binaries *b, uint64_t made_from);

// Leaves out the devices that have no binary, with a note.
void drop_devices_without_binary(ocl_report *report, device_binaries *b);

// The devices, their binaries, and the files of `stem`, which may be NULL.
void list_binaries(ocl_report *report, const char *stem, const device_binaries *b);

// Whether the program has the kernels of this list, joined by ';', and no others.  The order may
// differ.
ocl_result same_kernels(cl_program program, const char *list);

void free_binaries(device_binaries *b);

#endif
