// SPDX-License-Identifier: MIT

#include "drivers.h"

#include "attributes.h"

double sampler_known_loss(cl_device_id device, unsigned axes)
{
    return ocl_known_platform(device) & (OCL_RUSTICL | OCL_RUSTICL_26) ? axes / 255.0 : 0.0;
}
