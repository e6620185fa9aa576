// SPDX-License-Identifier: MIT
//
// ref - the topics of divergence in plain C.

#ifndef DIVERGENCE_REF_H
#define DIVERGENCE_REF_H

#include "ocl.h"

enum { DIVERGENCE_STEPS = 256 };    // of a long path

// The topics.
enum { PATHS, INDEX, CHEAP, RARE, CONDITIONS, TRIPS };

// ref[i] is what a topic makes of element i of n.  CONDITIONS reads in[n + i] and in[2 n + i] too.
void divergence_ref(int topic, uint32_t *ref, const uint32_t *in, size_t n);

// Sorts n elements by their upper six bits, which choose the path and the number of trips.
void divergence_regroup(uint32_t *out, const uint32_t *in, size_t n);

#endif
