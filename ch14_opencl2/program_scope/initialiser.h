// SPDX-License-Identifier: MIT
//
// initialiser - a module of SPIR-V with an initialiser kernel, `init`, and a kernel `show`.

#ifndef INITIALISER_H
#define INITIALISER_H

#include "ocl.h"

enum { VALUE_OF_SOURCE = 7, VALUE_OF_INITIALISER = 42 };    // of its variable

extern const cl_uint INITIALISER_MODULE[];
extern const size_t INITIALISER_BYTES;

#endif
