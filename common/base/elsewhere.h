// SPDX-License-Identifier: MIT
//
// elsewhere - which OpenCL implementation has what this device lacks.

#ifndef OCL_ELSEWHERE_H
#define OCL_ELSEWHERE_H

#include <stddef.h>

// For the complaint `why` of a program that ends with OCL_EXIT_SKIP: "; NAME has it: ..." where
// one of the names in the complaint is known, else nothing.
void ocl_elsewhere(char *text, size_t room, const char *why, const char *program);

#endif
