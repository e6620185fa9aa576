// SPDX-License-Identifier: MIT
//
// knn_ref - the answer in plain C, and whether floats are good enough for it.
//
// The kernels and this file round the same way: differences by subtraction, squares and sums by
// fma().  So the answers agree in every bit.

#ifndef KNN_REF_H
#define KNN_REF_H

#include "knn_data.h"

// The answers, `row` numbers per query: the keys of its k neighbours, and its class; for one query
// also the number of votes of each class.
void knn_ref(uint64_t *answers, const knn_data *data);

// Looks for the neighbours once more, in double.  A query whose neighbours floats put at wrong
// distances (by more than a thousandth) is counted in a note; if it gets another class in double,
// this exits with OCL_EXIT_USAGE.
void knn_require_precision(const knn_data *data, const uint64_t *answers, ocl_report *report);

#endif
