// SPDX-License-Identifier: MIT
//
// cases - the formats that printf_conversions.cl prints, and what they print according to C.

#ifndef PRINTF_CONVERSIONS_CASES_H
#define PRINTF_CONVERSIONS_CASES_H

#include "ocl.h"

enum { NUMBERS = 16, MAX_TEXT = 512 };

// The numbers that the kernels print.
typedef struct {
    cl_int x[NUMBERS];
    cl_long l[NUMBERS];
    cl_float f[NUMBERS];
} printf_numbers;
printf_numbers make_numbers(void);

// A format, and the first number that its conversions print.
typedef struct {
    const char *format;
    size_t at;
} printf_case;

// The cases of one kernel.
typedef struct {
    const char *name;    // of the variant; the kernel is printf_conversions_NAME
    const printf_case *cases;
    size_t count;
} printf_family;
enum { INTEGERS, LENGTHS, FLOATS, TEXTS, VECTORS, DOUBLES, HALVES, FAMILIES };
enum { LENGTHS_OF_31 = 2 };    // the last cases of LENGTHS: z and t, which are of OpenCL 3.1
extern const printf_family PRINTF_FAMILIES[FAMILIES];

// The text by C's printf, for vectors component by component with commas between them.
void model_text(char text[MAX_TEXT], const printf_case *c, const printf_numbers *numbers);

// Whether C leaves open what the text is, and `got` is one of those that it allows.
bool is_allowed(const printf_case *c, const printf_numbers *numbers, const char *got);

#endif
