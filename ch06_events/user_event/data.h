// SPDX-License-Identifier: MIT
//
// user_event_data - y += FACTOR * x: the input, the expected output, and what the host has before
// the read.

#ifndef USER_EVENT_DATA_H
#define USER_EVENT_DATA_H

#include "ocl.h"

enum { FACTOR = 3 };

typedef struct {
    size_t n;
    cl_uint *x, *y, *ref, *untouched;    // ref: y afterwards; untouched: 0xff bytes
} user_event_data;

// Seeded data of n elements.
user_event_data user_event_data_new(size_t n, uint64_t seed);
void user_event_data_free(user_event_data *data);

#endif
