// SPDX-License-Identifier: MIT
//
// divergence_ref - the lessons of divergence in plain C.

#ifndef DIVERGENCE_REF_H
#define DIVERGENCE_REF_H

#include "ocl.h"

enum { DIVERGENCE_STEPS = 256 };    // of a long path

enum {
    DIVERGENCE_PATHS,
    DIVERGENCE_INDEX,
    DIVERGENCE_CHEAP,
    DIVERGENCE_RARE,
    DIVERGENCE_CONDITIONS,
    DIVERGENCE_TRIPS,
};

// What element i of n becomes in a lesson.  The lesson of conditions reads in[n + i] and in[2 n + i], too.
uint32_t divergence_ref(int lesson, const uint32_t *in, size_t n, size_t i);

// The elements in the order of their upper six bits, which say the path that they take and the number of trips.
void divergence_regroup(uint32_t *out, const uint32_t *in, size_t n);

#endif
