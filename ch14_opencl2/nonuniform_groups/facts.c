// SPDX-License-Identifier: MIT

#include "facts.h"

void facts_ref(cl_uint *facts, const size_t global[3], const size_t local[3])
{
    const size_t items = global[0] * global[1] * global[2];
    for (size_t i = 0; i < items; i++) {
        const size_t at[3] = { i % global[0], i / global[0] % global[1],
                               i / global[0] / global[1] };
        size_t size[3], in[3];    // of the work-group, in the work-group
        for (size_t d = 0; d < 3; d++) {
            in[d] = at[d] % local[d];
            size[d] = ocl_smaller(local[d], global[d] - (at[d] - in[d]));
            facts[(LOCAL_SIZE + d) * items + i] = (cl_uint)size[d];
            facts[(ENQUEUED_LOCAL_SIZE + d) * items + i] = (cl_uint)local[d];
        }
        facts[GLOBAL_LINEAR_ID * items + i] = (cl_uint)i;
        facts[LOCAL_LINEAR_ID * items + i] = (cl_uint)((in[2] * size[1] + in[1]) * size[0] + in[0]);
    }
}
