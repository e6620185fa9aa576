// SPDX-License-Identifier: MIT
//
// multi_context_refusals - what a context does not do with the objects of another context.

#ifndef MULTI_CONTEXT_REFUSALS_H
#define MULTI_CONTEXT_REFUSALS_H

#include "life.h"

// Calls with objects of the wrong context, and contexts that cannot be made.  A kernel that a
// driver launches nevertheless must do nothing: its argument n is 0.
void multi_context_refusals(ocl_report *report, const world *a, const world *b);

#endif
