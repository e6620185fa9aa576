// SPDX-License-Identifier: MIT
//
// cases - the kernels whose results the options of arithmetic may change, and how.

#ifndef CASES_H
#define CASES_H

#include "ocl.h"

enum { RUN = 1000 };    // elements of a sum: -DRUN of every build

// The kernels are build_options_NAME.
typedef enum { PRODUCT, QUOTIENT, ROOT, TENTH, DENORMAL, SIGN, NAN_TEST, SUM, QUESTIONS } question;

// Their names, which are the variants; ended by NULL.
extern const char *const QUESTION_NAMES[];

// A kernel: its input, what it must give, and what an option may change that to.
typedef struct {
    const char *formula;
    float (*input)(uint64_t bits);       // x[i] from random bits
    float (*exact)(float x, float y);    // by the standard's rules, rounded once; NULL: the sum
    float (*other)(float x, float y);    // what the option leads to; NULL: no single value
    double arrays;                       // how many it reads or writes
} question_rules;

extern const question_rules QUESTION_RULES[];

// y[i] from random bits, for every kernel.
float question_number(uint64_t bits);

// What the specification promises for a kernel's result under an option.
typedef enum {
    EXACT,     // the exact result, within this many ULP
    EITHER,    // the exact result or the other value
    OTHER      // the other value
} promise;

typedef struct {
    question question;
    const char *name, *option;
    promise promise;
    double ulp;
} option_case;

// The first case of a question is without an option.
enum { CASE_COUNT = 23, ANY_ORDER = 2 * RUN };    // ULP between two orders of a sum
extern const option_case CASES[CASE_COUNT];

#endif
