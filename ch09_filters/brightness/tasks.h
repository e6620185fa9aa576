// SPDX-License-Identifier: MIT
//
// tasks - the first exercises of the page: which picture a learner's own kernel must make.

#ifndef BRIGHTNESS_TASKS_H
#define BRIGHTNESS_TASKS_H

#include "shared/plane.h"

// --task.  The file of --kernel has a kernel brightness_NAME for each but the first.
enum { TASK_NONE, TASK_INVERT, TASK_GREY, TASK_SWAP };
extern const char *const BRIGHTNESS_TASKS[];    // their names, ended by NULL

// The picture that the task asks for, of a picture with four channels of 8 bits.  Alpha stays.
void brightness_task_ref(plane *out, const plane *in, size_t task);

#endif
