// SPDX-License-Identifier: MIT
//
// functions - what each function of a work-group gives, in plain C.

#ifndef WORK_GROUP_COLLECTIVES_FUNCTIONS_H
#define WORK_GROUP_COLLECTIVES_FUNCTIONS_H

#include "ocl.h"

// One work-group: its number, its values.
typedef struct {
    const cl_int *values;
    size_t items, number;
    cl_int rare;    // what work_group_all and work_group_any compare with
} group_values;

// In the order of the kernels work_group_collectives_each and work_group_collectives_uniform.
enum { GROUP_FUNCTIONS = 12, UNIFORM_FUNCTIONS = 5 };
extern const char *const GROUP_FUNCTION_NAMES[GROUP_FUNCTIONS];
extern const char *const UNIFORM_FUNCTION_NAMES[UNIFORM_FUNCTIONS];

// The answer of function f for work-item `item` of the work-group.
cl_int group_function_ref(int f, const group_values *group, size_t item);
cl_int uniform_function_ref(int f, const group_values *group, size_t item);

#endif
