// SPDX-License-Identifier: MIT
//
// cases - pragmas, and what a compiler must do with them.

#ifndef PRAGMAS_CASES_H
#define PRAGMAS_CASES_H

#include "ocl.h"

// What the specification asks for.
typedef enum { UNSAID, ACCEPTED, REFUSED } pragma_rule;

// #pragma OPENCL EXTENSION
typedef struct {
    const char *text;     // behind #pragma OPENCL EXTENSION; "/" separates two lines
    bool needs_double;    // cl_khr_fp64
    bool uses_double;     // in the kernel
    pragma_rule rule;
} extension_case;

enum { PRAGMA_EXTENSIONS = 12 };
extern const extension_case EXTENSION_CASES[PRAGMA_EXTENSIONS];

// A program with the lines of the case, malloc'ed.
char *extension_program(const extension_case *c);

// Any other pragma, in a kernel.
typedef struct {
    const char *text;    // " / " separates two lines
    pragma_rule rule;
} other_case;

enum { PRAGMA_OTHERS = 10 };
extern const other_case OTHER_CASES[PRAGMA_OTHERS];

// A program whose kernel has the lines of the case, malloc'ed.
char *other_program(const other_case *c);

#endif
