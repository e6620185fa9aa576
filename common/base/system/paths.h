// SPDX-License-Identifier: MIT
//
// paths - paths of files as texts.

#ifndef OCL_SYSTEM_PATHS_H
#define OCL_SYSTEM_PATHS_H

// "first/second", malloc'ed.
char *ocl_join_path(const char *first, const char *second);

// The folder that a file is in, malloc'ed: "." for a name alone.
char *ocl_folder_of(const char *path);

#endif
