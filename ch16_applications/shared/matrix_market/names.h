// SPDX-License-Identifier: MIT
//
// names - what the rows of a matrix stand for, from comments of its Matrix Market file.
//
//     % row 5: Duluth

#ifndef SHARED_MATRIX_NAMES_H
#define SHARED_MATRIX_NAMES_H

#include "ocl.h"

typedef struct {
    size_t rows;
    char *text;         // all names
    const char **of;    // of each row, from 0; NULL where it has none; NULL where no row has one
} row_names;

// The names in this text.  Other comments say nothing, and neither does one of a row that there is
// not.  What is no printable ASCII becomes '?'.
row_names row_names_parse(const char *text, size_t bytes, size_t rows);

void row_names_free(row_names *names);

#endif
