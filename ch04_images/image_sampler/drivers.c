// SPDX-License-Identifier: MIT

#include "drivers.h"

#include "attributes.h"

const char *sampler_known_fault(cl_device_id device, const sampler_mode *mode,
                                cl_channel_order order)
{
    const unsigned platform = ocl_known_platform(device);
    // PoCL 3.1, 6.0 and 7.1
    if (platform & (OCL_POCL | OCL_POCL_6 | OCL_POCL_7) && order == CL_R &&
        mode->addressing == CL_ADDRESS_CLAMP)
        return "this driver makes the border of CL_R transparent, as if CL_R had alpha";
    // Oclgrind 21.10
    if (platform == OCL_OCLGRIND && mode->addressing == CL_ADDRESS_NONE &&
        mode->filter == CL_FILTER_LINEAR)
        return "this driver returns zeros for all linear samples with CL_ADDRESS_NONE";
    return NULL;
}

// PoCL 6.0 and 7.1 compile such a kernel for one to two seconds.
bool sampler_builds_literal(const sampler_mode *mode, const ocl_options *options)
{
    const sampler_mode texels = { mode->addressing, mode->filter, CL_FALSE };
    const bool is_last =
        mode->filter == CL_FILTER_LINEAR && (!mode->normalized || !sampler_mode_exists(&texels));
    return is_last || !ocl_wants(options, "all");
}
