// SPDX-License-Identifier: MIT
//
// notes - what the kernel of `atomics` writes down about its launch.

#ifndef MIN_REDUCE_NOTES_H
#define MIN_REDUCE_NOTES_H

#include "shared/division.h"

enum { NOTES = 4 };    // numbers in d_notes

// Shows the notes of a launch, and compares them with what they should be.
void check_notes(ocl_report *report, const ocl_env *env, cl_mem d_notes, const reduce_division *d);

#endif
