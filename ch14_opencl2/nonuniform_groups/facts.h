// SPDX-License-Identifier: MIT
//
// facts - what the work-items of an NDRange are told, in plain C.

#ifndef NONUNIFORM_GROUPS_FACTS_H
#define NONUNIFORM_GROUPS_FACTS_H

#include "ocl.h"

// In the order of the kernel nonuniform_groups_ids.
enum {
    GLOBAL_LINEAR_ID,
    LOCAL_LINEAR_ID,
    LOCAL_SIZE,
    ENQUEUED_LOCAL_SIZE = LOCAL_SIZE + 3,
    FACTS = 8
};

// Fact f of work-item i is facts[f * items + i].  An offset of the NDRange changes none of them.
void facts_ref(cl_uint *facts, const size_t global[3], const size_t local[3]);

#endif
