// SPDX-License-Identifier: MIT
//
// problem - circles in a picture and a forest of elements; both answers in plain C.

#ifndef DEVICE_ENQUEUE_PROBLEM_H
#define DEVICE_ENQUEUE_PROBLEM_H

#include "ocl.h"

enum { CIRCLES = 16, MAX_SIDE = 1 << 14 };

// Circles (x, y, radius, unused) whose centres are in a picture of n x n pixels.
void make_circles(cl_uint4 circles[CIRCLES], cl_uint n, uint64_t seed);

// 255 where a circle passes through the pixel's square, else 0: each pixel is tested.
void circles_ref(unsigned char *out, cl_uint n, uint64_t seed);

// An upper bound for the squares of one level through which the circles pass.
cl_uint squares_at_most(cl_uint n, uint64_t seed);

// Each element's parent comes before it, or is the element itself: then it is a root.
void make_parents(cl_uint *parents, size_t elements, uint64_t seed);

// The root of each element.
void roots_ref(cl_uint *roots, size_t elements, uint64_t seed);

// How many rounds there are until a round changes nothing, with that round.
cl_uint rounds_ref(size_t elements, uint64_t seed);

#endif
