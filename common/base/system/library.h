// SPDX-License-Identifier: MIT
//
// library - libraries that are loaded while the program runs: those that it can do without, since a
// program that is linked to a missing library does not even start, and drivers.

#ifndef OCL_SYSTEM_LIBRARY_H
#define OCL_SYSTEM_LIBRARY_H

// Loads the library of this file name, which stays until the program ends; NULL when it is missing.
void *ocl_library(const char *name);

// Cast it to the function's type.
typedef void (*ocl_function)(void);

// A function of the library, or of one that was put in front of it (LD_PRELOAD); NULL when there is
// none of this name.
ocl_function ocl_library_function(void *library, const char *name);

// An OpenCL driver that this system's loader is told to load, and that cannot be loaded: where it
// is registered, and what the system says.
typedef struct {
    char where[256];
    char why[512];
} ocl_broken_driver;

// Loads each registered driver once more.  Returns how many cannot be loaded; the first `room` of
// them are in `broken`.
unsigned ocl_broken_drivers(ocl_broken_driver *broken, unsigned room);

#endif
