// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to do otherwise than the specification says.

#ifndef COPY_RECT_DRIVERS_H
#define COPY_RECT_DRIVERS_H

#include "attributes.h"

// Platforms that copy a rectangle onto a part of itself, which they should refuse.
enum { OVERLAP_WORKS = OCL_OCLGRIND | OCL_NVIDIA };

#endif
