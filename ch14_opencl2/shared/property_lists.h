// SPDX-License-Identifier: MIT
//
// property_lists - lists of properties as a program writes them, and as an object gives them back.

#ifndef CH14_PROPERTY_LISTS_H
#define CH14_PROPERTY_LISTS_H

#include "ocl.h"

enum { MAX_WORDS = 16 };

// What an object answered.
typedef struct {
    cl_properties words[MAX_WORDS];
    size_t bytes;
} answered_list;

// One row: the object, the list, how many words it gave back.
void list_row(ocl_table *table, const char *object, const cl_properties *list,
              const answered_list *answer);

// Whether the object gave back what it was made with: the same words in the same order, with the 0
// at the end; nothing where the list was NULL.
ocl_result verify_list(const char *what, const cl_properties *list, const answered_list *answer);

#endif
