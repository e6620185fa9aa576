// SPDX-License-Identifier: MIT
//
// known_faults - what drivers are known to do otherwise than the specification says, and which
// samples meet it: one table.
//
// An excuse holds for the platforms and versions that gave the wrong answer, and for the case that
// it names.  Everywhere else a check stays as strict as it is.  The rows of docs/portability.md are
// made from the table (tests/tools/pages.py).

#ifndef OCL_KNOWN_FAULTS_H
#define OCL_KNOWN_FAULTS_H

#include "errors.h"
#include "opencl.h"

// What the device's driver is known to do in the case of this name, in words that follow "this
// driver"; NULL: nothing.  The name is one of the table, made as printf does.
const char *ocl_known_fault(cl_device_id device, const char *format, ...) OCL_PRINTF(2, 3);

// Drivers of the table, beside those that ocl_known_platform tells apart.
enum {
    OCL_POCL_5 = 1 << 16,           // 5.x, which is OCL_POCL, too
    OCL_POCL_LOCAL = 1 << 17,       // OCL_POCL, but not as the server of PoCL-Remote
    OCL_POCL_6_LOCAL = 1 << 18,     // the same for OCL_POCL_6
    OCL_POCL_I386 = 1 << 19,        // OCL_POCL on an i386 system
    OCL_INTEL_WINDOWS = 1 << 20,    // OCL_INTEL on Windows
};

// A row of the table.
typedef struct {
    const char *name;       // of the case; a * at its end stands for any text
    unsigned drivers;       // platforms with their versions
    const char *samples;    // that meet it, with a blank between two names
    const char *does;       // "this driver ..."; NULL: it does not refuse the call as it should
    const char *wants;      // what the specification says; NULL: that is plain
    const char *answer;     // what the samples do; NULL: they show it, and do not count it
} ocl_fault;

extern const ocl_fault OCL_FAULTS[];    // ends with a row without a name

// The first row of this name for one of the drivers; NULL: there is none.
const ocl_fault *ocl_fault_of(unsigned drivers, const char *name);

// What a device's driver is called in the table: one bit or several.
unsigned ocl_fault_drivers(cl_device_id device);

#endif
