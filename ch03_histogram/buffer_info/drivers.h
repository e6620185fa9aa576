// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to answer otherwise than the specification says.

#ifndef BUFFER_INFO_DRIVERS_H
#define BUFFER_INFO_DRIVERS_H

#include "ocl.h"

// The host pointer that a sub-buffer may answer with: `ref`, or what it got where that is the
// mistake of Intel's CPU runtime, which warns.
cl_ulong excuse_host_ptr(cl_ulong ref, cl_ulong got, cl_ulong mistake);

#endif
