// SPDX-License-Identifier: MIT
//
// macros - the options of the preprocessor, seen from inside a kernel.

#ifndef MACROS_H
#define MACROS_H

#include "cases.h"

// Builds with -D, -I, -cl-std and -cl-fast-relaxed-math, one after the other.  Each time a kernel
// writes out the macros that it sees.  Reports them in a table, and whether they are what the
// options promise.
void report_macros(const lesson *l);

#endif
