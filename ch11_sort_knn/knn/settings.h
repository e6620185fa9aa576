// SPDX-License-Identifier: MIT
//
// settings - the options of knn.

#ifndef KNN_SETTINGS_H
#define KNN_SETTINGS_H

#include "ocl.h"

// The rungs: each has one idea more, and there is a kernel for it.
enum { SORT_ALL, SELECT, WIDE, SAMPLED, QUERIES, GRID };
extern const char *const KNN_VARIANTS[];

// Where the points lie that are made, not read.
typedef enum { LAYOUT_CLUSTERS, LAYOUT_UNIFORM, LAYOUT_SAME, LAYOUT_APPROACH } knn_layout;

enum { MAX_K = 64 };

typedef struct {
    ocl_options options;
    size_t k, queries, classes, dimensions;
    size_t layout;           // a knn_layout
    size_t access;           // 0: the device decides; 1: contiguous; 2: strided
    const char *features;    // of the file: "3,4"; NULL: all
} knn_settings;

knn_settings knn_parse(int argc, char **argv);

// Exits with OCL_EXIT_USAGE where the points that are to be made do not fit the device.
void knn_require_memory(cl_device_id device, const knn_settings *settings);

#endif
