// SPDX-License-Identifier: MIT
//
// knn_table - points with classes, read from a text with commas.

#ifndef KNN_TABLE_H
#define KNN_TABLE_H

#include "ocl.h"

// The largest number that is taken.
#define KNN_LARGEST 1e18

enum { MAX_FEATURES = 64, MAX_CLASSES = 256, MAX_NAME = 32 };

typedef struct {
    size_t rows, features, classes;
    double *values;      // rows * features, row after row
    uint32_t *labels;    // the class of each row: 0, 1, ... in the order in which they appear
    char (*names)[MAX_NAME];       // of the classes
    char (*headings)[MAX_NAME];    // of the features, from the header; "" without one
} knn_table;

// Takes the table from text.  A line is a row: numbers, then the name of a class, with commas
// between them.  csv.h says which lines are left out.  False, with a
// message that names the line, when it is anything else.
bool knn_table_parse(knn_table *table, const char *text, size_t bytes, ocl_message *why);

// Keeps two features, "3,4": the third one and the fourth one, counted from 1.
bool knn_table_keep(knn_table *table, const char *pair, ocl_message *why);

// The table is empty then.
void knn_table_free(knn_table *table);

#endif
