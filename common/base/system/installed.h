// SPDX-License-Identifier: MIT
//
// installed - finds the files that are installed with the programs: kernels and data.

#ifndef OCL_SYSTEM_INSTALLED_H
#define OCL_SYSTEM_INSTALLED_H

#include "errors.h"

// The path of an installed file, malloc'ed: FOLDER/NAME in ../share/opencl-samples beside the
// executable, beside the executable itself, or where the helper library was installed.  NULL when
// none of them is a readable file.
char *ocl_find_installed(const char *folder, const char *name);

// ocl_find_installed, but $VARIABLE/NAME when the variable is set: then the file must be in that
// folder.  NULL, with a reason that names the variable, when it is not there.
char *ocl_find_shared(const char *variable, const char *folder, const char *name, ocl_message *why);

// Where a file of data/ is, as ocl_find_shared("OCL_SAMPLES_DATA", "data", name) finds it.
char *ocl_find_data(const char *name, ocl_message *why);

#endif
