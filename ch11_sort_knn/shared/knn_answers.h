// SPDX-License-Identifier: MIT
//
// knn_answers - the right answers in plain C, and whether floats are good enough for them; what is
// printed of the answers.
//
// The kernels and this file round the same way: differences by subtraction, squares and sums by
// fma().  So the answers agree in every bit.

#ifndef KNN_ANSWERS_H
#define KNN_ANSWERS_H

#include "shared/knn/knn_data.h"

// The answers, `row` numbers per query: the keys of its k neighbours, and its class; for one query
// also the number of votes of each class.
void knn_ref(uint64_t *answers, const knn_data *data);

// Looks for the neighbours once more, in double.  A query whose neighbours floats put at wrong
// distances (by more than a thousandth) is counted in a note; if it gets another class in double,
// this exits with OCL_EXIT_USAGE.
void knn_require_precision(const knn_data *data, const uint64_t *answers, ocl_report *report);

// --- the report

// What the points are, for the problem line.
void knn_report_problem(ocl_report *report, const knn_data *data);

// The class that each of the points gets from the others, with leave_one_out; and that of the first
// query.
void knn_report_accuracy(ocl_report *report, const knn_data *data, const uint64_t *answers);

// The neighbours of a query, from its answer.
void knn_report_neighbours(ocl_report *report, const knn_data *data, const uint64_t *answer);

// How many of the neighbours each class has, and the class that wins: of one query, whose answer
// has the votes.
void knn_report_votes(ocl_report *report, const knn_data *data, const uint64_t *answer);

#endif
