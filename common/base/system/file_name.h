// SPDX-License-Identifier: MIT
//
// file_name - the name of a file without its folder.

#ifndef OCL_SYSTEM_FILE_NAME_H
#define OCL_SYSTEM_FILE_NAME_H

// Where the file's name begins in its path: behind the last separator of folders.  The path itself
// when it has none.
const char *ocl_file_name(const char *path);

#endif
