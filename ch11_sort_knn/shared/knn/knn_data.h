// SPDX-License-Identifier: MIT
//
// knn_data - the options of knn_ladder and knn_queries; points with a class and points without one,
// as the kernels have them; how many work-items look at them.
//
// Points that are made have whole numbers as coordinates, so small that squared distances are below
// 2^24: a float holds them exactly, and there are many ties.
//
// Points of a file may be any numbers.  A float keeps 24 bits of each, so the centre is taken away
// first, the median of each feature: points far away do not move it.  Then a power of two makes the
// numbers as large as they may be, so that squares of small ones do not become 0.

#ifndef KNN_DATA_H
#define KNN_DATA_H

#include "knn_table.h"
#include "ocl.h"

// Where the points lie that are made, not read.
typedef enum { LAYOUT_CLUSTERS, LAYOUT_UNIFORM, LAYOUT_SAME, LAYOUT_APPROACH } knn_layout;

enum { MAX_K = 64 };

typedef struct {
    ocl_options options;
    size_t k, queries, classes, dimensions;
    bool root;               // k is the root of the number of points
    size_t layout;           // a knn_layout
    size_t access;           // 0: the device decides; 1: contiguous; 2: strided
    const char *features;    // of the file: "3,4"; NULL: all
    bool one_query;          // of knn_ladder, else of knn_queries
    const char *query;       // the coordinates of the one query; NULL: chosen by the program
} knn_settings;

// What tells the two samples apart.
typedef struct {
    const char *name, *summary;
    const char *const *variants;
    bool one_query;    // --query instead of --queries, and no --output
} knn_about;

// The defaults are those of `settings`.
void knn_parse(knn_settings *settings, int argc, char **argv, const knn_about *about);

// Exits with OCL_EXIT_USAGE where the points that are to be made do not fit the device.
void knn_require_memory(cl_device_id device, const knn_settings *settings);

// Rows of coordinates are filled up to whole blocks of points.  A kernel looks at AT_ONCE vectors
// at a time: on a CPU that is a block.
enum { AT_ONCE = 8, BLOCK = 16 * AT_ONCE };

// The picture of --output has PICTURE_SIDE queries per row.
enum { PICTURE_SIDE = 128 };

typedef struct {
    size_t n, dimensions, queries;
    size_t k, kept;        // neighbours that vote; keys in a list: one more with leave_one_out
    size_t row;            // numbers of an answer: k keys, the class; of knn_ladder also all votes
    bool leave_one_out;    // the queries are the points: a point is no neighbour of its own
    size_t access;         // of the settings
    size_t stride;         // floats in a row of `points`
    float *points;         // as the kernels have them
    float *asked;          // the queries, `dimensions` floats each
    knn_table table;       // the points, row after row, without the centre; and their classes
    double *asked_values;     // the queries, without the centre
    double centre[2];         // what was taken away from the first two features
    int scale;                // floats are 2^scale times as large as these values
    bool exact;               // floats hold all values exactly
    float low[2], high[2];    // the box of the first two coordinates of `points`
} knn_data;

// The file of --input, or points made from the seed.  Exits with OCL_EXIT_USAGE and why when the
// file is not right, or when there are not enough neighbours.
knn_data knn_get_data(const knn_settings *settings);
void knn_free_data(knn_data *data);

// The squared distance that a key has, in the units of `points` and in those of the file.
double knn_key_distance(uint64_t key);
double knn_squared_distance(const knn_data *data, uint64_t key);

// --- how work is divided on a device
//
// A CPU gets one work-item per core, alone in its work-group, with one piece of the points, 16 of
// them per vector.  Other devices get large work-groups, in which neighbours read neighbours.
// --access forces either.

// Whether a work-item has one piece of the points.
bool knn_is_contiguous(cl_device_id device, const knn_data *data);

// The largest power of two that is at most `most`, so that so many work-items fit a work-group, and
// `each` bytes for each of them fit half of the local memory.
size_t knn_fitting(size_t most, size_t each, cl_device_id device);

// Work-items of a work-group in which lists are merged, points in a vector, and work-groups that
// keep the device busy.
typedef struct {
    size_t group, wide, groups;
} knn_sizes;
knn_sizes knn_choose_sizes(cl_device_id device, const knn_data *data);

#endif
