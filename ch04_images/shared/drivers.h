// SPDX-License-Identifier: MIT
//
// drivers - what drivers are known to do to samples of images.

#ifndef IMAGE_DRIVERS_H
#define IMAGE_DRIVERS_H

#include "opencl.h"

#include <stdbool.h>

// How much a driver is known to lose in linear samples, beyond the model.  llvmpipe, which rusticl
// drives, mixes texels of 8 bits in 8 bits: along x, then along y and z.  Each step may lose one
// 255th.
double sampler_known_loss(cl_device_id device, unsigned axes);

// Whether commands use the pitches of host memory.  PoCL-Remote does not tell them to the server.
bool image_pitches_are_known(cl_device_id device);

#endif
