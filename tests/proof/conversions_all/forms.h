// SPDX-License-Identifier: MIT
//
// forms - the conversion functions of one source type, in the order of the kernels.
//
//     0 to 9     convert_char, _rte, _rtz, _rtp, _rtn, _sat, _sat_rte, _sat_rtz, _sat_rtp, _sat_rtn
//     10 to 79   the same of uchar, short, ushort, int, uint, long, ulong
//     80 to 94   convert_float, _rte, _rtz, _rtp, _rtn, and the same of double and half

#ifndef CONVERSIONS_FORMS_H
#define CONVERSIONS_FORMS_H

#include "proof/ch07_opencl_c/exact.h"

enum { FORMS = 95 };

// What one launch converted.
typedef struct {
    cl_device_id device;
    size_t from;                // the source type
    const void *x;              // its numbers
    const cl_ulong *results;    // those of form k begin at results[k * room]
    size_t count, room;
} conversion;

// Results that are not compared: those of numbers that the destination does not have, which the
// implementation may choose; and known faults.
typedef struct {
    size_t results, wrapped, saturated;
    size_t excused;    // wrong, and a fault that is known of this driver
} uncompared;

// Compares every result that the device has with the model.  Adds those that are the
// implementation's choice to *outside; they are not compared.
ocl_result verify_conversions(const conversion *c, uncompared *outside);

// The numbers for a source type: each one if its type has at most `count`, else the ends of ranges,
// halfway cases and random numbers.  Returns how many there are.
size_t fill_numbers(size_t type, void *x, size_t count, uint64_t seed);

#endif
