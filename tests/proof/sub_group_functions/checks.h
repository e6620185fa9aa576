// SPDX-License-Identifier: MIT
//
// checks - what each function of a sub-group gives, in plain C, and which extension it needs.

#ifndef SUB_GROUP_CHECKS_H
#define SUB_GROUP_CHECKS_H

#include "ocl.h"

enum {
    SUB_GROUP_CHECKS = 25,
    SUB_GROUP_EXTENSIONS = 8,
    SUB_GROUP_BALLOT = 0,
    SUB_GROUP_SHUFFLE = 1
};

// The extensions cl_khr_subgroup_NAME, and what the kernel file calls them.
extern const char *const SUB_GROUP_EXTENSION_NAMES[SUB_GROUP_EXTENSIONS];
extern const char *const SUB_GROUP_MACROS[SUB_GROUP_EXTENSIONS];

typedef struct {
    const char *name;    // of the function
    int needs;           // index of an extension; -1: none
} sub_group_check;

// In the order of the kernel sub_groups_each.
extern const sub_group_check SUB_GROUP_CHECK_LIST[SUB_GROUP_CHECKS];

// One sub-group: the values in the order of its work-items.
typedef struct {
    const cl_int *values;
    size_t size, most;    // its work-items, those of the largest sub-group
    cl_int rare;          // what votes compare with
} sub_group_values;

// The answer of check c for the work-item `lane`.  False where the specification leaves it open:
// the work-item from which it would come is not there.
bool sub_group_ref(int c, const sub_group_values *s, size_t lane, cl_int *want);

// Each work-item of one work-group says where it is: the kernel sub_groups_shape stores it.  Each
// place must be taken once, and what the kernel sees must be what the host was told: the size of
// the largest sub-group, and how many there are.
ocl_result sub_group_verify_shape(cl_device_id device, const cl_uint *shape, size_t local,
                                  const size_t answers[2]);

#endif
