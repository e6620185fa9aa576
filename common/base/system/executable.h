// SPDX-License-Identifier: MIT
//
// executable - where the program that runs is.

#ifndef OCL_SYSTEM_EXECUTABLE_H
#define OCL_SYSTEM_EXECUTABLE_H

// The path of the running executable, without links in it, malloc'ed; NULL when the system does not
// say.
char *ocl_executable_path(void);

#endif
