// SPDX-License-Identifier: MIT
//
// knn_device - how work is divided on a device.
//
// A CPU gets one work-item per core, alone in its work-group, with one piece of the points, 16 of
// them per vector.  Other devices get large work-groups, in which neighbours read neighbours.
// --access forces either.

#ifndef KNN_DEVICE_H
#define KNN_DEVICE_H

#include "knn_data.h"

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
