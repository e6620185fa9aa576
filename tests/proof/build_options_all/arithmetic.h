// SPDX-License-Identifier: MIT
//
// arithmetic - data for each question, the verdict on each case, and what an option changed.

#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include "cases.h"

// What an option did to the results that came without it.
typedef struct {
    size_t changed, results;
    float from, to;    // the first change
    double time_ratio;
} effect;

// The arrays of the question at hand, and the effects of all cases.
typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes;    // of x and y
    size_t results;     // how many come out
    float *x, *y;       // input
    float *out;         // what came back from the device
    float *exact;       // what must come out without an option
    float *plain;       // what came out without an option, and
    double plain_ns;    // the time of that
    float *want;        // what this case must give
    enum { NOT_ASKED, NOT_TAKEN, DONE } state[CASE_COUNT];
    effect effects[CASE_COUNT];
} math_data;

// Arrays of n elements.  Release with math_close.
math_data math_open(const ocl_env *env, ocl_report *report, size_t n);
void math_close(math_data *m);

// Fills x, y and exact for the question.
void math_ask(math_data *m, question asked);

// Whether the device takes the option of the case.  One option needs a promise of the device.
bool math_takes(math_data *m, size_t index);

// A row: whether `out` is what the case must give.  Keeps what the option changed.
void math_report_case(math_data *m, size_t index, ocl_trial *t);

// The table of what the options changed.
void math_report_effects(const math_data *m);

#endif
