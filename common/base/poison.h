// SPDX-License-Identifier: MIT
//
// poison - the bytes that memory is filled with before it gets an answer.

#ifndef OCL_POISON_H
#define OCL_POISON_H

#include <stddef.h>

// The byte of this run, for the first one 0xff (as float: NaN).  Odd runs find another value that
// no answer has (as float: huge, with either sign).
//
// If $OCL_SAMPLES_POISON is k, it is the byte of the run k later.  So the tests find a kernel that
// looks at what it overwrites, also where a sample starts it once.
unsigned char ocl_poison_byte(size_t run);

#endif
