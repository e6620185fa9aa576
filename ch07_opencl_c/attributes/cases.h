// SPDX-License-Identifier: MIT
//
// cases - the attributes that attributes.cl is built with, and the layouts that it must have.

#ifndef ATTRIBUTES_CASES_H
#define ATTRIBUTES_CASES_H

#include "ocl.h"

enum { ATTRIBUTES = 8, ATTRIBUTE_REQUIRED = 1, ATTRIBUTE_LAYOUTS = 12 };

typedef struct {
    const char *option;     // for the build
    bool takes_size;        // the option ends with the size of the work-group
    const char *in_text;    // what CL_KERNEL_ATTRIBUTES must name; NULL: nothing
    bool required;          // CL_KERNEL_COMPILE_WORK_GROUP_SIZE is that size
} attribute_case;

extern const char *const ATTRIBUTE_NAMES[ATTRIBUTES + 1];    // for --variant
extern const attribute_case ATTRIBUTE_CASES[ATTRIBUTES];

// The build option of a case, for work-groups of this size.
void attribute_option(const attribute_case *c, size_t local, char *option, size_t room);

// What attributes_layout writes.
typedef struct {
    const char *code;
    cl_uint want;
} layout_case;
extern const layout_case LAYOUT_CASES[ATTRIBUTE_LAYOUTS];

#endif
