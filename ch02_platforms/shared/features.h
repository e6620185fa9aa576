// SPDX-License-Identifier: MIT
//
// features - the feature macros of OpenCL C: what the device lists, and what the host can ask.
//
// In OpenCL C 3.0 most of what came after version 1.2 is optional.  A kernel asks with `#ifdef
// __opencl_c_...`; the host finds the same names in CL_DEVICE_OPENCL_C_FEATURES.  For all of them
// but one there is a second place that must agree: an attribute, a bit of one, or an extension.

#ifndef FEATURES_H
#define FEATURES_H

#include "info.h"

typedef struct {
    const char *name;         // of the macro
    const char *since;        // as in info_row
    const char *attribute;    // must be true, or not 0, exactly if the feature is listed; or NULL
    const char *element;      // ... must have this name among its bits or words, unless NULL
} feature_row;

// The last row has no name.
extern const feature_row FEATURES[];

// Prints the features that are to be shown, and adds them to the JSON: {name: version, or null}.
// All attributes were added to the list before.
void features_add(info_list *list);

#endif
