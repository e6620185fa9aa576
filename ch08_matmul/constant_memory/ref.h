// SPDX-License-Identifier: MIT
//
// ref - the table and the look-ups in plain C.

#ifndef CONSTANT_MEMORY_REF_H
#define CONSTANT_MEMORY_REF_H

#include "ocl.h"

// Look-ups per work-item, entries from one lane to the next, entries of the program's own table.
enum { LOOKUPS = 64, STRIDE = 37, PROGRAM_ENTRIES = 1024 };

typedef struct {
    uint32_t *entry;
    uint32_t entries;
} look_up_table;

// Allocates and fills a table; the program's own one has the same entries.  Free `entry`.
look_up_table make_table(size_t entries);

// ref[i] is what n numbers become when `spread` neighbours read different entries.
void constant_memory_ref(uint32_t *ref, const uint32_t *in, const look_up_table *table,
                         uint32_t spread, size_t n);

#endif
