// SPDX-License-Identifier: MIT
//
// remembered_limits - the limits of a device that the cache holds.
//
// What is measured on a busy machine is too low.  So the first measurement is not the last: a few
// programs, minutes apart, measure again, and the highest rates are kept.

#ifndef OCL_REMEMBERED_LIMITS_H
#define OCL_REMEMBERED_LIMITS_H

#include "env.h"

#include <time.h>

enum {
    OCL_LIMITS_ENOUGH = 3,       // measurements
    OCL_LIMITS_APART_S = 600,    // seconds between them
};

typedef struct {
    ocl_limits best;      // of the measurements so far
    cl_ulong measured;    // how many there were; 0: nothing is known
    cl_long last_s;       // when the last one was, as time(NULL) gives it
} ocl_remembered_limits;

// The form that they have in the cache, and back.  Where the text is something else, it returns
// false and leaves *remembered as it is.  It is text: machines that share a home directory may
// differ in the order of bytes.
enum { OCL_LIMITS_TEXT = 192 };    // bytes
void ocl_print_limits(char text[OCL_LIMITS_TEXT], const ocl_remembered_limits *remembered);
bool ocl_parse_limits(const char *text, ocl_remembered_limits *remembered);

// What the cache holds for the device and its driver; nothing with --no-cache.
ocl_remembered_limits ocl_recall_limits(const ocl_env *env);

// Whether they are to be used as they are: the device was measured often enough, or not long ago.
bool ocl_are_limits_settled(const ocl_remembered_limits *remembered, time_t now);

// Adds a measurement of this moment.
void ocl_add_limits(ocl_remembered_limits *remembered, const ocl_limits *limits, time_t now);

// Writes them to the cache; not with --no-cache.
void ocl_remember_limits(const ocl_env *env, const ocl_remembered_limits *remembered);

#endif
