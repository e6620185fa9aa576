// SPDX-License-Identifier: MIT
//
// library - a library that a program can do without: it is loaded when it is needed.  A program
// that is linked to a missing library does not even start.

#ifndef OCL_SYSTEM_LIBRARY_H
#define OCL_SYSTEM_LIBRARY_H

// Loads the library of this file name, which stays until the program ends; NULL when it is missing.
void *ocl_library(const char *name);

// Cast it to the function's type.
typedef void (*ocl_function)(void);

// A function of the library, or of one that was put in front of it (LD_PRELOAD); NULL when there is
// none of this name.
ocl_function ocl_library_function(void *library, const char *name);

#endif
