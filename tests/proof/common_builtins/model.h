// SPDX-License-Identifier: MIT
//
// model - the common, geometric and relational functions in plain C, and how far a device may be
// from them: sections 6.12.4 to 6.12.6 and 7.4 of the OpenCL C specification.

#ifndef COMMON_MODEL_H
#define COMMON_MODEL_H

#include "proof/ch07_opencl_c/exact.h"

enum {
    COMMON = 9,        // of common_builtins_common
    NUMBERED = 6,      // vectors of common_builtins_numbers
    SCALARS = 15,      // of common_builtins_geometry: five for 2, 3 and 4 coordinates
    VECTORS = 8,       // two for 2, 3 and 4 coordinates, two cross products
    RELATIONS = 15,    // of common_builtins_relations, three numbers each
    CHOICES = 2        // and two vectors of two
};

// What one kernel has computed with.  The arrays are of the type.
typedef struct {
    cl_device_id device;
    size_t type, count;
    void *a, *b, *c;    // operands
    void *y, *v;        // results, as the kernels lay them out
} common_run;

// Operands: a, b and c of `per_item` numbers for each work-item.  `special`: infinities and
// NaN, too.
typedef struct {
    size_t per_item;
    bool special;
    uint64_t seed;
} operand_kind;

void fill_operands(const common_run *run, const operand_kind *kind);

// Compare every result; each adds the function's largest error to the table.
ocl_result verify_common(ocl_table *table, const common_run *run);
ocl_result verify_numbers(ocl_table *table, const common_run *run);
ocl_result verify_geometry(ocl_table *table, const common_run *run);

// All relations; exact.
ocl_result verify_relations(const common_run *run);

#endif
