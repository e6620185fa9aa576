// SPDX-License-Identifier: MIT
//
// picture - what knn shows: the plane in the colours of the classes, and tables.

#ifndef KNN_PICTURE_H
#define KNN_PICTURE_H

#include "knn/data.h"

// Writes the plane with the points: light where a class would win, dark where its points are.
// Without a path: nothing.
void knn_draw(const knn_data *data, const uint64_t *answers, const char *path);

// What the points are, for the problem line.
void knn_report_problem(ocl_report *report, const knn_data *data);

// The nearest points of the first query; with leave_one_out: how many points got their own class.
void knn_report_answers(ocl_report *report, const knn_data *data, const uint64_t *answers);

#endif
