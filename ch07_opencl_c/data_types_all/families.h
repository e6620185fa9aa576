// SPDX-License-Identifier: MIT
//
// families - scalar types and their vectors, as the host's compiler sees them.

#ifndef FAMILIES_H
#define FAMILIES_H

#include "ocl.h"

// The scalar itself, and vectors of 2, 3, 4, 8 and 16 components.
enum { WIDTHS = 6, FAMILIES = 10 };

typedef struct {
    const char *name;        // in OpenCL C
    cl_uint bytes;           // of the scalar, by the specification
    cl_uint size[WIDTHS];    // of the host's types: cl_int, cl_int2, ...
    cl_uint align[WIDTHS];
} type_family;

// In the order of data_types_all.cl; double is the last one.
extern const type_family TYPE_FAMILIES[FAMILIES];

#endif
