// SPDX-License-Identifier: MIT
//
// knn_table - points with classes, read from a text.

#ifndef KNN_TABLE_H
#define KNN_TABLE_H

#include "ocl.h"

// The largest number that is taken.
#define KNN_LARGEST 1e18

enum { MAX_FEATURES = 64, MAX_CLASSES = 256, MAX_NAME = 64 };

typedef struct {
    size_t rows, features, classes;
    double *values;      // rows * features, row after row
    uint32_t *labels;    // the class of each row: 0, 1, ... in the order in which they appear
    char (*names)[MAX_NAME];       // of the classes
    char (*headings)[MAX_NAME];    // of the features, from the header; "" without one
} knn_table;

// Takes the table from text.  A row is numbers, then the name of a class; csv.h says what programs
// may have written.  False, with a message that names the line, when it is anything else.
bool knn_table_parse(knn_table *table, const char *text, size_t bytes, ocl_message *why);

// Keeps two features, "3,4": the third one and the fourth one, counted from 1.
bool knn_table_keep(knn_table *table, const char *pair, ocl_message *why);

// The table is empty then.
void knn_table_free(knn_table *table);

#endif
