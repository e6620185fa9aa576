// SPDX-License-Identifier: MIT
//
// paths - paths of files as texts; where the program is, and where its cache is.

#ifndef OCL_SYSTEM_PATHS_H
#define OCL_SYSTEM_PATHS_H

// "first/second", malloc'ed.
char *ocl_join_path(const char *first, const char *second);

// The folder that a file is in, malloc'ed: "." for a name alone.
char *ocl_folder_of(const char *path);

// The path of the running executable, without links in it, malloc'ed; NULL when the system does not
// say.
char *ocl_executable_path(void);

// The folder for the cache of the user who runs the program, malloc'ed; NULL when no variable names
// one: $XDG_CACHE_HOME/opencl-samples, else $HOME/.cache/opencl-samples; on Windows
// %LOCALAPPDATA%/opencl-samples/cache.
char *ocl_user_cache(void);

#endif
