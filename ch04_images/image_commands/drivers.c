// SPDX-License-Identifier: MIT

#include "drivers.h"

bool image_fill_left_out(cl_device_id device, ocl_report *report, const image_kind *kind)
{
    const bool crashes =
        ocl_known_platform(device) == OCL_POCL && kind == &IMAGE_KINDS[KIND_1D_BUFFER];
    if (crashes) ocl_report_note(report, "%s: filled: left out, PoCL 3.1 crashes", kind->name);
    return crashes;
}
