// SPDX-License-Identifier: MIT

#include "drivers.h"

const char *arrays_known_fault(cl_device_id device, const image_kind *kind,
                               const sampler_mode *mode)
{
    // PoCL 3.1
    if (ocl_known_platform(device) & OCL_POCL && kind->layers && mode->normalized)
        return "with normalised coordinates this driver multiplies the layer by their number";
    return NULL;
}

const char *arrays_no_queries(cl_device_id device, const image_kind *kind)
{
    return kind->from_buffer && ocl_known_platform(device) & OCL_POCL
               ? "kernels of this driver cannot ask an image of a buffer for its width"
               : NULL;
}
