// SPDX-License-Identifier: MIT
//
// bus - how fast bytes travel between the host and a device with memory of its own.

#ifndef VULKAN_BUS_H
#define VULKAN_BUS_H

#include "ocl.h"

// The GB/s of copies of so many bytes from the device and back to it, one after the other, from and
// to pinned memory; 0 where host and device have the same memory.
double bus_rate(const ocl_env *env, size_t bytes);

#endif
