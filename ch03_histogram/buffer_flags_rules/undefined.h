// SPDX-License-Identifier: MIT
//
// undefined - what the specification leaves undefined, tried out without a verdict.

#ifndef BUFFER_FLAGS_UNDEFINED_H
#define BUFFER_FLAGS_UNDEFINED_H

#include "lesson.h"

// Shows what this device does.  Another device, or the next version of the driver, may do something
// else.
void report_undefined(const lesson *l, ocl_report *report);

#endif
