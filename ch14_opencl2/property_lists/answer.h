// SPDX-License-Identifier: MIT
//
// answer - the list that an object gives back, beside the one that it was made with.

#ifndef PROPERTY_LISTS_ANSWER_H
#define PROPERTY_LISTS_ANSWER_H

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
