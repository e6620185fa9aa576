// SPDX-License-Identifier: MIT
//
// folder_use - what a folder is good for.

#ifndef OCL_SYSTEM_FOLDER_USE_H
#define OCL_SYSTEM_FOLDER_USE_H

#include <stdbool.h>

typedef struct {
    double free_bytes;    // that this user may still fill
    bool no_programs;     // mounted so that no code in it may run
} ocl_folder_use;

// Asks the system, and writes nothing.  False when the folder is not there, or when the system does
// not tell.
bool ocl_get_folder_use(const char *path, ocl_folder_use *use);

#endif
