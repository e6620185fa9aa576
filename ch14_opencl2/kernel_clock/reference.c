// SPDX-License-Identifier: MIT

#include "reference.h"

// Sattolo's shuffle: one circle through all places.
void fill_next(cl_uint *next, size_t places, uint64_t seed)
{
    for (size_t i = 0; i < places; i++)
        next[i] = (cl_uint)i;
    for (size_t i = places - 1; i > 0; i--) {
        const size_t j = (size_t)(ocl_random(seed, i) % i);
        const cl_uint own = next[i];
        next[i] = next[j];
        next[j] = own;
    }
}

cl_uint clocked_ref(const clocked *c, int operation, size_t i)
{
    if (operation == LOCAL_ATOMIC) return c->next[0] + (cl_uint)c->items * c->count;
    if (operation == BARRIER) return c->next[(i + c->count) % c->items] + c->count;
    cl_uint x = operation == ADD ? c->next[i] : (cl_uint)i;
    for (cl_uint k = 0; k < c->count; k++)
        x = operation == ADD ? x * 1664525u + 1013904223u : c->next[x];
    return x;
}
