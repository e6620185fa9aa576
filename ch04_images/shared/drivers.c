// SPDX-License-Identifier: MIT

#include "drivers.h"

#include "attributes.h"

bool image_pitches_are_known(cl_device_id device)
{
    return !(ocl_known_platform(device) & OCL_POCL_REMOTE);
}

double sampler_known_loss(cl_device_id device, unsigned axes)
{
    return ocl_known_platform(device) & (OCL_RUSTICL | OCL_RUSTICL_26) ? axes / 255.0 : 0.0;
}
