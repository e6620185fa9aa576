// SPDX-License-Identifier: MIT
//
// choice - which device a text of --device or $OCL_DEVICE means.
//
// The text is a number from --list; cpu, gpu or accelerator; best; part of a platform's or device's
// name, in any case; "name:2" for the second match.  Devices whose platform has the name come
// before those that have it only in their own.  No text (NULL): the first GPU, else the first
// device.
//
// The best device is a GPU where there is one: the one with the most compute units times MHz, or of
// equal ones that with the most memory.

#ifndef OCL_CHOICE_H
#define OCL_CHOICE_H

#include "opencl.h"

// Index in `devices` of the one that the text means, or -1.
int ocl_match_device(const cl_device_id *devices, cl_uint count, const char *wish);

// The device itself.  Without any device: exits with OCL_EXIT_NO_DEVICE and says which package to
// install. Without a match: exits with OCL_EXIT_USAGE.
cl_device_id ocl_choose_device(const cl_device_id *devices, cl_uint count, const char *wish);

#endif
