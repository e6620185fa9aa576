// SPDX-License-Identifier: MIT
//
// exercise - what run.txt says of an exercise, and its data at one size.

#ifndef EXERCISE_H
#define EXERCISE_H

#include "ocl.h"

enum { MAX_ARGS = 10, MAX_SIZES = 12 };

// ARG_IMAGE: a picture of w x h pixels, which the kernel only reads.  A pixel has four floats.
typedef enum { ARG_IN, ARG_OUT, ARG_INOUT, ARG_IMAGE, ARG_LOCAL, ARG_VALUE } arg_kind;
typedef enum { TYPE_FLOAT, TYPE_UINT, TYPE_INT, TYPE_UCHAR, TYPE_ULONG } arg_type;

// One argument of the kernel, and what it holds at the size that is tried now.
typedef struct {
    arg_kind kind;
    arg_type type;
    char name[32], count[64], fill[32];
    double low, high;    // of the fill
    size_t elements, bytes;
    unsigned char *before, *want;    // of a buffer: what it holds before the launch, and after it
    double value;                    // of ARG_VALUE
} exercise_arg;

typedef struct {
    char kernel[64], reference[64], defines[128];
    size_t sizes[MAX_SIZES][2], size_count;
    size_t simulated[2];    // the size for the simulator
    char global[2][64];
    size_t local[2], dims;
    double bound;    // of the difference of a float
    exercise_arg args[MAX_ARGS];
    size_t arg_count;
    size_t n, w, h, groups;    // at this size: n = w * h
    size_t global_size[2];
} exercise;

// Reads run.txt.  What is wrong in it ends the program.
exercise exercise_read(const char *path);

// "7", or "5x3": columns and rows.
void exercise_read_size(const char *text, size_t extents[2]);

// Fills the data of size number `which`, or those for the simulator (SIZE_MAX), and asks the
// reference for the right answer.  exercise_drop frees them.
void exercise_fill(exercise *e, size_t which);
void exercise_drop(exercise *e);

// For the references: the buffers by name, before the launch and after it, and the values.
const void *exercise_in(const exercise *e, const char *name);
void *exercise_want(const exercise *e, const char *name);
double exercise_value(const exercise *e, const char *name);

// The plain C answer of that name; false when there is none.
bool exercise_reference(const exercise *e, const char *name);

size_t exercise_type_size(arg_type type);
const char *exercise_type_name(arg_type type);

#endif
