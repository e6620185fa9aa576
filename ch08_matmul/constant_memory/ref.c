// SPDX-License-Identifier: MIT

#include "constant_memory/ref.h"

look_up_table make_table(size_t entries)
{
    look_up_table table = { .entry = ocl_alloc(entries * sizeof(uint32_t)),
                            .entries = (uint32_t)entries };
    for (uint32_t j = 0; j < table.entries; j++)
        table.entry[j] = j * 0x9e3779b1U ^ j >> 3;
    return table;
}

void constant_memory_ref(uint32_t *ref, const uint32_t *in, const look_up_table *table,
                         uint32_t spread, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t x = in[i];
        for (uint32_t k = 0; k < LOOKUPS; k++) {
            const uint32_t entry = (uint32_t)(i % spread) * STRIDE + k;
            x = (x << 3 | x >> 29) + table->entry[entry % table->entries];
        }
        ref[i] = x;
    }
}
