// SPDX-License-Identifier: MIT

#include "blob.h"

uint64_t ocl_hash(uint64_t state, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        state = (state ^ byte[i]) * UINT64_C(0x100000001b3);
    return state;
}
