// SPDX-License-Identifier: MIT
//
// scalar_types - the scalar types of OpenCL C that hold numbers, and their formats.

#ifndef SCALAR_TYPES_H
#define SCALAR_TYPES_H

#include "ocl.h"

enum { CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, FLOAT, DOUBLE, HALF, SCALAR_TYPES };

// An integer, or a binary floating-point number of IEEE 754: sign, exponent, fraction.
typedef struct {
    const char *name;
    size_t bytes;
    bool is_signed;
    int precision;       // bits of the significand, with the hidden one; 0: an integer
    int least_unit;      // the unit of the smallest numbers is 2^least_unit
    int max_exponent;    // the largest numbers are below 2^(max_exponent + 1)
} scalar_type;

extern const scalar_type SCALAR_TYPE[SCALAR_TYPES];

// Their names, ended by NULL: the values of --variant.
extern const char *const SCALAR_NAMES[];

bool is_integer(const scalar_type *type);

// The lowest 8 * bytes bits.
uint64_t bits_mask(const scalar_type *type);

// Element i of an array of that type, as bits.
uint64_t read_bits(const scalar_type *type, const void *array, size_t i);
void write_bits(const scalar_type *type, void *array, size_t i, uint64_t bits);

// Whether a device computes with the type: double and half are options.
bool device_has_type(cl_device_id device, size_t type);

// The macros HAVE_DOUBLE and HAVE_HALF as build options, for the types that the device has.
const char *type_macros(cl_device_id device);

#endif
