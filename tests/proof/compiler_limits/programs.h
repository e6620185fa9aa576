// SPDX-License-Identifier: MIT
//
// programs - program texts that are long, deep or wide, and what they must compute.

#ifndef COMPILER_LIMITS_PROGRAMS_H
#define COMPILER_LIMITS_PROGRAMS_H

#include "ocl.h"

// Something of which C99, 5.2.4.1, says how much of it a compiler must take.
typedef struct {
    const char *name;
    size_t minimum;    // of C99
    size_t beyond;     // more than a compiler must take
    // Writes a function uint NAME(uint x) with `count` of it.  Gives the function's value for x.
    cl_uint (*write)(ocl_growing *text, const char *name, size_t count, cl_uint x);
} translation_limit;

enum { TRANSLATION_LIMITS = 17 };
extern const translation_limit LIMIT_CASES[TRANSLATION_LIMITS];

// A program whose kernel limits_text(global uint *out, uint x) writes the values of the
// functions of all limits, with counts[i] of limit i; 0 for a limit that is left out with a count
// of 0.  malloc'ed.  `want` gets the values.
char *limits_program(const size_t counts[TRANSLATION_LIMITS], cl_uint x,
                     cl_uint want[TRANSLATION_LIMITS]);

// The kernel has `statements` statements, one after the other; the seed chooses their numbers.
char *long_program(size_t statements, uint64_t seed, cl_uint x, cl_uint want[1]);

// `kernels` kernels compiler_limits_0, ... with the same arguments; number k gives x + k.
char *many_kernels_program(size_t kernels);

#endif
