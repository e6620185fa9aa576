// SPDX-License-Identifier: MIT
//
// knn_report - what the points are, and the neighbours that were found.

#ifndef KNN_REPORT_H
#define KNN_REPORT_H

#include "knn_data.h"

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
