// SPDX-License-Identifier: MIT

#include "data.h"

static void add_ref(cl_uint *y, const cl_uint *x, cl_uint a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

user_event_data user_event_data_new(size_t n, uint64_t seed)
{
    const size_t bytes = n * sizeof(cl_uint);
    user_event_data data = { .n = n,
                             .x = ocl_alloc(bytes),
                             .y = ocl_alloc(bytes),
                             .ref = ocl_alloc(bytes),
                             .untouched = ocl_alloc(bytes) };
    ocl_fill_u32(data.x, n, seed);
    ocl_fill_u32(data.y, n, seed + 1);
    memcpy(data.ref, data.y, bytes);
    add_ref(data.ref, data.x, FACTOR, n);
    memset(data.untouched, 0xff, bytes);
    return data;
}

void user_event_data_free(user_event_data *data)
{
    free(data->untouched);
    free(data->ref);
    free(data->y);
    free(data->x);
}
