// SPDX-License-Identifier: MIT
//
// process - variables of the environment, and other programs.

#ifndef OCL_SYSTEM_PROCESS_H
#define OCL_SYSTEM_PROCESS_H

#include "blob.h"
#include "errors.h"

#include <stdbool.h>
#include <stdio.h>

// Sets a variable, for this program and those that it starts.  False when there is no memory for
// it.
bool ocl_set_variable(const char *variable, const char *value);

// What is between the paths of a list: a colon, on Windows a semicolon.
char ocl_list_separator(void);

// Adds a path to the end of a list of paths, such as $OPENCL_LAYERS, unless it is there already.
// False when there is no memory for it.
bool ocl_add_to_path_list(const char *variable, const char *path);

// Whether $PATH leads to a program of this name.
bool ocl_has_program(const char *name);

// Starts a program of $PATH without arguments, with these files for its standard input, output and
// error, and waits for its end.  Its exit status, or -1.
int ocl_run_program(const char *program, FILE *const files[3]);

// Runs a program of $PATH without arguments: `input` is its standard input, and what it writes to
// its standard output comes back, malloc'ed.  False, with the last line of its complaints, when it
// cannot be run, when it fails, or when it writes nothing.
bool ocl_filter(const char *program, ocl_blob input, unsigned char **output, size_t *bytes,
                ocl_message *why);

#endif
