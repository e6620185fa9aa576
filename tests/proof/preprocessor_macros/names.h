// SPDX-License-Identifier: MIT
//
// names - names that are macros where the device has what they stand for.

#ifndef PREPROCESSOR_NAMES_H
#define PREPROCESSOR_NAMES_H

#include "ocl.h"

enum { FEATURES = 25, EXTENSIONS = 31 };

// Features of OpenCL C 3.0.
extern const char *const FEATURE_NAMES[FEATURES];

// Extensions that change the language.  Extensions of the host's functions need no macro.
extern const char *const EXTENSION_NAMES[EXTENSIONS];

// A program whose kernel preprocessor_names writes 1 for each name that is a macro, else 0;
// malloc'ed.
char *names_program(const char *const *names, size_t count);

#endif
