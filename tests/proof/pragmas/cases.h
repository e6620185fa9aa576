// SPDX-License-Identifier: MIT
//
// cases - pragmas, and what a compiler must do with them; x * y + z, rounded once and rounded
// twice.

#ifndef PRAGMAS_CASES_H
#define PRAGMAS_CASES_H

#include "ocl.h"

// What the specification asks for.
typedef enum { UNSAID, ACCEPTED, REFUSED } pragma_rule;

// #pragma OPENCL EXTENSION
typedef struct {
    const char *text;     // behind #pragma OPENCL EXTENSION; "/" separates two lines
    bool needs_double;    // cl_khr_fp64
    bool uses_double;     // in the kernel
    pragma_rule rule;
} extension_case;

enum { PRAGMA_EXTENSIONS = 12 };
extern const extension_case EXTENSION_CASES[PRAGMA_EXTENSIONS];

// A program with the lines of the case, malloc'ed.
char *extension_program(const extension_case *c);

// Any other pragma, in a kernel.
typedef struct {
    const char *text;    // " / " separates two lines
    pragma_rule rule;
} other_case;

enum { PRAGMA_OTHERS = 10 };
extern const other_case OTHER_CASES[PRAGMA_OTHERS];

// A program whose kernel has the lines of the case, malloc'ed.
char *other_program(const other_case *c);

// A kernel, and which of the two results it may give.
typedef struct {
    const char *kernel;
    const char *code;
    bool once, twice;
} contraction_case;

enum { TWO_EXPRESSIONS = 3, CONTRACTIONS = 5 };
extern const contraction_case CONTRACTION_CASES[CONTRACTIONS];

// Numbers x, y, z; the results; what came from the device.
typedef struct {
    size_t n;
    float *x, *y, *z;
    float *once, *twice;
    float *out, *want;
} sums;

// n of each.  Release with sums_close.
sums sums_open(size_t n, uint64_t seed);
void sums_close(sums *s);

// How many of s->out were rounded once, or twice; where both give the same number nobody knows.
typedef struct {
    size_t once, twice, alike;
} roundings;

roundings sums_count(const sums *s);

// Whether every s->out is a result that this case allows.  `once_allowed`: also a result that was
// rounded once.
ocl_result sums_verify(sums *s, size_t index, bool once_allowed);

#endif
