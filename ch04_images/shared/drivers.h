// SPDX-License-Identifier: MIT
//
// drivers - what drivers are known to do to images.

#ifndef IMAGE_DRIVERS_H
#define IMAGE_DRIVERS_H

#include "opencl.h"

#include <stdbool.h>

// Whether commands use the pitches of host memory.
bool image_pitches_are_known(cl_device_id device);

#endif
