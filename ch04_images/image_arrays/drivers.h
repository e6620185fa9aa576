// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to do wrong.

#ifndef ARRAYS_DRIVERS_H
#define ARRAYS_DRIVERS_H

#include "shared/box.h"
#include "shared/sampler_modes.h"

// What the device's driver does wrong with images of this kind in this mode; NULL: nothing.
const char *arrays_known_fault(cl_device_id device, const image_kind *kind,
                               const sampler_mode *mode);

// Why kernels cannot ask such an image for its width; NULL where they can.
const char *arrays_no_queries(cl_device_id device, const image_kind *kind);

#endif
