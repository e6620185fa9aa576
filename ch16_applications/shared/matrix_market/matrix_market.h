// SPDX-License-Identifier: MIT
//
// matrix_market - sparse matrices as NIST's Matrix Market and the SuiteSparse collection have them.
//
//     %%MatrixMarket matrix coordinate real symmetric
//     % comments
//     3 3 4               rows, columns, entries
//     1 1 2.5             row, column (from 1), value
//     2 1 -1
//     ...
//
// "coordinate" only; values are real, integer or pattern (no value: 1); general, symmetric or
// skew-symmetric.  Of a symmetric matrix the file has one half, and the reader makes the other one.
//
// Comments may name rows: names.h.

#ifndef SHARED_MATRIX_MARKET_H
#define SHARED_MATRIX_MARKET_H

#include "names.h"
#include "shared/matrix.h"

enum { MARKET_MOST_ROWS = 1 << 22 };

// Reads a square matrix; its values become floats.  False, with the line and the reason, when the
// text is no such matrix.  Never exits, whatever the text is.
bool matrix_market_parse(matrix *a, const char *text, size_t bytes, ocl_message *why);

// Reads the file with this name, as matrix_market_parse does.
bool matrix_market_load(matrix *a, const char *path, ocl_message *why);

// The same, with the names of its rows.  There is nothing to free where it is false.
bool matrix_market_load_named(matrix *a, row_names *names, const char *path, ocl_message *why);

#endif
