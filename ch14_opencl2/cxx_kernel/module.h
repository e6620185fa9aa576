// SPDX-License-Identifier: MIT
//
// module - the kernels as clang compiled them when the samples were built.
//
// There are two forms of each module: LLVM's own form, which clang writes, and SPIR-V, which was
// translated from it.

#ifndef CXX_KERNEL_MODULE_H
#define CXX_KERNEL_MODULE_H

#include "ocl.h"

typedef struct {
    char name[32];    // of the file
    unsigned char *data;
    size_t bytes;
    bool is_spirv;    // else LLVM's form
} module;

// Reads the module `stem` for the device: SPIR-V where the device takes it, LLVM's form where it
// has cl_khr_spir and no SPIR-V.  False, with the reason, where it takes neither, or where the
// module was not built.
bool module_find(module *m, cl_device_id device, const char *stem, ocl_message *why);

#endif
