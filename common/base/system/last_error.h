// SPDX-License-Identifier: MIT
//
// last_error - why a function of Windows failed.  For the files *_windows.c.

#ifndef OCL_SYSTEM_LAST_ERROR_H
#define OCL_SYSTEM_LAST_ERROR_H

// Sets errno to what comes closest to GetLastError().
void ocl_errno_of_last_error(void);

#endif
