// SPDX-License-Identifier: MIT
//
// data - points with a class and points without one, and the plain C answer.
//
// Points that are made have whole numbers as coordinates, so small that squared distances are below
// 2^24: a float holds them exactly, and there are many ties.  Points of a file may be any numbers.
// Then the kernels and this file round the same way: differences by subtraction, squares and sums
// by fma().  So the answers agree in every bit in both cases.

#ifndef KNN_DATA_H
#define KNN_DATA_H

#include "knn/settings.h"
#include "knn/table.h"

// Rows of coordinates are filled up to whole blocks of points.  A kernel looks at AT_ONCE vectors
// at a time: on a CPU that is a block.
enum { AT_ONCE = 8, BLOCK = 16 * AT_ONCE };

// The picture of --output: PICTURE_SIDE queries per row, each a square of PIXELS x PIXELS pixels.
enum { PICTURE_SIDE = 128, PIXELS = 4 };

typedef struct {
    size_t n, dimensions, queries;
    size_t k, kept;           // neighbours that vote; keys in a list: one more with leave_one_out
    bool leave_one_out;       // the queries are the points: a point is no neighbour of its own
    size_t access;            // of the settings
    size_t stride;            // floats in a row of `points`
    float *points;            // as the kernels have them
    float *asked;             // the queries, `dimensions` floats each
    knn_table table;          // the points, row after row, and their classes
    float low[2], high[2];    // the box of the first two coordinates
} knn_data;

// The file of --input, or points made from the seed.  Exits with OCL_EXIT_USAGE and why when the
// file is not right, or when there are not enough neighbours.
knn_data knn_get_data(const knn_settings *settings);
void knn_free_data(knn_data *data);

// The answers, k + 1 numbers per query: the keys of its neighbours, and its class.
void knn_ref(uint64_t *answers, const knn_data *data);

// The squared distance that a key has.
double knn_key_distance(uint64_t key);

#endif
