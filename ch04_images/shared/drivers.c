// SPDX-License-Identifier: MIT

#include "drivers.h"

#include "known_faults.h"

bool image_pitches_are_known(cl_device_id device)
{
    return !ocl_known_fault(device, "pitches of host memory");
}
