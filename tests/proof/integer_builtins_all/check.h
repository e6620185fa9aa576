// SPDX-License-Identifier: MIT
//
// check - the results of a launch beside the model.

#ifndef INTEGER_CHECK_H
#define INTEGER_CHECK_H

#include "model.h"

enum { BLOCK = 65536 };

// One type, up to BLOCK triples of operands at a time.
typedef struct {
    ocl_report *report;
    cl_device_id device;
    size_t type, width;     // width: numbers in a vector
    size_t room;            // triples that the buffers have room for
    size_t first, count;    // the triples of the launch at hand
    void *operands[3];      // on the host
    cl_mem d_operands[3];
    cl_ulong *y;                 // the results of function k begin at y[k * room]
    uint64_t *got, *want;        // of one function
    size_t mistakes, excused;    // excused: known of this driver
} type_run;

// Compares the results of one function.  Tells the first mistake of the type.  Mistakes that are
// known of the driver are counted and not compared.
ocl_result verify_function(type_run *run, size_t function);

#endif
