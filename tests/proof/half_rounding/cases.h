// SPDX-License-Identifier: MIT
//
// cases - the numbers that half_rounding reads, rounds and adds, and what must come out.

#ifndef HALF_ROUNDING_CASES_H
#define HALF_ROUNDING_CASES_H

#include "proof/ch07_opencl_c/exact.h"

enum {
    NUMBERS_PER_ITEM = 48,
    FORMS = 11,    // vload_half, 2, 3, 4, 8, 16, vloada_half2, 3, 4, 8, 16; the same of stores
    MODES = 5,     // of stores: none, _rte, _rtz, _rtp, _rtn
    STORE_FORMS = MODES * FORMS,
    OPERATIONS = 3    // + - *
};

// "vload_half", "vloada_half3", ...: of vload or vstore.  Valid until the next call.
const char *form_name(const char *what, size_t form);

// --- loads and stores

typedef struct {
    size_t forms, room;    // room: numbers, a multiple of NUMBERS_PER_ITEM
    size_t x_bytes, y_bytes;
    size_t from;        // the type of x
    void *x, *y;        // y: `room` numbers for each form
    bool excused;       // wrong numbers are counted and not compared: a known fault of the driver
    size_t mistakes;    // of these
} form_run;

// n halves; all of them with 65536.
form_run open_loads(size_t n, uint64_t seed);
ocl_result verify_load(form_run *run, size_t form);

// 4 n floats or doubles.
form_run open_stores(size_t n, size_t from, uint64_t seed);

// All rounding modes of this form.
ocl_result verify_store(form_run *run, size_t form);

void close_run(form_run *run);

// --- arithmetic

typedef struct {
    const cl_half *a, *b;
    size_t count;
} operands;

// Each half once as a; b is random, and often as large as a.
operands open_operands(size_t n, uint64_t seed);

// The results of all operations, one after the other.
ocl_result verify_operators(const operands *in, const cl_half *got);

void close_operands(operands *in);

#endif
