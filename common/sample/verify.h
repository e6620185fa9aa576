// SPDX-License-Identifier: MIT
//
// verify - all elements of the device's answer are compared with the reference.  NaN never passes.
//
// A bound must be able to fail.  If it lets an answer of zeros pass where other numbers are wanted,
// the comparison ends the program with OCL_EXIT_USAGE and says so.
//
// Mismatches are printed to standard error with index, got and wanted: at most five, then their
// number.
//
// If $OCL_SAMPLES_SPOIL is k, the k-th comparison of the program (from 1) spoils one element and
// says so on standard error.  The tests use it to prove that every mismatch reaches the exit
// status.

#ifndef OCL_VERIFY_H
#define OCL_VERIFY_H

#include "device/answers.h"
#include "errors.h"
#include "picture/picture.h"

#include <stddef.h>
#include <stdint.h>

// The outcome of one comparison.
typedef struct {
    size_t count;         // elements compared
    size_t mismatches;    // of them, how many differ by more than the bound
    double error;         // the largest difference, in the unit of the bound; NaN if there was one
    double bound;         // what was allowed
    size_t worst;         // where the worst one is
    bool pass;
} ocl_result;

// |got - want| <= bound.
ocl_result ocl_verify_f32(const char *what, const float *got, const float *want, size_t count,
                          double bound);

// |got[i] - want[i]| <= bounds[i].  The result has the error and the bound of the element whose
// error is the largest part of its bound.
ocl_result ocl_verify_f32_each(const char *what, const float *got, const float *want, size_t count,
                               const float *bounds);

// The distance in ULP (units in the last place): how many floats lie between the two.  +0 and -0
// count as one. In this comparison only, NaN is right where NaN is wanted: outside of a function's
// domain.
ocl_result ocl_verify_f32_ulp(const char *what, const float *got, const float *want, size_t count,
                              double bound);

// Equal, element by element.
ocl_result ocl_verify_u32(const char *what, const uint32_t *got, const uint32_t *want,
                          size_t count);
ocl_result ocl_verify_u64(const char *what, const uint64_t *got, const uint64_t *want,
                          size_t count);
ocl_result ocl_verify_bytes(const char *what, const void *got, const void *want, size_t bytes);

// A grid of numbers, such as a grey picture, row after row: a mismatch is printed with its x and y.
typedef struct {
    size_t width, height;
} ocl_grid;

// |got - want| <= bound; equal.
ocl_result ocl_verify_grid_f32(const char *what, const float *got, const float *want, ocl_grid grid,
                               double bound);
ocl_result ocl_verify_grid_u8(const char *what, const uint8_t *got, const uint8_t *want,
                              ocl_grid grid);

// Every channel of every pixel within `bound`; a mismatch is printed with its x, y and channel.
ocl_result ocl_verify_picture(const char *what, const ocl_picture *got, const ocl_picture *want,
                              int bound);

// One number: a size, an attribute, an expected error code.
ocl_result ocl_verify_equal(const char *what, long long got, long long want);

// Whether all runs of a variant gave the same answer (answers.h).
ocl_result ocl_verify_answers(const char *variant, const ocl_answers *answers);

// Both in one: counts and mismatches are added, the larger error is kept.
ocl_result ocl_result_both(ocl_result a, ocl_result b);

#endif
