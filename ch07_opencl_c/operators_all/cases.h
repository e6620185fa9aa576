// SPDX-License-Identifier: MIT
//
// cases - the texts beside the results of operators_all.cl, and what the compiler must refuse.

#ifndef OPERATORS_ALL_CASES_H
#define OPERATORS_ALL_CASES_H

#include "proof/ch07_opencl_c/language_rules.h"

enum {
    INT_ROWS = 28,
    FLOAT_ROWS = 9,
    RULE_COUNT = 15,
    RULE_LANES = 8,
    OPERATORS_REFUSED_COUNT = 10
};

// What operators_all_int computes in its rows.
extern const char *const INT_CODE[INT_ROWS];

// What operators_all_rules computes, and the result by the specification.
typedef struct {
    const char *code;
    size_t lanes;
    cl_int want[RULE_LANES];
} rule_case;
extern const rule_case RULE_CASES[RULE_COUNT];

extern const language_rule OPERATORS_REFUSED[OPERATORS_REFUSED_COUNT];

#endif
