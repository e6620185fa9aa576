// SPDX-License-Identifier: MIT
//
// temporary_file - files without a name, for what does not fit a pipe.

#ifndef OCL_SYSTEM_TEMPORARY_FILE_H
#define OCL_SYSTEM_TEMPORARY_FILE_H

#include <stdio.h>

// An empty file to write and read, which is gone when it is closed.  NULL, with the reason in
// errno, when there is none.
FILE *ocl_temporary_file(void);

#endif
