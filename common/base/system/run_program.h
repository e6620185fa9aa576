// SPDX-License-Identifier: MIT
//
// run_program - other programs.

#ifndef OCL_SYSTEM_RUN_PROGRAM_H
#define OCL_SYSTEM_RUN_PROGRAM_H

#include <stdbool.h>
#include <stdio.h>

// Whether $PATH leads to a program of this name.
bool ocl_has_program(const char *name);

// Starts a program of $PATH without arguments, with these files for its standard input, output and
// error, and waits for its end.  Its exit status, or -1.
int ocl_run_program(const char *program, FILE *const files[3]);

#endif
