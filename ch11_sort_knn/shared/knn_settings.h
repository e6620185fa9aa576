// SPDX-License-Identifier: MIT
//
// knn_settings - the options of knn_ladder and knn_queries.

#ifndef KNN_SETTINGS_H
#define KNN_SETTINGS_H

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

#endif
